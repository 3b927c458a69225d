import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { scanLimitDefaults } from '../../config/scan-defaults.ts';
import type { ScanOutcome } from '../model/outcome.ts';
import type { ScanTask } from '../model/task.ts';
import { runScan } from './run-scan.ts';

const root = mkdtempSync(join(tmpdir(), 'lorekeep-here-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const injection = `const cp = require('node:child_process');
module.exports = (req, res) => cp.exec('ls ' + req.query.name, () => res.end());
`;
const workflow = `on: push
permissions: {}
jobs:
  a:
    runs-on: ubuntu-24.04
    steps:
      - run: echo "\${{ github.event.head_commit.message }}"
`;

function makeRepository(before: Record<string, string>, staged: Record<string, string>): string {
  const folder = mkdtempSync(join(root, 'repository-'));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: folder });
  const write = (files: Record<string, string>) => {
    for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
    git('add', '-A');
  };
  git('init', '-q');
  write(before);
  git('commit', '-qm', 'x');
  write(staged);
  return folder;
}

async function scan(folder: string, mayAnalyseHere: boolean): Promise<ScanOutcome> {
  const task: ScanTask = {
    source: { kind: 'git', path: folder, staged: true },
    history: false,
    trustRepositoryConfig: true,
    triage: [],
    identityKey: Buffer.alloc(32, 3),
    now: Date.UTC(2026, 0, 1),
    limits: scanLimitDefaults,
    baseline: { ref: 'HEAD' },
  };
  return runScan(task, {
    onProgress: () => {},
    signal: new AbortController().signal,
    network: { allowHosts: [] },
    scratchFolder: join(root, 'scratch'),
    mayAnalyseHere,
  });
}

test('what is staged has the same findings in the process of the command as in one of its own', async () => {
  const folder = makeRepository(
    { 'a.js': injection, 'b.js': 'f()\n', '.lorekeep.yaml': 'exclude: [ignored.js]\n' },
    { 'a.js': `${injection}// more\n`, 'b.js': injection, 'ci.yml': workflow, 'ignored.js': injection },
  );
  const here = await scan(folder, true);
  expect(here).toMatchObject({ status: 'completed', summary: { critical: 2, new: 1, fixed: 0 } });
  expect(here).toEqual(await scan(folder, false));
});

test('files of the last commit are not analysed again where nothing in what is staged could be new', async () => {
  const folder = makeRepository({ 'a.js': injection }, { 'a.js': 'f()\n' });
  const clean = await scan(folder, true);
  expect(clean).toMatchObject({ status: 'completed', findings: [], summary: { new: 0 } });
  expect(clean.status === 'completed' && clean.summary).not.toHaveProperty('fixed');
  writeFileSync(join(folder, 'b.js'), injection);
  execFileSync('git', ['add', '-A'], { cwd: folder });
  expect(await scan(folder, true)).toMatchObject({ summary: { critical: 1, new: 1, fixed: 1 } });
});

test('more than a commit usually has is analysed in a process of its own, with the same findings', async () => {
  const staged = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`f${i}.js`, `f(${i})\n`]));
  const folder = makeRepository({ 'a.js': 'f()\n' }, { ...staged, 'a.js': injection });
  const outcome = await scan(folder, true);
  expect(outcome).toMatchObject({ status: 'completed', summary: { critical: 1, new: 1 } });
  expect(outcome).toEqual(await scan(folder, false));
});

test('nothing staged is a scan without findings', async () => {
  const folder = makeRepository({ 'a.js': injection }, {});
  expect(await scan(folder, true)).toMatchObject({
    status: 'completed',
    summary: { critical: 0, new: 0, fixed: 0 },
    coverage: { files: 0 },
  });
});

test('a folder that is no repository is refused here as in a process of its own', async () => {
  const folder = mkdtempSync(join(root, 'plain-'));
  expect(await scan(folder, true)).toEqual(await scan(folder, false));
});
