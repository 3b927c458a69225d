import { expect, test } from 'vitest';
import { PackedLists } from './packed-lists.ts';

function slotsOf(lists: PackedLists, key: number): number[] {
  const slots: number[] = [];
  lists.forEach(key, (slot) => slots.push(slot));
  return slots;
}

function numbersOf(lists: PackedLists, key: number): Array<[slot: number, number: number]> {
  const numbers: Array<[number, number]> = [];
  lists.forEachNumber(key, (slot, number) => numbers.push([slot, number]));
  return numbers;
}

test('lists of any length and any distance hold their slots, also after a snapshot that was taken while they grew', () => {
  const lists = new PackedLists();
  // Slices of every length, several of the longest, and distances of one to four bytes.
  const dense = Array.from({ length: 20_000 }, (_, i) => i * 3);
  const sparse = [0, 1, 127, 128, 16_383, 40_000, 3_000_000, 3_000_001, 2 ** 32 - 1];
  for (const slot of dense) lists.add(1, slot);
  for (const slot of sparse) lists.add(2, slot);
  for (let key = 3; key < 500; key++) lists.add(key, key);
  const frozen = lists.frozen();
  lists.add(1, 70_000);
  expect(slotsOf(lists, 1)).toEqual([...dense, 70_000]);

  const again = new PackedLists(frozen);
  expect(slotsOf(again, 1)).toEqual(dense);
  expect(slotsOf(again, 2)).toEqual(sparse);
  expect(slotsOf(again, 499)).toEqual([499]);
  expect(slotsOf(again, 500)).toEqual([]);
  again.add(1, 60_001);
  expect(slotsOf(again, 1)).toEqual([...dense, 60_001]);
  const mask = new Uint8Array(60_002);
  again.mark(1, mask);
  expect(Array.from(mask.keys()).filter((slot) => mask[slot] === 1)).toEqual([...dense, 60_001]);
});

test('every number comes back as it was', () => {
  const numbers = [
    ...[0, 1, -1, 63, 64, -64, -65, 2 ** 31, -(2 ** 31), 2 ** 50 - 1, -(2 ** 50), 2 ** 50, 2 ** 53, 1e300],
    ...[0.5, -0.1, 1e-300, Number.MAX_VALUE, Number.MIN_VALUE, 1.5e15],
  ];
  const lists = new PackedLists();
  for (const [i, number] of numbers.entries()) lists.addNumber(7, i * 100, number);
  expect(numbersOf(new PackedLists(lists.frozen()), 7)).toEqual(
    numbers.map((number, i) => [i * 100, number]),
  );
});
