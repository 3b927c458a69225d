import { expect, test } from 'vitest';
import { macroVectorScores } from './cvss-v4-scores.ts';

/** The place of a macro vector: EQ1, EQ2, the five classes of EQ3 and EQ6 together, EQ4 and EQ5. */
const sizes = [3, 2, 5, 3, 3];
const scoreAt = (classes: readonly number[]) =>
  macroVectorScores[classes.reduce((place, each, i) => place * sizes[i]! + each, 0)]!;

test('there is a score for each of 270 macro vectors, and they add up to those that FIRST publishes', () => {
  expect(macroVectorScores).toHaveLength(270);
  const sums = [0, 1, 2].map((eq1) =>
    macroVectorScores.slice(90 * eq1, 90 * eq1 + 90).reduce((sum, each) => sum + each, 0),
  );
  expect(sums).toEqual([7045, 5645, 3873]);
  expect([scoreAt([0, 0, 0, 0, 0]), scoreAt([2, 1, 4, 2, 2])]).toEqual([100, 1]);
});

test('no score is higher than that of a class that is more severe in one thing and equal in all others', () => {
  const rising: string[] = [];
  const visit = (classes: number[]): void => {
    if (classes.length < sizes.length) {
      for (let each = 0; each < sizes[classes.length]!; each++) visit([...classes, each]);
      return;
    }
    classes.forEach((each, i) => {
      // The classes of EQ3 and EQ6 together are in no order among themselves.
      if (i !== 2 && each > 0 && scoreAt(classes) > scoreAt(classes.with(i, each - 1)))
        rising.push(classes.join(''));
    });
  };
  visit([]);
  expect(rising).toEqual([]);
});
