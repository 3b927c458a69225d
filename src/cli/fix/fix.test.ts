import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runInProcess } from '../../../test/support/in-process-cli.ts';
import type { Finding } from '../../scan/model/finding.ts';
import { planFixes } from './plan-fixes.ts';

const root = mkdtempSync(join(tmpdir(), 'lorekeep-cli-fix-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function makeFolder(name: string, files: Record<string, string>): string {
  const folder = join(root, name);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

const source = "import requests\nr = requests.get('https://example.com', verify=False)\n";
const token = ['glpat', 'x9Kq2LmT7vRw4ZbN8cYd'].join('-');
const workflow =
  'name: CI\non: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v4.2.2\n      - run: make\n';

test('--dry-run prints a patch that git applies, and changes nothing', async () => {
  const folder = makeFolder('dry', { 'a.py': source, '.github/workflows/ci.yml': workflow });
  const { code, out, said } = await runInProcess(['fix', folder, '--dry-run', '--all']);
  expect(code).toBe(0);
  expect(out).toContain("+r = requests.get('https://example.com', verify=True)");
  expect(out).toContain('+permissions:');
  expect(said).toMatch(/changes in 2 files; --write applies exactly these/);
  expect(readFileSync(join(folder, 'a.py'), 'utf8')).toBe(source);
  writeFileSync(join(root, 'dry.patch'), `${out.trimEnd()}\n`);
  execFileSync('git', ['apply', '--directory=', join(root, 'dry.patch')], { cwd: folder });
  const applied = readFileSync(join(folder, '.github/workflows/ci.yml'), 'utf8');
  expect(applied).toContain('permissions:\n  contents: read\n\njobs:');
});

test('--write applies exactly what --dry-run shows, and the findings are gone', async () => {
  const folder = makeFolder('write', { 'a.py': source, '.github/workflows/ci.yml': workflow });
  const shown = await runInProcess(['fix', folder, '--all']);
  const written = await runInProcess(['fix', folder, '--all', '--write']);
  expect(written.out).toBe(shown.out);
  expect(readFileSync(join(folder, 'a.py'), 'utf8')).toBe(source.replace('False', 'True'));
  const { out } = await runInProcess(['scan', folder, '--format', 'json']);
  const left = (JSON.parse(out) as { findings: Finding[] }).findings.map(({ ruleId }) => ruleId);
  expect(left).not.toContain('python-certificate-check-off');
  expect(left).not.toContain('workflow.permissions.missing');
});

test('only the rules and severities that are named are fixed', async () => {
  const folder = makeFolder('some', { 'a.py': source, '.github/workflows/ci.yml': workflow });
  const byRule = await runInProcess(['fix', folder, '--all', '--rules', 'workflow.permissions.missing']);
  expect(byRule.out).not.toContain('a.py');
  expect(byRule.out).toContain('+permissions:');
  const bySeverity = await runInProcess(['fix', folder]);
  expect(bySeverity.out).not.toContain('+permissions:');
  expect((await runInProcess(['fix', folder, '--dry-run', '--write'])).code).toBe(2);
  expect((await runInProcess(['fix', 'https://example.com/a.git'])).code).toBe(2);
});

test('line ends stay as they are, and a line with a secret is never rewritten', async () => {
  const secret = `import requests\nr = requests.get('https://example.com', headers={'Authorization': 'Bearer ${token}'}, verify=False)\n`;
  const folder = makeFolder('ends', { 'a.py': source.replaceAll('\n', '\r\n'), 'b.py': secret });
  await runInProcess(['fix', folder, '--all', '--write']);
  expect(readFileSync(join(folder, 'a.py'), 'utf8')).toBe(
    source.replace('False', 'True').replaceAll('\n', '\r\n'),
  );
  const after = readFileSync(join(folder, 'b.py'), 'utf8');
  expect(after).toBe(secret);
});

const finding = (file: string): Finding =>
  ({ file, fix: { description: 'x', startLine: 1, endLine: 1, replacement: 'changed' } }) as Finding;

test('a file with control characters is refused, since its patch would steer the terminal', () => {
  const folder = makeFolder('controls', { 'a.txt': 'a\u001b[2J\n', 'b.txt': 'a\tb\r\n' });
  const plan = planFixes(folder, [finding('a.txt'), finding('b.txt')], Date.now() + 10_000);
  expect(plan).toMatchObject({ changes: [{ path: 'b.txt' }], refused: [{ path: 'a.txt' }] });
});

test('a file that is rewritten keeps its mode, and nothing is left beside it', async () => {
  const folder = makeFolder('mode', { 'a.py': source });
  chmodSync(join(folder, 'a.py'), 0o755);
  await runInProcess(['fix', folder, '--all', '--write']);
  expect(readFileSync(join(folder, 'a.py'), 'utf8')).toContain('verify=True');
  expect(statSync(join(folder, 'a.py')).mode & 0o777).toBe(0o755);
  expect(readdirSync(folder)).toEqual(['a.py']);
});

test('a change next to a secret is not shown, since the patch would print the secret', async () => {
  const near = `token = '${token}'\n`;
  const folder = makeFolder('near', { 'a.py': source + near, 'b.py': `${source}\n\n\n\n${near}` });
  const { out, said } = await runInProcess(['fix', folder, '--all']);
  expect(out).not.toContain(token);
  expect(out).toContain('b.py');
  expect(out).not.toContain('a.py');
  expect(said).toContain('a.py is left as it is: a secret is next to the change');
});

test('also where other engines are named, and where somebody has accepted the secret', async () => {
  const near = `token = '${token}'\n`;
  const folder = makeFolder('hidden', {
    'a.py': source + near,
    'b.py': `${source}# lorekeep-ignore: a value for tests\n${near}`,
    'c.py': source,
  });
  const { out } = await runInProcess(['fix', folder, '--all', '--engines', 'code']);
  expect(out).not.toContain(token);
  expect(out).not.toContain('a.py');
  expect(out).not.toContain('b.py');
  expect(out).toContain('c.py');
});

test('links, files elsewhere and files that changed since the scan began are refused', () => {
  const folder = makeFolder('refused', { 'a.txt': 'a\n' });
  writeFileSync(join(root, 'outside.txt'), 'secret\n');
  symlinkSync(join(root, 'outside.txt'), join(folder, 'link.txt'));
  const now = Date.now() + 10_000;
  expect(planFixes(folder, [finding('a.txt')], now).changes).toMatchObject([
    { path: 'a.txt', after: 'changed\n' },
  ]);
  expect(planFixes(folder, [finding('link.txt')], now)).toMatchObject({
    changes: [],
    refused: [{ path: 'link.txt' }],
  });
  expect(planFixes(folder, [finding('../outside.txt')], now)).toMatchObject({ changes: [], refused: [{}] });
  expect(planFixes(folder, [finding('a.txt')], 0)).toMatchObject({
    changes: [],
    refused: [{ path: 'a.txt' }],
  });
});
