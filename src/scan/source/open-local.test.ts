import { chmodSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  commitAll,
  git,
  gitOptions,
  gitRepository,
  temporaryFolder,
  writeFiles,
} from '../../../test/support/git-folder.ts';
import { scanLimitDefaults } from '../../config/scan-defaults.ts';
import { repositoryConfigNames } from '../model/repository-config-names.ts';
import { openFolder } from './folder-reader.ts';
import { findLocalGit } from './git/local-git.ts';
import { type LocalSource, openLocal } from './open-local.ts';
import type { RepositoryReader } from './repository-entry.ts';

const limits = { ...scanLimitDefaults, files: 20, secretFileBytes: 10 };

async function open(source: LocalSource): Promise<RepositoryReader> {
  return openLocal(source, findLocalGit(source.path)!, gitOptions(temporaryFolder()), limits);
}

/** `path content` of what can be read and `path reason` of what cannot. */
async function shown(reader: RepositoryReader): Promise<{ files: string[]; skipped: string[] }> {
  const { entries, skipped } = await reader.list();
  const files: string[] = [];
  let next = 0;
  for await (const content of reader.read(entries))
    files.push(`${entries[next++]!.path} ${content ? Buffer.from(content) : 'unread'}`);
  return { files, skipped: skipped.map(({ path, reason }) => `${path} ${reason}`) };
}

test('a folder is read as it lies there, without links, repositories and installed packages', async () => {
  const folder = temporaryFolder({
    'b.txt': 'bb',
    'a/c.txt': 'c',
    'large.txt': '12345678901',
    'exact.txt': '1234567890',
    'node_modules/x/index.js': 'x',
    '.git/config': 'x',
    'sub/.git': 'gitdir: x',
  });
  symlinkSync('b.txt', join(folder, 'link'));
  mkdirSync(join(folder, 'empty'));
  const reader = openFolder(folder, { limits });
  expect(reader).not.toHaveProperty('commit');
  expect(await shown(reader)).toEqual({
    files: ['a/c.txt c', 'b.txt bb', 'exact.txt 1234567890', 'large.txt unread'],
    skipped: ['.git git_folder', 'link symlink', 'node_modules installed_packages'],
  });
  expect((await reader.list()).links).toEqual([{ path: 'link', sizeBytes: 5, target: 'b.txt' }]);
});

test('a folder of more files than the limit is refused; what is gone is empty, and what may not be read is told', async () => {
  const many = temporaryFolder(Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`f${i}`, 'x'])));
  expect((await openFolder(many, { limits }).list()).entries).toHaveLength(20);
  writeFiles(many, { more: 'x' });
  await expect(openFolder(many, { limits }).list()).rejects.toMatchObject({ errorCode: 'too_many_files' });
  expect(await shown(openFolder(join(many, 'none'), { limits }))).toEqual({ files: [], skipped: [] });
  expect(await shown(openFolder(join(many, 'more'), { limits }))).toEqual({ files: [], skipped: [] });
  const closed = temporaryFolder({ 'in/a.txt': 'a' });
  chmodSync(join(closed, 'in'), 0o000);
  const found = await shown(openFolder(closed, { limits }));
  chmodSync(join(closed, 'in'), 0o700);
  if (process.getuid?.() !== 0) expect(found).toEqual({ files: [], skipped: ['in unreadable'] });
});

test('folders are read to a depth of 128', async () => {
  const deep = (depth: number) => Array(depth).fill('d').join('/');
  const folder = temporaryFolder({ [`${deep(128)}/a`]: 'a', [`${deep(129)}/b`]: 'b' });
  const { entries, skipped } = await openFolder(folder, { limits: { ...limits, files: 500 } }).list();
  expect(entries.map(({ path }) => path)).toEqual([`${deep(128)}/a`]);
  expect(skipped).toMatchObject([{ path: deep(129), reason: 'path_too_deep' }]);
});

test('a work tree is read as it lies there, without what git ignores', async () => {
  const folder = gitRepository({
    'a.txt': 'a',
    'gone.txt': 'g',
    '.gitignore': 'ignored\n',
    'sub/b.txt': 'b',
  });
  writeFiles(folder, {
    'a.txt': 'now',
    ignored: 'x',
    'new.txt': 'n',
    'excluded.txt': 'x',
    '.git/info/exclude': 'excluded.txt\n',
  });
  rmSync(join(folder, 'gone.txt'));
  git(folder, 'init', '-q', 'inner');
  writeFiles(folder, { 'inner/x': 'x' });
  const reader = await open({ kind: 'folder', path: folder });
  expect(reader.commit).toBe(git(folder, 'rev-parse', 'HEAD'));
  expect(await shown(reader)).toEqual({
    files: ['.gitignore ignored\n', 'a.txt now', 'new.txt n', 'sub/b.txt b'],
    skipped: ['inner/ nested_repository'],
  });
  expect((await shown(await open({ kind: 'folder', path: join(folder, 'sub') }))).files).toEqual(['b.txt b']);
});

test('a part that the repository ignores as a whole is read as it lies there', async () => {
  const folder = gitRepository({ '.gitignore': 'build/\n' });
  writeFiles(folder, { 'build/a.txt': 'a' });
  expect((await shown(await open({ kind: 'folder', path: join(folder, 'build') }))).files).toEqual([
    'a.txt a',
  ]);
});

test('a sparse checkout tells what it leaves out', async () => {
  const folder = gitRepository({ 'in/a.txt': 'a', 'out/b.txt': 'b' });
  git(folder, 'sparse-checkout', 'set', '--cone', 'in');
  expect(await shown(await open({ kind: 'folder', path: folder }))).toEqual({
    files: ['in/a.txt a'],
    skipped: ['out/b.txt sparse_checkout'],
  });
});

test('a commit is read from its objects, of a part only that part; a bare repository at its HEAD', async () => {
  const folder = gitRepository({ 'a.txt': 'a', 'sub/b.txt': 'b' });
  git(folder, 'branch', 'old');
  writeFiles(folder, { 'a.txt': 'now' });
  commitAll(folder);
  writeFiles(folder, { 'a.txt': 'later' });
  const at = async (ref?: string, path = folder) =>
    (await shown(await open({ kind: 'git', path, ...(ref !== undefined && { ref }) }))).files;
  expect(await at()).toEqual(['a.txt now', 'sub/b.txt b']);
  expect(await at('old')).toEqual(['a.txt a', 'sub/b.txt b']);
  expect(await at('old', join(folder, 'sub'))).toEqual(['b.txt b']);
  git(folder, 'clone', '-q', '--bare', '.', 'bare.git');
  expect((await shown(await open({ kind: 'folder', path: join(folder, 'bare.git') }))).files).toEqual([
    'a.txt now',
    'sub/b.txt b',
  ]);
  await expect(at('none')).rejects.toThrow('The repository has no such branch, tag or commit.');
  await expect(at('abcd')).rejects.toThrow('a commit must be written in full');
  await expect(at('abc')).rejects.toThrow('The repository has no such branch, tag or commit.');
  git(folder, 'init', '-q', '--bare', 'empty.git');
  const empty = join(folder, 'empty.git');
  await expect(open({ kind: 'folder', path: empty })).rejects.toThrow('The repository has no commit yet.');
  await expect(at('old', empty)).rejects.toThrow('The repository has no such branch, tag or commit.');
});

test('what is staged is read from the index, with the same files as they were', async () => {
  const folder = gitRepository({
    'a.txt': 'a',
    'b.txt': 'b',
    'moved.txt': '1\n2\n3\n4\n',
    '.lorekeep.yaml': 'x: 1',
  });
  git(folder, 'mv', 'moved.txt', 'to.txt');
  writeFiles(folder, { 'a.txt': 'staged', 'new.txt': 'n' });
  git(folder, 'add', 'a.txt', 'new.txt');
  git(folder, 'rm', '-q', 'b.txt');
  writeFiles(folder, { 'a.txt': 'work tree' });
  const reader = await open({ kind: 'git', path: folder, staged: true });
  expect(reader.commit).toBe(git(folder, 'rev-parse', 'HEAD'));
  expect((await shown(reader)).files).toEqual(['a.txt staged', 'new.txt n', 'to.txt 1\n2\n3\n4\n']);
  expect((await shown(reader.before!)).files).toEqual(['a.txt a', 'to.txt 1\n2\n3\n4\n']);
  expect(await reader.find!(repositoryConfigNames)).toMatchObject({ path: '.lorekeep.yaml', sizeBytes: 4 });
  expect(await reader.find!(['none', 'new.txt'])).toMatchObject({ path: 'new.txt', sizeBytes: 1 });
  expect(await reader.find!(['none'])).toBeUndefined();
});

test('before the first commit everything is staged; of a part only that part; a bare repository has nothing staged', async () => {
  const folder = temporaryFolder({ 'a.txt': 'a', 'sub/b.txt': 'b', 'sub/.lorekeep.yml': 'x' });
  git(folder, 'init', '-q');
  git(folder, 'add', '-A');
  const reader = await open({ kind: 'git', path: folder, staged: true });
  expect(reader).not.toHaveProperty('commit');
  expect((await shown(reader)).files).toEqual(['a.txt a', 'sub/.lorekeep.yml x', 'sub/b.txt b']);
  expect((await shown(reader.before!)).files).toEqual([]);
  commitAll(folder);
  writeFiles(folder, { 'a.txt': 'x', 'sub/b.txt': 'y' });
  git(folder, 'add', '-A');
  const part = await open({ kind: 'git', path: join(folder, 'sub'), staged: true });
  expect((await shown(part)).files).toEqual(['b.txt y']);
  expect(await part.find!(repositoryConfigNames)).toMatchObject({ path: '.lorekeep.yml' });
  git(folder, 'clone', '-q', '--bare', '.', 'bare.git');
  await expect(open({ kind: 'git', path: join(folder, 'bare.git'), staged: true })).rejects.toThrow(
    'nothing staged',
  );
});

test('more files are staged than the limit', async () => {
  const files = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`f${i}`, 'x']));
  const folder = temporaryFolder(files);
  git(folder, 'init', '-q');
  git(folder, 'add', '-A');
  await expect((await open({ kind: 'git', path: folder, staged: true })).list()).rejects.toMatchObject({
    errorCode: 'too_many_files',
  });
  await expect((await open({ kind: 'folder', path: folder })).list()).rejects.toMatchObject({
    errorCode: 'too_many_files',
  });
});

test('a shallow clone can be read, and its end is no damage', async () => {
  const origin = gitRepository({ 'a.txt': 'a' });
  writeFiles(origin, { 'a.txt': 'b' });
  commitAll(origin);
  const folder = temporaryFolder();
  git(folder, 'clone', '-q', '--depth=1', `file://${origin}`, 'copy');
  expect((await shown(await open({ kind: 'git', path: join(folder, 'copy') }))).files).toEqual(['a.txt b']);
});
