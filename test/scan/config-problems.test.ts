import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runInProcess } from '../support/in-process-cli.ts';

const root = mkdtempSync(join(tmpdir(), 'lorekeep-config-problems-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const reversal = '\u202e';

function makeFolder(files: Record<string, string>): string {
  const folder = mkdtempSync(join(root, 'folder-'));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

const folder = makeFolder({
  '.lorekeep.yaml': [
    'suppressions:',
    '  - { path: used.js, reason: known }',
    '  - { path: nowhere.js, reason: gone long ago }',
    '  - { rule: supply-chain.bidi-controll, reason: misspelt }',
    '  - { path: expired.js, reason: for a while, expires: 2020-01-31 }',
    '  - { path: silent.js }',
    '  - { rule: GHSA-aaaa-bbbb-cccc, path: used.js, reason: not the name of a rule }',
  ].join('\n'),
  'used.js': `f() // ${reversal}\n`,
  'silent.js': `f() // ${reversal}\n`,
  'expired.js': `f() // ${reversal}\n`,
  'comments.js': [
    '// lorekeep-ignore: this one is needed',
    `f() // ${reversal}`,
    '// lorekeep-ignore:',
    `f() // ${reversal}`,
    'g() // lorekeep-ignore: and this one is not',
    `h() // lorekeep-ignore[supply-chain.bidi-contrl]: misspelt ${reversal}`,
    `i() // lorekeep-ignore until 2020-01-31: late ${reversal}`,
    "const text = 'a text that says lorekeep-ignore is no comment';",
  ].join('\n'),
  'README.md': '`// lorekeep-ignore: reason` suppresses.\n',
});

test('what does not do what its author meant is reported with file, line and what to do, in every form of it', async () => {
  const { out } = await runInProcess(['scan', folder, '--json']);
  const { problems } = JSON.parse(out).coverage.repositoryConfig;
  const told = problems.map(({ file, line, kind }: Record<string, unknown>) => `${file}:${line} ${kind}`);
  expect(told).toEqual([
    '.lorekeep.yaml:3 unused',
    '.lorekeep.yaml:4 unused',
    '.lorekeep.yaml:4 unknown_rule',
    '.lorekeep.yaml:5 expired',
    '.lorekeep.yaml:6 no_reason',
    '.lorekeep.yaml:7 unused',
    '.lorekeep.yaml:7 unknown_rule',
    'comments.js:3 no_reason',
    'comments.js:5 unused',
    'comments.js:6 unused',
    'comments.js:6 unknown_rule',
    'comments.js:7 expired',
  ]);
  const messages = problems.map(({ message }: { message: string }) => message).join('\n');
  expect(messages).toContain(
    'There is no rule "supply-chain.bidi-controll". Did you mean "supply-chain.bidi-control"?',
  );
  expect(messages).toContain('expired on 2020-01-31');
});

test('a scan that saw only a part calls nothing unused, and one that follows nothing reports nothing', async () => {
  const part = JSON.parse((await runInProcess(['scan', folder, '--engines', 'supply-chain', '--json'])).out);
  const kinds = part.coverage.repositoryConfig.problems.map(({ kind }: { kind: string }) => kind);
  expect(kinds).not.toContain('unused');
  expect(kinds).toContain('expired');
  const ignored = JSON.parse((await runInProcess(['scan', folder, '--ignore-config', '--json'])).out);
  expect(ignored.coverage.repositoryConfig.problems).toBeUndefined();
});

test('the terminal, annotations and the error output have them too', async () => {
  const scan = (...args: string[]) => runInProcess(['scan', folder, '--engines', 'supply-chain', ...args]);
  expect((await scan()).out).toMatch(/^ {2}comments\.js:3: The comment has no reason/m);
  expect((await scan('--format', 'github')).out).toMatch(
    /^::warning file=\.lorekeep\.yaml,line=6,.*has no reason/m,
  );
  expect((await scan('--format', 'sarif')).said).toContain(
    'lorekeep scan: .lorekeep.yaml:6: The suppression has no reason',
  );
});

test('a file that cannot be followed is exit code 2 with a sentence, unless it is set aside; a wrong entry is not', async () => {
  for (const text of ['suppressions: [{', '- a\n', 'exclude: [a]\nexclude: [b]\n']) {
    const broken = makeFolder({ '.lorekeep.yaml': text, 'a.js': 'f()\n' });
    const { code, said } = await runInProcess(['scan', broken, '--engines', 'supply-chain']);
    expect([code, said]).toEqual([
      2,
      expect.stringMatching(/\.lorekeep\.yaml is not followed\. .*--ignore-config\./),
    ]);
    expect(said).not.toMatch(/invalid_type|expected|received/i);
    const aside = await runInProcess(['scan', broken, '--engines', 'supply-chain', '--ignore-config']);
    expect(aside.code).toBe(0);
  }
  const entry = makeFolder({
    '.lorekeep.yaml': 'exclude: 1\nsuppressions: [{path: a.js, reason: ok}]\n',
    'a.js': `f() // ${reversal}\n`,
  });
  const { code, out } = await runInProcess(['scan', entry, '--engines', 'supply-chain', '--fail-on', 'low']);
  expect(code).toBe(0);
  expect(out).toContain('.lorekeep.yaml:1: exclude: Must be a list.');
});

test('comments are the same from a cache', async () => {
  const cache = join(root, 'cache');
  const scan = () => runInProcess(['scan', folder, '--json', '--cache', cache, '--engines', 'supply-chain']);
  const first = await scan();
  expect((await scan()).out).toBe(first.out);
  expect(first.out).toContain('comments.js');
});
