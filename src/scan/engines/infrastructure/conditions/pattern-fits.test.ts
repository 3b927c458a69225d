import { expect, test } from 'vitest';
import { patternFits } from './pattern-fits.ts';

const pipe = /\b(curl|wget)\b[^|;&]*\|\s*sh\b/;

test('what lies close together is found anywhere in a long text, and only there', () => {
  for (const before of [0, 500, 1020, 1500, 5000, 60_000]) {
    expect(patternFits(pipe, `${'echo a; '.repeat(before)}curl https://a.example/install | sh; echo`)).toBe(
      before * 8 < 128 * 1024,
    );
  }
  expect(patternFits(pipe, 'echo a; '.repeat(4000))).toBe(false);
  expect(patternFits(/^echo b/, `${'echo a '.repeat(4000)}\necho b`)).toBe(false);
});

test('a text made to be slow costs as much as its length, not the square of it', () => {
  let looked = 0;
  const counting = {
    source: pipe.source,
    multiline: false,
    test(text: string) {
      looked += text.length;
      return pipe.test(text);
    },
  } as RegExp;
  expect(patternFits(counting, 'curl '.repeat(200_000))).toBe(false);
  expect(looked).toBeLessThan(4 * 128 * 1024);
});

const word = (length: number) => 'x'.repeat(length);

test.for([
  ['a short text as a whole', /^a.*b$/, `a${word(2046)}b`, true],
  ['one that is longer in windows', /^a.*b$/, `a${word(2047)}b`, false],
  ['one at the start alone', /^curl/, `curl ${word(3000)}`, true],
  ['one at the start alone that is further on', /^curl/, `${word(3000)} curl`, false],
  ['one at the start of a line', /^curl/m, `${word(3000)}\ncurl`, true],
  ['one of two at the start', /^wget|^curl/, `curl ${word(3000)}`, true],
  ['at the very end', /curl$/, `${word(5000)} curl`, true],
  ['nowhere', /curl/, word(5000), false],
  ['the first 131,072 characters', /end/, `${word(131_069)}end`, true],
  ['not what is behind them', /end/, `${word(131_070)}end`, false],
] as Array<[string, RegExp, string, boolean]>)(
  'a pattern is looked for in %s',
  ([, pattern, text, expected]) => {
    expect(patternFits(pattern, text)).toBe(expected);
  },
);

test('what is within 512 characters is found wherever it begins', () => {
  const wanted = `a${word(510)}b`;
  for (let before = 0; before < 1600; before += 7)
    expect(patternFits(/ax{510}b/, `${'-'.repeat(before)}${wanted}${'-'.repeat(3000)}`), `${before}`).toBe(
      true,
    );
});

test('a window begins behind a blank and ends before one, up to a hundred characters away', () => {
  // The first window ends at 1,024, the second begins at 512.
  const at = (start: number, length: number) => {
    const text = `${'-'.repeat(start)} ${'w'.repeat(length)} ${'-'.repeat(3000)}`;
    return patternFits(new RegExp(`(?<![-w])w{${length}}(?![-w])`), text);
  };
  // It is in the second window alone, which begins up to a hundred characters earlier at the blank.
  expect(at(430, 680)).toBe(true);
  expect(at(412, 715)).toBe(true);
  expect(at(411, 716)).toBe(false);
});
