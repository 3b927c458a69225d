import { expect, test } from 'vitest';
import type { Candidate } from './detectors/candidate.ts';
import { joinPairs, resolveOverlaps } from './resolve-candidates.ts';

const candidate = (id: string, start: number, end: number, change: object = {}): Candidate =>
  ({
    rule: { id, title: `The ${id}` },
    start,
    end,
    rank: 1,
    severity: 'high',
    confidence: 'medium',
    reasons: ['r'],
    ...change,
  }) as unknown as Candidate;
const told = (kept: readonly Candidate[]) => kept.map(({ rule, start, end }) => `${rule.id} ${start}-${end}`);

// biome-ignore format: one line for each row
test.for([
  ['none', [], []],
  ['two apart', [candidate('b', 5, 9), candidate('a', 0, 5)], ['a 0-5', 'b 5-9']],
  ['the higher rank', [candidate('a', 0, 9), candidate('b', 4, 6, { rank: 2 })], ['b 4-6']],
  ['the longer', [candidate('a', 0, 5), candidate('b', 4, 10)], ['b 4-10']],
  ['the more specific', [candidate('a', 0, 5, { specificity: 3 }), candidate('b', 1, 6, { specificity: 4 })], ['b 1-6']],
  ['one that is specific at all', [candidate('a', 0, 5), candidate('b', 1, 6, { specificity: 1 })], ['b 1-6']],
  ['the first', [candidate('b', 1, 6), candidate('c', 0, 5)], ['c 0-5']],
  ['the first by its rule', [candidate('b', 0, 5), candidate('a', 0, 5)], ['a 0-5']],
  ['one between two', [candidate('a', 0, 5, { rank: 2 }), candidate('b', 5, 8), candidate('c', 8, 12, { rank: 2 })], ['a 0-5', 'b 5-8', 'c 8-12']],
  ['not one that reaches into the one before', [candidate('a', 0, 5, { rank: 2 }), candidate('b', 4, 8)], ['a 0-5']],
  ['not one that reaches into the one behind', [candidate('c', 8, 12, { rank: 2 }), candidate('b', 5, 9)], ['c 8-12']],
  ['many in order', [candidate('d', 30, 40), candidate('a', 0, 10), candidate('c', 20, 30), candidate('b', 10, 20), candidate('e', 40, 50)], ['a 0-10', 'b 10-20', 'c 20-30', 'd 30-40', 'e 40-50']],
] as const)('of overlapping ones stays: %s', ([, candidates, expected]) => {
  expect(told(resolveOverlaps(candidates))).toEqual(expected);
  expect(told(resolveOverlaps(candidates.toReversed()))).toEqual(expected);
});

const half = (start: number, end: number, change: object = {}) =>
  candidate('id', start, end, { rule: { id: 'id', title: 'Id', pairsWith: 'key' }, ...change });

// biome-ignore format: one line for each row
test.for([
  ['a half without another', [half(0, 5)], ['id 0-5']],
  ['a half beside its other', [half(0, 5), candidate('key', 10, 20)], ['key 10-20 critical high with 0-5']],
  ['a half behind its other', [candidate('key', 0, 5), half(10, 20)], ['key 0-5 critical high with 10-20']],
  ['one of another rule', [half(0, 5), candidate('other', 10, 20)], ['id 0-5', 'other 10-20']],
  ['1,200 bytes apart', [half(0, 5), candidate('key', 1205, 1210)], ['key 1205-1210 critical high with 0-5']],
  ['further apart', [half(0, 5), candidate('key', 1206, 1210)], ['id 0-5', 'key 1206-1210']],
  ['1,200 bytes before', [candidate('key', 0, 5), half(1205, 1210)], ['key 0-5 critical high with 1205-1210']],
  ['further before', [candidate('key', 0, 5), half(1206, 1210)], ['key 0-5', 'id 1206-1210']],
  ['the nearer of two', [candidate('key', 0, 5), half(20, 25), candidate('key', 30, 40)], ['key 0-5', 'key 30-40 critical high with 20-25']],
  ['the nearer of two, before', [candidate('key', 10, 15), half(20, 25), candidate('key', 35, 40)], ['key 10-15 critical high with 20-25', 'key 35-40']],
  ['each its own', [half(0, 5), half(6, 9), candidate('key', 10, 20), candidate('key', 30, 40)], ['key 10-20 critical high with 0-5', 'key 30-40 critical high with 6-9']],
  ['a doubtful half', [half(0, 5, { confidence: 'low' }), candidate('key', 10, 20)], ['key 10-20 high medium with 0-5']],
  ['a doubtful other', [half(0, 5), candidate('key', 10, 20, { confidence: 'low' })], ['key 10-20 high low with 0-5']],
] as const)('halves of a credential: %s', ([, candidates, expected]) => {
  const joined = joinPairs(candidates).map(({ rule, start, end, severity, confidence, otherHalf, reasons }) => {
    expect(reasons).toEqual(otherHalf ? ['r', 'its other half (Id) stands beside it'] : ['r']);
    const pair = otherHalf ? ` ${severity} ${confidence} with ${otherHalf.start}-${otherHalf.end}` : '';
    return `${rule.id} ${start}-${end}${pair}`;
  });
  expect(joined).toEqual(expected);
});
