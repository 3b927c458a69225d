import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CompletedScan } from '../../src/scan/model/outcome.ts';
import { LocalSources } from './local-sources.ts';
import { bait, useHarness } from './use-harness.ts';

const harness = await useHarness();
const local = new LocalSources(harness);

describe('a plain folder', () => {
  test('is read without following links, pipes or its own repository data', async () => {
    const outside = local.makeFolder({ 'outside.js': bait });
    const folder = local.makeFolder({
      'a.js': bait,
      '.hidden/b.js': bait,
      'node_modules/x/c.js': bait,
      'sub/.git/d.js': bait,
    });
    symlinkSync(join(outside, 'outside.js'), join(folder, 'link.js'));
    symlinkSync(outside, join(folder, 'linked-folder'));
    symlinkSync(folder, join(folder, 'loop'));
    execFileSync('mkfifo', [join(folder, 'pipe.js')]);
    expect(await local.filesFound({ kind: 'folder', path: folder })).toEqual(['.hidden/b.js', 'a.js']);
  });

  test('that disappears or was never there gives an empty result, not a crash', async () => {
    const folder = local.makeFolder({});
    rmSync(folder, { recursive: true });
    expect(await local.filesFound({ kind: 'folder', path: folder })).toEqual([]);
  });
});

describe('a local repository', () => {
  test('is scanned as it lies there, without what git ignores', async () => {
    const folder = local.makeRepository({ '.gitignore': 'ignored/\n', 'a.js': 'f()\n' });
    writeFileSync(join(folder, 'a.js'), bait);
    writeFileSync(join(folder, 'untracked.js'), bait);
    mkdirSync(join(folder, 'ignored'));
    writeFileSync(join(folder, 'ignored', 'b.js'), bait);
    expect(await local.filesFound({ kind: 'folder', path: folder })).toEqual(['a.js', 'untracked.js']);
    expect(await local.filesFound({ kind: 'git', path: folder })).toEqual([]);
  });

  test('of which a part is checked out tells the rest as not read', async () => {
    const folder = local.makeRepository({ 'in/a.js': bait, 'out/b.js': bait, 'out/gone.js': bait });
    local.git(folder, 'sparse-checkout', 'set', 'in');
    mkdirSync(join(folder, 'out'));
    writeFileSync(join(folder, 'out', 'b.js'), bait);
    const { coverage } = (await harness.scan({ kind: 'folder', path: folder })) as CompletedScan;
    expect(await local.filesFound({ kind: 'folder', path: folder })).toEqual(['in/a.js', 'out/b.js']);
    expect(coverage.skipped).toMatchObject([{ path: 'out/gone.js', reason: 'sparse_checkout' }]);
    expect(coverage.complete).toBe(true);
  });

  test('gives a commit, a branch or a tag, packed or loose', async () => {
    const folder = local.makeRepository({ 'a.js': bait });
    const first = local.git(folder, 'rev-parse', 'HEAD');
    local.git(folder, 'tag', '-a', 'v1', '-m', 'x');
    writeFileSync(join(folder, 'a.js'), 'f()\n');
    local.git(folder, 'commit', '-qam', 'y');
    for (const ref of [first, 'v1']) {
      expect(await local.filesFound({ kind: 'git', path: folder, ref })).toEqual(['a.js']);
    }
    local.git(folder, 'gc', '-q');
    expect(await local.filesFound({ kind: 'git', path: folder, ref: 'v1' })).toEqual(['a.js']);
    expect(await local.filesFound({ kind: 'git', path: folder, ref: 'main' })).toEqual([]);
  });

  test('gives what is staged and nothing else, from the index and not from the work tree', async () => {
    const folder = local.makeRepository({ 'old.js': bait });
    writeFileSync(join(folder, 'staged.js'), bait);
    local.git(folder, 'add', 'staged.js');
    writeFileSync(join(folder, 'staged.js'), 'changed again\n');
    writeFileSync(join(folder, 'unstaged.js'), bait);
    expect(await local.filesFound({ kind: 'git', path: folder, staged: true })).toEqual(['staged.js']);
  });

  test('that is bare is scanned at its HEAD, not as the files that git keeps there', async () => {
    const folder = local.makeRepository({ 'a.js': bait });
    local.git(folder, 'clone', '-q', '--bare', '.', `${folder}.git`);
    expect(await local.filesFound({ kind: 'folder', path: `${folder}.git` })).toEqual(['a.js']);
    expect(await harness.scan({ kind: 'git', path: `${folder}.git`, staged: true })).toMatchObject({
      status: 'failed',
      error: 'A bare repository has nothing staged.',
    });
  });

  test('has its files scanned where some of them make a part of it look like a bare repository', async () => {
    const other = local.makeRepository({ 'harmless.txt': 'x\n' });
    const folder = local.makeRepository({ 'api/a.js': bait });
    for (const name of ['HEAD', 'objects', 'refs'])
      cpSync(join(other, '.git', name), join(folder, 'api', name), { recursive: true });
    local.git(folder, 'add', '-A');
    local.git(folder, 'commit', '-qm', 'x');
    const path = join(folder, 'api');
    expect(await local.filesFound({ kind: 'folder', path })).toEqual(['a.js']);
    expect(await local.filesFound({ kind: 'git', path, ref: 'HEAD' })).toEqual(['a.js']);
    rmSync(join(folder, '.git'), { recursive: true });
    expect(await local.filesFound({ kind: 'folder', path })).toEqual(['a.js']);
    const scan = (await harness.scan({ kind: 'folder', path })) as CompletedScan;
    expect(scan.coverage.skipped).toContainEqual(
      expect.objectContaining({ path: '.', reason: 'git_folder' }),
    );
  });

  test('is staged from the index of the commit that is being made', async () => {
    const folder = local.makeRepository({ 'old.js': 'f()\n' });
    const indexFile = join(folder, '.git', 'next-index');
    copyFileSync(join(folder, '.git', 'index'), indexFile);
    writeFileSync(join(folder, 'old.js'), bait);
    execFileSync('git', ['add', 'old.js'], {
      cwd: folder,
      env: { ...process.env, GIT_INDEX_FILE: indexFile },
    });
    expect(await local.filesFound({ kind: 'git', path: folder, staged: true })).toEqual([]);
    expect(await local.filesFound({ kind: 'git', path: folder, staged: true, indexFile })).toEqual([
      'old.js',
    ]);
  });

  test('a short commit is not looked for, and the answer says how to write it', async () => {
    const folder = local.makeRepository({ 'a.js': bait });
    const ref = local.git(folder, 'rev-parse', '--short', 'HEAD');
    expect(await harness.scan({ kind: 'git', path: folder, ref })).toMatchObject({
      errorCode: 'ref_not_found',
      error: expect.stringContaining('written in full'),
    });
  });

  test('on a machine without git is read as a folder, and what needs git says that there is none', async () => {
    const folder = local.makeRepository({ 'a.js': bait });
    const before = process.env['PATH'];
    process.env['PATH'] = local.makeFolder({});
    try {
      const outcome = await harness.scan({ kind: 'folder', path: folder });
      expect(outcome).toMatchObject({ status: 'completed', findings: [{ file: 'a.js' }] });
      for (const source of [{ staged: true }, { ref: 'main' }]) {
        expect(await harness.scan({ kind: 'git', path: folder, ...source })).toMatchObject({
          errorCode: 'engine_failed',
          error: 'There is no git on this machine.',
        });
      }
    } finally {
      process.env['PATH'] = before;
    }
  });

  test.each(['sha1', 'sha256'])('without a commit can be staged from (%s)', async (format) => {
    const folder = local.makeFolder({ 'first.js': bait });
    local.git(folder, 'init', '-q', `--object-format=${format}`);
    local.git(folder, 'add', '-A');
    expect(await local.filesFound({ kind: 'git', path: folder, staged: true })).toEqual(['first.js']);
    expect(await harness.scan({ kind: 'git', path: folder })).toMatchObject({ errorCode: 'ref_not_found' });
  });

  test('in a linked work tree is found through its pointer', async () => {
    const folder = local.makeRepository({ 'a.js': bait });
    const linked = `${folder}-linked`;
    local.git(folder, 'worktree', 'add', '-q', linked, '-b', 'other');
    writeFileSync(join(linked, 'b.js'), bait);
    expect(await local.filesFound({ kind: 'folder', path: linked })).toEqual(['a.js', 'b.js']);
    expect(await local.filesFound({ kind: 'git', path: linked })).toEqual(['a.js']);
  });

  test('whose configuration names programs runs none of them', async () => {
    const folder = local.makeRepository({ 'a.js': bait, '.gitattributes': '*.js filter=evil diff=evil\n' });
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
      local.git(folder, 'config', key, value);
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
    expect(await local.filesFound({ kind: 'folder', path: folder })).toEqual(['a.js', 'b.js']);
    expect(await local.filesFound({ kind: 'git', path: folder })).toEqual(['a.js']);
    expect(await local.filesFound({ kind: 'git', path: folder, staged: true })).toEqual(['b.js']);
  });

  test('whose refs are in a format that we do not read is scanned as it lies there, but never without its history', async () => {
    const folder = local.makeRepository({ 'a.js': bait, '.gitignore': 'b.js\n' });
    writeFileSync(join(folder, 'b.js'), bait);
    mkdirSync(join(folder, '.git', 'reftable'));
    expect(await local.filesFound({ kind: 'folder', path: folder })).toEqual(['a.js']);
    const refused = {
      status: 'failed',
      errorCode: 'corrupt_repository',
      error: expect.stringContaining('reftable'),
    };
    expect(await harness.scan({ kind: 'git', path: folder })).toMatchObject(refused);
    const task = { history: true, engines: ['secrets' as const] };
    expect(await harness.scan({ kind: 'folder', path: folder }, task)).toMatchObject(refused);
  });

  test('with a missing object says so and contacts nobody', async () => {
    const folder = local.makeRepository({ 'a.js': bait, 'b.js': `${bait}2\n` });
    const blob = local.git(folder, 'rev-parse', 'HEAD:b.js');
    rmSync(join(folder, '.git', 'objects', blob.slice(0, 2), blob.slice(2)));
    local.git(folder, 'config', 'remote.origin.url', `https://127.0.0.1:${harness.trapPort}/x`);
    local.git(folder, 'config', 'remote.origin.promisor', 'true');
    local.git(folder, 'config', 'extensions.partialClone', 'origin');
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
    const folder = local.makeFolder({ 'a.js': bait, '.git': content });
    const outcome = await harness.scan({ kind: 'folder', path: folder });
    if (outcome.status === 'completed') expect(outcome.findings).toMatchObject([{ file: 'a.js' }]);
    else expect(outcome.errorCode).toBe('corrupt_repository');
  });
});
