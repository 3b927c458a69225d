import { expect, test } from 'vitest';
import { compareTexts } from './compare-texts.ts';

test.for([
  ['a', 'b', -1],
  ['b', 'a', 1],
  ['a', 'a', 0],
  ['', 'a', -1],
  ['Z', 'a', -1],
  ['ä', 'z', 1],
] as const)('%j and %j: %i', ([a, b, expected]) => {
  expect(compareTexts(a, b)).toBe(expected);
});
