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
