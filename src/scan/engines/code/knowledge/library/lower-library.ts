import { nearestName } from '../../../../../kernel/nearest-name.ts';
import { type Severity, severities } from '../../../../model/finding.ts';
import { labelNames } from '../labels.ts';
import { expandAlternatives } from '../name-pattern.ts';
import { listOf, type RawItem, type RawRule, type RuleFile } from '../rule-file.ts';
import { type Part, parseAccessPath } from './access-path.ts';
import { ApiNames, LibraryFault } from './api-names.ts';
import type { Dialect } from './dialect.ts';
import type { Kind } from './kinds.ts';
import type { Library, LibraryType } from './library-schema.ts';

export interface LibraryProblem {
  readonly path: ReadonlyArray<string | number>;
  readonly message: string;
}

export interface LoweredLibrary {
  readonly file: RuleFile;
  readonly problems: readonly LibraryProblem[];
  /** The names that the file says something about, each with the patterns that it stands for. */
  readonly names: ReadonlyMap<string, readonly string[]>;
  /** Those of them that are guards. */
  readonly guards: ReadonlySet<string>;
  /** Ids of the rules that it has sinks and settings of. */
  readonly ruleIds: ReadonlySet<string>;
}

/** Turns a library file into what the engine's rules say, fact by fact. Whatever is wrong with it is a problem at a path of the file. */
export function lowerLibrary(
  library: Library,
  dialect: Dialect,
  kinds: ReadonlyMap<string, Kind>,
): LoweredLibrary {
  return new LibraryLowering(library, dialect, kinds).lower();
}

class LibraryLowering {
  readonly #library: Library;
  readonly #dialect: Dialect;
  readonly #kinds: ReadonlyMap<string, Kind>;
  readonly #names: ApiNames;
  readonly #problems: LibraryProblem[] = [];

  constructor(library: Library, dialect: Dialect, kinds: ReadonlyMap<string, Kind>) {
    this.#library = library;
    this.#dialect = dialect;
    this.#names = new ApiNames(library, dialect);
    const own = (library.rules ?? []).map(({ kind, label, ...meta }): [string, Kind] => [
      kind,
      {
        rule: { ...meta, id: `${dialect.folder}-${kind}`, owasp: [], references: meta.references ?? [] },
        label,
      },
    ]);
    this.#kinds = new Map([...kinds, ...own]);
  }

  lower(): LoweredLibrary {
    const library = this.#library;
    const file: Required<Pick<RuleFile, 'rules' | 'aliases' | 'returns'>> & RuleFile = {
      rules: this.#rules(),
      sources: this.#each('sources', library.sources, (raw) => this.#source(raw)),
      sanitizers: this.#each('sanitizers', library.sanitizers, (raw) => this.#sanitizer(raw)),
      guards: this.#each('guards', library.guards, (raw) => this.#guard(raw)),
      exits: this.#calls('exits', library.exits).map((call) => ({ call })),
      ...asWritten(library),
      entries: this.#each('entry_points', library.entry_points, (raw) => this.#entry(raw)),
      returns: [
        ...this.#each('returns', library.returns, (raw) => this.#returned(raw)),
        ...this.#calls('neutral', library.neutral).map((call) => ({ call, from: [] })),
      ],
      aliases: asWritten(library).aliases ?? [],
    };
    const names = new Map(this.#names.asked);
    for (const [name, type] of Object.entries(library.types ?? {}))
      this.#at(['types', name], () => this.#type(name, type, file));
    this.#addClasses(file);
    const guards = new Set(
      (library.guards ?? []).flatMap(({ call }) => listOf(call).flatMap(expandAlternatives)),
    );
    return {
      file,
      problems: this.#problems,
      names,
      guards,
      ruleIds: new Set(file.rules.map(({ id }) => id)),
    };
  }

  #rules(): RawRule[] {
    const { sinks = {}, settings = {} } = this.#library;
    const used = new Set([...Object.keys(sinks), ...Object.keys(settings)]);
    return [...used].flatMap((name) => {
      const section = name in sinks ? 'sinks' : 'settings';
      const kind = this.#kinds.get(name);
      if (!kind) {
        this.#problems.push({
          path: [section, name],
          message: this.#unknownKind(name, section === 'settings'),
        });
        return [];
      }
      if (kind.label === undefined && sinks[name]?.some((sink) => !('label' in sink))) {
        const message = `"${name}" follows no data: put it under "settings"`;
        this.#problems.push({ path: ['sinks', name], message });
        return [];
      }
      const rule: RawRule = {
        ...kind.rule,
        ...(kind.label !== undefined && { label: kind.label }),
        ...(kind.sources !== undefined && { kinds: kind.sources }),
        sinks: this.#each(['sinks', name], sinks[name], (raw) => this.#sink(raw, kind)),
        checks: this.#each(['settings', name], settings[name], (raw) =>
          this.#item(raw, ['call', 'assign', 'read', 'decorator', 'extends']),
        ),
      };
      return [rule];
    });
  }

  #sink(raw: RawItem, { rule }: Kind): RawItem[] {
    const { unknown, ...rest } = raw;
    const item = this.#item({ ...rest, ...(unknown as RawItem | undefined) }, ['call', 'assign', 'return']);
    const guessed = this.#item(rest, ['call', 'assign', 'return'], 'guessed');
    const severity = (raw['severity'] as Severity | undefined) ?? rule.severity;
    return guessed === undefined ? [item!] : [item!, { ...guessed, severity: atMostMedium(severity) }];
  }

  #source({ except, ...raw }: RawItem): RawItem {
    const item = this.#item(raw, ['read', 'call'], 'both')!;
    if (except === undefined) return item;
    const cannot = new Set(this.#labels(except as string[]));
    return { ...item, labels: labelNames.filter((label) => !cannot.has(label)) };
  }

  #sanitizer({ clears, strips, ...raw }: RawItem): RawItem {
    const { pattern, by, as } = (strips ?? {}) as RawItem;
    if (clears === undefined && strips === undefined && raw['leads'] === undefined)
      throw new LibraryFault('A sanitizer has "clears", or "strips" where it depends on the characters');
    return {
      ...this.#item(raw, ['call', 'read']),
      ...(clears !== undefined && { clears: this.#labels(clears as string[]) }),
      ...(strips !== undefined && {
        strips: {
          pattern: this.#parts(pattern)[0],
          ...(by !== undefined && { by: this.#parts(by)[0] }),
          ...(as !== undefined && { as }),
        },
      }),
    };
  }

  #guard({ about, pattern, flags, prefix, clears, conforms, ...raw }: RawItem): RawItem {
    return {
      ...this.#item(raw, ['call'], 'both'),
      ...(about !== undefined && { about: this.#parts(about) }),
      ...(pattern !== undefined && { pattern: this.#parts(pattern)[0] }),
      ...(flags !== undefined && { flags: this.#parts(flags) }),
      ...(prefix !== undefined && { prefix: this.#parts(prefix)[0] }),
      ...(clears !== undefined && { clears: this.#labels(clears as string[]) }),
      ...(conforms !== undefined && {
        conforms: this.#placed(conforms as RawItem, ['to', 'value', 'passes']),
      }),
    };
  }

  #entry({ parameters, source, ...raw }: RawItem): RawItem {
    const params: string[] = [];
    for (const [at, type] of Object.entries((parameters as Record<string, string> | undefined) ?? {}))
      params[Number(at)] = this.#names.parameter(type);
    return {
      ...this.#item(raw, ['call', 'decorator', 'extends'], 'both'),
      ...(params.length > 0 && { params: Array.from(params, (name) => name ?? '') }),
      ...(source !== undefined && { taints: source }),
    };
  }

  #returned({ type, from, same, text, invokes, binds, reads, schema, conforms, ...raw }: RawItem): RawItem {
    return {
      ...this.#item(raw, ['call'], 'both'),
      ...(type !== undefined && { as: this.#names.instance(String(type)) }),
      ...(from !== undefined && { from: this.#parts(from) }),
      ...(same !== undefined && { same: this.#parts(same)[0] }),
      ...(text !== undefined && { text: this.#parts(text)[0] }),
      ...(invokes !== undefined && { invokes: this.#parts(invokes)[0] }),
      ...(binds !== undefined && { binds: this.#parts(binds)[0] }),
      ...(reads !== undefined && { reads: this.#parts(reads)[0] }),
      ...(schema !== undefined && { schema: this.#schema(schema as RawItem) }),
      ...(conforms !== undefined && {
        conforms: this.#placed(conforms as RawItem, ['to', 'value', 'passes']),
      }),
    };
  }

  #schema({ clears, named, ...raw }: RawItem): RawItem {
    return {
      ...this.#placed(raw, ['only', 'pattern', 'fields', 'items', 'same', 'either', 'both']),
      ...(clears !== undefined && { clears: this.#labels(clears as string[]) }),
      ...(named !== undefined && { named: this.#parts(named)[0] }),
    };
  }

  /** The item with the places under these keys as the engine's rules have them. */
  #placed(raw: RawItem, keys: readonly string[]): RawItem {
    const places = keys.flatMap((key) => {
      if (raw[key] === undefined) return [];
      const { parts } = this.#place(raw[key]);
      const isOne = key === 'to' || key === 'value' || key === 'passes';
      return [[key, isOne ? parts?.[0] : (parts ?? 'any')]];
    });
    return { ...raw, ...Object.fromEntries(places) };
  }

  #type(name: string, type: LibraryType, file: RuleFile & { aliases: RawItem[]; returns: RawItem[] }): void {
    const as = this.#names.instance(name);
    const { packages } = this.#library;
    const [first] = packages;
    const declared = listOf(
      type.declared ?? (this.#isGlobal ? [] : `${first}${this.#dialect.separator}${name}`),
    );
    for (const each of declared) file.aliases.push({ name: `${this.#names.static(each)}()`, as });
    const makers = [...listOf(type.made_by), ...declared];
    if (makers.length > 0) file.returns.push({ call: this.#names.patterns(makers).exact, as });
    for (const value of listOf(type.values)) file.aliases.push({ name: this.#names.static(value), as });
    for (const method of type.fluent ?? []) {
      const { exact, guessed } = this.#names.patterns(`${name}#${method}`);
      file.returns.push({ call: exact, as });
      if (guessed.length > 0) file.returns.push({ call: guessed, as: this.#names.guessed(name) });
    }
    for (const [method, result] of Object.entries(type.returns ?? {})) {
      const { exact, guessed } = this.#names.patterns(`${name}#${method}`);
      file.returns.push({ call: [...exact, ...guessed], as: this.#names.instance(result) });
    }
    for (const base of type.extends ?? []) this.#names.instance(base);
    for (const variable of type.guess ?? [])
      file.aliases.push({
        name: [`~${variable}`, `~self.${variable}`, `~this.${variable}`],
        as: this.#names.guessed(name),
        imports: packages,
      });
  }

  get #isGlobal(): boolean {
    return this.#dialect.names === 'global';
  }

  /** In languages where types go by simple names, imports say whose class it is. */
  #addClasses(file: RuleFile & { aliases: RawItem[] }): void {
    for (const [name, inPackage] of this.#names.classes) {
      const known = `@${this.#library.library}:${name}!`;
      const imports = [inPackage];
      file.aliases.push({ name, as: known, imports });
      const instance = file.aliases.find((alias) => alias['name'] === `${known}()`);
      if (instance) file.aliases.push({ name: `${name}()`, as: instance['as'], imports });
    }
  }

  /** The item with names, places and tests as the engine's rules have them; undefined where only guessed names are wanted and there are none. */
  #item(
    raw: RawItem,
    keys: readonly string[],
    which: 'exact' | 'guessed' | 'both' = 'exact',
  ): RawItem | undefined {
    const { at, where, ...item } = raw;
    let isMet = false;
    for (const key of keys) {
      if (raw[key] === undefined) continue;
      const { exact, guessed } = this.#names.patterns(raw[key]);
      const names = which === 'exact' ? exact : which === 'guessed' ? guessed : [...exact, ...guessed];
      if (names.length > 0) isMet = true;
      item[key] = names;
    }
    if (which === 'guessed' && !isMet) return undefined;
    const place = at === undefined ? undefined : this.#place(at);
    if (place?.parts) item['args'] = place.parts;
    if (place?.key !== undefined) item['key'] = place.key;
    if (where !== undefined) item['when'] = (where as RawItem[]).map((test) => this.#condition(test));
    return item;
  }

  #condition({ at, name, ...test }: RawItem): RawItem {
    const place = at === undefined ? undefined : this.#place(at);
    return {
      ...test,
      ...(place?.parts && { arg: place.parts.length === 1 ? place.parts[0] : place.parts }),
      ...(place?.key !== undefined && { key: place.key }),
      ...(name !== undefined && { name: this.#names.patterns(name).exact }),
    };
  }

  #place(at: unknown): { parts: Part[] | undefined; key: string | undefined } {
    const paths = listOf(at).map((path) => parseAccessPath(path)!);
    const keys = new Set(paths.map(({ key }) => key));
    if (keys.size > 1) throw new LibraryFault('All places of a list must have the same field behind them');
    const isAny = paths.some(({ parts }) => parts === undefined);
    return { parts: isAny ? undefined : paths.flatMap(({ parts }) => parts ?? []), key: paths[0]?.key };
  }

  #parts(at: unknown): Part[] {
    const { parts, key } = this.#place(at);
    if (!parts || key !== undefined)
      throw new LibraryFault('Only single arguments and the receiver can be named here');
    return parts;
  }

  #labels(names: readonly string[]): string[] {
    const labels = names.map((name) => {
      if (name === 'all' || (labelNames as readonly string[]).includes(name)) return name;
      const label = this.#kinds.get(name)?.label;
      if (label === undefined) throw new LibraryFault(this.#unknownKind(name));
      return label;
    });
    return [...new Set(labels)];
  }

  #unknownKind(name: string, isSetting = false): string {
    const known = [...this.#kinds]
      .filter(([, { label }]) => isSetting || label !== undefined)
      .map(([kind]) => kind)
      .sort();
    const meant = nearestName(name, known);
    const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
    const all = isSetting
      ? 'A kind is the id of a rule without its language; "lorekeep rules list code" prints them'
      : `Kinds with data flow are ${known.join(', ')}`;
    return `There is no kind "${name}".${hint} ${all}; one of your own starts with "x-" and is declared under "rules"`;
  }

  #calls(section: 'exits' | 'neutral', names: unknown): string[][] {
    const found: string[][] = [];
    if (names !== undefined)
      this.#at([section], () => {
        const { exact, guessed } = this.#names.patterns(names);
        found.push([...exact, ...guessed]);
      });
    return found;
  }

  #each<Item extends RawItem>(
    section: string | string[],
    items: readonly Item[] | undefined,
    lower: (item: Item) => RawItem | RawItem[] | undefined,
  ): RawItem[] {
    const found: RawItem[] = [];
    for (const [at, item] of (items ?? []).entries())
      this.#at([...[section].flat(), at], () => found.push(...[lower(item) ?? []].flat()));
    return found;
  }

  #at(path: LibraryProblem['path'], work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof LibraryFault)) throw error;
      this.#problems.push({ path, message: error.message });
    }
  }
}

type AsWritten = Pick<
  RuleFile,
  'aliases' | 'constants' | 'shared' | 'streams' | 'external' | 'frameworks' | 'words'
>;

/** What only the packaged files say, as it is. */
function asWritten(library: object): AsWritten {
  const { aliases, constants, shared, streams, external, frameworks, words } = library as RuleFile;
  return {
    ...(aliases && { aliases: [...aliases] }),
    ...(constants && { constants }),
    ...(shared && { shared }),
    ...(streams && { streams }),
    ...(external && { external }),
    ...(frameworks && { frameworks }),
    ...(words && { words }),
  };
}

function atMostMedium(severity: Severity): Severity {
  return severities.indexOf(severity) < severities.indexOf('medium') ? 'medium' : severity;
}
