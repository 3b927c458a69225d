import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hash53 } from '../../hash.ts';
import { codeLikeness } from '../../words/code-likeness.ts';
import { languageBy, languageOf } from '../language-likeness.ts';
import { tellsOfChange } from '../time-words.ts';
import { wordsOf } from '../words.ts';
import { PassageReader } from './passage-reader.ts';

/** The reading must not depend on what was read before, so that every text is read by one that knows many words and by one that knows none. */
function expectSame(reader: PassageReader, text: string): void {
  for (const one of [reader, new PassageReader()]) {
    const { hashes, functionWords, mayTellOfChange } = one.read(text);
    const words = wordsOf(text);
    expect(hashes, text).toEqual(words.map(hash53));
    const code = codeLikeness(text);
    expect(languageBy(functionWords, text, code), text).toBe(languageOf(text, words, code));
    expect(mayTellOfChange && tellsOfChange(text), text).toBe(tellsOfChange(text));
  }
}

const phrases =
  `now|nowadays|currently|these days|as of|from now on|no longer|not anymore|not any more|any more|anymore|instead|is changed|was updated|has raised|got lowered|been cut|were reduced|have increased|is postponed|
  was rescheduled|is cancelled|is canceled|was rewritten|is migrated|was promoted|switched to|relocated from|transferred over|upgraded into|downgraded to|converted to|changed|moved|renamed|replaced|switched|pushed back|took over|
  gave up|given up|stopped|quit|dropped|sold|left|joined|started|broke up|divorced|married|became|new|since|again|went up|went down|today|yesterday`
    .split('|')
    .map((phrase) => phrase.trim());

test('every phrase that tells of a change has a word that the reader looks for', () => {
  for (const phrase of phrases) {
    for (const text of [phrase, phrase.toUpperCase(), `Ada ${phrase}, then`, `(${phrase})`]) {
      expect(tellsOfChange(text), text).toBe(true);
      expectSame(new PassageReader(), text);
    }
  }
});

test('a text is read as the words of it, whatever was read before', () => {
  const reader = new PassageReader();
  const piece = fc.oneof(
    fc.constantFrom(...phrases),
    fc.constantFrom(
      'the',
      'was',
      'der',
      'und',
      'painted',
      'Paints',
      'TeaPot',
      'snake_case',
      "don't",
      "it's1",
    ),
    fc.constantFrom('A1', 'a1', '21st', '2024-05-01', '1.2.3', '5 May 2024', 'x'.repeat(70), 'y1'.repeat(40)),
    fc.constantFrom('été', 'Straße', '漢字', 'мельница', '🚀', ''),
    fc.string({ maxLength: 8 }),
    fc.string({ unit: 'grapheme', maxLength: 4 }),
  );
  const separator = fc.constantFrom(' ', ' ', ' ', ', ', "'", '_', '-', '\n', '');
  fc.assert(
    fc.property(fc.array(fc.tuple(piece, separator), { maxLength: 100 }), (pieces) => {
      expectSame(reader, pieces.flat().join(''));
    }),
  );
});

test('it takes memory only after many words, and no more than a megabyte or so', () => {
  const reader = new PassageReader();
  for (let i = 0; i < 100; i++) reader.read('a few words that come again and again');
  expect(reader.memoryBytes).toBe(0);
  for (let i = 0; i < 300_000; i++) reader.read(`word${i.toString(36).replaceAll(/\d/g, 'x')}`);
  expect(reader.memoryBytes).toBe(65_536 * 17);
  expectSame(reader, 'the words that were painted before');
  expectSame(reader, 'the words that were painted before');
});

test.each(['é', '漢', '🚀', '\ud83d'])(
  '%j anywhere makes a text another one than ASCII, however long',
  (sign) => {
    const reader = new PassageReader();
    for (const length of [0, 1, 2, 3, 7, 4_087, 4_088, 4_089]) {
      const plain = 'tea pot '.repeat(length / 8 + 1).slice(0, length);
      for (const text of [plain, sign + plain, plain + sign, `${plain}${sign}pots`, sign.repeat(3) + plain]) {
        expectSame(reader, text);
      }
    }
  },
);

test('a text that is longer than what is kept for reading is read as well', () => {
  const plain = 'tea pot '.repeat(8_200);
  for (const text of [plain, `${plain}é`, 'pots']) expectSame(new PassageReader(), text);
});
