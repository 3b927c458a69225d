import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { hash53 } from '../../index/hash.ts';
import { wordsOf } from '../../index/words/words.ts';
import { mostNear, NearWords } from '../near-words.ts';

const shipped = new NearWords(
  readFileSync(new URL('../../../../models/lorekeep-near-words.bin', import.meta.url)),
);

/** How near the shipped table has two words, 0 where it has not. */
function nearness(word: string, other: string): number {
  const [key, sought] = [hash53(wordsOf(word)[0]!), hash53(wordsOf(other)[0]!)];
  let found = 0;
  shipped.near(shipped.find(key)!, (near, likeness) => {
    if (near === sought) found = likeness;
  });
  return found;
}

describe('the table that ships', () => {
  test.each([
    ['dog', 'puppies'],
    ['bought', 'purchase'],
    ['medication', 'pills'],
    ['movie', 'cinema'],
    ['dentist', 'teeth'],
  ])('"%s" is near "%s"', (word, other) => {
    expect(nearness(word, other)).toBeGreaterThan(0.2);
  });

  test.each([
    ['dog', 'invoice'],
    ['bought', 'river'],
    ['dentist', 'keyboard'],
  ])('"%s" is not near "%s"', (word, other) => {
    expect(nearness(word, other)).toBe(0);
  });

  test('words that say little are worth less than names of things', () => {
    const worth = (word: string) => shipped.worth(shipped.find(hash53(wordsOf(word)[0]!))!);
    expect(worth('dentist')).toBeGreaterThan(1);
    expect(worth('get')).toBeLessThan(0.8);
  });

  test('near words come nearest first, and never the word itself', () => {
    const key = hash53('dog');
    const seen: Array<[number, number]> = [];
    shipped.near(shipped.find(key)!, (...near) => seen.push(near));
    expect(seen.length).toBeLessThanOrEqual(mostNear);
    expect(seen.map(([near]) => near)).not.toContain(key);
    expect(seen.map(([, likeness]) => likeness)).toEqual(seen.map(([, l]) => l).sort((a, b) => b - a));
  });

  test('a word that it does not have has no place', () => {
    expect(shipped.find(hash53('zzyzx'))).toBeUndefined();
  });
});

describe('a table from elsewhere', () => {
  const bytes = (keys: readonly number[], near = 0) => {
    const file = new Uint8Array(keys.length * (8 + 3 * mostNear + 1));
    new Float64Array(file.buffer, 0, keys.length).set(keys);
    new Uint16Array(file.buffer, keys.length * 8, 1)[0] = near;
    return file;
  };

  test('is refused when it was cut off, is out of order or names words that it does not have', () => {
    expect(new NearWords(bytes([3, 7])).find(7)).toBe(1);
    expect(() => new NearWords(bytes([3, 7]).subarray(1))).toThrow('size');
    expect(() => new NearWords(bytes([7, 3]))).toThrow('order');
    expect(() => new NearWords(bytes([3, 3]))).toThrow('order');
    expect(() => new NearWords(bytes([3, 7], 2))).toThrow('order');
  });
});
