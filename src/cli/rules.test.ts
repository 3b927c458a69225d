import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runInProcess } from '../../test/support/in-process-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'lorekeep-rules-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const cli = (...args: string[]) => runInProcess(args);

const rule = `- id: acme-key
  provider: Acme
  title: Acme key
  severity: critical
  pattern: 'acme_[a-z0-9]{24}'
  opens: The Acme account.
  revoke: Delete it in the Acme console.
  examples: ['key = acme_{lowernum:24}', 'ACME=acme_{lowernum:24}']
  nearMisses: ['acme_{lowernum:23}', 'acne_{lowernum:24}']
`;

function fileOf(name: string, content: string): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

test('rules of one’s own are tested by their examples', async () => {
  expect(await cli('rules', 'test', fileOf('good.yaml', rule))).toMatchObject({
    code: 0,
    out: '1 rule, 4 examples and near misses, 0 wrong\n',
  });
  const wrong = await cli('rules', 'test', fileOf('wrong.yaml', rule.replace('{24}', '{20}')));
  expect(wrong.code).toBe(1);
  expect(wrong.out).toContain('acme-key: example 1 is not found: key = acme_{lowernum:24}');
});

test('a configuration of a repository is tested by the rules in it', async () => {
  const file = fileOf('.lorekeep.yaml', `exclude: ['a/**']\nsecretRules:\n${rule.replace(/^/gm, '  ')}`);
  expect(await cli('rules', 'test', file)).toMatchObject({ code: 0 });
});

test('everything that is wrong with a file is said at once, in words', async () => {
  const bad = '- id: Acme Key\n  title: Acme key\n  severity: urgent\n  colour: red\n  examples: [a]\n';
  const { code, said } = await cli('rules', 'test', fileOf('bad.yaml', bad));
  expect(code).toBe(1);
  for (const words of [
    'rule 1 (Acme Key), id: It must be lower-case words joined by dashes',
    'rule 1 (Acme Key), provider: It is missing.',
    'rule 1 (Acme Key), severity: ',
    'rule 1 (Acme Key), examples: At least 2 are wanted',
    'There is no such field: colour.',
  ])
    expect(said).toContain(words);
  expect((await cli('rules', 'test', join(folder, 'none.yaml'))).said).toContain('There is no file');
  expect((await cli('rules', 'test', fileOf('list.yaml', 'a: 1\n'))).said).toContain(
    'A list of rules is wanted',
  );
  expect((await cli('rules', 'test', fileOf('twice.yaml', rule + rule))).said).toContain(
    'two rules are called acme-key',
  );
});

test('a rule that cannot be matched in linear time, or is not whole, is refused with its place', async () => {
  for (const [part, by, message] of [
    ["'acme_[a-z0-9]{24}'", "'(?<=x)acme_[a-z]+'", ': Only (?:…) and (?<secret>…) groups'],
    ["'acme_[a-z0-9]{24}'", "'(acme_\\1)'", ': "\\1" is not supported'],
    ["'acme_[a-z0-9]{24}'", "'[a-z0-9]{24}'", ': Every alternative needs a literal'],
    ["'acme_[a-z0-9]{24}'", "'acme_(?:(?:[a-z]{1,500}){1,500}){1,500}'", ': More than'],
    ['severity: critical', 'severity: awful', 'rule 1 (acme-key), severity'],
  ] as const) {
    const { code, said } = await cli('rules', 'test', fileOf('bad.yaml', rule.replace(part, by)));
    expect(code, by).toBe(1);
    expect(said, by).toContain(message);
  }
});

test('a scan looks for the formats of the operator and of the repository, if it is trusted', async () => {
  const secret = `acme_${'k3x9'.repeat(6)}`;
  const repository = join(folder, 'repository');
  mkdirSync(repository);
  writeFileSync(join(repository, 'a.conf'), `x ${secret}\n`);
  const ids = ({ out }: { out: string }) =>
    JSON.parse(out).findings.map((finding: { ruleId: string }) => finding.ruleId);
  const scan = (...args: string[]) =>
    cli('scan', repository, '--engines', 'secrets', '--format', 'json', ...args);
  expect(ids(await scan())).toEqual([]);
  expect(ids(await scan('--secret-rules', fileOf('good.yaml', rule)))).toEqual(['acme-key']);
  writeFileSync(join(repository, '.lorekeep.yaml'), `secretRules:\n${rule.replace(/^/gm, '  ')}`);
  expect(ids(await scan())).toEqual(['acme-key']);
  expect(ids(await scan('--ignore-config'))).toEqual([]);
});

test('the rules of every engine are listed, and each can be shown', async () => {
  const listed = JSON.parse((await cli('rules', 'list', '--json')).out) as Array<Record<string, unknown>>;
  expect(new Set(listed.map(({ engine }) => engine)).size).toBe(5);
  expect(listed.filter(({ suggestion }) => !suggestion)).toEqual([]);
  const some = (await cli('rules', 'list', 'supply-chain')).out;
  expect(some).toContain('supply-chain.bidi-control');
  expect(some).not.toContain('javascript-sql-injection');
  const shown = await cli('rules', 'show', 'code.javascript-sql-injection');
  expect(shown.out).toContain('CWE-89');
  expect(shown.out).toContain('\nWhat to do: ');
  const asJson = await cli('rules', 'show', 'javascript-sql-injection', '--json');
  expect([asJson.code, JSON.parse(asJson.out)]).toMatchObject([
    0,
    { id: 'javascript-sql-injection', engine: 'code' },
  ]);
  expect((await cli('rules', 'list', 'none')).said).toContain('There is no engine "none"');
  expect(await cli('rules', 'show', 'none')).toMatchObject({ code: 2 });
});

test('a misspelt rule id is told which one was probably meant, and a stranger is not guessed at', async () => {
  const { out } = await cli('rules', 'list', '--json');
  const [{ id }] = JSON.parse(out) as [{ id: string }];
  const { code, said } = await cli('rules', 'show', `${id}x`);
  expect(code).toBe(2);
  expect(said).toContain(`Did you mean "${id}"?`);
  expect((await cli('rules', 'show', 'zzzzzzzz')).said).not.toContain('Did you mean');
});
