import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runInProcess } from '../../../../test/support/in-process-cli.ts';
import { sampleFinding } from '../../../../test/support/sample-scan.ts';
import { reasonPlaceholder } from '../../../scan/findings/suppression-comment.ts';
import type { Finding } from '../../../scan/model/finding.ts';
import { suppressionLines } from './suppression-line.ts';

const root = mkdtempSync(join(tmpdir(), 'lorekeep-suppression-line-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const reversal = '\u202e';

test('the line that is offered suppresses its finding and nothing else, in every kind of file', async () => {
  const names = 'a.js a.py a.go a.sql a.html a.xml a.yml a.tf a.json a.php a.tsx a.vue Dockerfile .env a.rb';
  mkdirSync(join(root, 'files'));
  const paths = names.split(' ').map((name) => join(root, 'files', name));
  for (const path of paths)
    writeFileSync(path, `first\nx = "${reversal}"\nlast\ny = "${reversal}${reversal}"\n`);
  const scan = async () => {
    const { out } = await runInProcess(['scan', join(root, 'files'), '--engines', 'supply-chain', '--json']);
    return JSON.parse(out) as { findings: Finding[]; suppressedFindings: Finding[] };
  };
  const before = (await scan()).findings;
  const chosen = before.filter(({ startLine }) => startLine === 2);
  expect(new Set(chosen.map(({ file }) => file))).toEqual(new Set(names.split(' ')));
  const entries: string[] = [];
  for (const finding of chosen) {
    const { where, lines } = suppressionLines(finding);
    expect(lines.join('\n')).toContain(reasonPlaceholder);
    const ready = lines.map((line) => line.replace(reasonPlaceholder, 'it is a test'));
    if (where.includes('.lorekeep.yaml')) entries.push(...ready);
    else {
      const path = join(root, 'files', finding.file);
      const [first, ...rest] = readFileSync(path, 'utf8').split('\n');
      writeFileSync(path, [first, ...ready, ...rest].join('\n'));
    }
  }
  // What can be suppressed where it is, is; the rest needs the file.
  expect(entries).toHaveLength(4);
  writeFileSync(
    join(root, 'files', '.lorekeep.yaml'),
    `suppressions:\n${entries.map((line) => `  ${line}\n`).join('')}`,
  );
  const after = await scan();
  const fingerprints = (findings: Finding[]) => findings.map(({ fingerprint }) => fingerprint).sort();
  expect(fingerprints(after.suppressedFindings)).toEqual(fingerprints(chosen));
  expect(after.findings).toHaveLength(before.length - chosen.length);
});

test.each([
  ['a key of several lines', { engine: 'secrets', startLine: 3, endLine: 9 }],
  [
    'the first line of a script',
    { startLine: 1, snippet: { startLine: 1, text: '#!/bin/sh' }, file: 'run.sh' },
  ],
  ['a continued line', { startLine: 3, snippet: { startLine: 2, text: 'curl \\\n  x' }, file: 'run.sh' }],
  ['JSON', { file: 'package.json' }],
] satisfies Array<[string, Partial<Finding>]>)('%s gets an entry of the file, not a comment', (_, change) => {
  expect(suppressionLines(sampleFinding(change)).where).toContain('.lorekeep.yaml');
});
