import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runInProcess } from '../support/in-process-cli.ts';

const root = mkdtempSync(join(tmpdir(), 'lorekeep-staged-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const reversal = '\u202e';
const old = `f() // ${reversal}\n${'// a line that stays as it is\n'.repeat(20)}`;

function makeRepository(files: Record<string, string>) {
  const folder = mkdtempSync(join(root, 'repository-'));
  const environment = { PATH: process.env['PATH'], HOME: root, GIT_CONFIG_NOSYSTEM: '1' };
  const git = (...args: string[]) => {
    const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
    const run = spawnSync('git', [...identity, ...args], { cwd: folder, env: environment, encoding: 'utf8' });
    expect(run.status, run.stderr).toBe(0);
  };
  const write = (changes: Record<string, string>) => {
    for (const [path, text] of Object.entries(changes)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    git('add', '-A');
  };
  git('init', '-q');
  write(files);
  git('commit', '-qm', 'x');
  const scan = async (...args: string[]) => {
    const common = ['scan', folder, '--engines', 'supply-chain', '--fail-on', 'low', '--json'];
    const { code, out } = await runInProcess([...common, ...args]);
    return { code, scan: JSON.parse(out) };
  };
  return { folder, git, write, scan };
}

test('--staged does not fail on what a changed file held before, and fails on what is new in it', async () => {
  const { write, scan } = makeRepository({ 'a.js': old, 'untouched.js': old });
  write({ 'a.js': `${old}more()\n` });
  expect(await scan('--staged')).toMatchObject({
    code: 0,
    scan: { summary: { new: 0, fixed: 0 }, findings: [{ file: 'a.js', baselineState: 'unchanged' }] },
  });
  write({ 'a.js': `${old}g() // ${reversal}${reversal}\n` });
  const { code, scan: result } = await scan('--staged');
  expect(code).toBe(1);
  expect(
    result.findings.filter((each: { baselineState: string }) => each.baselineState === 'new'),
  ).toMatchObject([{ file: 'a.js', line: 22 }]);
});

test('--staged: a file that is moved brings nothing new, one that is added does, and what goes is fixed', async () => {
  const { git, write, scan } = makeRepository({ 'a.js': old, 'b.js': `${old}x()\n` });
  git('mv', 'a.js', 'c.js');
  expect(await scan('--staged')).toMatchObject({ code: 0, scan: { summary: { new: 0 } } });
  write({ 'b.js': 'x()\n' });
  expect(await scan('--staged')).toMatchObject({ code: 0, scan: { summary: { new: 0, fixed: 1 } } });
  write({ 'd.js': `h() // ${reversal}\n` });
  expect(await scan('--staged')).toMatchObject({ code: 1, scan: { summary: { new: 1 } } });
});

test('--staged before the first commit counts everything', async () => {
  const folder = mkdtempSync(join(root, 'first-'));
  spawnSync('git', ['init', '-q', folder]);
  writeFileSync(join(folder, 'a.js'), old);
  spawnSync('git', ['-C', folder, 'add', '-A']);
  const { code } = await runInProcess([
    'scan',
    folder,
    '--staged',
    '--engines',
    'supply-chain',
    '--fail-on',
    'low',
  ]);
  expect(code).toBe(1);
});

test('--staged follows the configuration of the repository, although the commit does not change it', async () => {
  const config = 'suppressions:\n  - path: fixtures/**\n    reason: made up\n';
  const { write, scan } = makeRepository({ '.lorekeep.yaml': config, 'a.js': 'f()\n' });
  write({ 'fixtures/x.js': old });
  expect(await scan('--staged')).toMatchObject({
    code: 0,
    scan: { findings: [], suppressedFindings: [{ file: 'fixtures/x.js' }] },
  });
  expect((await scan('--staged', '--ignore-config')).code).toBe(1);
});

test('"fixed" counts only what the scan looked at', async () => {
  const { folder, write, scan } = makeRepository({ 'a.js': old, 'lib/b.js': old, Dockerfile: 'FROM node\n' });
  const file = join(root, 'baseline.json');
  await runInProcess(['scan', folder, '--engines', 'supply-chain,infrastructure', '--write-baseline', file]);
  const fixed = async (...args: string[]) => (await scan('--baseline', file, ...args)).scan.summary.fixed;
  // Nothing is fixed: other engines, other paths and files that are not staged were not looked at.
  expect(await fixed()).toBe(0);
  expect(await fixed('--include', 'lib/**')).toBe(0);
  write({ 'lib/b.js': 'ok()\n' });
  expect(await fixed()).toBe(1);
  expect(await fixed('--exclude', 'lib/**')).toBe(0);
  expect(await fixed('--staged')).toBe(1);
  const all = await runInProcess([
    'scan',
    folder,
    '--baseline',
    file,
    '--engines',
    'supply-chain,infrastructure',
    '--json',
  ]);
  expect(JSON.parse(all.out).summary).toMatchObject({ new: 0, fixed: 1 });
});
