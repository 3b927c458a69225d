import { parted, plain, texts, transparent } from './declared-type.ts';
import { isNumericName } from './numeric-type.ts';

/**
 * What a type says of its objects: the class, by the parts of its name, and what is held where it is a collection or stands around another type.
 * A collection is of no class that matters.
 */
export interface WrittenType {
  readonly name: readonly string[];
  readonly holds?: WrittenType;
}

/** A type as it is written in any of the languages that declare types; undefined where it names no class. */
export function writtenType(written: string): WrittenType | undefined {
  if (written.length > maxTypeLength) return undefined;
  let type = known.get(written);
  if (type === undefined) {
    type = typeOf(bare(written), maxDepth) ?? null;
    if (known.size >= maxKnown) known.clear();
    known.set(written, type);
  }
  return type ?? undefined;
}

/** The classes that a written type names, by their last words. */
export function classesNamed(written: string): string[] {
  const found: string[] = [];
  for (let type = writtenType(written); type; type = type.holds === type ? undefined : type.holds)
    if (type.name.length > 0) found.push(type.name.at(-1)!);
  return [...new Set(found)];
}

/** A program writes the same few types everywhere; what is kept here says nothing that the text does not. */
const known = new Map<string, WrittenType | null>();
const maxKnown = 4_096;

function typeOf(text: string, depth: number): WrittenType | undefined {
  if (depth === 0 || text === '') return undefined;
  const choices = parted(text, '|').filter((choice) => !isNothing.test(choice.trim()));
  // `self | Share`: which of the two it is, nobody knows.
  if (choices.length !== 1) return undefined;
  const one = bare(choices[0]!);
  const list = /^\[\d*\](?=\S)/.exec(one)?.[0];
  if (list) return collection(typeOf(bare(one.slice(list.length)), depth - 1));
  if (/\[\s*\]$/.test(one)) return collection(typeOf(bare(one.slice(0, one.lastIndexOf('['))), depth - 1));
  const open = /[<[]/.exec(one)?.index ?? -1;
  if (open < 0) return named(one);
  if (!/[>\]]$/.test(one)) {
    // `map[string]*Share`
    const close = one.indexOf(']', open);
    return one.startsWith('map[') && close > 0
      ? collection(typeOf(bare(one.slice(close + 1)), depth - 1))
      : undefined;
  }
  const of = one.slice(0, open).trim();
  const given = parted(one.slice(open + 1, -1), ',').map(bare);
  return applied(of, one[open]!, given, depth);
}

/** A type with others in brackets behind it. */
function applied(of: string, bracket: string, given: string[], depth: number): WrittenType | undefined {
  const word = lastWord(of);
  const isLater = later.test(word);
  if (isLater || (transparent.has(word) && !(bracket === '<' && holder.test(word)))) {
    const inner = typeOf(given[0] ?? '', depth - 1);
    // `Promise<Share>` is waited for, or handed to a function.
    return inner && isLater ? { ...inner, holds: inner } : inner;
  }
  if (wrapper.test(word)) return typeOf(given[0] ?? '', depth - 1);
  if (holder.test(word)) return collection(typeOf(given.at(-1) ?? '', depth - 1));
  return named(of);
}

function collection(holds: WrittenType | undefined): WrittenType | undefined {
  return holds && { name: [], holds };
}

function named(text: string): WrittenType | undefined {
  const name = text.split(/[.\\]|::/).filter((part) => part !== '');
  const last = name.at(-1) ?? '';
  if (name.length === 0 || name.length > maxParts || !name.every((part) => /^[\p{L}_$][\w$]*$/u.test(part)))
    return undefined;
  const isPlain = texts.has(last) || isNumericName(last) || noClass.test(last);
  return isPlain ? undefined : { name };
}

function lastWord(text: string): string {
  return /[\w$]*$/.exec(text)![0];
}

/** Without quotes, and without what says that there may be none or how it is kept. */
function bare(text: string): string {
  const type = plain(text.trim().replace(/^\?/, ''));
  const quoted = /^(["'])(.*)\1$/.exec(type);
  return quoted ? plain(quoted[2]!) : type.replace(/^(?:mut|dyn|impl|some|any|keyof|typeof)\s+/, '');
}

const isNothing = /^(?:null|undefined|None|void|false|nil)$/;
const later =
  /^(?:Promise|PromiseLike|Awaitable|Coroutine|Future|CompletableFuture|CompletionStage|Task|ValueTask|Deferred|Mono|Single|Uni)$/;
/** Objects stand in these as they are. */
const wrapper =
  /^(?:Readonly|Required|Partial|NonNullable|Awaited|Box|Arc|Rc|RefCell|Ref|Pin|Annotated|Final)$/;
/** What is asked for its elements, or for the one that it may hold. */
const holder =
  /(?:List|Set|Map|Dictionary|Dict|Collection|Iterable|Iterator|Enumerable|Enumerator|Array|Vector|Vec|Queue|Deque|Stack|Stream|Flux|Multi|Sequence|Observable|Subject|Optional|Option|Maybe|Provider|Supplier|Lazy|Func|Callable|ThreadLocal|AsyncLocal|Reference|Generator|Mutex|RwLock|Record|list|dict|set|tuple|array|iterable|deque|frozenset|Instance|ObjectFactory|IOptions|Result)$/;
/** Type variables, and types that say nothing. */
const noClass =
  /^(?:[A-Z]\d?|void|never|unknown|undefined|null|None|this|self|static|mixed|callable|resource|iterable|array|list|dict|set|tuple|function|symbol|bigint|number|boolean|object|Object|Any|any|dynamic|var|val|Self|Unit|Nothing|Void|Record|Map|Function|Date|RegExp|Error|Exception|Throwable|error|interface|map|chan|func|struct|str|out|in|ref|params|List|Set|Dict)$/;
const maxDepth = 5;
const maxParts = 6;
/** A longer text is looked at by nobody: types are short, and what is hostile is long. */
export const maxTypeLength = 200;
