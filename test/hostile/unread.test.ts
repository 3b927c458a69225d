import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { EngineId } from '../../src/scan/model/finding.ts';
import type { CompletedScan } from '../../src/scan/model/outcome.ts';
import type { ScanTask } from '../../src/scan/model/task.ts';
import { LocalSources } from './local-sources.ts';
import { bait, useHarness } from './use-harness.ts';

const harness = await useHarness();
const local = new LocalSources(harness);

describe('what cannot be read is said, never passed over', () => {
  test('a file whose name is not UTF-8 is read, in a plain folder and in a work tree', async () => {
    const folder = local.makeFolder({});
    const odd = Buffer.concat([Buffer.from(`${folder}/f`), Buffer.from([0xff])]);
    mkdirSync(odd);
    writeFileSync(Buffer.concat([odd, Buffer.from('/a'), Buffer.from([0xfe]), Buffer.from('.js')]), bait);
    expect(await local.filesFound({ kind: 'folder', path: folder })).toEqual(['f\ufffd/a\ufffd.js']);
    local.git(folder, 'init', '-q');
    expect(await local.filesFound({ kind: 'folder', path: folder })).toEqual(['f\ufffd/a\ufffd.js']);
  });

  test('a path that the system cannot name', async () => {
    const folder = local.makeFolder({ 'a.js': bait });
    const name = 'x'.repeat(200);
    execFileSync('sh', ['-c', `for i in $(seq 25); do mkdir ${name} && cd ${name}; done; echo > a.js`], {
      cwd: folder,
      stdio: 'ignore',
    });
    const expected = [[expect.stringMatching(/^x{200}\/x+/), 'unreadable']];
    expect(await local.skippedOf({ kind: 'folder', path: folder })).toEqual(expected);
    local.git(folder, 'init', '-q');
    expect(await local.skippedOf({ kind: 'folder', path: folder })).toEqual(expected);
    rmSync(folder, { recursive: true });
  });

  test('folders and files that we may not read', async ({ skip }) => {
    // Root may read everything, and a container often has nobody else.
    if (process.getuid?.() === 0) skip();
    const folder = local.makeFolder({ 'a.js': bait, 'shut/b.js': bait, 'list/c.js': bait, 'd.js': bait });
    chmodSync(join(folder, 'shut'), 0);
    chmodSync(join(folder, 'list'), 0o444);
    chmodSync(join(folder, 'd.js'), 0);
    const reasons = [
      ['d.js', 'unreadable'],
      [expect.stringMatching(/^list/), 'unreadable'],
      ['shut', 'unreadable'],
    ];
    expect(await local.skippedOf({ kind: 'folder', path: folder })).toEqual(reasons);
    local.git(folder, 'init', '-q');
    expect(await local.skippedOf({ kind: 'folder', path: folder })).toEqual(reasons);
  });

  test('the commits before the end of a shallow clone', async () => {
    const folder = local.makeRepository({ 'a.js': bait });
    writeFileSync(join(folder, 'b.js'), 'f()\n');
    local.git(folder, 'add', '-A');
    local.git(folder, 'commit', '-qm', 'y');
    const shallow = `${folder}-shallow`;
    local.git(folder, 'clone', '-q', '--depth=1', `file://${folder}`, shallow);
    const task: Partial<ScanTask> = { history: true, engines: ['secrets', 'supply-chain'] };
    for (const source of [
      { kind: 'folder', path: shallow },
      { kind: 'git', path: shallow },
    ] as const) {
      expect(await local.skippedOf(source, task)).toEqual([['…', 'shallow_history']]);
    }
  });
});

describe('a part of a local repository', () => {
  test('is scanned without what the repository ignores, under its own paths', async () => {
    const folder = local.makeRepository({ '.gitignore': 'out/\n', 'part/a.js': bait, 'other/b.js': bait });
    mkdirSync(join(folder, 'part', 'out'));
    writeFileSync(join(folder, 'part', 'out', 'c.js'), bait);
    writeFileSync(join(folder, 'part', 'new.js'), bait);
    local.git(folder, 'add', 'part/new.js');
    const path = join(folder, 'part');
    expect(await local.filesFound({ kind: 'folder', path })).toEqual(['a.js', 'new.js']);
    expect(await local.filesFound({ kind: 'git', path })).toEqual(['a.js']);
    expect(await local.filesFound({ kind: 'git', path, staged: true })).toEqual(['new.js']);
  });

  test('is compared with the same part of another branch, also where that has none', async () => {
    const folder = local.makeRepository({ 'part/a.js': bait });
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
    const folder = local.makeRepository({ '.gitignore': 'project/\n' });
    mkdirSync(join(folder, 'project'));
    writeFileSync(join(folder, 'project', 'a.js'), bait);
    expect(await local.filesFound({ kind: 'folder', path: join(folder, 'project') })).toEqual(['a.js']);
  });

  test('has no history of its own and says so', async () => {
    const folder = local.makeRepository({ 'part/a.js': bait });
    const task = { history: true, engines: ['secrets' as const] };
    expect(await harness.scan({ kind: 'folder', path: join(folder, 'part') }, task)).toMatchObject({
      status: 'failed',
      errorCode: 'repo_not_found',
    });
  });
});

describe('a file that no engine looked at', () => {
  const files = {
    'a.js': 'f();\n',
    'notes.txt': 'Buy milk.\n',
    'server.pl': 'print 1;\n',
    tool: '#!/usr/bin/env node\nf();\n',
  };
  const skippedBy = async (engines: EngineId[]) => {
    const folder = local.makeFolder(files);
    const outcome = await harness.scan({ kind: 'folder', path: folder }, { engines });
    const { coverage } = outcome as CompletedScan;
    return {
      files: coverage.files,
      complete: coverage.complete,
      skipped: coverage.skipped.map(({ path, reason }) => [path, reason]),
    };
  };

  test('is listed, and so is a program in a language that nobody follows', async () => {
    const skipped = [
      ['server.pl', 'language_not_supported'],
      ['notes.txt', 'no_engine'],
    ];
    expect(await skippedBy(['code'])).toEqual({ files: 3, complete: false, skipped });
  });

  test('leaves the scan complete where other engines would not look at it either', async () => {
    const skipped = Object.keys(files)
      .sort()
      .map((path) => [path, 'no_engine']);
    expect(await skippedBy(['infrastructure'])).toEqual({ files: 0, complete: true, skipped });
  });

  test('is one of many: the list is cut, and the rest is counted', async () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`n${i}.txt`, 'x\n']));
    const folder = local.makeFolder(many);
    const outcome = await harness.scan({ kind: 'folder', path: folder }, { engines: ['infrastructure'] });
    const { skipped } = (outcome as CompletedScan).coverage;
    expect(skipped).toHaveLength(101);
    expect(skipped.at(-1)).toMatchObject({ path: '…', reason: 'no_engine', count: 200 });
  });
});
