import { expect, test } from 'vitest';
import { hash53 } from '../../hash.ts';
import { wordsOf } from '../words.ts';
import { otherSpelling } from './other-spellings.ts';

/** How often each word of some texts is there, and how often it was asked. */
const among = (text: string) => {
  const counts = new Map<number, number>();
  for (const word of wordsOf(text)) counts.set(hash53(word), (counts.get(hash53(word)) ?? 0) + 1);
  const asked = { times: 0 };
  const countOf = (hash: number) => {
    asked.times++;
    return counts.get(hash) ?? 0;
  };
  return { asked, countOf };
};
const inLatin = (word: string, text: string) => otherSpelling(wordsOf(word)[0]!, [], among(text).countOf);
const inCyrillic = (word: string, text: string) =>
  otherSpelling(wordsOf(word)[0]!, ['Cyrillic'], among(text).countOf);
const inGreek = (word: string, text: string) =>
  otherSpelling(wordsOf(word)[0]!, ['Greek'], among(text).countOf);

test('a name in Cyrillic letters, in any case, is found in Latin ones', () => {
  expect(inLatin('Теслой', 'Nikola Tesla')).toBe('tesla');
  expect(inLatin('Ньютона', 'Isaac Newton')).toBe('newton');
  expect(inLatin('Гарварде', 'Harvard University')).toBe('harvard');
  expect(inLatin('революции', 'the revolution')).toBe('revolution');
  expect(inLatin('политических', 'political politics')).toBe('politic');
  expect(inLatin('хлоропласты', 'the chloroplast')).toBe('chloroplast');
});

test('a name in Latin letters is found in Cyrillic ones', () => {
  expect(inCyrillic('Tesla', 'патенты Теслы')).toBe('тесл');
  expect(inCyrillic('Denver', 'игра в Денвере')).toBe(wordsOf('Денвер')[0]);
  expect(inCyrillic('Kennedy', 'президент Кеннеди')).toBe(wordsOf('Кеннеди')[0]);
});

test('names and shared words are found in Greek letters and back', () => {
  expect(inGreek('academy', 'η ακαδημία')).toBe(wordsOf('ακαδημία')[0]);
  expect(inGreek('atmosphere', 'στην ατμόσφαιρα')).toBe(wordsOf('ατμόσφαιρα')[0]);
  expect(inLatin('μελατονίνη', 'what melatonin does')).toBe('melatonin');
  expect(inLatin('Χάλφορντ', 'Halford Mackinder')).toBe('halford');
});

test('names are found in Devanagari letters, whose consonants have a vowel of their own, and back', () => {
  const inDevanagari = (word: string, text: string) =>
    otherSpelling(wordsOf(word)[0]!, ['Devanagari'], among(text).countOf);
  expect(inDevanagari('Tesla', 'निकोला टेस्ला का जन्म')).toBe(wordsOf('टेस्ला')[0]);
  expect(inDevanagari('Berlin', 'बर्लिन में')).toBe('बर्लिन');
  expect(inDevanagari('hotel', 'एक होटल में')).toBe('होटल');
  expect(inLatin('मेथोडिस्ट', 'the Methodist church')).toBe('methodist');
  expect(inLatin('टेस्ला', 'Nikola Tesla')).toBe('tesla');
});

test('names are found in Arabic letters, which leave short vowels out, and back', () => {
  const inArabic = (word: string, text: string) =>
    otherSpelling(wordsOf(word)[0]!, ['Arabic'], among(text).countOf);
  expect(inArabic('Denver', 'في دنفر')).toBe('دنفر');
  expect(inArabic('Harvard', 'جامعة هارفارد')).toBe('هارفارد');
  expect(inLatin('برلين', 'the city of Berlin')).toBe('berlin');
  expect(inLatin('مانشستر', 'in Manchester')).toBe('manchester');
  expect(inLatin('الديمقراطيين', 'the Democrats')).toBeUndefined();
});

test('the likelier spelling is taken before a commoner one', () => {
  expect(inLatin('Ван', 'van wan wan wan')).toBe('van');
});

test('a word that only begins or ends alike is another word', () => {
  expect(inLatin('Тесла', 'the tests of tiles')).toBeUndefined();
  expect(inCyrillic('Denver', 'деньги и дверь')).toBeUndefined();
});

test('what is no word of one of the scripts is left alone', () => {
  for (const word of ['sha256', '1937', '東京', 'aб', 'ng', 'ћң'])
    expect(otherSpelling(word, ['Cyrillic', 'Greek'], () => 1)).toBeUndefined();
});

test('whatever the word, only so many spellings are tried', () => {
  for (const word of [
    'e'.repeat(30),
    'оуеи'.repeat(7),
    'ch'.repeat(15),
    'e'.repeat(64),
    `${'а'.repeat(25)}ң`,
  ]) {
    const { asked, countOf } = among('nothing of it');
    expect(otherSpelling(word, ['Cyrillic', 'Greek', 'Devanagari', 'Arabic'], countOf)).toBeUndefined();
    expect(asked.times).toBeLessThanOrEqual(800);
  }
});

test.each([
  ['ab', false],
  ['abo', true],
  ['abo'.repeat(10), true],
  [`${'abo'.repeat(10)}a`, false],
])('a word of 3 to 30 letters is looked for, such as %s: %s', (word, isSought) => {
  const { asked, countOf } = among('nothing of it');
  otherSpelling(word, ['Cyrillic'], countOf);
  expect(asked.times > 0).toBe(isSought);
});

test('a spelling in a script that is looked at later has to be likelier', () => {
  const [cyrillic, greek] = [wordsOf('тест')[0]!, wordsOf('τεστ')[0]!];
  const countOf = among(`${cyrillic} ${greek} ${greek}`).countOf;
  expect(otherSpelling('test', ['Cyrillic', 'Greek'], countOf)).toBe(cyrillic);
  expect(otherSpelling('test', ['Greek', 'Cyrillic'], countOf)).toBe(greek);
});

test('200 spellings of a word are tried, and not one more', () => {
  const { asked, countOf } = among('nothing of it');
  otherSpelling('e'.repeat(30), ['Cyrillic'], countOf);
  expect(asked.times).toBeLessThanOrEqual(200);
  const found: number[] = [];
  otherSpelling('oueaio'.repeat(3), ['Cyrillic'], (hash) => {
    found.push(hash);
    return 0;
  });
  expect(found.length).toBe(200);
});
