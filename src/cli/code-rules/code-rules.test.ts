import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runInProcess } from '../../../test/support/in-process-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'lorekeep-code-rules-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const rules = join(folder, 'rules');
const repository = join(folder, 'repository');
mkdirSync(repository);
writeFileSync(
  join(repository, 'views.py'),
  "import acme_http\nfrom flask import request\n\ndef view():\n    acme_http.connect().fetch(request.args['x'])\n",
);

const scanned = async (...args: string[]) => {
  const run = await runInProcess(['scan', repository, '--engines', 'code', '--format', 'json', ...args]);
  const findings = run.code === 0 ? (JSON.parse(run.out).findings as Array<Record<string, unknown>>) : [];
  return { ...run, found: findings.map(({ ruleId, severity }) => `${ruleId} ${severity}`) };
};

test('a library file is written, tested and used by a scan', async () => {
  expect((await scanned()).found).toEqual([]);
  const made = await runInProcess(['rules', 'new', 'acme-http', '--language', 'python', '--folder', rules]);
  expect(made).toMatchObject({ code: 0 });
  expect(made.out).toContain('lorekeep scan --code-rules');
  expect(await runInProcess(['rules', 'test', rules])).toMatchObject({
    code: 0,
    out: '1 library, 6 examples, 0 wrong\n',
  });
  expect((await scanned('--code-rules', rules)).found).toEqual(['python-ssrf medium']);
});

test('a folder inside of what is scanned adds findings, and what would take some away is not followed and said', async () => {
  const inside = join(repository, 'lorekeep-rules');
  mkdirSync(inside, { recursive: true });
  writeFileSync(join(inside, 'a.yaml'), readFileSync(join(rules, 'acme-http.yaml')));
  const { found, said } = await scanned('--code-rules', inside);
  expect(found).toEqual(['python-ssrf medium']);
  expect(said).toContain('rules of the scanned folder only add findings; not followed: ');
  expect(said).toMatch(/a\.yaml: 1 sanitizers, 1 guards/);
  rmSync(inside, { recursive: true });
});

test('a file that is not right stops the scan, and all commands say where and what is allowed', async () => {
  const broken = join(folder, 'broken');
  mkdirSync(broken);
  const text = readFileSync(join(rules, 'acme-http.yaml'), 'utf8');
  writeFileSync(join(broken, 'a.yaml'), text.replace('sinks:', 'sink:'));
  const wanted = /a\.yaml:14:1: There is no "sink" here\. Did you mean "sinks"\? Allowed: library, /;
  const run = await scanned('--code-rules', broken);
  expect(run.code).toBe(2);
  expect(run.said).toMatch(wanted);
  const tested = await runInProcess(['rules', 'test', broken]);
  expect(tested.code).toBe(1);
  expect(tested.out).toMatch(wanted);
  expect((await scanned('--code-rules', join(folder, 'none'))).code).toBe(2);
});

test('folders can be named in the configuration', async () => {
  const file = join(folder, 'settings.yaml');
  writeFileSync(file, JSON.stringify({ scan: { codeRules: [rules] } }));
  const run = await runInProcess(['scan', repository, '--engines', 'code', '--format', 'json'], {
    environment: { LOREKEEP_CONFIG: file },
  });
  expect(JSON.parse(run.out).findings).toMatchObject([{ ruleId: 'python-ssrf' }]);
});

test('a first file is refused where it would overwrite one, and where the name or the language is not known', async () => {
  const again = ['rules', 'new', 'acme-http', '--language', 'python', '--folder', rules];
  expect((await runInProcess(again)).said).toContain('already');
  expect((await runInProcess(['rules', 'new', 'Acme', '--language', 'python'])).code).toBe(2);
  expect((await runInProcess(['rules', 'new', 'acme', '--language', 'cobol'])).said).toContain(
    '--language is one of',
  );
});

test('the kinds and the schema can be printed', async () => {
  const kinds = JSON.parse((await runInProcess(['rules', 'kinds', 'go', '--json'])).out);
  expect(kinds).toContainEqual(expect.objectContaining({ kind: 'sql-injection', label: 'sql' }));
  const schema = JSON.parse((await runInProcess(['rules', 'schema'])).out);
  expect(Object.keys(schema.properties)).toEqual(
    expect.arrayContaining(['library', 'sinks', 'guards', 'examples']),
  );
  expect(schema.properties.sinks.propertyNames.anyOf[0].enum).toContain('sql-injection');
});
