import { expect, test } from 'vitest';
import { mostNear, NearWords, worthUnit } from '../../embedding/near-words.ts';
import { hash53 } from '../hash.ts';
import { LexicalIndex } from '../words/lexical-index.ts';
import { wordsOf } from '../words/words.ts';
import { nearCoverage } from './near-coverage.ts';

/** A table of words with their worths, in which the first two of each pair are near each other. */
function tableOf(
  worths: Record<string, number>,
  pairs: ReadonlyArray<readonly [string, string, number]>,
): NearWords {
  const words = Object.keys(worths).sort((a, b) => hash53(a) - hash53(b));
  const count = words.length;
  const file = new Uint8Array(count * (8 + 3 * mostNear + 1));
  new Float64Array(file.buffer, 0, count).set(words.map(hash53));
  const near = new Uint16Array(file.buffer, count * 8, count * mostNear);
  const likeness = file.subarray(count * (8 + 2 * mostNear), count * (8 + 3 * mostNear));
  for (const [a, b, how] of pairs) {
    for (const [from, to] of [
      [words.indexOf(a), words.indexOf(b)],
      [words.indexOf(b), words.indexOf(a)],
    ] as const) {
      let at = from * mostNear;
      while (likeness[at]! > 0) at++;
      near[at] = to;
      likeness[at] = Math.round(how * 255);
    }
  }
  file.set(
    words.map((word) => worths[word]! * worthUnit),
    count * (8 + 3 * mostNear),
  );
  return new NearWords(file);
}

const table = tableOf({ dog: 1, puppi: 1, pet: 1, bark: 0.5, loud: 1.5 }, [
  ['dog', 'puppi', 0.8],
  ['dog', 'pet', 0.6],
]);

function covered(query: string, passages: readonly string[]): number[] {
  const index = new LexicalIndex();
  for (const text of passages) index.append(wordsOf(text));
  return [...nearCoverage(index, table, query, Uint32Array.from(passages.keys()))];
}

test('a passage that says it in other words covers as much as they are alike, the best of them counts', () => {
  expect(covered('the dog', ['a dog', 'a puppy', 'a pet', 'a pet puppy', 'a train'])).toEqual([
    1,
    expect.closeTo(0.8, 2),
    expect.closeTo(0.6, 2),
    expect.closeTo(0.8, 2),
    0,
  ]);
});

test('words count by their worth, numbers and codes twice, unknown ones like one in the middle', () => {
  const [bark, loud] = covered('loud bark', ['bark', 'loud']);
  expect(bark).toBeCloseTo(0.25, 6);
  expect(loud).toBeCloseTo(0.75, 6);
  expect(covered('dog Quorra', ['dog'])[0]).toBeCloseTo(1 / 2, 6);
  expect(covered('dog 4711', ['4711'])[0]).toBeCloseTo(2 / 3, 6);
});

test('what else is stored changes nothing', () => {
  const others = Array.from({ length: 50 }, (_, i) => `dog number ${i} and its pet`);
  expect(covered('loud dog', ['a puppy', ...others])[0]).toBe(covered('loud dog', ['a puppy'])[0]);
});

test('a question of function words alone is covered by them, one without any words by nothing', () => {
  expect(covered('who are you', ['who are you', 'a dog'])).toEqual([1, 0]);
  expect(covered('?!', ['a dog'])).toEqual([0]);
});

test('of a long query the words after the first 32 count only where they are the same', () => {
  const many = Array.from({ length: 32 }, (_, i) => `filler${String.fromCharCode(97 + (i % 26))}${i}x`).join(
    ' ',
  );
  const [near, same] = covered(`${many} dog`, ['a puppy', 'a dog']);
  expect(near).toBe(0);
  expect(same).toBeGreaterThan(0);
});
