import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runInProcess } from '../../../test/support/in-process-cli.ts';
import { transcriptOf } from '../../../test/support/transcript.ts';

test('what "advisories" prints of an index', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lorekeep-advisories-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [records, index, empty] = ['records', 'index', 'empty'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(records);
  mkdirSync(empty);
  const write = (id: string, ecosystem: string, name: string, rest: object = {}) =>
    writeFileSync(
      join(records, `${id}.json`),
      JSON.stringify({
        id,
        modified: '2026-01-02T00:00:00Z',
        affected: [{ package: { ecosystem, name }, versions: ['1.0.0'] }],
        ...rest,
      }),
    );
  write('GHSA-a', 'npm', 'a', { aliases: ['CVE-2026-0001'] });
  write('GHSA-b', 'npm', 'b');
  write('GHSA-c', 'PyPI', 'c', { withdrawn: '2026-01-03T00:00:00Z' });
  write('X-1', 'Nowhere', 'x');
  writeFileSync(join(records, 'broken.json'), '{');
  const exploited = join(folder, 'kev.txt');
  writeFileSync(exploited, 'CVE-2026-0001\n');
  const epss = join(folder, 'epss.csv');
  writeFileSync(epss, 'cve,epss,percentile\nCVE-2026-0001,0.5,0.9\n');
  const at = ['--advisories', index];
  const steps = [
    ['advisories', 'status', ...at],
    ['advisories', 'sync', '--from', records, ...at],
    ['advisories', 'sync', '--exploited', exploited, '--epss', epss, ...at],
    ['advisories', 'status', ...at],
    ['advisories', 'sync', '--from', records, '--ecosystems', 'npm', '--json', ...at],
    ['advisories', 'status', '--json', ...at],
    ['advisories', 'sync', '--advisories', records],
    ['advisories', 'sync', 'more'],
    ['advisories'],
  ];
  const transcript = await transcriptOf(steps.map((run) => ({ run })));
  const shown = transcript
    .replaceAll(folder, '…')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'NOW')
    .replace(/"revision": "\w+"/g, '"revision": "…"');
  await expect(shown).toMatchFileSnapshot('advisories.txt');
});

test('a rule is listed and shown by its id', async () => {
  const run = (...args: string[]) => runInProcess(['rules', ...args]);
  const listed = (await run('list', 'secrets')).out.trimEnd().split('\n');
  expect(listed.length).toBeGreaterThan(100);
  expect(listed.every((line) => /^\S+ +(critical|high|medium|low|info) +secrets +\S/.test(line))).toBe(true);
  const id = 'javascript-command-injection';
  const shown = await run('show', id);
  expect(shown.code).toBe(0);
  expect(shown.out).toMatch(
    new RegExp(`^Command injection.*\\n${id} · code · critical · confidence high\\n\\S+ · CWE-78\\n\\n`),
  );
  expect(shown.out).toContain('\nWhat to do: ');
  expect((await run('show', 'javascript-comand-injection')).said).toContain(
    `There is no rule "javascript-comand-injection"; "lorekeep rules list" prints them all. Did you mean "${id}"?`,
  );
  expect((await run('show')).said).toContain('Name the rule to show, by its id.');
});
