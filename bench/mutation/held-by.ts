import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { importsOf } from '../../test/support/import-graph.ts';

/** The tests of the nearest folder that has some, with those of the folders in it. */
export function testsOfFolder(file: string, root: string): string[] {
  for (let folder = dirname(file); folder !== 'src' && folder !== '.'; folder = dirname(folder)) {
    const tests = globSync(`${folder}/**/*.test.ts`, { cwd: root });
    if (tests.length > 0) return tests.sort();
  }
  return [];
}

/** Tests elsewhere that a part of `src` is held by as well: examples of rules, whole programs, the API. The first part that fits counts. */
const heldBy: ReadonlyArray<readonly [part: string, tests: readonly string[]]> = [
  [
    'src/scan/engines/code/',
    [
      'src/scan/engines/code/**/*.test.ts',
      'test/scan/programs.test.ts',
      'test/scan/guards.test.ts',
      'test/scan/trace-*.test.ts',
    ],
  ],
  ['src/scan/engines/secrets/', ['src/scan/engines/secrets/**/*.test.ts']],
  ['src/scan/engines/infrastructure/', ['src/scan/engines/infrastructure/**/*.test.ts']],
  [
    'src/scan/engines/dependencies/',
    [
      'src/scan/engines/dependencies/**/*.test.ts',
      'test/scan/reachability.test.ts',
      'test/scan/fixes.test.ts',
    ],
  ],
  ['src/scan/formats/', ['src/scan/formats/**/*.test.ts', 'src/scan/engines/infrastructure/**/*.test.ts']],
  ['src/scan/', ['src/scan/*/**/*.test.ts', 'test/http/scan-*.test.ts', 'test/http/security.test.ts']],
  [
    'src/memory/',
    ['src/memory/**/*.test.ts', 'test/memory/**/*.test.ts', 'test/contract/memory-store.test.ts'],
  ],
  ['src/storage/', ['test/contract/*.test.ts']],
  ['src/mcp/', ['test/mcp/**/*.test.ts']],
  ['src/cli/', ['src/cli/**/*.test.ts', 'test/e2e/*-command.test.ts', 'test/e2e/memory-cli.test.ts']],
  ['src/', ['test/http/**/*.test.ts']],
];

/** What `testsOfFolder` does not name. */
export function testsElsewhere(file: string, root: string): string[] {
  const near = new Set(testsOfFolder(file, root));
  const patterns = heldBy.find(([part]) => file.startsWith(part))?.[1] ?? [];
  return globSync([...patterns], { cwd: root })
    .filter((test) => !near.has(test))
    .sort();
}

/** Those of the tests that import a module, over however many others: no other test can notice what is changed in it. */
export class ImportingTests {
  readonly #importers = new Map<string, string[]>();

  constructor(root: string) {
    for (const file of globSync('{src,test,bench}/**/*.ts', { cwd: root }))
      for (const target of importsOf(readFileSync(join(root, file), 'utf8'))) {
        const imported = normalize(join(dirname(file), target));
        this.#importers.set(imported, [...(this.#importers.get(imported) ?? []), file]);
      }
  }

  of(file: string, tests: readonly string[]): string[] {
    const reached = new Set([file]);
    for (const each of reached) for (const importer of this.#importers.get(each) ?? []) reached.add(importer);
    return tests.filter((test) => reached.has(test));
  }
}
