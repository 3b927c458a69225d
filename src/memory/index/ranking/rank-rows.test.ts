import { describe, expect, test } from 'vitest';
import type { Generation } from '../generation.ts';
import type { LexicalMatches } from '../words/lexical-index.ts';
import { evidenceOf, isAcross } from './evidence.ts';
import { type FoundByMeaning, rankRows } from './rank-rows.ts';

const calibration = { points: [[0, 0] as const, [1, 1] as const] };
const search = { selection: {}, candidates: 7 };

interface Parts {
  /** The entry of each row. */
  slots: readonly number[];
  scores: readonly number[];
  /** Rows that were found by words. */
  byWords: readonly number[];
  cosines?: Readonly<Record<number, number>>;
  sample?: readonly number[];
  continuity?: number;
  codeLikeness?: number;
}

function generationOf({
  slots,
  scores,
  byWords,
  cosines = {},
  sample = [],
  continuity = 0,
  codeLikeness = 0,
}: Parts) {
  const asked: unknown[] = [];
  const generation = {
    entries: {
      rowCount: slots.length,
      slotCount: new Set(slots).size,
      liveRowCount: slots.length,
      slotOfRow: (row: number) => slots[row]!,
      rowsOf: (slot: number) => ({ first: slots.indexOf(slot), end: slots.lastIndexOf(slot) + 1 }),
      livingNext: (slot: number, step: number) => (slots.includes(slot + step) ? slot + step : undefined),
    },
    words: {
      wordsOf: () => ['tea'],
      match: (_text: string, k: number, _selection: unknown, also: Uint32Array): LexicalMatches => {
        asked.push(k);
        return {
          rows: Uint32Array.from(byWords),
          scored: Uint32Array.from(new Set([...also, ...byWords])),
          scores: Float32Array.from(scores),
          contentWords: 1,
          codes: 0,
        };
      },
    },
    vectors: {
      search: { cosines: (_: unknown, rows: Uint32Array) => Float32Array.from(rows, (row) => cosines[row]!) },
    },
    traits: { codeLikeness: () => codeLikeness, isOtherLanguage: () => false, isEnglish: () => true },
    sampleRows: () => Uint32Array.from(sample),
    continuity: () => continuity,
  } as unknown as Generation;
  return { generation, asked };
}

const found = (rows: readonly number[], cosines: readonly number[], hasQuery: boolean): FoundByMeaning => ({
  rows: Uint32Array.from(rows),
  cosines: Float32Array.from(cosines),
  query: hasQuery ? { turned: new Float32Array(1) } : undefined,
});
const request = (mode: 'dense' | 'lexical' | 'blended') => ({ mode, text: 'tea' }) as never;

describe('what was found', () => {
  test('by meaning is ranked by its calibrated cosine', () => {
    const { generation, asked } = generationOf({ slots: [0, 1], scores: [], byWords: [] });
    const ranked = rankRows(
      generation,
      request('dense'),
      calibration,
      found([1, 0], [0.75, 0.25], true),
      search,
    );
    expect([[...ranked.rows], [...ranked.ranks], [...ranked.cosines]]).toEqual([
      [1, 0],
      [0.75, 0.25],
      [0.75, 0.25],
    ]);
    expect(ranked.partsOf(1, 0.75)).toEqual({ dense: 0.75, cosine: 0.75, neighbours: 0, weight: 1 });
    expect(asked).toEqual([]);
  });

  test('by words is ranked by its score, and has no cosine', () => {
    const { generation, asked } = generationOf({ slots: [0, 1, 2], scores: [0, 0.5, 0.25], byWords: [2, 1] });
    const ranked = rankRows(generation, request('lexical'), calibration, found([], [], false), search);
    expect([[...ranked.rows], [...ranked.ranks], [...ranked.cosines]]).toEqual([
      [2, 1],
      [0.25, 0.5],
      [0, 0],
    ]);
    expect(ranked.partsOf(1, 0)).toEqual({ lexical: 0.5, neighbours: 0, weight: 0 });
    expect(asked).toEqual([7]);
  });

  test.each([
    ['the better one', [0.5, 0.75, 0.25], [1, 2]],
    ['the better one, whichever comes first', [0.75, 0.5, 0.25], [0, 2]],
    ['among equals the first', [0.5, 0.5, 0.25], [0, 2]],
  ])('of two rows of one entry %s stays', (_, scores, rows) => {
    for (const byWords of [
      [0, 1, 2],
      [1, 0, 2],
    ]) {
      const { generation } = generationOf({ slots: [0, 0, 1], scores, byWords });
      const ranked = rankRows(generation, request('lexical'), calibration, found([], [], false), search);
      expect([...ranked.rows]).toEqual(rows);
      expect([...ranked.ranks]).toEqual(rows.map((row) => scores[row]));
    }
  });

  test('by both is ranked by both, with what neighbours lend where entries in a row belong together', () => {
    const parts = {
      slots: [0, 1, 2, 3],
      scores: [0, 0.5, 0, 0],
      byWords: [1],
      cosines: { 0: 0.125, 1: 0.25, 3: 0.375 },
      sample: [0, 3],
    };
    const dense = found([2], [0.75], true);
    for (const continuity of [0, 0.5]) {
      const { generation } = generationOf({ ...parts, continuity });
      const ranked = rankRows(generation, request('blended'), calibration, dense, search);
      expect([...ranked.rows]).toEqual([2, 1]);
      expect([...ranked.cosines]).toEqual([0.75, 0.25]);
      const { weight, ...rest } = ranked.partsOf(2, 0.75);
      // Two fifths of the words of the next one.
      const lent = 0.4 * 0.5 * continuity;
      expect(rest).toEqual({ dense: 0.75, cosine: 0.75, lexical: 0, neighbours: expect.closeTo(lent, 9) });
      expect(ranked.ranks[0]).toBeCloseTo(weight * 0.75 + (1 - weight) * lent, 9);
      expect(ranked.ranks[1]).toBeCloseTo(weight * 0.25 + (1 - weight) * 0.5, 9);
    }
  });
});

describe('what a query met', () => {
  const met = (
    rows: readonly number[],
    cosines: readonly number[],
    background: readonly number[],
    count = 8,
  ) => {
    const generation = {
      traits: {
        codeLikeness: (row: number) => (row < 2 ? 1 : 0),
        isOtherLanguage: (row: number) => row % 2 === 1,
        isEnglish: () => false,
      },
      entries: { liveRowCount: count },
      words: { wordsOf: (text: string) => text.split(' ') },
    } as unknown as Generation;
    const words = {
      rows: Uint32Array.of(1, 2),
      scores: Float32Array.from({ length: 40 }, (_, row) => (row === 2 ? 0.75 : row === 1 ? 0.25 : 0.125)),
      contentWords: 3,
      codes: 0.5,
    } as unknown as LexicalMatches;
    return evidenceOf(
      generation,
      'where is the house',
      { rows: Uint32Array.from(rows), cosines: Float32Array.from(cosines) },
      Float32Array.from(background),
      words,
    );
  };

  test('is what its nearest passages and its words are like', () => {
    expect(met([0, 1, 2, 3], [0.25, 1, 0.5, 0.5], [0, 0.5], 8)).toEqual({
      // The mean is a quarter, and so is the deviation.
      standout: expect.closeTo(3 / Math.sqrt(2 * Math.log(8)), 6),
      bestWords: 0.75,
      wordsOfNearest: 0.25,
      contentWords: 3,
      codes: 0.5,
      codeLikeness: 0.5,
      unreadable: 0,
      otherLanguage: 0.5,
    });
  });

  test('is told of the first of equally near passages, and of the nearest twenty', () => {
    expect(met([5, 2, 1], [0.5, 0.5, 0.25], [0, 1]).wordsOfNearest).toBe(0.125);
    const rows = Array.from({ length: 21 }, (_, row) => row);
    const nearest = met(
      rows,
      rows.map((row) => (row === 0 ? 0.125 : 0.5)),
      [0, 1],
    );
    expect([nearest.codeLikeness, nearest.otherLanguage]).toEqual([1 / 20, 10 / 20]);
  });

  test('is nothing where nothing is there, and finite where nothing differs', () => {
    expect(met([], [], [0.5, 0.5], 0)).toMatchObject({
      codeLikeness: 0,
      otherLanguage: 0,
      wordsOfNearest: 0.125,
    });
    expect(met([3], [0.75], [0.5, 0.5], 1).standout).toBeCloseTo(0.25 / Math.sqrt(2 * Math.log(2)), 6);
  });

  test.each([
    ['english', true, false, true],
    ['english', false, true, false],
    ['other', true, false, false],
    ['other', false, true, true],
    [undefined, true, true, false],
  ] as const)(
    'a query in %s, a row in another language %s or in English %s: across %s',
    (language, other, english, across) => {
      const traits = { isOtherLanguage: () => other, isEnglish: () => english } as never;
      expect(isAcross(language, traits, 0)).toBe(across);
    },
  );

  test.each([
    ['code is held against an entry of many passages', 1, 0.04 * Math.log(3)],
    ['prose is not', 0, 0],
  ])('that its best passage is the best of many: %s', (_, codeLikeness, less) => {
    const { generation } = generationOf({
      slots: [0, 0, 0, 1],
      scores: [0, 0, 0, 0],
      byWords: [],
      sample: [0, 3],
      cosines: { 0: 0.75, 3: 0.75 },
      codeLikeness,
    });
    const dense = found([0, 3], [0.75, 0.75], true);
    const ranked = rankRows(generation, request('blended'), calibration, dense, search);
    expect([...ranked.rows]).toEqual([0, 3]);
    expect(ranked.ranks[1]! - ranked.ranks[0]!).toBeCloseTo(less, 9);
  });
});
