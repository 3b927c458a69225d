import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hash53 } from '../hash.ts';
import { commonestNear } from './near-spellings.ts';

/** How often each of some words is there. */
const among = (words: Record<string, number>) => {
  const counts = new Map(Object.entries(words).map(([word, count]) => [hash53(word), count]));
  return (hash: number) => counts.get(hash) ?? 0;
};

const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz');

test('from any one slip after the first letter the way back to the word is found', () => {
  fc.assert(
    fc.property(
      fc.array(letter, { minLength: 6, maxLength: 14 }),
      fc.constantFrom('missing', 'doubled', 'wrong', 'swapped'),
      fc.nat(),
      letter,
      (word, slip, seed, other) => {
        const typed = [...word];
        const at = 1 + (seed % (word.length - 2));
        if (slip === 'missing') typed.splice(at, 1);
        if (slip === 'doubled') typed.splice(at, 0, word[at]!);
        if (slip === 'wrong') typed[at] = other;
        if (slip === 'swapped') [typed[at], typed[at + 1]] = [word[at + 1]!, word[at]!];
        fc.pre(typed.join('') !== word.join(''));
        const known = { [word.join('')]: 1, [`${word.join('')}xyz`]: 9 };
        expect(commonestNear(typed.join(''), among(known))).toBe(word.join(''));
      },
    ),
  );
});

test('short words, numbers and words of other scripts are taken as they are', () => {
  for (const word of ['tree', 'sha256', '12345', 'приветы', 'straße'])
    expect(commonestNear(word, () => 1)).toBeUndefined();
});

test('of several words that are one slip away the commonest is meant, and none where there is none', () => {
  const known = among({ planet: 2, planner: 5, plane: 4, planes: 1, plan: 9 });
  expect(commonestNear('planey', known)).toBe('plane');
  expect(commonestNear('plannet', known)).toBe('planner');
  expect(commonestNear('blanket', known)).toBeUndefined();
});

test.each([
  // A letter too many at the end, too few at the end, a wrong one at the end, two that changed places at the end.
  ['plants', 'plant', 'plant'],
  ['plant', 'plants', 'plants'],
  ['planz', 'plant', 'plant'],
  ['platn', 'plant', 'plant'],
  // The first letter is meant; the second may be a slip, a or z as well.
  ['blant', 'plant', undefined],
  ['paant', 'plant', 'plant'],
  ['panat', 'plant', undefined],
  ['pzant', 'paant', 'paant'],
  ['paant', 'pzant', 'pzant'],
  ['lpant', 'plant', undefined],
  // Five letters are enough, four are not.
  ['plan', 'plane', undefined],
  ['plant', 'plan', 'plan'],
])('%s among %s is meant as %s', (typed, known, meant) => {
  expect(commonestNear(typed, among({ [known]: 1 }))).toBe(meant);
});

test('each slip is asked about once, the word itself and what is longer by more than a letter not at all', () => {
  const asked: number[] = [];
  commonestNear('abcde', (hash) => {
    asked.push(hash);
    return 0;
  });
  // Four letters that are too many, three pairs, four places with 25 other letters, five places for another one of 26.
  expect(asked).toHaveLength(4 + 3 + 4 * 25 + 5 * 26);
  expect(asked).not.toContain(hash53('abcde'));
});

test('among equally common words the first slip that is tried is taken', () => {
  expect(commonestNear('plante', among({ plane: 1, plant: 1, planted: 1 }))).toBe('plane');
  expect(commonestNear('plante', among({ plane: 1, plant: 2, planted: 2 }))).toBe('plant');
});
