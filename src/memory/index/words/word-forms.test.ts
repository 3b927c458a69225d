import { expect, test } from 'vitest';
import { codeLikeness } from './code-likeness.ts';
import { dateWords, isDateWord } from './date-words.ts';
import { languageOf } from './language-likeness.ts';
import { lightStem } from './light-stems.ts';
import { readAsTurns } from './spoken-turns.ts';
import { codeWeight, importanceOf, isCode } from './word-worth.ts';

test.each([
  ['paints painted painting', 'paint'],
  ['stop stops stopped stopping', 'stop'],
  ['hope hopes hoped hoping', 'hop'],
  ['city cities', 'citi'],
  ['ties', 'tie'],
  ['boxes box', 'box'],
  ['churches church', 'church'],
  ['wishes wished', 'wish'],
  ['buzzes', 'buzz'],
  ['glass', 'glass'],
  ['bus', 'bus'],
  ['basis', 'basis'],
  ['virus', 'virus'],
  ['quickly quick', 'quick'],
  ['seemingly', 'seem'],
  ['repeatedly', 'repeat'],
  ['sing', 'sing'],
  ['red', 'red'],
  ['day days', 'day'],
  ['house houses', 'hous'],
  ['the', 'the'],
  ['carry carried carries', 'carri'],
  ['Paints', 'Paints'],
  ['21st', '21'],
  ['4th', '4'],
  ['string strings', 'string'],
  ['being', 'being'],
  ['fly flies', 'fly'],
  // Three letters are left of a Russian or Greek word, two of a Hindi or Arabic one, one of a Korean one.
  ['договором договоры', 'договор'],
  ['дом дома дому', 'дом'],
  ['он', 'он'],
  // Accents are gone before, so that й is и.
  ['новыи новая новои новое новые новыми', 'нов'],
  ['решение решения решении решению решением решениями', 'решен'],
  ['компания компании компаниеи компанию компаниях', 'компан'],
  ['часть частью части', 'част'],
  ['называется называются', 'называ'],
  ['вся', 'вся'],
  ['місто місті містів', 'міст'],
  ['договорами', 'договор'],
  ['λογοσ λογος λογου λογων', 'λογ'],
  ['λοσ', 'λοσ'],
  ['ποσο', 'ποσ'],
  ['은행에서 은행', '은행'],
  ['물 물은 물을 물에서는', '물'],
  ['은', '은'],
  ['लड़के लड़का लड़कों', 'लड़क'],
  ['घर घरों', 'घर'],
  ['को', 'को'],
  // The article goes where three letters are left, and so does "and".
  ['كتاب الكتاب والكتاب بالكتاب للكتاب', 'كتاب'],
  ['الأب', 'الاب'],
  ['البيت بيت', 'بيت'],
  ['وقال', 'قال'],
  ['ولد', 'ولد'],
  ['كتب كتبة كتبها', 'كتب'],
  ['أمة', 'ام'],
  ['على', 'عل'],
  ['يد', 'يد'],
  ['naïve', 'naïve'],
])('%s meet as %s', (words, stem) => {
  for (const word of words.split(' ')) expect(lightStem(word), word).toBe(stem);
});

test.each([
  ['2026-01-01', ['@01-01', '@2026-01-01', '@2026-01', 'january']],
  ['2026-12-31', ['@12-31', '@2026-12-31', '@2026-12', 'december']],
  ['2026-12', ['@2026-12', 'december']],
  ['2026-00-10', []],
  ['2026-13-10', []],
  ['2026-10-00', []],
  ['2026-10-32', []],
  ['31.12.2026', ['@12-31', '@2026-12-31', '@2026-12', 'december']],
  ['1.2.2026', ['@02-01', '@2026-02-01', '@2026-02', 'february']],
  // With slashes either may be the month.
  [
    '1/2/2026',
    ['@01-02', '@2026-01-02', '@2026-01', 'january', '@02-01', '@2026-02-01', '@2026-02', 'february'],
  ],
  ['31/1/2026', ['@01-31', '@2026-01-31', '@2026-01', 'january']],
  ['the 3rd of May', ['@05-03']],
  ['Sept 9, 2026', ['@09-09', '@2026-09-09', '@2026-09']],
  ['June 2026', ['@2026-06']],
  ['Jan 2026', ['@2026-01']],
  ['1 Jun', ['@06-01']],
  ['July 31', ['@07-31']],
  ['July 32', []],
  ['12026-01-01', []],
])('the dates of "%s"', (text, words) => {
  expect(dateWords(text)).toEqual(words);
});

test.each([
  ['1234', true],
  ['abc1234', true],
  ['12a', true],
  ['12', false],
  ['v2.4.1', true],
  ['base64', false],
  ['python3', false],
  ['a1b2', true],
  ['word', false],
  ['@2026-01', false],
])('%s is a number or a code: %s', (word, code) => {
  expect(isCode(word)).toBe(code);
});

test('a word counts by its kind', () => {
  expect([importanceOf('the', 5), importanceOf('@2026-01', 5), importanceOf('tea', 5)]).toEqual([
    0.2, 0.4, 1,
  ]);
  expect([importanceOf('proj-1234', 1), importanceOf('proj-1234', 0), codeWeight]).toEqual([2, 1, 2]);
  expect([isDateWord('@01-01'), isDateWord('tea')]).toEqual([true, false]);
});

test.each([
  [`${'x'.repeat(95)}();;;`, 0],
  [`${'x'.repeat(94)}();;;;`, 1 / 3],
  [`${'x'.repeat(92)}();;;;;;`, 1],
  [`${'x'.repeat(50)}${'{}'.repeat(25)}`, 1],
  ['', 0],
  ['[29.12.2023, 22:42:04] hello', 0],
  ['1.1:1/1'.repeat(4), 0],
  // One mark of 14 characters is 7.1 %: at the beginning, at the end, next to other signs than digits.
  [`;${'x'.repeat(13)}`, 0.7142857],
  [`${'x'.repeat(13)};`, 0.7142857],
  [`:${'x'.repeat(13)}`, 0.7142857],
  [`xx/${'x'.repeat(11)}`, 0.7142857],
  [`x/x9${'x'.repeat(10)}`, 0.7142857],
  [`9x/${'x'.repeat(11)}`, 0.7142857],
  // In a number it does not count, before the first and after the last digit of all neither.
  [`0.${'x'.repeat(12)}`, 0],
  [`9.${'x'.repeat(12)}`, 0],
  [`.0${'x'.repeat(12)}`, 0],
  [`.9${'x'.repeat(12)}`, 0],
  // Signs next to the digits in ASCII are none.
  [`.-${'x'.repeat(12)}`, 0.7142857],
  [`-.${'x'.repeat(12)}`, 0.7142857],
  // Beyond ASCII there are no marks.
  [`\u0080\u0100${'x'.repeat(12)}`, 0],
])('%s looks like code by %d', (text, likeness) => {
  expect(codeLikeness(text)).toBeCloseTo(likeness, 5);
});

test.each([
  ['where is the house', 'english'],
  ['wo ist das Haus', 'other'],
  ['Haus', undefined],
  ['', undefined],
  ['договор', 'other'],
  ['ок', undefined],
  ['der the', undefined],
  ['if (a) { the(); of(); }', undefined],
  // Twice as many of its words and one more are what it takes.
  ['the of der', undefined],
  ['the of and der', 'english'],
  ['der das the', undefined],
  ['der das und the', 'other'],
  // A quarter of the words, or three.
  ['der one two three', 'other'],
  ['der one two three four', undefined],
  ['der das und one two three four five six seven eight nine ten red blue', 'other'],
  ['der das one two three four five six seven eight nine ten', undefined],
  // Of a long text the first 80 words.
  [`${'house '.repeat(79)}the`, 'english'],
  [`${'house '.repeat(80)}the`, undefined],
])('"%s" is in %s', (text, language) => {
  expect(languageOf(text)).toBe(language);
});

test.each([
  [['Ada: hi', 'Bob: ho'], false],
  [['Ada: hi', 'Bob: ho', 'Ada: he'], true],
  [['[10:00] Ada: hi', 'Bob: ho', 'plain'], true],
  [['Ada: hi', 'plain', 'plain'], false],
  [['Ada: 1', 'Bob: 2', 'Ada: 3', 'plain', 'plain'], true],
  [['Ada: 1', 'Bob: 2', 'plain', 'plain', 'plain'], false],
  [[`${'x'.repeat(120)} Ada: hi`, 'Bob: ho', 'Ada: he'], true],
  // The speaker is looked for in the first 120 characters.
  [[`${' '.repeat(115)}Ada: hi`, 'Bob: ho', 'plain'], true],
  [[`${' '.repeat(116)}Ada: hi`, 'Bob: ho', 'plain'], false],
])('%o reads as turns of a conversation: %s', (texts, turns) => {
  expect(readAsTurns(texts)).toBe(turns);
});

test('source code looks like code, whatever its language', () => {
  expect(codeLikeness('def total(rows):\n    return sum(row.price for row in rows)')).toBeGreaterThan(0.9);
  expect(codeLikeness('func (s *Store) Get(id string) (*Row, error) {\n\treturn s.rows[id], nil\n}')).toBe(1);
});

test('prose with times, dates, versions and addresses does not', () => {
  for (const text of [
    '[29.12.2023, 22:42:04] Emi: Hey! How are you?',
    '2026-08-20T10:11:12Z Ada: version 1.2.30 went out at 10:15, see 10.0.0.1:8443.',
    'Meet me on 3/4/2026 at 18:30.',
  ]) {
    expect(codeLikeness(text)).toBe(0);
  }
});
