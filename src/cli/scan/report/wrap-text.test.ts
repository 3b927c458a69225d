import fc from 'fast-check';
import { expect, test } from 'vitest';
import { displayWidth, fitText } from './display-width.ts';
import { wrapText } from './wrap-text.ts';

const words = fc
  .array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }), { maxLength: 40 })
  .map((list) => list.join(' ').replace(/[\p{Cc}\p{Cf}]/gu, ''));

test('lines fit into the width, and nothing but blanks is lost', () => {
  fc.assert(
    fc.property(
      words,
      fc.integer({ min: 24, max: 200 }),
      fc.constantFrom('', '  ', '    '),
      (text, width, indent) => {
        const lines = wrapText(text, width, indent);
        for (const line of lines) {
          expect(displayWidth(line)).toBeLessThanOrEqual(width);
          expect(line.startsWith(indent)).toBe(true);
        }
        const bare = (value: string) => value.replaceAll(/\s/g, '');
        expect(bare(lines.join(''))).toBe(bare(text));
      },
    ),
  );
});

test('a text is cut to what fits, and only where it must be', () => {
  fc.assert(
    fc.property(words, fc.integer({ min: 2, max: 60 }), (text, width) => {
      const cut = fitText(text, width);
      expect(displayWidth(cut)).toBeLessThanOrEqual(width);
      if (displayWidth(text) <= width) expect(cut).toBe(text);
      else expect(cut.endsWith('…') && text.startsWith(cut.slice(0, -1))).toBe(true);
    }),
  );
});

test('East Asian letters take two columns, combining marks none', () => {
  expect(displayWidth('abc')).toBe(3);
  expect(displayWidth('配置')).toBe(4);
  expect(displayWidth('e\u0301')).toBe(1);
});

test.each<[string, number, string, string[]]>([
  ['', 30, '', []],
  ['one two', 30, '', ['one two']],
  [`${'a'.repeat(20)} ${'b'.repeat(9)}`, 30, '', [`${'a'.repeat(20)} ${'b'.repeat(9)}`]],
  [`${'a'.repeat(20)} ${'b'.repeat(10)}`, 30, '', ['a'.repeat(20), 'b'.repeat(10)]],
  ['a'.repeat(30), 30, '', ['a'.repeat(30)]],
  ['a'.repeat(31), 30, '', ['a'.repeat(30), 'a']],
  ['a'.repeat(61), 30, '', ['a'.repeat(30), 'a'.repeat(30), 'a']],
  ['日'.repeat(16), 31, '', ['日'.repeat(15), '日']],
  ['a'.repeat(29), 30, '  ', [`  ${'a'.repeat(28)}`, '  a']],
  ['a'.repeat(21), 5, '', ['a'.repeat(20), 'a']],
  [`x ${'a'.repeat(31)} y`, 30, '', ['x', 'a'.repeat(30), 'a y']],
])('%s in %i columns behind "%s" is these lines', (text, width, indent, lines) => {
  expect(wrapText(text, width, indent)).toEqual(lines);
});
