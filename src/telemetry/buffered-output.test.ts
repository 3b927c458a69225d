import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { BufferedOutput } from './buffered-output.ts';

test('every line arrives whole and in its place, however long it is and whatever its letters are', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lorekeep-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'log');
  const descriptor = openSync(file, 'w');
  const output = new BufferedOutput(descriptor);
  const lines = [
    ...Array.from({ length: 500 }, (_, i) => `line ${i} äöü€😀\n`),
    `${'€'.repeat(100_000)}\n`,
    ...Array.from({ length: 500 }, (_, i) => `line ${i}\n`),
  ];
  for (const line of lines) output.write(line);
  output.flush();
  closeSync(descriptor);
  expect(readFileSync(file, 'utf8')).toBe(lines.join(''));
});
