import type { VulnerableCode } from '../advisories/advisory.ts';
import type { Dependency } from '../dependency.ts';
import { type Ecosystem, ecosystemTraits } from '../ecosystems.ts';
import type { ImportFacts } from '../facts.ts';
import { pythonModules } from './python-import-names.ts';

/** Whether code of the repository asks for a package: undefined where that cannot be told. */
export type Usage = boolean | undefined;

/** What the code of a repository asks for, gathered over all its files. */
export class ImportTable {
  readonly #imports = new Map<Ecosystem, Set<string>>();
  readonly #symbols = new Map<Ecosystem, Set<string>>();
  readonly #scripts = new Set<string>();

  add({ ecosystem, imports, symbols }: ImportFacts): void {
    addAll(this.#imports, ecosystem, imports);
    addAll(this.#symbols, ecosystem, symbols ?? []);
  }

  /** Words of the scripts of a manifest: a tool that is run there is used. */
  addScripts(words: readonly string[]): void {
    for (const word of words) this.#scripts.add(word);
  }

  /** Whether a package is asked for by name. */
  usageOf(dependency: Dependency): Usage {
    const imports = this.#imports.get(dependency.ecosystem);
    // Without a single import in the language of the ecosystem there is nothing to conclude from.
    if (!imports) return undefined;
    const { name, namespaces } = dependency;
    switch (dependency.ecosystem) {
      case 'npm':
        return (
          imports.has(name) ||
          imports.has(typedName(name)) ||
          this.#scripts.has(name) ||
          this.#scripts.has(name.replace(/^@[^/]+\//, ''))
        );
      case 'PyPI': {
        const modules = pythonModules(ecosystemTraits('PyPI').normaliseName(name));
        if (!modules) return undefined;
        return modules.some((module) => startsAny(imports, module, '.'));
      }
      case 'Go':
        return name === 'stdlib' ? undefined : startsAny(imports, name, '/');
      case 'crates.io':
        return imports.has(name.replaceAll('-', '_'));
      case 'Packagist':
        if (!namespaces) return undefined;
        return namespaces.some((prefix) => startsAny(imports, prefix.replace(/\\+$/, ''), '\\'));
      case 'Maven':
        // A group is often, not always, the beginning of the package names: it proves use, never the lack of it.
        return startsAny(imports, name.split(':')[0]!, '.') || undefined;
      case 'NuGet':
        return startsAny(imports, name, '.') || undefined;
      case 'RubyGems':
        return imports.has(name) || imports.has(name.replaceAll('-', '/')) || undefined;
      default:
        return undefined;
    }
  }

  /** Whether the vulnerable part itself is asked for, where the records name it. */
  usesVulnerableCode(ecosystem: Ecosystem, code: readonly VulnerableCode[]): Usage {
    const imports = this.#imports.get(ecosystem);
    const symbols = this.#symbols.get(ecosystem);
    if (!imports || code.length === 0) return undefined;
    if (ecosystem === 'Go') {
      const imported = code.filter(({ path }) => imports.has(path));
      return imported.some(
        ({ symbols: names }) => names.length === 0 || names.some((each) => symbols?.has(lastPart(each, '.'))),
      );
    }
    if (ecosystem === 'crates.io') return code.some(({ path }) => symbols?.has(lastPart(path, '::')));
    return undefined;
  }
}

/**
 * For each dependency of a file: asked for by the code itself (true), not asked for and not needed by anything that might be (false),
 * or unknown, such as what only another package needs that is asked for.
 */
export function judgeUsage(dependencies: readonly Dependency[], table: ImportTable): Usage[] {
  const own = dependencies.map((each) => table.usageOf(each));
  const mayBeUsed = new Uint8Array(dependencies.length);
  const queue: number[] = [];
  const reach = (index: number): void => {
    if (mayBeUsed[index]) return;
    mayBeUsed[index] = 1;
    queue.push(index);
  };
  own.forEach((usage, index) => {
    if (usage === true || (dependencies[index]!.direct && usage === undefined)) reach(index);
  });
  for (let next = queue.pop(); next !== undefined; next = queue.pop())
    dependencies[next]!.needs.forEach(reach);
  // Where a file does not say who needs whom, only what is direct can be told to be unused.
  const hasGraph = dependencies.some((each) => each.needs.length > 0);
  return dependencies.map((each, index) => {
    if (own[index] === true) return true;
    if (own[index] === undefined) return undefined;
    if (mayBeUsed[index]) return undefined;
    return each.direct || hasGraph ? false : undefined;
  });
}

function addAll(map: Map<Ecosystem, Set<string>>, ecosystem: Ecosystem, names: readonly string[]): void {
  if (names.length === 0) return;
  const set = map.get(ecosystem) ?? new Set<string>();
  for (const name of names) set.add(name);
  map.set(ecosystem, set);
}

function typedName(name: string): string {
  return name.startsWith('@types/') ? name.slice('@types/'.length) : name;
}

function startsAny(imports: ReadonlySet<string>, prefix: string, separator: string): boolean {
  if (imports.has(prefix)) return true;
  const start = prefix + separator;
  for (const each of imports) if (each.startsWith(start)) return true;
  return false;
}

function lastPart(text: string, separator: string): string {
  const at = text.lastIndexOf(separator);
  return at < 0 ? text : text.slice(at + separator.length);
}
