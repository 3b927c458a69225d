import { expect, test } from 'vitest';
import {
  awaitedOfPart,
  membershipAwaited,
  outcomeAwaited,
  passedByBoth,
  passedInTurn,
  readAwaited,
} from './awaited-check.ts';

test('a question is read as it was asked', () => {
  expect(readAwaited(membershipAwaited(['a/b', 'Columns'], 5))).toEqual({
    name: ['a/b', 'Columns'],
    outcome: undefined,
    detail: '5',
    limit: -1,
  });
  const byName = awaitedOfPart(outcomeAwaited(['paths', 'isInside'], 'no', 'path'), 48);
  expect(readAwaited(byName!)).toEqual({
    name: ['paths', 'isInside'],
    outcome: 'no',
    detail: 'path',
    limit: 48,
  });
  expect(awaitedOfPart(undefined, 48)).toBeUndefined();
});

test('where two ways meet, what both have passed counts; one way has passed what it met in turn, up to a few', () => {
  expect(passedByBoth(['a', 'b'], ['b', 'c'])).toEqual(['b']);
  expect(passedByBoth(['a'], ['b'])).toBeUndefined();
  expect(passedByBoth(['a'], undefined)).toBeUndefined();
  const both = ['a', 'b'];
  expect(passedByBoth(both, ['b', 'a'])).toBe(both);
  expect(passedInTurn(undefined, ['a'])).toEqual(['a']);
  expect(passedInTurn(both, ['b'])).toBe(both);
  expect(passedInTurn(['a', 'b', 'c'], ['d', 'e'])).toEqual(['a', 'b', 'c', 'd']);
});
