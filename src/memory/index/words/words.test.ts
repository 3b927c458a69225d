import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addRuns, runsOf, wordsOf } from './words.ts';

/** Each pair must share its (first) word. */
const alike: Array<[string, string]> = [
  ['straße', 'STRASSE'],
  ['Zürich', 'zurich'],
  ['Łódź', 'lodz'],
  ['12th', '12'],
  ['книги', 'книга'],
  ['서울에서', '서울은'],
  ['άνθρωποι', 'ανθρώπων'],
  ['πόλεις', 'πόλης'],
  ['προγράμματα', 'πρόγραμμα'],
  ['والكتاب', 'كتابه'],
  ['المدرسة', 'مدرسين'],
  ['لغات', 'اللغة'],
  ['लड़कों', 'लड़का'],
  ['भाषाओं', 'भाषाएँ'],
  ['नदियाँ', 'नदी'],
  ['parseHttpUrl', 'parse'],
  ['parse_http_url', 'parseHttpUrl'],
  ['painting', 'painted'],
  ['ＡＢＣ', 'abc'],
  ['شَمْس', 'شمس'],
];

for (const [a, b] of alike) {
  test(`${a} and ${b} meet`, () => {
    expect(wordsOf(a)).toContain(wordsOf(b)[0]);
  });
}

test('a Russian adjective meets its own forms, though its last letter is one with a mark', () => {
  expect(new Set(wordsOf('новый новая новой новое'))).toEqual(new Set(['нов']));
});

test('scripts without spaces are cut into words, and Chinese words are found by their signs too', () => {
  expect(wordsOf('我在北京大学')).toEqual(expect.arrayContaining(['北京', '大学', '京']));
  expect(wordsOf('データベースの設定')).toEqual(expect.arrayContaining(['データベース', '設定']));
  expect(wordsOf('ฉันชอบกินข้าว')).toEqual(expect.arrayContaining(['ชอบ', 'กิน']));
});

test('a date, a version and an address are words as a whole too', () => {
  expect(wordsOf('released 1.2.30 on 2026-08-20')).toEqual(
    expect.arrayContaining(['2', '30', '1.2.30', '2026', '2026-08-20']),
  );
  expect(wordsOf('1.2.30')).not.toContain('1.2.3');
  expect(wordsOf('10.0.0.1:8443')).toContain('10.0.0.1:8443');
});

test('a text of digits alone, or of one word, takes time by its length and not by its square', () => {
  for (const text of ['1', 'a', 'A', '1-', 'a1', 'aA', '_', '🚀', "a'"]) {
    expect(wordsOf(text.repeat(80_000)).length).toBeGreaterThanOrEqual(0);
  }
});

test('a pictograph is a word', () => {
  expect(wordsOf('launch 🚀🚀 day')).toEqual(['launch', '🚀', '🚀', 'day']);
});

test('endings of other scripts leave short words and what carries the meaning', () => {
  expect(wordsOf('και στο Από')).toEqual(['και', 'στο', 'απο']);
  expect(wordsOf('من في بين ولد')).toEqual(['من', 'في', 'بين', 'ولد']);
  expect(wordsOf('है का के में')).toEqual(['है', 'का', 'के', 'में']);
});

test('vowel signs of Indic scripts stay inside of words: without them words would become other words', () => {
  expect(wordsOf('कुत्ता घर में')).toEqual(['कुत्त', 'घर', 'में']);
});

test('a text of ASCII alone has the words that it would have as any other text', () => {
  const piece = fc.constantFrom(
    ...[
      'parse',
      'Url',
      'HTTP',
      'A1',
      'x',
      "don't",
      "I'm",
      "o'clock's",
      '_',
      '__init__',
      'e',
      'classes',
      'stopped',
    ],
    ...[' ', '.', "'", '-', '\n', '\0', '7', 'going', 'Z', 'daily', 'SHA256', "''", 'ABCdef', 'é'],
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 6 })), { maxLength: 12 }), (pieces) => {
      const text = pieces.join('');
      const words: string[] = [];
      addRuns(text, words);
      // Dates and numbers as a whole come behind them.
      expect(wordsOf(text).slice(0, words.length)).toEqual(words);
    }),
    { numRuns: 2_000 },
  );
});

test('the pieces that words are made of know where they begin', () => {
  expect([...runsOf("  don't stop, 北京 大学 x")]).toEqual([
    { run: "don't", start: 2 },
    { run: 'stop', start: 8 },
    { run: '北京', start: 14 },
    { run: '大学', start: 17 },
    { run: 'x', start: 20 },
  ]);
  expect(
    [...runsOf('a 我在北京大学')].map(({ run, start }) => 'a 我在北京大学'.startsWith(run, start)),
  ).not.toContain(false);
});

test.each([
  ["don't", ['don']],
  ["Ada's", ['ada']],
  ["'", []],
  ["_'_", []],
  ['__', []],
  ['aB', ['a', 'b', 'ab']],
  ['ABc', ['a', 'bc', 'abc']],
  ['A', ['a']],
  ['AB', ['ab']],
  ['Ab', ['ab']],
  ['A1', ['a', '1', 'a1']],
  ['7b', ['7b']],
  [`${'x'.repeat(64)}y`, ['x'.repeat(64)]],
  [`É${'x'.repeat(64)}`, [`e${'x'.repeat(63)}`]],
])('the words of %s', (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});
