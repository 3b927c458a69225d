import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SnippetMaker } from './snippet.ts';

test('a snippet shows two lines around the finding, whatever ends the lines', () => {
  for (const newline of ['\n', '\r\n', '\r']) {
    const maker = new SnippetMaker(['1', '2', '3', '4', '5', '6', '7', ''].join(newline), []);
    expect(maker.snippet(4, 4)).toEqual({ startLine: 2, text: '2\n3\n4\n5\n6' });
    expect(maker.snippet(1, 1)).toEqual({ startLine: 1, text: '1\n2\n3' });
    expect(maker.snippet(7, 7)).toEqual({ startLine: 5, text: '5\n6\n7' });
    expect(maker.snippet(9, 9)).toBeUndefined();
  }
});

test('long lines and long findings are cut', () => {
  const maker = new SnippetMaker(`${'a'.repeat(1000)}\n${'b\n'.repeat(100)}`, []);
  const { text } = maker.snippet(1, 90)!;
  expect(text.split('\n')).toHaveLength(12);
  expect(text.split('\n')[0]).toBe(`${'a'.repeat(240)}…`);
});

test('of a long finding the lines around the one that is wrong are shown', () => {
  const maker = new SnippetMaker(Array.from({ length: 40 }, (_, i) => `${i + 1}`).join('\n'), []);
  const shown = (line: number) => {
    const { startLine, text } = maker.snippet(5, 35, undefined, line)!;
    return [startLine, Number(text.split('\n').at(-1))];
  };
  expect(shown(5)).toEqual([3, 14]);
  expect(shown(12)).toEqual([3, 14]);
  expect(shown(13)).toEqual([4, 15]);
  expect(shown(30)).toEqual([21, 32]);
  expect(shown(35)).toEqual([26, 37]);
  expect(shown(40)).toEqual([29, 40]);
});

test('no part of a masked range is ever shown, however the ranges overlap', () => {
  const range = fc.tuple(fc.nat(60), fc.integer({ min: 1, max: 30 }));
  fc.assert(
    fc.property(fc.array(range, { maxLength: 6 }), (ranges) => {
      // Every character is different, so that one which shows can be told.
      const text = Array.from({ length: 60 }, (_, i) => String.fromCharCode(0x4e00 + i)).join('');
      const redactions = ranges.map(([start, length]) => [start, Math.min(60, start + length)] as const);
      const shown = new SnippetMaker(text, redactions).line(1) ?? '';
      for (let i = 0; i < 60; i++) {
        const isMasked = redactions.some(([start, end]) => i >= start && i < end);
        expect(shown.includes(text[i]!)).toBe(!isMasked);
      }
    }),
  );
});

test('masking keeps the lines where they are', () => {
  const maker = new SnippetMaker('a\nKEY1\nKEY2\nb\n', [[2, 11]]);
  expect(maker.snippet(4, 4)!.text).toBe('••••••\n••••••\nb');
});

test.for([
  [240, 'x'.repeat(240)],
  [241, `${'x'.repeat(240)}…`],
] as const)('of a line of %i characters so much is shown', ([length, expected]) => {
  expect(new SnippetMaker('x'.repeat(length), []).snippet(1, 1)!.text).toBe(expected);
});

test('a line that may be written back holds no secret, and an empty file is one empty line', () => {
  const maker = new SnippetMaker('a\nb KEY\nc\n', [[4, 7]]);
  expect([0, 1, 2, 3, 4].map((line) => maker.plainLine(line))).toEqual([
    undefined,
    'a',
    undefined,
    'c',
    undefined,
  ]);
  expect([0, 1, 2, 3, 4].map((line) => maker.line(line))).toEqual([
    undefined,
    'a',
    'b ••••••',
    'c',
    undefined,
  ]);
  expect(new SnippetMaker('', []).line(1)).toBe('');
  expect(new SnippetMaker('', []).snippet(1, 1)).toBeUndefined();
  expect(new SnippetMaker('\n', []).line(2)).toBeUndefined();
  expect(new SnippetMaker('a\n\n', []).line(2)).toBe('');
});

test.for([
  [
    [
      [4, 6],
      [0, 2],
    ],
    '••••••cd••••••g',
  ],
  [
    [
      [0, 2],
      [2, 4],
    ],
    '••••••••••••efg',
  ],
  [
    [
      [0, 4],
      [1, 4],
    ],
    '••••••efg',
  ],
  [
    [
      [0, 4],
      [1, 3],
    ],
    '••••••efg',
  ],
  [
    [
      [0, 4],
      [3, 6],
    ],
    '••••••••••••g',
  ],
] as const)('ranges %j are masked', ([ranges, expected]) => {
  expect(new SnippetMaker('abcdefg', ranges as never).line(1)).toBe(expected);
});
