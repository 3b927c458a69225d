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
