import type { Dependency } from '../dependency.ts';
import { ecosystemTraits } from '../ecosystems.ts';
import type { ImportNames } from './known-names.ts';
import { isFoundByOthers } from './npm-found-by-others.ts';
import { pythonModules } from './python-modules.ts';

/** The names by which code knows a package; undefined where importing is not how it is used, or we do not know how. */
export function importNames(dependency: Dependency): ImportNames | undefined {
  const { ecosystem, name, importedAs = [], usedWithoutImport = false } = dependency;
  const known = namesOf(dependency);
  if (!known) return undefined;
  const names = [...importedAs.map((each) => each.replace(/\\+$/, '')), ...known.names].filter(Boolean);
  // Developers' tools are run, configured and found by their names.
  const isTool = ecosystem === 'npm' && (dependency.scope === 'dev' || isFoundByOthers(name));
  return { names, certain: known.certain && !usedWithoutImport && !isTool };
}

function namesOf({ ecosystem, name, importedAs }: Dependency): ImportNames | undefined {
  switch (ecosystem) {
    case 'npm':
      return { names: [name, typedName(name)], certain: true };
    case 'PyPI':
      return pythonModules(ecosystemTraits('PyPI').normaliseName(name));
    case 'Go':
      return name === 'stdlib' ? undefined : { names: [name], certain: true };
    case 'crates.io':
      return { names: crateNames(name), certain: true };
    case 'Packagist':
      return importedAs && { names: [], certain: true };
    // In these a name often, not always, tells how the package is called in code: it proves use, never the lack of it.
    case 'Maven':
      return { names: [name.split(':')[0]!], certain: false };
    case 'NuGet':
      return { names: [name], certain: false };
    case 'RubyGems':
      return { names: [name, name.replaceAll('-', '/')], certain: false };
    default:
      return undefined;
  }
}

/** `@types/babel__core` is about `@babel/core`. */
function typedName(name: string): string {
  if (!name.startsWith('@types/')) return name;
  const bare = name.slice('@types/'.length);
  return bare.includes('__') ? `@${bare.replace('__', '/')}` : bare;
}

/** A crate is called as its package, unless its author dropped what only the registry needed (`md-5`, `rust-crypto`). */
function crateNames(name: string): string[] {
  const plain = name.replaceAll('-', '_');
  return [plain, plain.replace(/^rust_|_rs$|_rust$/g, ''), plain.replaceAll('_', '')];
}
