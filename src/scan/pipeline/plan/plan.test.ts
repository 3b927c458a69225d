import { expect, test } from 'vitest';
import type { Engine } from '../../engines/engine.ts';
import type { RepositoryConfig } from '../../findings/repository-config.ts';
import type { EngineId } from '../../model/finding.ts';
import type { ScanLimits } from '../../model/task.ts';
import type { LinkEntry, RepositoryEntry, RepositoryReader } from '../../source/repository-entry.ts';
import { CoverageLog } from '../outcome/coverage-log.ts';
import { withDisguised } from './disguised-files.ts';
import { chosenPaths, planFiles } from './file-plan.ts';

const engine = (id: EngineId, wants: RegExp, mayWant?: RegExp) =>
  ({
    id,
    wants: (path: string) => wants.test(path),
    ...(mayWant && { mayWant: (path: string) => mayWant.test(path) }),
  }) as unknown as Engine;
const limits = { fileBytes: 100, secretFileBytes: 200 } as ScanLimits;
const engines = [engine('code', /\.js$/, /^bin\//), engine('secrets', /\.(?:js|txt|png)$/)];
const excluding = (pattern: RegExp) =>
  ({ excludes: (path: string) => pattern.test(path) }) as unknown as RepositoryConfig;
const file = (path: string, sizeBytes = 1, linkTo?: string): RepositoryEntry => ({
  path,
  sizeBytes,
  ...(linkTo !== undefined && { linkTo }),
});
const plan = (entry: RepositoryEntry, paths?: object, config?: RepositoryConfig) => {
  const coverage = new CoverageLog();
  const planned = planFiles([entry], engines, { paths, config, limits }, coverage);
  return [
    ...planned.map(({ engineIds, isUnnamed }) => `${engineIds.join(' ')}${isUnnamed ? ' by content' : ''}`),
    ...coverage.list().map(({ reason, engine: by }) => (by ? `${reason} ${by}` : reason)),
  ];
};

// biome-ignore format: one line for each row
test.each([
  [file('a.js'), ['code secrets']], [file('a.txt'), ['secrets']], [file('a.js', 100), ['code secrets']], [file('a.js', 101), ['secrets', 'too_large code']], [file('a.js', 200), ['secrets', 'too_large code']],
  [file('a.js', 201), ['no_engine', 'too_large code', 'too_large secrets']], [file('a.txt', 200), ['secrets']], [file('a.txt', 201), ['no_engine', 'too_large secrets']], [file('a.png', 201), ['media_too_large secrets', 'no_engine']],
  [file('a.bin'), ['no_engine']], [file('a.bin', 0), []], [file('bin/run'), ['code by content']], [file('bin/run', 200), ['code by content']], [file('bin/run', 201), ['no_engine']], [file('bin/a.txt'), ['secrets code']],
  [file('link.js', 1, 'a.txt'), ['code']], [file('link.js', 1, 'b.js'), []], [file('bin/link', 1, 'a.bin'), []],
] as Array<[RepositoryEntry, string[]]>)('%j is looked at by %j', (entry, expected) => {
  expect(plan(entry)).toEqual(expected);
});

// biome-ignore format: one line for each row
test.each([
  [{ include: ['src'] }, undefined, 'src/a.js', ['code secrets']], [{ include: ['src'] }, undefined, 'test/a.js', ['excluded']], [{ include: [] }, undefined, 'a.js', ['code secrets']], [{ exclude: ['src'] }, undefined, 'src/a.js', ['excluded']], [{ exclude: ['src'] }, undefined, 'a.js', ['code secrets']],
  [{ include: ['src'], exclude: ['a.js'] }, undefined, 'src/a.js', ['excluded']], [undefined, /^src/, 'src/a.js', ['excluded_by_repository']], [undefined, /^src/, 'a.js', ['code secrets']], [{ exclude: ['src'] }, /^src/, 'src/a.js', ['excluded']],
] as Array<[object | undefined, RegExp | undefined, string, string[]]>)('with the paths %j and an exclusion of %s by the repository %s is %j', (paths, excluded, path, expected) => {
  const config = excluded && excluding(excluded);
  expect(plan(file(path), paths, config)).toEqual(expected);
  expect(chosenPaths(paths, config)({ path })).toBe(!/excluded/.test(expected[0]!));
});

test('a link to a file that is excluded is excluded in silence', () => {
  const link = file('link.js', 1, 'src/a.txt');
  expect(plan(link)).toEqual(['code']);
  expect(plan(link, { exclude: ['src'] })).toEqual([]);
  expect(plan(link, undefined, excluding(/^src/))).toEqual([]);
});

const reader = (contents: Record<string, string> = {}) =>
  ({
    async *read(entries: readonly RepositoryEntry[]) {
      for (const { path } of entries)
        yield contents[path] === undefined ? undefined : Buffer.from(contents[path]);
    },
  }) as unknown as RepositoryReader;
const link = (path: string, target?: string): LinkEntry => ({
  path,
  sizeBytes: 5,
  ...(target !== undefined && { target }),
});
const disguised = async (
  links: LinkEntry[],
  entries: RepositoryEntry[],
  contents?: Record<string, string>,
) => {
  const listing = await withDisguised({ entries, links, skipped: [] }, reader(contents), engines);
  return listing.entries.map(({ path, linkTo }) => (linkTo === undefined ? path : `${path} -> ${linkTo}`));
};
const chain = (length: number) =>
  Array.from({ length }, (_, i) => link(`l${i}.js`, i + 1 === length ? 'notes.txt' : `l${i + 1}.js`));

// biome-ignore format: one line for each row
test.each([
  ['a link that makes a program of a text', [link('server.js', 'notes.txt')], ['notes.txt', 'server.js -> notes.txt']], ['a link that changes nothing', [link('copy.txt', 'notes.txt')], ['notes.txt']], ['a link to nothing', [link('server.js', 'gone.txt')], ['notes.txt']],
  ['a link to the root', [link('server.js', '/notes.txt')], ['notes.txt']], ['a link out of the repository', [link('server.js', '../notes.txt')], ['notes.txt']], ['a link from a folder', [link('bin/server.js', '../notes.txt')], ['bin/server.js -> notes.txt', 'notes.txt']], ['a link out of a folder and the repository', [link('bin/server.js', '../../notes.txt')], ['notes.txt']],
  ['a link to itself', [link('server.js', 'server.js')], ['notes.txt']], ['no links', [], ['notes.txt']],
] as Array<[string, LinkEntry[], string[]]>)('%s', async (_, links, expected) => {
  expect(await disguised(links, [file('notes.txt')])).toEqual(expected);
});

test('eight links one after the other are followed, nine are not', async () => {
  expect((await disguised(chain(8), [file('notes.txt')])).filter((name) => name.includes('->'))).toHaveLength(
    8,
  );
  const names = await disguised(chain(9), [file('notes.txt')]);
  expect(names.filter((name) => name.includes('->'))).toHaveLength(8);
  expect(names.some((name) => name.startsWith('l0.js'))).toBe(false);
});

test('targets that are not known are read, those that cannot be read lead nowhere', async () => {
  const links = [link('a.js'), link('b.js', 'notes.txt'), link('c.js'), link('d.js')];
  expect(await disguised(links, [file('notes.txt')], { 'a.js': 'notes.txt', 'd.js': 'notes.txt' })).toEqual([
    'a.js -> notes.txt',
    'b.js -> notes.txt',
    'd.js -> notes.txt',
    'notes.txt',
  ]);
});

test('a file is read by its object where that is known, and by its place otherwise', async () => {
  const entries = [
    { ...file('a.txt'), blob: '1' },
    file('b.txt'),
    { ...file('c.txt'), rawPath: Buffer.from('raw') },
  ];
  const links = [link('a.js', 'a.txt'), link('b.js', 'b.txt'), link('c.js', 'c.txt')];
  const listing = await withDisguised({ entries, links, skipped: [] }, reader(), engines);
  const added = listing.entries.filter(({ linkTo }) => linkTo !== undefined);
  expect(added.map(({ blob, rawPath }) => blob ?? Buffer.from(rawPath!).toString())).toEqual([
    '1',
    'b.txt',
    'raw',
  ]);
});
