import { expect, test } from 'vitest';
import { PostingLists } from './posting-lists.ts';

test('lists of any length hold their values in order, and look-ups find just those that are there', () => {
  const lists = new PostingLists();
  // Slices of every length, and several of the longest.
  const values = Array.from({ length: 30_000 }, (_, i) => i * 3);
  for (const [i, value] of values.entries()) {
    lists.add(1, value);
    if (i % 7 === 0) lists.add(2, value);
  }
  expect([...lists.read(1)]).toEqual(values);
  expect([...lists.read(2)]).toEqual(values.filter((_, i) => i % 7 === 0));
  const again = new PostingLists(lists.frozen());
  expect([...again.read(1)]).toEqual(values);
  again.add(1, 90_000);
  expect([...again.read(1)].at(-1)).toBe(90_000);

  const targets = Uint32Array.from({ length: 1_000 }, (_, i) => i * 31);
  const found: Array<[position: number, value: number]> = [];
  lists.lookUp(1, targets, 2, (position, value) => found.push([position, value]));
  const expected = [...targets].flatMap((target, i) => {
    const value = values[Math.ceil((target * 2) / 3)];
    return value !== undefined && value < target * 2 + 2 ? [[i, value]] : [];
  });
  expect(found).toEqual(expected);
  for (const target of [0, 1, 4_083 * 3, 8_178 * 3 + 1, 89_997])
    expect(lists.firstFrom(1, target)).toBe(Math.ceil(target / 3) * 3);
  expect(lists.firstFrom(1, 89_998)).toBeUndefined();
  lists.lookUp(3, targets, 2, () => expect.unreachable());
});
