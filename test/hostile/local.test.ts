import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CompletedScan } from '../../src/scan/scan-outcome.ts';
import { createHarness, type Harness } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness({ engines: ['supply-chain'] });
});
afterAll(() => harness.close());

const bait = 'f() // \u202e\n';

function makeFolder(files: Record<string, string>): string {
  const folder = mkdtempSync(join(harness.root, 'folder-'));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

function git(folder: string, ...args: string[]): string {
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
  return execFileSync('git', [...identity, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
    .toString()
    .trim();
}

function makeRepository(files: Record<string, string>): string {
  const folder = makeFolder(files);
  git(folder, 'init', '-q', '--initial-branch=main');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-q', '-m', 'x');
  return folder;
}

async function filesFound(source: Parameters<Harness['scan']>[0]): Promise<string[]> {
  harness.caught();
  const outcome = (await harness.scan(source)) as CompletedScan;
  expect(outcome).toMatchObject({ status: 'completed' });
  expect(harness.caught()).toMatchObject({ executed: [], connections: 0, scratch: [] });
  return outcome.findings.map(({ file }) => file);
}

describe('a plain folder', () => {
  test('is read without following links, pipes or its own repository data', async () => {
    const outside = makeFolder({ 'outside.js': bait });
    const folder = makeFolder({
      'a.js': bait,
      '.hidden/b.js': bait,
      'node_modules/x/c.js': bait,
      'sub/.git/d.js': bait,
    });
    symlinkSync(join(outside, 'outside.js'), join(folder, 'link.js'));
    symlinkSync(outside, join(folder, 'linked-folder'));
    symlinkSync(folder, join(folder, 'loop'));
    execFileSync('mkfifo', [join(folder, 'pipe.js')]);
    expect(await filesFound({ kind: 'folder', path: folder })).toEqual(['.hidden/b.js', 'a.js']);
  });

  test('that disappears or was never there gives an empty result, not a crash', async () => {
    const folder = makeFolder({});
    rmSync(folder, { recursive: true });
    expect(await filesFound({ kind: 'folder', path: folder })).toEqual([]);
  });
});

describe('a local repository', () => {
  test('is scanned as it lies there, without what git ignores', async () => {
    const folder = makeRepository({ '.gitignore': 'ignored/\n', 'a.js': 'f()\n' });
    writeFileSync(join(folder, 'a.js'), bait);
    writeFileSync(join(folder, 'untracked.js'), bait);
    mkdirSync(join(folder, 'ignored'));
    writeFileSync(join(folder, 'ignored', 'b.js'), bait);
    expect(await filesFound({ kind: 'folder', path: folder })).toEqual(['a.js', 'untracked.js']);
    expect(await filesFound({ kind: 'git', path: folder })).toEqual([]);
  });

  test('gives a commit, a branch or a tag, packed or loose', async () => {
    const folder = makeRepository({ 'a.js': bait });
    const first = git(folder, 'rev-parse', 'HEAD');
    git(folder, 'tag', '-a', 'v1', '-m', 'x');
    writeFileSync(join(folder, 'a.js'), 'f()\n');
    git(folder, 'commit', '-qam', 'y');
    for (const ref of [first, 'v1']) {
      expect(await filesFound({ kind: 'git', path: folder, ref })).toEqual(['a.js']);
    }
    git(folder, 'gc', '-q');
    expect(await filesFound({ kind: 'git', path: folder, ref: 'v1' })).toEqual(['a.js']);
    expect(await filesFound({ kind: 'git', path: folder, ref: 'main' })).toEqual([]);
  });

  test('gives what is staged and nothing else, from the index and not from the work tree', async () => {
    const folder = makeRepository({ 'old.js': bait });
    writeFileSync(join(folder, 'staged.js'), bait);
    git(folder, 'add', 'staged.js');
    writeFileSync(join(folder, 'staged.js'), 'changed again\n');
    writeFileSync(join(folder, 'unstaged.js'), bait);
    expect(await filesFound({ kind: 'git', path: folder, staged: true })).toEqual(['staged.js']);
  });

  test('without a commit can be staged from', async () => {
    const folder = makeFolder({ 'first.js': bait });
    git(folder, 'init', '-q');
    git(folder, 'add', '-A');
    expect(await filesFound({ kind: 'git', path: folder, staged: true })).toEqual(['first.js']);
    expect(await harness.scan({ kind: 'git', path: folder })).toMatchObject({ errorCode: 'ref_not_found' });
  });

  test('in a linked work tree is found through its pointer', async () => {
    const folder = makeRepository({ 'a.js': bait });
    const linked = `${folder}-linked`;
    git(folder, 'worktree', 'add', '-q', linked, '-b', 'other');
    writeFileSync(join(linked, 'b.js'), bait);
    expect(await filesFound({ kind: 'folder', path: linked })).toEqual(['a.js', 'b.js']);
    expect(await filesFound({ kind: 'git', path: linked })).toEqual(['a.js']);
  });

  test('whose configuration names programs runs none of them', async () => {
    const folder = makeRepository({ 'a.js': bait, '.gitattributes': '*.js filter=evil diff=evil\n' });
    const touch = (name: string) => `touch ${harness.canaries}/${name}`;
    for (const [key, value] of Object.entries({
      'core.fsmonitor': touch('fsmonitor'),
      'core.hooksPath': join(folder, 'hooks'),
      'core.pager': touch('pager'),
      'core.sshCommand': touch('ssh'),
      'core.alternateRefsCommand': touch('alternates'),
      'filter.evil.clean': touch('clean'),
      'filter.evil.smudge': touch('smudge'),
      'filter.evil.process': touch('process'),
      'diff.evil.textconv': touch('textconv'),
      'diff.external': touch('external'),
      'extensions.partialClone': 'origin',
      'remote.origin.url': `ext::sh -c ${touch('remote').replaceAll(' ', '% ')}`,
      'remote.origin.promisor': 'true',
      'include.path': join(folder, 'included'),
      'alias.ls-files': `!${touch('alias')}`,
    })) {
      git(folder, 'config', key, value);
    }
    writeFileSync(join(folder, 'b.js'), bait);
    execFileSync(
      'git',
      ['-c', 'core.fsmonitor=false', '-c', 'filter.evil.clean=', '-c', 'filter.evil.process=', 'add', 'b.js'],
      {
        cwd: folder,
      },
    );
    for (const name of ['clean', 'process', 'fsmonitor'])
      rmSync(join(harness.canaries, name), { force: true });
    expect(await filesFound({ kind: 'folder', path: folder })).toEqual(['a.js', 'b.js']);
    expect(await filesFound({ kind: 'git', path: folder })).toEqual(['a.js']);
    expect(await filesFound({ kind: 'git', path: folder, staged: true })).toEqual(['b.js']);
  });

  test('with a missing object says so and contacts nobody', async () => {
    const folder = makeRepository({ 'a.js': bait, 'b.js': `${bait}2\n` });
    const blob = git(folder, 'rev-parse', 'HEAD:b.js');
    rmSync(join(folder, '.git', 'objects', blob.slice(0, 2), blob.slice(2)));
    git(folder, 'config', 'remote.origin.url', `https://127.0.0.1:${harness.trapPort}/x`);
    git(folder, 'config', 'remote.origin.promisor', 'true');
    git(folder, 'config', 'extensions.partialClone', 'origin');
    const outcome = await harness.scan({ kind: 'git', path: folder });
    if (outcome.status === 'completed') {
      expect(outcome.coverage).toMatchObject({ complete: false, skipped: [{ path: 'b.js' }] });
    } else expect(outcome.errorCode).toBe('corrupt_repository');
    expect(harness.caught()).toMatchObject({ executed: [], connections: 0 });
  });

  test.each([
    ['points to a file of the system', 'gitdir: /etc/passwd\n'],
    ['is not a pointer', 'hello\n'],
    ['is too long to be one', 'x'.repeat(10_000)],
  ])('whose .git %s is a plain folder or refused', async (_, content) => {
    const folder = makeFolder({ 'a.js': bait, '.git': content });
    const outcome = await harness.scan({ kind: 'folder', path: folder });
    if (outcome.status === 'completed') expect(outcome.findings).toMatchObject([{ file: 'a.js' }]);
    else expect(outcome.errorCode).toBe('corrupt_repository');
  });
});
