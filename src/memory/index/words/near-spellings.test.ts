import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nearSpellings } from './near-spellings.ts';

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
        expect([...nearSpellings(typed.join(''))]).toContain(word.join(''));
      },
    ),
  );
});

test('short words, numbers and words of other scripts are taken as they are', () => {
  for (const word of ['tree', 'sha256', '12345', 'приветы', 'straße'])
    expect([...nearSpellings(word)]).toEqual([]);
});
