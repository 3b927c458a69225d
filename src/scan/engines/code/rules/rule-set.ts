import type { Constant } from '../core/ir.ts';
import { QualifiedName } from '../core/qualified-name.ts';
import { compileNamePattern, matchesName, type NamePattern } from './name-pattern.ts';
import { ruleExpression } from './rule-expression.ts';
import type {
  Check,
  Entry,
  InheritedEntry,
  NameMatch,
  Returned,
  RuleMeta,
  Sanitizer,
  Sink,
  Source,
  Validator,
} from './rule-types.ts';

export type Name = QualifiedName<NameMatch>;

type Addition = (match: NameMatch) => void;

interface Candidate {
  readonly first: string | undefined;
  readonly pattern: NamePattern;
  readonly add: Addition;
}

/** All rules and models of one language, found by the last segment of a qualified name. */
export class RuleSet {
  readonly rules: RuleMeta[] = [];
  /** Checks and sinks that hang on a plain word: an option's key, a variable, an attribute, an imported module. */
  readonly keys = new Map<string, Check[]>();
  readonly #variables = new Map<string, Check[]>();
  readonly #variablePatterns: Array<{ pattern: RegExp; check: Check }> = [];
  readonly #checksOfVariable = new Map<string, readonly Check[]>();
  readonly imports = new Map<string, Check[]>();
  readonly elementChecks = new Map<string, Check[]>();
  readonly elementSinks = new Map<string, Sink[]>();
  readonly keySinks = new Map<string, Sink[]>();
  readonly #compares: Check[] = [];
  readonly #checksOfOperator = new Map<string, readonly Check[]>();
  readonly handlers: Check[] = [];
  readonly functions: Check[] = [];
  readonly walks: Check[] = [];
  /** Of texts that are put together from parts. */
  readonly texts: Check[] = [];
  readonly #namedSources: Array<{ pattern: RegExp; source: Source }> = [];
  readonly #sourceOfName = new Map<string, Source | null>();
  #root: Name = new QualifiedName<NameMatch>('', undefined);
  readonly #byLast = new Map<string, Candidate[]>();
  /** First segments that the rules know: modules and globals. */
  readonly #roots = new Set<string>();
  /** Patterns whose last segment is open, by their first, and those where both are. */
  readonly #wildOf = new Map<string, Candidate[]>();
  readonly #wild: Candidate[] = [];

  get root(): Name {
    return this.#root;
  }

  /**
   * To be called between files: forgets the names of those before when there are many. They would grow with every file, and keep its text
   * alive as well, since an identifier is a slice of it.
   */
  forgetNames(): void {
    if (this.#root.treeSize < maxNames) return;
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

  /** A name that nothing in the file declares: a global where the rules know one, else a variable of unknown value. */
  undeclared(name: string): Name {
    return this.root.child(this.#roots.has(name) ? name : `~${name}`);
  }

  /** What concerns a name; looked up once. */
  match(name: Name): NameMatch | null {
    if (name.match !== undefined) return name.match;
    let match: NameMatch | undefined;
    const { root } = name;
    for (const candidates of [this.#byLast.get(name.segment), this.#wildOf.get(root), this.#wild])
      for (const { first, pattern, add } of candidates ?? []) {
        if ((first !== undefined && first !== root) || !matchesName(pattern, name)) continue;
        match ??= emptyMatch();
        add(match);
      }
    name.match = match ?? null;
    return name.match;
  }

  addRule(rule: RuleMeta): void {
    this.rules.push(rule);
  }

  addSource(patterns: NamePattern[], source: Source): void {
    this.#add(patterns, (match) => match.sources.push(source));
  }

  addNamedSource(pattern: RegExp, source: Source): void {
    this.#namedSources.push({ pattern, source });
  }

  /** What a variable holds according to its name alone. */
  namedSource(name: string): Source | null {
    let source = this.#sourceOfName.get(name);
    if (source === undefined) {
      source = this.#namedSources.find(({ pattern }) => pattern.test(name))?.source ?? null;
      if (this.#sourceOfName.size < maxRemembered) this.#sourceOfName.set(name, source);
    }
    return source;
  }

  /** The checks of a variable's name, by the word itself and by expressions; looked up once. */
  checksOfVariable(name: string): readonly Check[] {
    let checks = this.#checksOfVariable.get(name);
    if (!checks) {
      checks = [
        ...(this.#variables.get(name) ?? []),
        ...this.#variablePatterns.flatMap(({ pattern, check }) => (pattern.test(name) ? [check] : [])),
      ];
      if (this.#checksOfVariable.size < maxRemembered) this.#checksOfVariable.set(name, checks);
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

  addSink(patterns: NamePattern[], sink: Sink): void {
    this.#add(patterns, (match) => match.sinks.push(sink));
  }

  addElementSink(attribute: string, sink: Sink): void {
    push(this.elementSinks, attribute, sink);
  }

  addKeySink(key: string, sink: Sink): void {
    push(this.keySinks, key, sink);
  }

  addSanitizer(patterns: NamePattern[], sanitizer: Sanitizer): void {
    this.#add(patterns, (match) => match.sanitizers.push(sanitizer));
  }

  addValidator(patterns: NamePattern[], validator: Validator): void {
    this.#add(patterns, (match) => match.validators.push(validator));
  }

  addEntry(patterns: NamePattern[], entry: Entry): void {
    this.#add(patterns, (match) => match.entries.push(entry));
  }

  addInherited(patterns: NamePattern[], inherited: InheritedEntry): void {
    this.#add(patterns, (match) => match.inherited.push(inherited));
  }

  addDecorated(patterns: NamePattern[], entry: Entry): void {
    this.#add(patterns, (match) => match.decorated.push(entry));
  }

  addReturned(patterns: NamePattern[], returned: Returned): void {
    this.#add(patterns, (match) => match.returned.push(returned));
  }

  addAlias(patterns: NamePattern[], segments: readonly string[]): void {
    this.#add(patterns, (match) => {
      match.alias ??= segments;
    });
  }

  addConstant(patterns: NamePattern[], constant: Constant): void {
    this.#add(patterns, (match) => {
      match.constant ??= constant;
    });
  }

  addCheck(name: string, check: Check): void {
    if (check.on === 'key') push(this.keys, name, check);
    else if (check.on === 'import') push(this.imports, name, check);
    else if (check.on === 'element') push(this.elementChecks, name, check);
    else if (check.on === 'compare') this.#compares.push(check);
    else if (check.on === 'handler') this.handlers.push(check);
    else if (check.on === 'function') this.functions.push(check);
    else if (check.on === 'walk') this.walks.push(check);
    else if (check.on === 'text') this.texts.push(check);
    else if (check.on !== 'variable')
      this.#add(compileNamePattern(name), (match) => match.checks.push(check));
    else if (name.startsWith('/'))
      this.#variablePatterns.push({ pattern: ruleExpression(name.slice(1, -1)), check });
    else push(this.#variables, name, check);
  }

  #add(patterns: NamePattern[], add: Addition): void {
    for (const pattern of patterns) {
      const { first, last } = pattern;
      if (first !== undefined) this.#roots.add(first);
      if (last !== undefined) push(this.#byLast, last, { first, pattern, add });
      else if (first !== undefined) push(this.#wildOf, first, { first, pattern, add });
      else this.#wild.push({ first, pattern, add });
    }
  }
}

function emptyMatch(): NameMatch {
  return {
    sources: [],
    sinks: [],
    checks: [],
    sanitizers: [],
    validators: [],
    entries: [],
    decorated: [],
    inherited: [],
    returned: [],
    alias: undefined,
    constant: undefined,
  };
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}

const maxRemembered = 10_000;
/** Some ten megabytes. */
const maxNames = 50_000;
