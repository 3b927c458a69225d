import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  commitAll,
  git,
  gitRepository,
  temporaryFolder,
  writeFiles,
} from '../../../../test/support/git-folder.ts';
import {
  findLocalGit,
  listLocalTips,
  objectFormatOf,
  resolveLocalRef,
  shallowCommits,
  usesReftable,
} from './local-git.ts';

test('a repository is found at a folder, around it, behind a pointer, and where it is bare', () => {
  const folder = gitRepository({ 'sub/deep/a.txt': 'x' });
  const gitDir = join(folder, '.git');
  const whole = { gitDir, commonDir: gitDir, workTree: folder };
  expect(findLocalGit(folder)).toEqual({ ...whole, prefix: '' });
  expect(findLocalGit(join(folder, 'sub/deep'))).toEqual({ ...whole, prefix: 'sub/deep' });
  const outside = temporaryFolder();
  expect(findLocalGit(outside)).toBeUndefined();
  git(folder, 'worktree', 'add', '-q', join(outside, 'tree'));
  expect(findLocalGit(join(outside, 'tree'))).toEqual({
    gitDir: join(gitDir, 'worktrees/tree'),
    commonDir: gitDir,
    workTree: join(outside, 'tree'),
    prefix: '',
  });
  git(outside, 'clone', '-q', '--bare', folder, 'bare.git');
  const bare = join(outside, 'bare.git');
  expect(findLocalGit(bare)).toEqual({ gitDir: bare, commonDir: bare, prefix: '' });
  // Only the folder that was asked for may be bare; around it a folder with such names is none.
  expect(findLocalGit(join(bare, 'info'))).toBeUndefined();
  rmSync(join(bare, 'refs'), { recursive: true });
  expect(findLocalGit(bare)).toBeUndefined();
});

test('files of a folder that are called as those of a bare repository do not make it one', () => {
  const evil = {
    HEAD: 'ref: refs/heads/main\n',
    'objects/pack/x': '',
    'refs/heads/main': `${'0'.repeat(40)}\n`,
  };
  const folder = gitRepository({ 'api/app.py': 'x', ...withPrefix('api', evil), ...withPrefix('all', evil) });
  const gitDir = join(folder, '.git');
  for (const prefix of ['api', 'all'])
    expect(findLocalGit(join(folder, prefix))).toEqual({
      gitDir,
      commonDir: gitDir,
      workTree: folder,
      prefix,
    });
  expect(findLocalGit(temporaryFolder({ 'app.py': 'x', ...evil }))).toBeUndefined();
  const known = { FETCH_HEAD: '', 'gc.log': '', config: '', 'hooks/update': '' };
  const alone = temporaryFolder({ ...evil, ...known });
  expect(findLocalGit(alone)).toEqual({ gitDir: alone, commonDir: alone, prefix: '' });
});

test('a bare repository may be in a work tree that does not have its files, and have more in it where its name says what it is', () => {
  const folder = gitRepository({ a: 'x' });
  git(folder, 'clone', '-q', '--bare', '.', 'bare.git');
  const bare = join(folder, 'bare.git');
  writeFileSync(join(bare, 'mine.txt'), '');
  expect(findLocalGit(bare)).toEqual({ gitDir: bare, commonDir: bare, prefix: '' });
  git(folder, 'clone', '-q', '--bare', '.', 'mirror');
  const mirror = join(folder, 'mirror');
  expect(findLocalGit(mirror)).toEqual({ gitDir: mirror, commonDir: mirror, prefix: '' });
});

test.each(['2', '4'])(
  'a bare repository that a work tree has as its own files is none (index of version %s)',
  (version) => {
    const head = {
      HEAD: 'ref: refs/heads/main\n',
      'objects/x': '',
      'refs/heads/main': `${'0'.repeat(40)}\n`,
    };
    const folder = gitRepository(withPrefix('api.git', head));
    git(folder, 'update-index', '--index-version', version);
    expect(findLocalGit(join(folder, 'api.git'))).toMatchObject({ workTree: folder, prefix: 'api.git' });
  },
);

function withPrefix(folder: string, files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));
}

test('a pointer that leads nowhere, says nothing or is too long is no repository or a damaged one', () => {
  const folder = temporaryFolder({ '.git': 'something else\n' });
  expect(findLocalGit(folder)).toBeUndefined();
  writeFileSync(join(folder, '.git'), 'gitdir: nowhere\n');
  expect(findLocalGit(folder)).toBeUndefined();
  writeFileSync(join(folder, '.git'), `gitdir: ${'x'.repeat(4096 - 8)}`);
  expect(findLocalGit(folder)).toBeUndefined();
  writeFileSync(join(folder, '.git'), `gitdir: ${'x'.repeat(4096 - 7)}`);
  expect(() => findLocalGit(folder)).toThrow('damaged');
});

test('names are branches, then branches of others, then tags, loose or packed', () => {
  const folder = gitRepository({ a: '1' });
  const first = git(folder, 'rev-parse', 'HEAD');
  writeFiles(folder, { a: '2' });
  const second = commitAll(folder);
  git(folder, 'tag', 'both', first);
  git(folder, 'branch', 'both', second);
  git(folder, 'tag', 'only-tag', first);
  git(folder, 'update-ref', 'refs/remotes/origin/far', first);
  git(folder, 'tag', 'origin/far', second);
  git(folder, 'symbolic-ref', 'refs/heads/alias', 'refs/heads/both');
  const local = findLocalGit(folder)!;
  const expected: Array<[string | undefined, string | undefined]> = [
    [undefined, second],
    ['HEAD', second],
    ['main', second],
    ['both', second],
    ['refs/tags/both', first],
    ['only-tag', first],
    ['origin/far', first],
    ['alias', second],
    ['none', undefined],
    ['refs/heads/none', undefined],
    [first, first],
    ['f'.repeat(40), 'f'.repeat(40)],
  ];
  for (const [ref, object] of expected) expect(resolveLocalRef(local, ref), ref).toBe(object);
  git(folder, 'pack-refs', '--all');
  for (const [ref, object] of expected) expect(resolveLocalRef(local, ref), ref).toBe(object);
  expect(() => resolveLocalRef(local, 'a..b')).toThrow('not a valid branch');
  expect(listLocalTips(local).toSorted()).toEqual([first, second].toSorted());
});

test('a ref that names itself, names no ref, or is no file leads nowhere', () => {
  const folder = gitRepository({ a: '1' });
  const heads = join(folder, '.git/refs/heads');
  writeFileSync(join(heads, 'loop'), 'ref: refs/heads/loop\n');
  writeFileSync(join(heads, 'odd'), 'ref: elsewhere/x\n');
  writeFileSync(join(heads, 'empty'), '\n');
  mkdirSync(join(heads, 'folder'));
  for (let i = 0; i < 6; i++)
    writeFileSync(
      join(heads, `hop${i}`),
      i === 5 ? git(folder, 'rev-parse', 'HEAD') : `ref: refs/heads/hop${i + 1}`,
    );
  const local = findLocalGit(folder)!;
  for (const ref of ['loop', 'odd', 'empty', 'folder'])
    expect(resolveLocalRef(local, ref), ref).toBeUndefined();
  expect(resolveLocalRef(local, 'hop0')).toBe(git(folder, 'rev-parse', 'HEAD'));
  writeFileSync(join(heads, 'hop'), 'ref: refs/heads/hop0');
  expect(resolveLocalRef(local, 'hop')).toBeUndefined();
});

test('the hash function comes from a commit, or from the configuration before the first', () => {
  const folder = temporaryFolder();
  git(folder, 'init', '-q', '--object-format=sha256');
  const local = findLocalGit(folder)!;
  expect(resolveLocalRef(local)).toBeUndefined();
  expect(objectFormatOf(local, undefined)).toBe('sha256');
  expect(objectFormatOf(local, 'a'.repeat(40))).toBe('sha1');
  expect(objectFormatOf(local, 'a'.repeat(64))).toBe('sha256');
  expect(objectFormatOf(findLocalGit(gitRepository({}))!, undefined)).toBe('sha1');
});

test('a shallow clone has ends; refs in the newer format are not read', () => {
  const folder = gitRepository({ a: '1' });
  const local = findLocalGit(folder)!;
  expect(shallowCommits(local)).toBeUndefined();
  writeFileSync(join(folder, '.git/shallow'), `${'a'.repeat(40)}\nx\n`);
  expect(shallowCommits(local)).toEqual(['a'.repeat(40)]);
  expect(usesReftable(local)).toBe(false);
  mkdirSync(join(folder, '.git/reftable'));
  expect(usesReftable(local)).toBe(true);
  expect(() => resolveLocalRef(local)).toThrow('reftable');
  expect(() => listLocalTips(local)).toThrow('reftable');
  expect(resolveLocalRef(local, 'f'.repeat(40))).toBe('f'.repeat(40));
});
