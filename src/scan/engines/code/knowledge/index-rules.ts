import { addToList } from '../../../../kernel/add-to-list.ts';
import type { Severity } from '../../../model/finding.ts';
import { expandAlternatives, NamePattern } from './name-pattern.ts';
import { listOf, type RawItem, type RawRule, type RuleFile } from './rule-file.ts';
import type { Check, RuleMeta, Sanitizer, Sink } from './rule-types.ts';
import type { LanguageWords } from './words/check-words.ts';

/**
 * All rules of a language as plain data, ordered by the names that lead to them. It is made once for the same rule files: a scan meets few of
 * the thousands of names, and what it does not meet stays as it was read.
 */
export interface RuleIndex {
  readonly rules: RuleMeta[];
  /** What is said of the names and words that lead to it, without them. */
  readonly items: RawItem[];
  readonly parts: RulePart[];
  /** Patterns by their literal last segment. */
  readonly byLast: Array<[last: string, names: IndexedName[]]>;
  /** Patterns whose last segment is open, by their first, and those where both are. */
  readonly byFirst: Array<[first: string, names: IndexedName[]]>;
  readonly open: IndexedName[];
  /** First segments that the rules know: modules and globals. */
  readonly roots: string[];
  /** What hangs on a plain word: an option's key, a variable, an attribute, an imported module; or on none. */
  readonly words: IndexedWords[];
  /** By language, names that never are a file of the repository. */
  readonly external: Array<[language: string, names: string[]]>;
  /** Packages of frameworks that handle requests. */
  readonly frameworks: string[];
  /** What checks and escapes are written with. */
  readonly checkWords: LanguageWords[];
}

export type IndexedName = [pattern: string, first: string | null, part: number];
export type IndexedWords = [part: number, words: string[]];

/** One way in which an item of the rule files is met. */
export type RulePart = { item: number } & (
  | { kind: 'source'; on: 'call' | 'read' }
  | { kind: 'sanitizer'; on: Sanitizer['on'] }
  | {
      kind:
        | 'guard'
        | 'exit'
        | 'entry'
        | 'signed'
        | 'keyed'
        | 'decorated'
        | 'inherited'
        | 'returned'
        | 'alias'
        | 'constant'
        | 'shared'
        | 'stream';
    }
  | { kind: 'sink'; on: Sink['on']; rule: number }
  | { kind: 'check'; on: Check['on']; rule: number }
);

/** Without the item, which several of them may share. */
type Way = RulePart extends infer Part ? (Part extends RulePart ? Omit<Part, 'item'> : never) : never;

export function indexRules(files: readonly RuleFile[]): RuleIndex {
  const index = new Indexer();
  for (const file of files) {
    for (const raw of file.rules ?? []) index.addRule(raw);
    for (const raw of file.sources ?? [])
      index.add(raw, [
        ['read', { kind: 'source', on: 'read' }],
        ['call', { kind: 'source', on: 'call' }],
        ['named', { kind: 'source', on: 'read' }],
      ]);
    for (const raw of file.sanitizers ?? [])
      index.add(raw, [
        ['call', { kind: 'sanitizer', on: 'call' }],
        ['read', { kind: 'sanitizer', on: 'read' }],
        ['option', { kind: 'sanitizer', on: 'option' }],
      ]);
    for (const raw of file.guards ?? []) index.add(raw, [['call', { kind: 'guard' }]]);
    for (const raw of file.exits ?? []) index.add(raw, [['call', { kind: 'exit' }]]);
    for (const raw of file.entries ?? [])
      index.add(raw, [
        ['call', { kind: 'entry' }],
        ['function', { kind: 'signed' }],
        ['key', { kind: 'keyed' }],
        ['decorator', { kind: 'decorated' }],
        ['extends', { kind: 'inherited' }],
      ]);
    for (const raw of file.returns ?? []) index.add(raw, [['call', { kind: 'returned' }]]);
    for (const raw of file.constants ?? []) index.add(raw, [['name', { kind: 'constant' }]]);
    for (const raw of file.aliases ?? []) index.add(raw, [['name', { kind: 'alias' }]]);
    index.addFrameworks(file.frameworks ?? []);
    if (file.words) index.addCheckWords(file.words);
    for (const { languages, names } of file.external ?? [])
      for (const language of languages) index.addExternal(language, names);
    for (const raw of file.shared ?? []) index.add(raw, [['name', { kind: 'shared' }]]);
    for (const raw of file.streams ?? []) index.add(raw, [['name', { kind: 'stream' }]]);
  }
  return index.finish();
}

class Indexer {
  readonly #rules: RuleMeta[] = [];
  readonly #byId = new Map<string, number>();
  readonly #items: RawItem[] = [];
  readonly #parts: RulePart[] = [];
  readonly #byLast = new Map<string, IndexedName[]>();
  readonly #byFirst = new Map<string, IndexedName[]>();
  readonly #open: IndexedName[] = [];
  readonly #roots = new Set<string>();
  readonly #words: IndexedWords[] = [];
  readonly #external: Array<[string, string[]]> = [];
  readonly #frameworks: string[] = [];
  readonly #checkWords: LanguageWords[] = [];

  addRule(raw: RawRule): void {
    const rule = this.#ruleOf(raw);
    const { label, kinds } = raw;
    for (const item of (raw['sinks'] as RawItem[] | undefined) ?? [])
      this.add(
        { label, kinds, ...item },
        sinkKinds.map((on) => [on, { kind: 'sink', on, rule }]),
      );
    for (const item of (raw['checks'] as RawItem[] | undefined) ?? []) {
      const on = checkKinds.find((kind) => item[kind] !== undefined);
      if (!on) throw new Error(`Rule ${raw.id}: a check on nothing`);
      this.add({ label, ...item }, [[on, { kind: 'check', on, rule }]]);
    }
  }

  /** Library files add to rules that others have written: by their id they are one. */
  #ruleOf(raw: RawRule): number {
    const known = this.#byId.get(raw.id);
    if (known !== undefined) return known;
    const rule = this.#rules.push(metaOf(raw)) - 1;
    this.#byId.set(raw.id, rule);
    return rule;
  }

  /** An item, and under which of its keys the names are that lead to it. */
  add(raw: RawItem, ways: ReadonlyArray<readonly [key: string, way: Way]>): void {
    const { ...item } = raw;
    for (const [key] of ways) delete item[key];
    const at = this.#items.push(item) - 1;
    for (const [key, way] of ways) {
      const names = listOf(raw[key]);
      if (names.length === 0) continue;
      const part = this.#parts.push({ ...way, item: at }) - 1;
      if (key === 'named' || plainWords.has('on' in way ? way.on : way.kind)) this.#words.push([part, names]);
      else for (const name of names.flatMap(expandAlternatives)) this.#addName(name, part);
    }
  }

  #addName(text: string, part: number): void {
    const { first, last } = new NamePattern(text);
    const name: IndexedName = [text, first ?? null, part];
    if (first !== undefined) this.#roots.add(first);
    if (last !== undefined) addToList(this.#byLast, last, name);
    else if (first !== undefined) addToList(this.#byFirst, first, name);
    else this.#open.push(name);
  }

  addExternal(language: string, names: readonly string[]): void {
    this.#external.push([language, [...names]]);
  }

  addFrameworks(packages: readonly string[]): void {
    this.#frameworks.push(...packages);
  }

  addCheckWords(words: LanguageWords): void {
    this.#checkWords.push(words);
  }

  finish(): RuleIndex {
    return {
      rules: this.#rules,
      items: this.#items,
      parts: this.#parts,
      byLast: [...this.#byLast],
      byFirst: [...this.#byFirst],
      open: this.#open,
      roots: [...this.#roots],
      words: this.#words,
      external: this.#external,
      frameworks: this.#frameworks,
      checkWords: this.#checkWords,
    };
  }
}

function metaOf(raw: RawRule): RuleMeta {
  const open = raw['open'] as RawItem | undefined;
  return {
    id: raw.id,
    title: String(raw['title']),
    severity: raw['severity'] as Severity,
    confidence: (raw['confidence'] as RuleMeta['confidence'] | undefined) ?? 'medium',
    category: String(raw['category']),
    cwe: listOf(raw['cwe']),
    owasp: listOf(raw['owasp']),
    message: String(raw['message']),
    suggestion: String(raw['suggestion']),
    references: listOf(raw['references']),
    ...(open && {
      open: {
        severity: open['severity'] as Severity,
        naming: listOf(open['naming']),
        imports: listOf(open['imports']),
      },
    }),
  };
}

const sinkKinds = ['call', 'assign', 'element', 'option', 'return'] as const;

const checkKinds = [
  'call',
  'assign',
  'read',
  'key',
  'variable',
  'decorator',
  'import',
  'extends',
  'element',
  'compare',
  'handler',
  'function',
  'walk',
  'merge',
  'incomplete',
  'text',
  'pattern',
] as const;

/** What is met by a word as it is and not by a qualified name. */
const plainWords: ReadonlySet<string> = new Set([
  'key',
  'variable',
  'import',
  'element',
  'option',
  'compare',
  'handler',
  'function',
  'walk',
  'merge',
  'incomplete',
  'text',
  'signed',
  'keyed',
  'pattern',
]);
