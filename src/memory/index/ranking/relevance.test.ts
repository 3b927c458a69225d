import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inOrder, relevance, relevanceByMeaning } from './relevance.ts';

const calibration = { points: [[0.7, 0] as const, [1, 1] as const] };
const share = fc.double({ min: 0, max: 1, noNaN: true });

test('the same text as the query has a score of .98 or more, one that has nothing in common with it one below .05', () => {
  expect(relevance(calibration, { meaning: 1, coverage: 1, unreadable: 0 })).toBeGreaterThan(0.98);
  expect(relevance(calibration, { meaning: 1, coverage: 1, unreadable: 1 })).toBeGreaterThan(0.98);
  expect(relevance(calibration, { meaning: 0.1, coverage: 0, unreadable: 0 })).toBeLessThan(0.05);
  expect(relevanceByMeaning(1)).toBeGreaterThan(0.98);
});

test('a text that the model cannot read is relevant by its words alone', () => {
  const unrelated = relevance(calibration, { meaning: 1, coverage: 0, unreadable: 1 });
  expect(unrelated).toBeLessThan(0.1);
  expect(relevance(calibration, { meaning: 0, coverage: 1, unreadable: 1 })).toBeGreaterThan(0.9);
});

test('a model of several languages forgives a text in another language that it shares no words with the query', () => {
  const across = { meaning: 7, words: 3.6, bias: -3.3 };
  const several = {
    ...calibration,
    relevance: { meaning: 6.8, words: 4, bias: -5, acrossLanguages: across },
  };
  const evidence = { meaning: 0.7, coverage: 0, unreadable: 0 };
  expect(relevance(several, { ...evidence, isAcross: true })).toBeGreaterThan(0.8);
  expect(relevance(several, { ...evidence, meaning: 0.1, isAcross: true })).toBeLessThan(0.1);
  expect(relevance(several, evidence)).toBe(relevance(calibration, evidence));
  expect(relevance(calibration, { ...evidence, isAcross: true })).toBe(relevance(calibration, evidence));
});

test('with a power of words above 1 some of the words prove less than their share, and all of them as much', () => {
  const odds = { meaning: 9.5, words: 3.2, bias: -5.7 };
  const linear = { ...calibration, relevance: odds };
  const squared = { ...calibration, relevance: { ...odds, wordsPower: 2 } };
  for (const coverage of [0, 1]) {
    const evidence = { meaning: 0.5, coverage, unreadable: 0 };
    expect(relevance(squared, evidence)).toBe(relevance(linear, evidence));
  }
  const some = { meaning: 0.5, coverage: 0.4, unreadable: 0 };
  expect(relevance(squared, some)).toBeLessThan(relevance(linear, some));
  const unread = { meaning: 0.5, coverage: 0.4, unreadable: 1 };
  expect(relevance(squared, unread)).toBe(relevance(linear, unread));
});

test('relevance is between 0 and 1 and never falls when meaning or words rise', () => {
  fc.assert(
    fc.property(share, share, share, share, (meaning, coverage, unreadable, more) => {
      const before = relevance(calibration, { meaning, coverage, unreadable });
      const after = relevance(calibration, {
        meaning: Math.max(meaning, more),
        coverage: Math.max(coverage, more),
        unreadable,
      });
      expect(before).toBeGreaterThan(0);
      expect(before).toBeLessThan(1);
      expect(after).toBeGreaterThanOrEqual(before - 1e-12);
    }),
  );
});

test('scores never rise along a ranking, and what is in order already stays as it is', () => {
  fc.assert(
    fc.property(fc.array(share, { maxLength: 200 }), (values) => {
      const scores = inOrder(values);
      expect(scores).toHaveLength(values.length);
      for (const [i, score] of scores.entries()) if (i > 0) expect(score).toBeLessThanOrEqual(scores[i - 1]!);
      const sorted = [...values].sort((a, b) => b - a);
      expect(inOrder(sorted)).toEqual(sorted);
    }),
  );
});

const even = { meaning: 0.5, coverage: 0.4, unreadable: 0 };
const odds = (probability: number) => Math.log(probability / (1 - probability));

test.each([
  [even, 0],
  [{ ...even, meaning: 0.6 }, 0.68],
  [{ ...even, coverage: 0.6 }, 0.8],
  // Where it cannot be read: seven for its words, and three less.
  [{ ...even, unreadable: 1 }, -0.2],
  [{ ...even, unreadable: 0.5 }, -0.1],
])('the odds of %o are %d', (evidence, expected) => {
  expect(odds(relevance(calibration, evidence))).toBeCloseTo(expected, 9);
});

test('by meaning alone the odds are even a little above the half', () => {
  expect(relevanceByMeaning(7.9 / 14.8)).toBeCloseTo(0.5, 9);
  expect(odds(relevanceByMeaning(1))).toBeCloseTo(6.9, 9);
});

test('the best 32 lend to those above them, whoever comes later has no more than the one before', () => {
  const only = (at: number) => Array.from({ length: 40 }, (_, i) => (i === at ? 1 : 0));
  expect(inOrder(only(31))).toEqual(Array.from({ length: 40 }, (_, i) => (i < 32 ? 1 : 0)));
  expect(inOrder(only(32))).toEqual(Array(40).fill(0));
  expect(inOrder([0.5, 0.2, 0.4])).toEqual([0.5, 0.4, 0.4]);
  expect(inOrder([0.1, 0.2])).toEqual([0.2, 0.2]);
  expect(inOrder([0.1])).toEqual([0.1]);
});
