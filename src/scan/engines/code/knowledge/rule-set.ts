import { addToList } from '../../../../kernel/add-to-list.ts';
import {
  type Addition,
  compileCheck,
  compileEntry,
  compilePart,
  compileSanitizer,
  compileSink,
  compileSource,
} from './compile-part.ts';
import { guessedSink } from './guessed-sink.ts';
import type { IndexedName, RuleIndex, RulePart } from './index-rules.ts';
import { matchesName, NamePattern } from './name-pattern.ts';
import { QualifiedName } from './qualified-name.ts';
import { ruleExpression } from './rule-expression.ts';
import type {
  Check,
  Entry,
  Guard,
  InheritedEntry,
  NameMatch,
  Returned,
  RuleMeta,
  SignedEntry,
  Sink,
  Source,
} from './rule-types.ts';
import { CheckWords } from './words/check-words.ts';

export type Name = QualifiedName<NameMatch>;

interface Candidate {
  readonly first: string | null;
  readonly pattern: NamePattern;
  readonly text: string;
  readonly part: number;
}

/** All rules and models of one language, found by the last segment of a qualified name. */
export class RuleSet {
  readonly #index: RuleIndex;
  readonly #onName: ((pattern: string) => void) | undefined;
  /** Checks and sinks that hang on a plain word: an option's key, a variable, an attribute, an imported module. */
  readonly keys = new Map<string, Check[]>();
  readonly #variables = new Map<string, Check[]>();
  readonly #variablePatterns: Array<{ pattern: RegExp; check: Check }> = [];
  readonly #checksOfVariable = new Map<string, readonly Check[]>();
  readonly imports = new Map<string, Check[]>();
  readonly elementChecks = new Map<string, Check[]>();
  readonly elementSinks = new Map<string, Sink[]>();
  readonly keySinks = new Map<string, Sink[]>();
  /** What is under a key of an object literal can do none of this harm. */
  readonly keySanitizers = new Map<string, number>();
  /** Functions that a framework calls by the key they stand under, and by their signature. */
  readonly keyEntries = new Map<string, Entry[]>();
  readonly signedEntries: SignedEntry[] = [];
  readonly #compares: Check[] = [];
  readonly #checksOfOperator = new Map<string, readonly Check[]>();
  readonly handlers: Check[] = [];
  /** Checks on a function as a whole. */
  readonly functions: Check[] = [];
  /** Checks on what a parameter is where callers give nothing. */
  readonly defaults: Check[] = [];
  readonly walks: Check[] = [];
  readonly merges: Check[] = [];
  /** By the kind of check that does a part of its work. */
  readonly incomplete = new Map<string, Check[]>();
  /** Of texts that are put together from parts. */
  readonly texts: Check[] = [];
  /** Of values that become part of markup as they are. */
  readonly unescaped: Check[] = [];
  /** Of literals that are regular expressions. */
  readonly patterns: Check[] = [];
  readonly #namedSources: Array<{ pattern: RegExp; source: Source }> = [];
  readonly #sourceOfName = new Map<string, Source | null>();
  readonly #patternMethods = new Map<string, readonly Guard[]>();
  readonly #schemaMembers = new Map<string, readonly SchemaMember[]>();
  #root: Name = new QualifiedName<NameMatch>('', undefined);
  readonly #byLast: NameTable;
  readonly #byFirst: NameTable;
  readonly #open: readonly Candidate[];
  readonly #roots: ReadonlySet<string>;
  readonly #external = new Map<string, ReadonlySet<string>>();
  /** Those that a name has led to; most never are. */
  readonly #additions: Array<Addition | undefined> = [];
  #inherited: readonly InheritedEntry[] | undefined;
  #checkWords: CheckWords | undefined;
  #decoratedAcross: readonly Entry[] | undefined;
  /** Some names are called otherwise in files that import their library. */
  readonly asksForImports: boolean;

  /** `onName` hears of each name of the rules that a file leads to. */
  constructor(index: RuleIndex, onName?: (pattern: string) => void) {
    this.#onName = onName;
    this.#index = index;
    this.asksForImports = index.parts.some(
      ({ kind, item }) => kind === 'alias' && index.items[item]!['imports'] !== undefined,
    );
    this.#byLast = new NameTable(index.byLast);
    this.#byFirst = new NameTable(index.byFirst);
    this.#open = index.open.map(asCandidate);
    this.#roots = new Set(index.roots);
    for (const [part, words] of index.words) this.#addWords(words, index.parts[part]!);
  }

  get rules(): readonly RuleMeta[] {
    return this.#index.rules;
  }

  /** What frameworks call in classes that extend theirs, whichever these are. */
  get inheritedEntries(): readonly InheritedEntry[] {
    if (!this.#inherited) {
      const match = emptyMatch();
      for (const [at, part] of this.#index.parts.entries())
        if (part.kind === 'inherited') this.#addition(at)(match);
      this.#inherited = match.inherited;
    }
    return this.#inherited;
  }

  /** Decorators of interfaces that concern the classes which implement them in other files. */
  get decoratedAcross(): readonly Entry[] {
    if (!this.#decoratedAcross) {
      const match = emptyMatch();
      for (const [at, part] of this.#index.parts.entries())
        if (part.kind === 'decorated') this.#addition(at)(match);
      this.#decoratedAcross = [...new Set(match.decorated.filter(({ isAcross }) => isAcross))];
    }
    return this.#decoratedAcross;
  }

  get root(): Name {
    return this.#root;
  }

  /**
   * To be called between files: forgets the names of those before when there are many. They would grow with every file, and keep its text
   * alive as well, since an identifier is a slice of it.
   */
  forgetNames(): void {
    if (this.#root.treeSize < maxNames && !this.#onName) return;
    this.#root = new QualifiedName<NameMatch>('', undefined);
    this.#sourceOfName.clear();
    this.#checksOfVariable.clear();
  }

  name(segments: readonly string[]): Name {
    let at = this.root;
    for (const segment of segments) at = at.child(segment);
    return at;
  }

  /** Whether rules are written for a module or global. */
  knows(first: string): boolean {
    return this.#roots.has(first);
  }

  /** Packages of frameworks that handle requests. */
  get frameworks(): readonly string[] {
    return this.#index.frameworks;
  }

  /** What checks and escapes are written with in this language. */
  get checkWords(): CheckWords {
    this.#checkWords ??= new CheckWords(this.#index.checkWords);
    return this.#checkWords;
  }

  /** Names that never are a file of the repository, in programs of a language. */
  externalNames(language: string): ReadonlySet<string> {
    let names = this.#external.get(language);
    if (!names) {
      names = new Set(this.#index.external.flatMap(([of, those]) => (of === language ? those : [])));
      this.#external.set(language, names);
    }
    return names;
  }

  /** A name that nothing in the file declares: a global where the rules know one, else a variable of unknown value. */
  undeclared(name: string): Name {
    return this.root.child(this.#roots.has(name) ? name : `~${name}`);
  }

  /** What concerns a name; looked up once. */
  match(name: Name): NameMatch | null {
    if (name.match !== undefined) return name.match;
    let match: NameMatch | undefined;
    const { root } = name;
    for (const candidates of [this.#byLast.get(name.segment), this.#byFirst.get(root), this.#open])
      for (const { first, pattern, text, part } of candidates ?? []) {
        if ((first !== null && first !== root) || !matchesName(pattern, name)) continue;
        if (pattern.isMemberOnly && this.#isOtherFunction(name, part)) continue;
        match ??= emptyMatch();
        this.#onName?.(text);
        const sinks = match.sinks.length;
        const sources = match.sources.length;
        this.#addition(part)(match);
        if (match.sinks.length > sinks && this.#isGuess(first, root))
          match.sinks.push({ ...guessedSink(match.sinks.pop()!), isGuess: true });
        if (
          match.sources.length > sources &&
          first === null &&
          pattern.isMemberOnly &&
          this.#isGuess(first, root)
        )
          match.sources.push({ ...match.sources.pop()!, isGuess: true });
        if (match.sources.length > sources && this.#isGuess(first, root))
          match.sources.push({ ...match.sources.pop()!, isNamed: true });
      }
    name.match = match ?? null;
    return name.match;
  }

  /** Methods of schemas by their names, whichever of the libraries has made the schema. */
  schemaMembers(member: string): readonly SchemaMember[] {
    let known = this.#schemaMembers.get(member);
    if (!known) {
      const byPart = new Map<number, SchemaMember>();
      for (const { first, part } of this.#byLast.get(member) ?? []) {
        if (first === null || first.startsWith('~')) continue;
        const before = byPart.get(part);
        if (before) before.libraries.push(first);
        const match = before ? undefined : emptyMatch();
        if (match) this.#addition(part)(match);
        for (const returned of match?.returned ?? [])
          if (onSchema(returned)) byPart.set(part, { libraries: [first], returned });
      }
      known = [...byPart.values()];
      remember(this.#schemaMembers, member, known);
    }
    return known;
  }

  /** Methods of regular expressions by their names, whatever it is that is called so: `SAFE.matches(x)`. */
  patternMethods(member: string): readonly Guard[] {
    let known = this.#patternMethods.get(member);
    if (!known) {
      const match = emptyMatch();
      for (const part of new Set((this.#byLast.get(member) ?? []).map(({ part }) => part)))
        if (this.#index.parts[part]!.kind === 'guard') this.#addition(part)(match);
      known = match.guards.filter(
        ({ pattern, about }) => pattern === 'receiver' && !about.includes('receiver'),
      );
      remember(this.#patternMethods, member, known);
    }
    return known;
  }

  /**
   * `re.findall`, whose arguments a library file describes for other rules: it is no method of an object that happens to have the same name, such as
   * `findall` of a document.
   */
  #isOtherFunction(name: Name, part: number): boolean {
    const rule = this.#ruleOfSink(part);
    if (rule === undefined || name.depth !== 2 || /^[~@]/.test(name.root)) return false;
    const exact = (this.#byLast.get(name.segment) ?? []).flatMap((each) =>
      each.first === name.root && matchesName(each.pattern, name) ? [this.#ruleOfSink(each.part)] : [],
    );
    return exact.some((other) => other !== undefined) && !exact.includes(rule);
  }

  #ruleOfSink(at: number): number | undefined {
    const part = this.#index.parts[at]!;
    return part.kind === 'sink' ? part.rule : undefined;
  }

  /** Nothing but the name of the member, or of the variable, says what the object is. */
  #isGuess(first: string | null, root: string): boolean {
    if (first !== null) return first.startsWith('~');
    return root.startsWith('~') || ownObjects.has(root) || !this.#roots.has(root);
  }

  /** What a variable holds according to its name alone. */
  namedSource(name: string): Source | null {
    let source = this.#sourceOfName.get(name);
    if (source === undefined) {
      source = this.#namedSources.find(({ pattern }) => pattern.test(name))?.source ?? null;
      remember(this.#sourceOfName, name, source);
    }
    return source;
  }

  /** The same for a field, for the result of what gets one and for a literal. */
  namedField(name: string): Source | null {
    const source = this.namedSource(name);
    return source?.inFields ? source : null;
  }

  /** The checks of a variable's name, by the word itself and by expressions; looked up once. */
  checksOfVariable(name: string): readonly Check[] {
    let checks = this.#checksOfVariable.get(name);
    if (!checks) {
      checks = [
        ...(this.#variables.get(name) ?? []),
        ...this.#variablePatterns.flatMap(({ pattern, check }) => (pattern.test(name) ? [check] : [])),
      ];
      remember(this.#checksOfVariable, name, checks);
    }
    return checks;
  }

  /** The checks of comparisons that an operator can meet: most operators meet none. */
  checksOfOperator(op: string): readonly Check[] {
    let checks = this.#checksOfOperator.get(op);
    if (!checks) {
      checks = this.#compares.filter(({ when }) =>
        when.every(({ args, is, not }) => args[0] !== 'op' || !is || is.includes(op) !== (not === true)),
      );
      this.#checksOfOperator.set(op, checks);
    }
    return checks;
  }

  #addition(at: number): Addition {
    let addition = this.#additions[at];
    if (!addition) {
      const part = this.#index.parts[at]!;
      addition = compilePart(part, this.#index.items[part.item]!, this.rules);
      this.#additions[at] = addition;
    }
    return addition;
  }

  #addWords(words: readonly string[], part: RulePart): void {
    const item = this.#index.items[part.item]!;
    if (part.kind === 'source') {
      const source = compileSource(item, part.on);
      for (const word of words) this.#namedSources.push({ pattern: ruleExpression(word), source });
    } else if (part.kind === 'sanitizer') {
      const { clears } = compileSanitizer(item, part.on);
      for (const word of words) this.keySanitizers.set(word, clears | (this.keySanitizers.get(word) ?? 0));
    } else if (part.kind === 'keyed') {
      const entry = compileEntry(item);
      for (const word of words) addToList(this.keyEntries, word, entry);
    } else if (part.kind === 'signed') {
      const entry = compileEntry(item);
      for (const word of words) this.signedEntries.push({ entry, signature: ruleExpression(word) });
    } else if (part.kind === 'sink') {
      const sink = compileSink(item, part.on, this.rules[part.rule]!);
      const sinks = part.on === 'element' ? this.elementSinks : this.keySinks;
      for (const word of words) addToList(sinks, word, sink);
    } else if (part.kind === 'check') {
      const check = compileCheck(item, part.on, this.rules[part.rule]!);
      for (const word of words) this.#addCheck(word, check);
    }
  }

  #addCheck(word: string, check: Check): void {
    if (check.on === 'key') addToList(this.keys, word, check);
    else if (check.on === 'import') addToList(this.imports, word, check);
    else if (check.on === 'element') addToList(this.elementChecks, word, check);
    else if (check.on === 'compare') this.#compares.push(check);
    else if (check.on === 'handler') this.handlers.push(check);
    else if (check.on === 'function')
      (check.when.some(({ args }) => args[0] === 'function') ? this.functions : this.defaults).push(check);
    else if (check.on === 'walk') this.walks.push(check);
    else if (check.on === 'merge') this.merges.push(check);
    else if (check.on === 'incomplete') addToList(this.incomplete, word, check);
    else if (check.on === 'text') (word === 'unescaped' ? this.unescaped : this.texts).push(check);
    else if (check.on === 'pattern') this.patterns.push(check);
    else if (word.startsWith('/'))
      this.#variablePatterns.push({ pattern: ruleExpression(word.slice(1, -1)), check });
    else addToList(this.#variables, word, check);
  }
}

/** A method of the schemas of some libraries: it gives another one, or holds data against it. */
interface SchemaMember {
  readonly libraries: string[];
  readonly returned: Returned;
}

function onSchema({ schema, conforms }: Returned): boolean {
  return schema?.narrows === true || conforms?.to === 'receiver' || conforms?.to === 'class';
}

/** What is asked again soon is mostly of the same file: where there is no more room, what other files asked for goes. */
function remember<T>(known: Map<string, T>, key: string, answer: T): void {
  if (known.size >= maxRemembered) known.clear();
  known.set(key, answer);
}

/** Patterns by one of their segments, each list made ready when it is first asked for. */
class NameTable {
  readonly #names: ReadonlyMap<string, readonly IndexedName[]>;
  readonly #ready = new Map<string, readonly Candidate[]>();

  constructor(names: RuleIndex['byLast']) {
    this.#names = new Map(names);
  }

  get(segment: string): readonly Candidate[] | undefined {
    const names = this.#names.get(segment);
    if (!names) return undefined;
    let candidates = this.#ready.get(segment);
    if (!candidates) {
      candidates = names.map(asCandidate);
      this.#ready.set(segment, candidates);
    }
    return candidates;
  }
}

function asCandidate([text, first, part]: IndexedName): Candidate {
  return { first, pattern: new NamePattern(text), text, part };
}

function emptyMatch(): NameMatch {
  return {
    sources: [],
    sinks: [],
    checks: [],
    sanitizers: [],
    guards: [],
    exits: false,
    entries: [],
    decorated: [],
    inherited: [],
    returned: [],
    alias: undefined,
    importedAliases: [],
    constant: undefined,
    shared: false,
    kept: undefined,
    stream: false,
  };
}

/** The object around the code: its members are the program's own. */
const ownObjects = new Set(['this', '$this', 'self']);
const maxRemembered = 10_000;
/** Some ten megabytes. */
const maxNames = 50_000;
