import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Keyword, KeywordFinder } from './keyword-finder.ts';

function hitsOf(keywords: readonly Keyword[], text: string, isCode = false): string[] {
  const hits: string[] = [];
  new KeywordFinder(keywords).find(
    Buffer.from(text, 'latin1'),
    (keyword, start) => hits.push(`${keyword}@${start}`),
    isCode,
  );
  return hits.toSorted();
}

const texts = (length: number) =>
  fc.string({ unit: fc.constantFrom('a', 'A', 'b', 'c', '_', '-', 'x', '0'), maxLength: length });

test('it reports every occurrence of every keyword, in any case, also overlapping ones', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'C', '_', '-'), minLength: 2, maxLength: 5 });
  fc.assert(
    fc.property(fc.uniqueArray(letters, { maxLength: 8 }), texts(60), (words, text) => {
      const lower = text.toLowerCase();
      const expected = words.flatMap((word, index) =>
        [...lower].flatMap((_, at) => (lower.startsWith(word.toLowerCase(), at) ? [`${index}@${at}`] : [])),
      );
      expect(
        hitsOf(
          words.map((word) => ({ text: word })),
          text,
        ),
      ).toEqual(expected.toSorted());
    }),
  );
});

test('case, the sign before and the sign behind count where a keyword says so', () => {
  const follow = new Uint8Array(32);
  follow[0x30 >> 3] = 1 << (0x30 & 7);
  fc.assert(
    fc.property(texts(60), (text) => {
      const at = (pattern: RegExp) => [...text.matchAll(pattern)].map((match) => `0@${match.index}`);
      expect(hitsOf([{ text: 'aB', exact: true }], text)).toEqual(at(/aB/g).toSorted());
      expect(hitsOf([{ text: 'ab', first: true }], text)).toEqual(at(/(?<![a-z0-9])ab/gi).toSorted());
      expect(
        hitsOf(
          [{ text: 'a', follow }].map((word) => ({ ...word, text: 'ba' })),
          text,
        ),
      ).toEqual(at(/ba(?=0)/gi).toSorted());
    }),
  );
});

test('as many signs must be behind a keyword as it says, and the end of the text is none of them', () => {
  const follow = new Uint8Array(32);
  for (const sign of 'abx0') follow[sign.charCodeAt(0) >> 3]! |= 1 << (sign.charCodeAt(0) & 7);
  fc.assert(
    fc.property(texts(60), fc.integer({ min: 1, max: 6 }), (text, lead) => {
      const expected = [...text.matchAll(new RegExp(`ba(?=[abx0]{${lead}})`, 'g'))].map(
        ({ index }) => `0@${index}`,
      );
      expect(hitsOf([{ text: 'ba', exact: true, follow, lead }], text)).toEqual(expected.toSorted());
    }),
  );
});

test('more hits than fit at once are all told, also in a text that is longer than any before', () => {
  const finder = new KeywordFinder([{ text: 'abc' }, { text: 'bc' }]);
  for (const times of [1, 5000, 700_000]) {
    let hits = 0;
    finder.find(Buffer.from('abc'.repeat(times)), () => hits++);
    expect(hits).toBe(2 * times);
  }
});

test('a link without a user, and a word that nothing is assigned to, are passed over', () => {
  expect(hitsOf([{ text: '://', guard: 'link' }], 'http://a/b@c http://u:p@h')).toEqual(['0@17']);
  const name: Keyword = { text: 'key', guard: 'name' };
  for (const [text, count] of [
    ['key = 1', 1],
    ['"key": 1', 1],
    ['the key of', 0],
    ['keys)', 0],
    ['--key x', 1],
    ['<key>a</key>', 1],
    ['f("key", "v")', 1],
    ['setKey("v")', 1],
    ['key', 0],
  ] as const)
    expect(hitsOf([name], text).length > 0 ? 1 : 0, text).toBe(count);
  expect(hitsOf([{ text: 'pass', guard: 'password' }], 'pass word')).toEqual(['0@0']);
});

test('in code a name wants a literal behind it, and a name of a provider does not', () => {
  for (const [text, count] of [
    ['key := cache.Key(x)\n', 0],
    ['"key": value,\n', 0],
    ['if key == other {\n', 0],
    ['key := "v"\n', 1],
    ['key = f(x) || "v"\n', 1],
    ['key=value\n', 1],
    ['--key = value\n', 1],
    ['?key = value\n', 1],
    ['key =\n  "v"\n', 1],
    ['key := value', 1],
  ] as const) {
    expect(hitsOf([{ text: 'key', guard: 'name' }], text, true), text).toHaveLength(count);
    expect(hitsOf([{ text: 'key', guard: 'name' }], text), text).toHaveLength(1);
    expect(hitsOf([{ text: 'key', guard: 'provider' }], text, true), text).toHaveLength(1);
  }
});

test('every run that decodes to text is told once and whole, wherever it begins', () => {
  const finder = new KeywordFinder([{ text: 'zz' }]);
  const encoded = Buffer.from('the quick brown fox jumps over the lazy dog '.repeat(30)).toString('base64');
  for (let before = 0; before < 40; before++) {
    for (const length of [24, 25, 31, 48, 1000]) {
      const text = `${' '.repeat(before)}${encoded.slice(0, length)} x ${'y'.repeat(15)} ${'a/b'.repeat(20)}`;
      finder.find(Buffer.from(text), () => {});
      expect(finder.runs()).toEqual([{ start: before, end: before + length }]);
    }
  }
});

test('more runs than fit at once, runs side by side, and one that has no end', () => {
  const finder = new KeywordFinder([{ text: 'zz' }]);
  const one = Buffer.from('forty-two signs of text').toString('base64');
  for (const gap of [' ', '  ', '\n\n\n']) {
    const text = `${one}${gap}`.repeat(9000);
    finder.find(Buffer.from(text), () => {});
    expect(finder.runs().map(({ start, end }) => text.slice(start, end))).toEqual(Array(9000).fill(one));
  }
  const endless = Buffer.from('abc'.repeat(700_000)).toString('base64');
  finder.find(Buffer.from(endless), () => {});
  const pieces = finder.runs();
  expect(pieces.at(0)).toEqual({ start: 0, end: 1 << 20 });
  expect(pieces.reduce((sum, { start, end }) => sum + end - start, 0)).toBe(endless.length);
});
