import { expect, test } from 'vitest';
import { isInQuotes, isPartOfName } from './script-place.ts';

const place = (text: string): [string, number, number] => {
  const start = text.indexOf('XX');
  return [text, start, start + 2];
};

test.each([
  `var a = 'XX';`,
  `var a = "b XX c";`,
  `$('#row-XX').show();`,
  `f('it\\'s', "XX")`,
  `f("it's", 'XX')`,
  `a = 'b';\nc = 'XX';`,
  `f('http://a/XX')`,
])('%s is a text between quotes', (text) => {
  expect(isInQuotes(...place(text))).toBe(true);
});

test.each([
  `var a = XX;`,
  `var a = \`XX\`;`,
  `f('a', XX, 'b')`,
  `f('a' + XX)`,
  `'a\nXX'`,
  `f('XX\n)`,
  `// it's XX 'a'`,
  `forms['a'].XX.click()`,
])('%s is none', (text) => {
  expect(isInQuotes(...place(text))).toBe(false);
});

test('a place is looked for in a line of any length in a bounded time', () => {
  const long = `${"'".repeat(40_000)}XX${"'".repeat(40_000)}`;
  expect(isInQuotes(...place(long))).toBe(false);
  expect(isInQuotes(...place(`'${' '.repeat(40_000)}XX'`))).toBe(false);
});

test('a part of a name of a script is one on either side', () => {
  for (const text of ['rows_XX.push(1)', 'function XX() {}', 'XX_rows = 1'])
    expect(isPartOfName(...place(text))).toBe(true);
  for (const text of ['a = XX;', 'a.XX.b()', 'f(XX)', '[XX]'])
    expect(isPartOfName(...place(text))).toBe(false);
});

test.each([
  [1_998, 0, true],
  [1_999, 0, true],
  [2_000, 0, false],
  [0, 1_999, true],
  [0, 2_000, false],
])('a quote is looked for %i characters in front of a place and %i behind it', (before, behind, expected) => {
  expect(isInQuotes(...place(`"${' '.repeat(before)}XX${' '.repeat(behind)}"`))).toBe(expected);
});

test.each([
  ["'a\\' XX'", true],
  ["'a\\\\' XX'", false],
  ["'//' + 'XX'", true],
  ["/ 'XX'", true],
  ["//'XX'", false],
  ["'XX", false],
  ["'XX\n'", false],
  ["'XX'\n", true],
  ["\n'XX'", true],
  ["'\nXX'", false],
  ['`XX`', false],
  ["'a' XX 'b'", false],
  ['XX', false],
])('%j: %s', (text, expected) => {
  expect(isInQuotes(...place(text))).toBe(expected);
});

test.each([
  ['XX', false],
  ['XX(', true],
  ['XX$', true],
  ['$XX', true],
  ['(XX', false],
  ['(XX)', false],
])('%s is a part of a name: %s', (text, expected) => {
  expect(isPartOfName(...place(text))).toBe(expected);
});
