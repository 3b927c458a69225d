import { compareTexts } from '../../../../kernel/compare-texts.ts';
import type { FileImports, ImportTables } from '../../engine.ts';
import type { Dependency } from '../dependency.ts';
import type { Ecosystem } from '../ecosystems.ts';
import { importNames } from './import-names.ts';
import { isForeign, sourceEcosystem } from './source-ecosystem.ts';

/** Whether code of the repository uses something: undefined where that is not known. */
export type Usage = boolean | undefined;

/** What the code in one language says, over all its files. */
export interface EcosystemImports {
  /** Every module and every beginning of its name → for each top folder the first place that asks for it. */
  places: Map<string, Map<string, string>>;
  /** What a framework, or other people's code inside the repository, may ask for. */
  possible: Set<string>;
  /** Module → the names that are taken of it; undefined where it may be used in any way. */
  symbols: Map<string, Set<string> | undefined>;
  members: Set<string>;
  /** Of the own code. */
  files: FileImports[];
  /** Some file of the language was not read, so that nothing can be denied. */
  isPartial: boolean;
}

/** What the code of a repository asks for: the import tables of the code engine, by ecosystem. */
export class ImportTable {
  readonly #ecosystems = new Map<Ecosystem, EcosystemImports>();
  readonly #scripts = new Set<string>();

  readonly #isWhole: boolean;

  constructor({ read, unread, isWhole }: ImportTables) {
    this.#isWhole = isWhole;
    // A place in the product says more than one in its tests.
    const paths = [...read.keys()].sort(
      (a, b) => Number(isTest(a)) - Number(isTest(b)) || compareTexts(a, b),
    );
    for (const path of paths) {
      const ecosystem = sourceEcosystem(path);
      if (ecosystem !== undefined) addFile(this.#of(ecosystem), path, read.get(path)!);
    }
    for (const path of unread) {
      const ecosystem = sourceEcosystem(path);
      if (ecosystem !== undefined && !isForeign(path)) this.#of(ecosystem).isPartial = true;
    }
  }

  /** Words of the scripts of a manifest: a tool that is run there is used. */
  addScripts(words: readonly string[]): void {
    for (const word of words) this.#scripts.add(word);
  }

  of(ecosystem: Ecosystem): EcosystemImports | undefined {
    return this.#ecosystems.get(ecosystem);
  }

  /** Whether the code asks for a package by name. */
  usageOf(dependency: Dependency): Usage {
    const imports = this.#ecosystems.get(dependency.ecosystem);
    const known = importNames(dependency);
    // Without a single import in the language of the ecosystem there is nothing to conclude from.
    if (!imports || imports.places.size === 0 || !known) return undefined;
    if (known.names.some((name) => imports.places.has(name)) || this.#isRun(dependency)) return true;
    const isOpen = imports.isPartial || known.names.some((name) => imports.possible.has(name));
    return isOpen || !known.certain ? undefined : false;
  }

  /** The first place that asks for a package, as `path:line`; one next to its manifest before all others. */
  placeOf(dependency: Dependency, manifest: string): string | undefined {
    const imports = this.#ecosystems.get(dependency.ecosystem);
    const names = importNames(dependency)?.names ?? [];
    const places = names.map((name) => imports?.places.get(name)).find(Boolean);
    return places?.get(topFolder(manifest)) ?? places?.values().next().value;
  }

  #isRun({ ecosystem, name }: Dependency): boolean {
    return (
      ecosystem === 'npm' && (this.#scripts.has(name) || this.#scripts.has(name.replace(/^@[^/]+\//, '')))
    );
  }

  #of(ecosystem: Ecosystem): EcosystemImports {
    const imports = this.#ecosystems.get(ecosystem) ?? {
      places: new Map(),
      possible: new Set(),
      symbols: new Map(),
      members: new Set(),
      files: [],
      isPartial: !this.#isWhole,
    };
    this.#ecosystems.set(ecosystem, imports);
    return imports;
  }
}

function addFile(imports: EcosystemImports, path: string, file: FileImports): void {
  const { modules, mentions, members } = file;
  for (const mention of mentions ?? []) for (const name of beginnings(mention)) imports.possible.add(name);
  if (isForeign(path)) {
    for (const [module] of modules) for (const name of beginnings(module)) imports.possible.add(name);
    return;
  }
  for (const [module, line, symbols] of modules) {
    for (const name of beginnings(module)) addPlace(imports.places, name, path, line);
    const known = imports.symbols.get(module);
    if (!symbols || (imports.symbols.has(module) && !known)) imports.symbols.set(module, undefined);
    else imports.symbols.set(module, new Set([...(known ?? []), ...symbols]));
  }
  for (const member of members ?? []) imports.members.add(member);
  if (members) imports.files.push(file);
}

function addPlace(places: EcosystemImports['places'], name: string, path: string, line: number): void {
  const known = places.get(name) ?? new Map<string, string>();
  if (known.size === 0) places.set(name, known);
  const folder = topFolder(path);
  if (!known.has(folder) && known.size < maxFolders) known.set(folder, `${path}:${line}`);
}

function topFolder(path: string): string {
  return path.slice(0, Math.max(0, path.indexOf('/')));
}

const maxFolders = 100;
const maxParts = 12;

/** A package is asked for by its own name or by a part of it: `lodash/fp`, `google.cloud.storage`, `golang.org/x/net/html`. */
function beginnings(module: string): string[] {
  const ends = [...module.matchAll(/[./\\]/g)].slice(0, maxParts).map(({ index }) => module.slice(0, index));
  return [...ends.filter((each) => each !== ''), module];
}

function isTest(path: string): boolean {
  return /(?:^|[/._-])(?:tests?|specs?|__tests__|e2e)(?:[/._-]|$)/i.test(path);
}
