import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BlendEvidence, blendScores, meaningWeight, shareUnreadable } from './blend.ts';

const calibration = { points: [[0.7, 0] as const, [1, 1] as const] };
const otherWords: BlendEvidence = {
  standout: 1.7,
  bestWords: 0.4,
  wordsOfNearest: 0,
  contentWords: 2,
  codeLikeness: 0,
  unreadable: 0,
  otherLanguage: 0,
  codes: 0,
};

test('a question put in other words than its answer is decided by meaning', () => {
  expect(meaningWeight(calibration, otherWords)).toBeGreaterThan(0.95);
});

test('words count where the nearest passage holds them too, where they are many, and where nothing stands out', () => {
  for (const change of [
    { wordsOfNearest: 0.4, contentWords: 4 },
    { bestWords: 0.7, contentWords: 5 },
    { standout: 0.7, contentWords: 3 },
  ]) {
    expect(meaningWeight(calibration, { ...otherWords, ...change })).toBeLessThan(0.6);
  }
});

test('a shared word proves little in code', () => {
  const code = { ...otherWords, standout: 1, codeLikeness: 1 };
  expect(meaningWeight(calibration, { ...code, standout: 1.2 })).toBeGreaterThan(0.9);
});

test('in code words count about as much where the model did not understand the question', () => {
  const lost = { ...otherWords, standout: 0.7, bestWords: 0.5, contentWords: 6, codeLikeness: 1 };
  expect(meaningWeight(calibration, lost)).toBeLessThan(0.6);
});

test('a model of Latin letters counts little where the query is written in others', () => {
  const ends = { prose: 0.5, code: 0.9, otherWords: 1, notLatin: 0.2 };
  const strange = { ...otherWords, unreadable: shareUnreadable('狗叫什么名字？') };
  expect(meaningWeight({ ...calibration, meaningWeight: ends }, strange)).toBeCloseTo(0.2);
  expect(meaningWeight(calibration, strange)).toBe(meaningWeight(calibration, otherWords));
  expect(shareUnreadable('Привет Bob')).toBeCloseTo(6 / 9);
  expect(shareUnreadable('café 42 — naïve')).toBe(0);
});

test('a model of several languages decides across them, and counts little in letters that it did not learn', () => {
  const scripts = ['Latin', 'Cyrillic'] as const;
  const meaning = { prose: 0.5, code: 0.9, otherWords: 1, notLatin: 0.1, acrossLanguages: 0.9 };
  const several = { ...calibration, scripts, meaningWeight: meaning };
  const english = { points: calibration.points, meaningWeight: { ...meaning, acrossLanguages: undefined } };
  const shared = { ...otherWords, wordsOfNearest: 0.4, contentWords: 4, otherLanguage: 1 };
  expect(meaningWeight(several, shared)).toBeCloseTo(0.9);
  expect(meaningWeight(english, shared)).toBeCloseTo(0.1);
  expect(meaningWeight(several, { ...shared, otherLanguage: 0 })).toBeLessThan(0.6);
  const query = 'როგორ ხარ დღეს?';
  expect(meaningWeight(several, { ...shared, unreadable: shareUnreadable(query, scripts) })).toBeCloseTo(0.1);
  expect(shareUnreadable('Как дела, Bob?', scripts)).toBe(0);
});

test('words decide where the query is a number or a code, in code as well', () => {
  expect(meaningWeight(calibration, { ...otherWords, codes: 1 })).toBeCloseTo(0.2);
  expect(meaningWeight(calibration, { ...otherWords, codeLikeness: 1, codes: 0.5 })).toBeCloseTo(0.2);
  expect(meaningWeight(calibration, { ...otherWords, codes: 0.1 })).toBeGreaterThan(0.75);
});

test('weights and scores stay between 0 and 1, and a score never falls when a part rises', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const evidence = fc.record({
    standout: fc.double({ min: -5, max: 20, noNaN: true }),
    bestWords: share,
    wordsOfNearest: share,
    contentWords: fc.nat(500),
    codeLikeness: share,
    unreadable: share,
    otherLanguage: share,
    codes: share,
  });
  fc.assert(
    fc.property(evidence, share, share, share, share, (met, meaning, words, nextDoor, more) => {
      const weight = meaningWeight(calibration, met);
      expect(weight).toBeGreaterThanOrEqual(0);
      expect(weight).toBeLessThanOrEqual(1);
      const score = blendScores(meaning, words, nextDoor, weight);
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1 + 1e-12);
      const risen = blendScores(Math.max(meaning, more), Math.max(words, more), nextDoor, weight);
      expect(risen).toBeGreaterThanOrEqual(score);
    }),
  );
});

// Where a smooth step is half-way, and where it is at three quarters: its place and its slope.
const threeQuarters = Math.log(3);
const undecided = { ...otherWords, standout: 1.2, bestWords: 0.5, wordsOfNearest: 0.25, contentWords: 2 };

test.each<[string, Partial<BlendEvidence>, number]>([
  ['half-way between prose and other words', {}, 0.74],
  ['no words at all', { bestWords: 0, wordsOfNearest: 0, standout: 0.2454545454545454 }, 0.74],
  ['one that stands out more', { standout: 1.2 + threeQuarters / 11 }, 0.87],
  [
    'more words that are explained',
    { bestWords: 1, wordsOfNearest: 0, contentWords: 1.5 + threeQuarters / 7 },
    0.61,
  ],
  ['the nearest holds more', { wordsOfNearest: 0.5, contentWords: 1 + (2 * threeQuarters) / 7 }, 0.61],
  ['code that stands out clearly', { standout: 20, codeLikeness: 1 }, 1],
  ['few codes', { codes: 0.25 }, 0.47],
  ['half of it codes', { codes: 0.5 }, 0.2],
  ['most of it codes', { codes: 0.9 }, 0.2],
])('the weight of meaning, %s', (_, change, weight) => {
  expect(meaningWeight(calibration, { ...undecided, ...change })).toBeCloseTo(weight, 6);
});

test.each<[string, Partial<BlendEvidence>, number]>([
  ['half-way understood', { standout: 1 }, 0.8 * 0.775],
  ['three quarters understood', { standout: 1 + threeQuarters / 16 }, 0.8 * (0.55 + 0.45 * 0.75)],
  ['half code, half prose', { standout: 1, codeLikeness: 0.5 }, (0.8 * 0.775 + 0.1) / 2],
])('the weight of meaning in code, %s', (_, change, weight) => {
  // So many words that nothing is asked in other words.
  const evidence = {
    ...otherWords,
    bestWords: 1,
    wordsOfNearest: 1,
    contentWords: 50,
    codeLikeness: 1,
    ...change,
  };
  const ends = { prose: 0.1, code: 0.8, otherWords: 1 };
  expect(meaningWeight({ ...calibration, meaningWeight: ends }, evidence)).toBeCloseTo(weight, 6);
});

test.each<[string, Partial<BlendEvidence>, { acrossLanguages?: number; notLatin?: number }, number]>([
  ['a quarter in another language', { otherLanguage: 0.25 }, { acrossLanguages: 0.9 }, 0.7],
  ['half in another language', { otherLanguage: 0.5 }, { acrossLanguages: 0.9 }, 0.9],
  ['prose counts for more', { otherLanguage: 1 }, { acrossLanguages: 0.3 }, 0.5],
  ['half unread', { unreadable: 0.5 }, { acrossLanguages: 0.9, notLatin: 0.1 }, 0.3],
  ['a model of one language', { otherLanguage: 0.25 }, { notLatin: 0.1 }, 0.3],
  ['a model of one language, unread', { otherLanguage: 0.25, unreadable: 0.75 }, { notLatin: 0.1 }, 0.2],
  ['a model that says nothing of other letters', { unreadable: 1 }, {}, 0.5],
])('the weight of meaning across languages, %s', (_, change, ends, weight) => {
  const evidence = { ...otherWords, bestWords: 1, wordsOfNearest: 1, contentWords: 50, ...change };
  const all = { prose: 0.5, code: 0.9, otherWords: 1, ...ends };
  expect(meaningWeight({ ...calibration, meaningWeight: all }, evidence)).toBeCloseTo(weight, 6);
});

test.each([
  [0.5, 0.25, 0, 0.4, 0.35],
  [0.5, 0.25, 0.25, 0.4, 0.5],
  [0.5, 0.9, 0.9, 0.4, 0.8],
  [1, 0, 0, 1, 1],
])(
  'meaning %d, words %d and %d next door, at a weight of %d: %d',
  (meaning, words, nextDoor, weight, score) => {
    expect(blendScores(meaning, words, nextDoor, weight)).toBeCloseTo(score, 12);
  },
);

test.each([
  ['plain words', 0],
  ['— 42', 0],
  ['Привет', 1],
  ['aб', 0.5],
])('of "%s" a share of %d cannot be read', (query, share) => {
  expect(shareUnreadable(query)).toBe(share);
});
