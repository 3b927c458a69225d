import { expect, test } from 'vitest';
import { sampleFinding } from '../../../../test/support/sample-scan.ts';
import type { Terminal } from '../../terminal.ts';
import { codeFrame } from './code-frame.ts';

const plain: Terminal = { out: () => {}, say: () => {}, interactive: false, colour: false };
const text = Array.from({ length: 12 }, (_, i) => `line ${i + 19}`).join('\n');

function frame(place: { line: number; startLine: number; endLine: number }, context: boolean): string[] {
  const finding = sampleFinding({ ...place, snippet: { startLine: 19, text } });
  return codeFrame(finding, plain, { width: 80, context }).map((row) => row.trim());
}

test('the lines of a finding are marked, at most five of them', () => {
  expect(frame({ line: 20, startLine: 20, endLine: 21 }, false)).toEqual([
    '> 20 │ line 20',
    '> 21 │ line 21',
  ]);
  expect(frame({ line: 20, startLine: 20, endLine: 29 }, false)).toHaveLength(5);
});

test('the line that is wrong is shown and marked alone, however long the block in front of it is', () => {
  expect(frame({ line: 28, startLine: 3, endLine: 28 }, false)).toEqual([
    '26 │ line 26',
    '27 │ line 27',
    '> 28 │ line 28',
  ]);
  expect(frame({ line: 28, startLine: 3, endLine: 28 }, true)).toEqual([
    '26 │ line 26',
    '27 │ line 27',
    '> 28 │ line 28',
    '29 │ line 29',
    '30 │ line 30',
  ]);
  expect(frame({ line: 22, startLine: 20, endLine: 24 }, false)).toEqual([
    '20 │ line 20',
    '21 │ line 21',
    '> 22 │ line 22',
    '23 │ line 23',
    '24 │ line 24',
  ]);
});
