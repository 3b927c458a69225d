import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { transcriptOf } from '../../../test/support/transcript.ts';

test('what "code" prints of a file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lorekeep-code-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'app.js');
  writeFileSync(
    file,
    [
      "const { exec } = require('child_process');",
      "require('express')().get('/', (req, res) => {",
      '  const count = Number(req.query.name);',
      "  exec('ls ' + req.query.name);",
      "  exec('ls ' + count);",
      "  exec('ls');",
      '',
      '});',
    ].join('\n'),
  );
  writeFileSync(join(folder, 'notes.txt'), 'x');
  const at = (line: number) => ['code', 'trace', `${file}:${line}`];
  const transcript = await transcriptOf([
    { run: ['code', 'ir', file] },
    { run: ['code', 'ir', file, '--json'] },
    { run: at(4), colour: true },
    ...[5, 6, 7].map((line) => ({ run: at(line) })),
    { run: [...at(7), '--json'] },
    { run: ['code', 'trace', file] },
    { run: ['code', 'ir'] },
    { run: ['code', 'see', file] },
    { run: ['code', 'ir', file, 'more'] },
    { run: ['code', 'ir', join(folder, 'none.js')] },
    { run: ['code', 'ir', join(folder, 'notes.txt')] },
  ]);
  // What the rules know changes with them.
  const shown = transcript
    .replaceAll(folder, '…')
    .replace(/( {2}rules {5}).*(\n {2}rules .*)*/g, '$1…')
    .replace(/cleared for .*/g, 'cleared for …');
  await expect(shown).toMatchFileSnapshot('code.txt');
});
