import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  commitAll,
  git,
  gitOptions,
  gitRepository,
  temporaryFolder,
  writeFiles,
} from '../../../../test/support/git-folder.ts';
import { createBareRepository } from './bare-repository.ts';
import { readBlobs } from './blob-reader.ts';
import { openCommit } from './commit-reader.ts';
import { findCommitsOf, listHistoryBlobs, listTips } from './history-blobs.ts';
import { listTree } from './list-tree.ts';

const limits = { files: 100, secretFileBytes: 10 };
const options = (folder: string) => gitOptions(join(folder, '.git'));
const blobOf = (folder: string, path: string, ref = 'HEAD') => git(folder, 'rev-parse', `${ref}:${path}`);

async function texts(contents: AsyncIterable<Uint8Array | undefined>): Promise<Array<string | undefined>> {
  const found: Array<string | undefined> = [];
  for await (const content of contents) found.push(content && Buffer.from(content).toString());
  return found;
}

test('blobs come in the order asked for; what is too large, missing or no blob is not read', async () => {
  const large = 'x'.repeat(200_000);
  const folder = gitRepository({ 'a.txt': 'one\n', 'sub/b.txt': '', 'c.txt': large, 'd.txt': '12345678901' });
  const ids = ['d.txt', 'c.txt', 'a.txt', 'sub', 'sub/b.txt'].map((path) => blobOf(folder, path));
  const read = (most: number, blobs = [...ids, 'f'.repeat(40), ids[2]!]) =>
    texts(readBlobs(blobs, options(folder), most));
  expect(await read(11)).toEqual(['12345678901', undefined, 'one\n', undefined, '', undefined, 'one\n']);
  expect(await read(10)).toEqual([undefined, undefined, 'one\n', undefined, '', undefined, 'one\n']);
  expect(await read(200_000)).toEqual(['12345678901', large, 'one\n', undefined, '', undefined, 'one\n']);
  expect(await read(10, [])).toEqual([]);
});

test('a repository whose objects cannot be read is a failure, not an empty one', async () => {
  await expect(texts(readBlobs(['a'.repeat(40)], gitOptions(temporaryFolder()), 10))).rejects.toThrow();
});

test('a tree is listed by path; links, submodules and paths that lead outside are told as skipped', async () => {
  const folder = gitRepository({ 'b.txt': 'bb', 'a/c.txt': 'c' });
  git(folder, 'update-index', '--add', '--cacheinfo', `160000,${git(folder, 'rev-parse', 'HEAD')},module`);
  const target = git(folder, 'hash-object', '-w', 'b.txt');
  git(folder, 'update-index', '--add', '--cacheinfo', `120000,${target},link`);
  git(folder, 'commit', '-q', '-m', 'y');
  const { entries, skipped, links } = await listTree('HEAD', options(folder), limits);
  expect(entries).toEqual([
    { path: 'a/c.txt', sizeBytes: 1, blob: blobOf(folder, 'a/c.txt') },
    { path: 'b.txt', sizeBytes: 2, blob: target },
  ]);
  expect(skipped.map(({ path, reason }) => `${path} ${reason}`)).toEqual([
    'link symlink',
    'module submodule',
  ]);
  expect(links).toEqual([{ path: 'link', sizeBytes: 2, blob: target }]);
});

test('a tree of more files than the limit is refused, one of as many is not', async () => {
  const folder = gitRepository({ a: '1', b: '2', c: '3' });
  expect((await listTree('HEAD', options(folder), { files: 3 })).entries).toHaveLength(3);
  await expect(listTree('HEAD', options(folder), { files: 2 })).rejects.toMatchObject({
    errorCode: 'too_many_files',
  });
});

test('a path of more than 4,096 bytes is skipped', async () => {
  const deep = (bytes: number) =>
    `${'d'.repeat(200)}/`
      .repeat(25)
      .slice(0, bytes - 1)
      .concat('x');
  const folder = gitRepository({ a: '1' });
  const blob = blobOf(folder, 'a');
  for (const bytes of [4096, 4097])
    git(folder, 'update-index', '--add', '--cacheinfo', `100644,${blob},${deep(bytes)}`);
  git(folder, 'commit', '-q', '-m', 'y');
  const { entries, skipped } = await listTree('HEAD', options(folder), limits);
  expect(entries.map(({ path }) => path.length)).toEqual([1, 4096]);
  expect(skipped).toEqual([
    { path: '…', reason: 'path_too_long', message: 'The path is longer than 4,096 bytes.' },
  ]);
});

test('a commit is opened through tags, as a whole or as a folder of it', async () => {
  const folder = gitRepository({ 'a.txt': 'one', 'sub/b.txt': 'two', 'sub/large': 'x'.repeat(11) });
  const commit = git(folder, 'rev-parse', 'HEAD');
  git(folder, 'tag', '-a', 'v1', '-m', 'x');
  git(folder, 'tag', '-a', 'v2', '-m', 'x', 'v1');
  const reader = await openCommit('v2', options(folder), limits);
  expect(reader.commit).toBe(commit);
  const { entries } = await reader.list();
  expect(entries.map(({ path }) => path)).toEqual(['a.txt', 'sub/b.txt', 'sub/large']);
  expect(await texts(reader.read(entries))).toEqual(['one', 'two', undefined]);
  const part = await openCommit(commit, options(folder), limits, 'sub');
  expect((await part.list()).entries.map(({ path }) => path)).toEqual(['b.txt', 'large']);
  expect(await (await openCommit(commit, options(folder), limits, 'none')).list()).toEqual({
    entries: [],
    skipped: [],
  });
  await expect(openCommit(blobOf(folder, 'a.txt'), options(folder), limits)).rejects.toMatchObject({
    errorCode: 'ref_not_found',
  });
});

test('the history holds every content once, with one of its paths and the commit that brought it in', async () => {
  const folder = gitRepository({ 'a.txt': 'one', 'same.txt': 'one' });
  const first = git(folder, 'rev-parse', 'HEAD');
  writeFiles(folder, { 'a.txt': 'two' });
  const second = commitAll(folder);
  git(folder, 'branch', 'side', first);
  const tips = await listTips(options(folder));
  expect(tips.toSorted()).toEqual([first, second].toSorted());
  const { entries, missing } = await listHistoryBlobs(tips, options(folder), 2);
  expect(missing).toBe(0);
  expect(entries.map(({ path, sizeBytes }) => [path, sizeBytes])).toEqual([
    ['a.txt', 3],
    ['same.txt', 3],
  ]);
  await expect(listHistoryBlobs(tips, options(folder), 1)).rejects.toMatchObject({
    errorCode: 'too_many_files',
  });
  const one = git(folder, 'rev-parse', `${first}:a.txt`);
  const two = git(folder, 'rev-parse', `${second}:a.txt`);
  const authorDate = '2026-01-02T03:04:05.000Z';
  expect(await findCommitsOf(new Set([one, two]), tips, options(folder))).toEqual(
    new Map([
      [one, { commit: first, authorDate }],
      [two, { commit: second, authorDate }],
    ]),
  );
  expect(await findCommitsOf(new Set([one]), [second], options(folder))).toEqual(
    new Map([[one, { commit: first, authorDate }]]),
  );
  expect(await findCommitsOf(new Set(), tips, options(folder))).toEqual(new Map());
  expect(await findCommitsOf(new Set(['f'.repeat(40)]), tips, options(folder))).toEqual(new Map());
});

test('what a clone was made without is counted as missing', async () => {
  const origin = gitRepository({ 'a.txt': 'one', 'b.txt': 'two' });
  git(origin, 'config', 'uploadpack.allowFilter', 'true');
  const folder = temporaryFolder();
  git(folder, 'clone', '-q', '--no-checkout', '--filter=blob:none', `file://${origin}`, 'copy');
  const { entries, missing } = await listHistoryBlobs(['HEAD'], options(join(folder, 'copy')), 10);
  expect([entries, missing]).toEqual([[], 2]);
});

test.for(['sha1', 'sha256'] as const)(
  'a bare folder of ours borrows the objects of a repository: %s',
  async (format) => {
    const folder = temporaryFolder({ 'a.txt': 'one' });
    git(folder, 'init', '-q', `--object-format=${format}`);
    const commit = commitAll(folder);
    const bare = temporaryFolder();
    await createBareRepository(bare, { format, borrowObjectsFrom: join(folder, '.git', 'objects') });
    expect((await listTree(commit, gitOptions(bare), limits)).entries.map(({ path }) => path)).toEqual([
      'a.txt',
    ]);
    const config = readFileSync(join(bare, 'config'), 'utf8');
    expect(config.includes('objectformat = sha256')).toBe(format === 'sha256');
    expect(config).toContain(`repositoryformatversion = ${format === 'sha256' ? 1 : 0}\n\tbare = true`);
  },
);

test('a folder whose name git would read otherwise is quoted', async () => {
  const bare = temporaryFolder();
  for (const [path, written] of [
    ['/plain/name', '/plain/name\n'],
    ['"quoted', '"\\"quoted"\n'],
    ['#comment', '"#comment"\n'],
    ['/two\nlines', '"/two\\nlines"\n'],
  ] as const) {
    await createBareRepository(bare, { borrowObjectsFrom: path });
    expect(readFileSync(join(bare, 'objects/info/alternates'), 'utf8')).toBe(written);
  }
});
