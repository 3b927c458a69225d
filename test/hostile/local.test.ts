import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
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

/** What was not read and why; one reason for each path. */
async function skippedOf(
  source: Parameters<Harness['scan']>[0],
  task = {},
): Promise<Array<[string, string]>> {
  const { coverage } = (await harness.scan(source, task)) as CompletedScan;
  expect(coverage.complete).toBe(false);
  return coverage.skipped.map(({ path, reason }) => [path, reason]);
}

describe('what cannot be read is said, never passed over', () => {
  test('a file whose name is not UTF-8 is read, in a plain folder and in a work tree', async () => {
    const folder = makeFolder({});
    const odd = Buffer.concat([Buffer.from(`${folder}/f`), Buffer.from([0xff])]);
    mkdirSync(odd);
    writeFileSync(Buffer.concat([odd, Buffer.from('/a'), Buffer.from([0xfe]), Buffer.from('.js')]), bait);
    expect(await filesFound({ kind: 'folder', path: folder })).toEqual(['f\ufffd/a\ufffd.js']);
    git(folder, 'init', '-q');
    expect(await filesFound({ kind: 'folder', path: folder })).toEqual(['f\ufffd/a\ufffd.js']);
  });

  test('a path that the system cannot name', async () => {
    const folder = makeFolder({ 'a.js': bait });
    const name = 'x'.repeat(200);
    execFileSync('sh', ['-c', `for i in $(seq 25); do mkdir ${name} && cd ${name}; done; echo > a.js`], {
      cwd: folder,
    });
    const expected = [[expect.stringMatching(/^x{200}\/x+/), 'unreadable']];
    expect(await skippedOf({ kind: 'folder', path: folder })).toEqual(expected);
    git(folder, 'init', '-q');
    expect(await skippedOf({ kind: 'folder', path: folder })).toEqual(expected);
    rmSync(folder, { recursive: true });
  });

  test('folders and files that we may not read', async ({ skip }) => {
    // Root may read everything, and a container often has nobody else.
    if (process.getuid?.() === 0) skip();
    const folder = makeFolder({ 'a.js': bait, 'shut/b.js': bait, 'list/c.js': bait, 'd.js': bait });
    chmodSync(join(folder, 'shut'), 0);
    chmodSync(join(folder, 'list'), 0o444);
    chmodSync(join(folder, 'd.js'), 0);
    const reasons = [
      ['d.js', 'unreadable'],
      [expect.stringMatching(/^list/), 'unreadable'],
      ['shut', 'unreadable'],
    ];
    expect(await skippedOf({ kind: 'folder', path: folder })).toEqual(reasons);
    git(folder, 'init', '-q');
    expect(await skippedOf({ kind: 'folder', path: folder })).toEqual(reasons);
  });

  test('the commits before the end of a shallow clone', async () => {
    const folder = makeRepository({ 'a.js': bait });
    writeFileSync(join(folder, 'b.js'), 'f()\n');
    git(folder, 'add', '-A');
    git(folder, 'commit', '-qm', 'y');
    const shallow = `${folder}-shallow`;
    git(folder, 'clone', '-q', '--depth=1', `file://${folder}`, shallow);
    const task = { history: true, engines: ['secrets', 'supply-chain'] };
    for (const source of [
      { kind: 'folder', path: shallow },
      { kind: 'git', path: shallow },
    ] as const) {
      expect(await skippedOf(source, task)).toEqual([['…', 'shallow_history']]);
    }
  });
});

describe('a part of a local repository', () => {
  test('is scanned without what the repository ignores, under its own paths', async () => {
    const folder = makeRepository({ '.gitignore': 'out/\n', 'part/a.js': bait, 'other/b.js': bait });
    mkdirSync(join(folder, 'part', 'out'));
    writeFileSync(join(folder, 'part', 'out', 'c.js'), bait);
    writeFileSync(join(folder, 'part', 'new.js'), bait);
    git(folder, 'add', 'part/new.js');
    const path = join(folder, 'part');
    expect(await filesFound({ kind: 'folder', path })).toEqual(['a.js', 'new.js']);
    expect(await filesFound({ kind: 'git', path })).toEqual(['a.js']);
    expect(await filesFound({ kind: 'git', path, staged: true })).toEqual(['new.js']);
  });

  test('is compared with the same part of another branch, also where that has none', async () => {
    const folder = makeRepository({ 'part/a.js': bait });
    mkdirSync(join(folder, 'late'));
    writeFileSync(join(folder, 'late', 'b.js'), bait);
    writeFileSync(join(folder, 'part', 'b.js'), bait);
    const newIn = async (name: string) => {
      const outcome = await harness.scan(
        { kind: 'folder', path: join(folder, name) },
        { baseline: { ref: 'main' } },
      );
      return (outcome as CompletedScan).summary;
    };
    expect(await newIn('part')).toMatchObject({ high: 2, new: 1, fixed: 0 });
    expect(await newIn('late')).toMatchObject({ high: 1, new: 1, fixed: 0 });
  });

  test('that the repository ignores as a whole is read as it lies there', async () => {
    const folder = makeRepository({ '.gitignore': 'project/\n' });
    mkdirSync(join(folder, 'project'));
    writeFileSync(join(folder, 'project', 'a.js'), bait);
    expect(await filesFound({ kind: 'folder', path: join(folder, 'project') })).toEqual(['a.js']);
  });

  test('has no history of its own and says so', async () => {
    const folder = makeRepository({ 'part/a.js': bait });
    const task = { history: true, engines: ['secrets' as const] };
    expect(await harness.scan({ kind: 'folder', path: join(folder, 'part') }, task)).toMatchObject({
      status: 'failed',
      errorCode: 'repo_not_found',
    });
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

  test('that is bare is scanned at its HEAD, not as the files that git keeps there', async () => {
    const folder = makeRepository({ 'a.js': bait });
    git(folder, 'clone', '-q', '--bare', '.', `${folder}.git`);
    expect(await filesFound({ kind: 'folder', path: `${folder}.git` })).toEqual(['a.js']);
    expect(await harness.scan({ kind: 'git', path: `${folder}.git`, staged: true })).toMatchObject({
      status: 'failed',
      error: 'A bare repository has nothing staged.',
    });
  });

  test('is staged from the index of the commit that is being made', async () => {
    const folder = makeRepository({ 'old.js': 'f()\n' });
    const indexFile = join(folder, '.git', 'next-index');
    copyFileSync(join(folder, '.git', 'index'), indexFile);
    writeFileSync(join(folder, 'old.js'), bait);
    execFileSync('git', ['add', 'old.js'], {
      cwd: folder,
      env: { ...process.env, GIT_INDEX_FILE: indexFile },
    });
    expect(await filesFound({ kind: 'git', path: folder, staged: true })).toEqual([]);
    expect(await filesFound({ kind: 'git', path: folder, staged: true, indexFile })).toEqual(['old.js']);
  });

  test('a short commit is not looked for, and the answer says how to write it', async () => {
    const folder = makeRepository({ 'a.js': bait });
    const ref = git(folder, 'rev-parse', '--short', 'HEAD');
    expect(await harness.scan({ kind: 'git', path: folder, ref })).toMatchObject({
      errorCode: 'ref_not_found',
      error: expect.stringContaining('written in full'),
    });
  });

  test('on a machine without git is read as a folder, and what needs git says that there is none', async () => {
    const folder = makeRepository({ 'a.js': bait });
    const before = process.env['PATH'];
    process.env['PATH'] = makeFolder({});
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
    const folder = makeFolder({ 'first.js': bait });
    git(folder, 'init', '-q', `--object-format=${format}`);
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
