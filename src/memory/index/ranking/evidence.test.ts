import { describe, expect, test } from 'vitest';
import type { Generation } from '../generation.ts';
import type { RowTraits } from '../row-traits.ts';
import type { LexicalMatches } from '../words/lexical-index.ts';
import { wordsOf } from '../words/words.ts';
import { evidenceOf, isAcross } from './evidence.ts';

const english = 'where is the house that they have been looking for';

/** A namespace whose rows are code, or in another language, as these say. */
function evidence(given: {
  text?: string;
  cosines: number[];
  rows?: number[];
  code?: (row: number) => number;
  foreign?: (row: number) => boolean;
  background?: number[];
  liveRows?: number;
  words?: { rows: number[]; scores: number[] };
}) {
  const {
    cosines,
    rows = cosines.map((_, i) => i),
    background = [0],
    liveRows = 2,
    words = { rows: [], scores: [] },
  } = given;
  const generation = {
    traits: {
      codeLikeness: given.code ?? (() => 0),
      isOtherLanguage: given.foreign ?? (() => false),
      isEnglish: () => false,
    },
    words: { wordsOf: (text: string) => wordsOf(text) },
    entries: { liveRowCount: liveRows },
  } as unknown as Generation;
  const matches = {
    rows: Uint32Array.from(words.rows),
    scores: Float32Array.from(words.scores),
    contentWords: 3,
    codes: 0.5,
  } as unknown as LexicalMatches;
  const scored = { rows: Uint32Array.from(rows), cosines: Float32Array.from(cosines) };
  return evidenceOf(generation, given.text ?? english, scored, Float32Array.from(background), matches);
}

describe('what the answers of a query are like', () => {
  test('is that of the twenty nearest passages', () => {
    const cosines = Array.from({ length: 21 }, (_, i) => (21 - i) / 100);
    const found = evidence({ cosines, code: (row) => (row < 10 ? 1 : 0), foreign: (row) => row >= 15 });
    // The last one is not among them.
    expect(found.codeLikeness).toBe(0.5);
    expect(found.otherLanguage).toBe(0.25);
  });

  test('is that of all where there are fewer, and nothing where there are none', () => {
    const two = evidence({ cosines: [0.1, 0.2], code: (row) => row, foreign: () => true });
    expect([two.codeLikeness, two.otherLanguage]).toEqual([0.5, 1]);
    const one = evidence({ cosines: [0.1], code: () => 0.25 });
    expect(one.codeLikeness).toBe(0.25);
    const none = evidence({ cosines: [] });
    expect([none.codeLikeness, none.otherLanguage, none.bestWords, none.wordsOfNearest]).toEqual([
      0, 0, 0, 0,
    ]);
  });

  test('knows the best by words, and what words the nearest by meaning has', () => {
    const scores = [0.1, 0.9, 0.3, 0.7];
    const found = evidence({
      cosines: [0.2, 0.5, 0.5, 0.4],
      rows: [0, 2, 1, 3],
      words: { rows: [0, 3, 2], scores },
    });
    // Of two that are as near the first one counts.
    expect(found.wordsOfNearest).toBeCloseTo(0.3);
    expect(found.bestWords).toBeCloseTo(0.7);
    expect([found.contentWords, found.codes]).toEqual([3, 0.5]);
  });
});

describe('how far the best stands out', () => {
  const chance = (rows: number) => Math.sqrt(2 * Math.log(rows));

  test.each<[best: number, background: number[], rows: number, wanted: number]>([
    [0.6, [0.1, 0.3], 100, (0.6 - 0.2) / 0.1 / chance(100)],
    [0.2, [0.1, 0.3], 100, 0],
    [0.6, [0.1, 0.2, 0.6], 50, (0.6 - 0.3) / Math.sqrt((0.04 + 0.01 + 0.09) / 3) / chance(50)],
    // Fewer than two rows are as two, and where all are alike the difference itself counts.
    [0.6, [0.1, 0.3], 1, (0.6 - 0.2) / 0.1 / chance(2)],
    [0.6, [0.1, 0.3], 3, (0.6 - 0.2) / 0.1 / chance(3)],
    [0.6, [0.25, 0.25], 2, 0.35 / chance(2)],
  ])(
    'is counted in deviations, against chance: %d of %j in %i rows',
    (best, background, liveRows, wanted) => {
      expect(evidence({ cosines: [0.05, best], background, liveRows }).standout).toBeCloseTo(wanted, 4);
    },
  );
});

test.each([
  ['english', true, false, true],
  ['english', false, true, false],
  ['other', false, true, true],
  ['other', true, false, false],
  [undefined, true, true, false],
] as const)(
  'a query in %s and a row that is of another language %s, English %s, are across: %s',
  (language, isOther, isEnglish, wanted) => {
    const traits = { isOtherLanguage: () => isOther, isEnglish: () => isEnglish } as unknown as RowTraits;
    expect(isAcross(language as never, traits, 0)).toBe(wanted);
  },
);
