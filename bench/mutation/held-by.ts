import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { importsOf } from '../../test/support/import-graph.ts';

/** The tests of the nearest folder that has some, with those of the folders in it, and the tests that are directly in a folder above it (`frontends/traits.test.ts` holds all of `frontends/`). */
export function testsOfFolder(file: string, root: string): string[] {
  const tests: string[] = [];
  // What starts the program is in no folder: its tests are next to it.
  if (dirname(file) === 'src') return globSync('src/*.test.ts', { cwd: root }).sort();
  for (let folder = dirname(file); folder !== 'src' && folder !== '.'; folder = dirname(folder))
    tests.push(...globSync(`${folder}/${tests.length === 0 ? '**/' : ''}*.test.ts`, { cwd: root }));
  return [...new Set(tests)].sort();
}

/**
 * Folders of `test/` that hold one part of `src` as a whole and nothing else, so that no single folder of it is their place. They are the part's own tests and are counted as such,
 * in a rate of their own.
 */
const suites: ReadonlyArray<readonly [part: string, tests: readonly string[], reason: string]> = [
  [
    'src/http/',
    ['test/http/*.test.ts'],
    'routes answer requests, and do so on both backends: a second project runs the folder',
  ],
  ['src/contract/', ['test/http/*.test.ts'], 'the schemas of requests and responses over HTTP'],
  [
    'src/app/',
    ['test/http/*.test.ts', 'test/e2e/{keys,memory}.test.ts'],
    'puts the parts together, which only requests can show',
  ],
  ['src/mcp/', ['test/mcp/*.test.ts'], 'tools answer a client of the protocol'],
  [
    'src/memory/',
    ['test/memory/**/*.test.ts', 'test/http/memory-*.test.ts'],
    'writes, searches and relevance through the whole half, and what is only asked for over HTTP: maps, audits, exploration',
  ],
  [
    'src/storage/',
    ['src/storage/**/*.test.ts'],
    'one suite for each port, on every backend: what the backends share is held by the suites of both',
  ],
  [
    'src/access/',
    ['src/storage/{access,usage}-stores.test.ts'],
    'the same suites from the other side of the port',
  ],
  ['src/jobs/', ['src/storage/{embedded/job-queue,postgres-stores}.test.ts'], 'as above'],
  [
    'src/main.ts',
    ['test/e2e/{process,scan-command,package}.test.ts'],
    'the program as it is started: only a process of its own shows what it does first',
  ],
  ['src/cli/', ['test/e2e/{*-command,*-commands,*-cli}.test.ts'], 'commands as a user runs them'],
  ['src/scan/', ['test/scan/*.test.ts'], 'whole programs and repositories through all of an engine'],
];

/** What `testsOfFolder` does not name of the part's own tests. */
export function testsOfPart(file: string, root: string): string[] {
  const near = new Set(testsOfFolder(file, root));
  const patterns = suites.find(([part]) => file.startsWith(part))?.[1] ?? [];
  return globSync([...patterns], { cwd: root })
    .filter((test) => !near.has(test))
    .sort();
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
  ['src/memory/', ['src/memory/**/*.test.ts', 'test/memory/**/*.test.ts', 'src/storage/**/*store*.test.ts']],
  ['src/storage/', ['test/cluster/*.test.ts']],
  ['src/mcp/', ['test/mcp/**/*.test.ts']],
  ['src/cli/', ['src/cli/**/*.test.ts', 'test/e2e/*-command.test.ts', 'test/e2e/memory-cli.test.ts']],
  ['src/', ['test/http/**/*.test.ts']],
];

/** What neither `testsOfFolder` nor `testsOfPart` names. */
export function testsElsewhere(file: string, root: string): string[] {
  const near = new Set([...testsOfFolder(file, root), ...testsOfPart(file, root)]);
  const patterns = heldBy.find(([part]) => file.startsWith(part))?.[1] ?? [];
  return globSync([...patterns], { cwd: root })
    .filter((test) => !near.has(test))
    .sort();
}

/** Those of the tests that import a module, over however many others: no other test can notice what is changed in it. */
export class ImportingTests {
  readonly #importers = new Map<string, string[]>();

  constructor(root: string) {
    const files = globSync('{src,test,bench}/**/*.ts', { cwd: root });
    for (const file of files)
      for (const imported of reachedFrom(file, readFileSync(join(root, file), 'utf8'), files))
        this.#importers.set(imported, [...(this.#importers.get(imported) ?? []), file]);
  }

  of(file: string, tests: readonly string[]): string[] {
    const reached = new Set([file]);
    for (const each of reached) for (const importer of this.#importers.get(each) ?? []) reached.add(importer);
    return tests.filter((test) => reached.has(test));
  }
}

/** The modules that a file imports, and those that it can only be seen to start or to compute the name of. */
export function reachedFrom(file: string, text: string, files: readonly string[]): string[] {
  const folder = dirname(file);
  const reached = importsOf(text).map((target) => normalize(join(folder, target)));
  // A thread: new URL(`./sync-thread.${extension}`, import.meta.url).
  for (const [, name] of text.matchAll(/\bnew URL\(\s*`(\.[^`$]+\.)\$\{extension\}`/g))
    reached.push(normalize(join(folder, `${name}ts`)));
  // A process: join(root, 'src', 'main.ts').
  for (const [, path] of text.matchAll(/\bjoin\([^;]*?((?:'[\w-]+', ?)+'[\w-]+\.ts')\)/g))
    reached.push(path!.replaceAll(/[' ]/g, '').replaceAll(',', '/'));
  // import(join(import.meta.dirname, name)): whatever is in the folder.
  if (/\bimport\((?:join\()?import\.meta\.dirname/.test(text) || /\bimport\(pathToFileURL\(/.test(text))
    reached.push(...files.filter((each) => each !== file && each.startsWith(`${folder}/`)));
  return [...new Set(reached)];
}
