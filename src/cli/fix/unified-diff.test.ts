import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { applyFixes } from '../../scan/findings/fixes/apply-fixes.ts';
import type { Fix } from '../../scan/model/finding.ts';
import { unifiedDiff } from './unified-diff.ts';

const numbered = (count: number) => Array.from({ length: count }, (_, i) => `line ${i + 1}\n`).join('');
const fix = (startLine: number, endLine: number, replacement: string) =>
  ({ startLine, endLine, replacement }) as Fix;

test.each<[string, number, Fix[], string[]]>([
  ['a line in the middle', 9, [fix(5, 5, 'new')], ['@@ -2,7 +2,7 @@']],
  ['the first line', 9, [fix(1, 1, 'new')], ['@@ -1,4 +1,4 @@']],
  ['the fourth line', 9, [fix(4, 4, 'new')], ['@@ -1,7 +1,7 @@']],
  ['the last line', 9, [fix(9, 9, 'new')], ['@@ -6,4 +6,4 @@']],
  ['the only line', 1, [fix(1, 1, 'new')], ['@@ -1,1 +1,1 @@']],
  ['two lines that become three', 9, [fix(5, 6, 'a\nb\nc')], ['@@ -2,8 +2,9 @@']],
  ['two lines that go', 9, [fix(5, 6, '')], ['@@ -2,8 +2,6 @@']],
  ['a line that comes', 9, [fix(5, 5, 'line 5\nnew')], ['@@ -3,6 +3,7 @@']],
  ['a line that comes first', 9, [fix(1, 1, 'new\nline 1')], ['@@ -1,3 +1,4 @@']],
  ['a line that comes last', 9, [fix(9, 9, 'line 9\nnew')], ['@@ -7,3 +7,4 @@']],
  ['a line that goes among others that stay', 9, [fix(4, 6, 'line 4\nline 6')], ['@@ -2,7 +2,6 @@']],
  [
    'nothing that changes and one thing that does',
    9,
    [fix(1, 1, 'line 1'), fix(9, 9, 'new')],
    ['@@ -6,4 +6,4 @@'],
  ],
  ['the same line twice', 9, [fix(5, 5, 'line 5\nline 5')], ['@@ -3,6 +3,7 @@']],
  // Six lines between two changes are shown once, seven are not all shown.
  ['two changes near each other', 30, [fix(5, 5, 'a'), fix(11, 11, 'b')], ['@@ -2,13 +2,13 @@']],
  [
    'two changes far from each other, the second behind what the first has added',
    30,
    [fix(5, 5, 'a\nb'), fix(12, 12, 'c'), fix(25, 26, '')],
    ['@@ -2,7 +2,8 @@', '@@ -9,7 +10,7 @@', '@@ -22,8 +23,6 @@'],
  ],
])('a patch of %s can be applied', (_, count, fixes, heads) => {
  const folder = mkdtempSync(join(tmpdir(), 'lorekeep-diff-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const before = numbered(count);
  const lines = before.trimEnd().split('\n');
  for (const { startLine, endLine, replacement } of fixes.toReversed())
    lines.splice(
      startLine - 1,
      endLine - startLine + 1,
      ...(replacement === '' ? [] : replacement.split('\n')),
    );
  const patch = unifiedDiff('a.txt', before, fixes);
  expect(patch.split('\n').filter((line) => line.startsWith('@@'))).toEqual(heads);
  expect(patch.startsWith('--- a/a.txt\n+++ b/a.txt\n@@')).toBe(true);
  writeFileSync(join(folder, 'a.txt'), before);
  execFileSync('git', ['apply', '--whitespace=nowarn', '-'], { cwd: folder, input: `${patch}\n` });
  expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe(lines.map((line) => `${line}\n`).join(''));
});

test('a patch shows what goes, what comes and three lines around it', () => {
  expect(
    unifiedDiff('x', numbered(8), [fix(4, 5, 'four and a half')])
      .split('\n')
      .slice(2),
  ).toEqual([
    '@@ -1,8 +1,7 @@',
    ' line 1',
    ' line 2',
    ' line 3',
    '-line 4',
    '-line 5',
    '+four and a half',
    ' line 6',
    ' line 7',
    ' line 8',
  ]);
});

test('a patch repeats no line that stays as it is', () => {
  expect(
    unifiedDiff('x', numbered(9), [fix(4, 6, 'line 4\nchanged\nline 6')])
      .split('\n')
      .slice(2),
  ).toEqual([
    '@@ -2,7 +2,7 @@',
    ' line 2',
    ' line 3',
    ' line 4',
    '-line 5',
    '+changed',
    ' line 6',
    ' line 7',
    ' line 8',
  ]);
});

test.each([
  ['lines that end as on Windows', 'a\r\nb\r\nc\r\n', [fix(2, 2, 'x\ny')], 'a\r\nx\r\ny\r\nc\r\n'],
  ['lines that end differently', 'a\r\nb\nc\r\nd\n', [fix(2, 2, 'x')], 'a\r\nx\nc\r\nd\n'],
  ['a last line without an end', 'a\nb', [fix(2, 2, 'x\ny')], 'a\nx\ny'],
  ['a line near a last one without an end', 'a\nb', [fix(1, 1, 'x')], 'x\nb'],
  ['a last line without an end that goes', 'a\nb', [fix(2, 2, '')], 'a\n'],
])('a patch of %s is what is written', (_, before, fixes, after) => {
  const folder = mkdtempSync(join(tmpdir(), 'lorekeep-diff-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  expect(applyFixes(before, fixes).text).toBe(after);
  writeFileSync(join(folder, 'a.txt'), before);
  execFileSync('git', ['apply', '--whitespace=nowarn', '-'], {
    cwd: folder,
    input: `${unifiedDiff('a.txt', before, fixes)}\n`,
  });
  expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe(after);
});

test.each(['with a blank.txt', 'quote".txt', 'back\\slash.txt', 'steers\u001b[2Jé.txt', 'zwei\nlines.txt'])(
  'a patch of a file called %j can be applied and does not steer the terminal',
  (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'lorekeep-diff-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, name), 'a\n');
    const patch = unifiedDiff(name, 'a\n', [fix(1, 1, 'b')]);
    expect(patch).not.toMatch(/[\u0000-\u0008\u000b-\u001f]/);
    execFileSync('git', ['apply', '-'], { cwd: folder, input: `${patch}\n` });
    expect(readFileSync(join(folder, name), 'utf8')).toBe('b\n');
  },
);
