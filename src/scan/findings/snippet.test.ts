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
