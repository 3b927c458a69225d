import type { ImportTables } from '../../engine.ts';
import type { Dependency } from '../dependency.ts';
import { ecosystemTraits } from '../ecosystems.ts';
import { pythonModules } from './python-import-names.ts';
import { sourceEcosystem } from './scan-imports.ts';

/** Where the code of a repository asks for a package, from the import tables of the code engine. */
export class ImportPlaces {
  /** `ecosystem module` → the first place in the order of paths. */
  readonly #places = new Map<string, string>();

  constructor(tables: ImportTables) {
    for (const path of [...tables.keys()].sort()) {
      const ecosystem = sourceEcosystem(path);
      if (ecosystem === undefined) continue;
      for (const [module, line] of tables.get(path)!) {
        for (const prefix of prefixesOf(module)) {
          const key = `${ecosystem} ${prefix}`;
          if (!this.#places.has(key)) this.#places.set(key, `${path}:${line}`);
        }
      }
    }
  }

  of({ ecosystem, name }: Dependency): string | undefined {
    const normal = ecosystemTraits(ecosystem).normaliseName(name);
    const modules = ecosystem === 'PyPI' ? (pythonModules(normal) ?? []) : [name.split(':')[0]!, name];
    return modules.map((module) => this.#places.get(`${ecosystem} ${module}`)).find((place) => place);
  }
}

const maxParts = 12;

/** A package is asked for by its own name or by a part of it: `lodash/fp`, `google.cloud.storage`, `golang.org/x/net/html`. */
function prefixesOf(module: string): string[] {
  const ends = [...module.matchAll(/[./\\]/g)].slice(0, maxParts).map(({ index }) => module.slice(0, index));
  return [...ends.filter((each) => each !== ''), module];
}
