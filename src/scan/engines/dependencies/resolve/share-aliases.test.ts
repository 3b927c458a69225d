import { expect, test } from 'vitest';
import type { Dependency } from '../dependency.ts';
import type { ManifestFacts } from '../facts.ts';
import { shareAliases } from './share-aliases.ts';

const dependency = (
  name: string,
  importedAs?: string[],
  ecosystem: Dependency['ecosystem'] = 'crates.io',
): Dependency => ({
  ecosystem,
  name,
  version: '1.0.0',
  line: 1,
  scope: 'runtime',
  direct: true,
  needs: [],
  ...(importedAs && { importedAs }),
});
const file = (readerKind: ManifestFacts['readerKind'], ...dependencies: Dependency[]) => ({
  path: 'f',
  facts: { reader: 'x', readerKind, dependencies },
});

test('names that manifests give a package are its names in lockfiles too, all of them and each once', () => {
  const lock = file(
    'lockfile',
    dependency('real', ['own']),
    dependency('other'),
    dependency('real', undefined, 'npm'),
  );
  shareAliases([
    file('manifest', dependency('real', ['first', 'second']), dependency('other')),
    file('manifest', dependency('real', ['second', 'own'])),
    lock,
  ]);
  expect(lock.facts.dependencies.map(({ importedAs }) => importedAs)).toEqual([
    ['own', 'first', 'second'],
    undefined,
    undefined,
  ]);
});

test('what a lockfile says by itself is said of it alone', () => {
  const manifest = file('manifest', dependency('real'));
  shareAliases([manifest, file('lockfile', dependency('real', ['own']))]);
  expect(manifest.facts.dependencies[0]!.importedAs).toBeUndefined();
});
