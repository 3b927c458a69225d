import { describe, expect, test } from 'vitest';
import { DeadRows } from './dead-rows.ts';
import { KeyTable } from './key-table.ts';
import { PackedLists } from './packed-lists.ts';
import { PostingLists } from './posting-lists.ts';
import { rowUnion } from './row-union.ts';
import { Slices } from './slices.ts';

describe('slices of a list', () => {
  test('are twice as long as the one before up to the longest, and hold all but the link', () => {
    const slices = new Slices(2, 1, 2);
    expect([0, 1, 2, 3, 9].map((level) => slices.size(level))).toEqual([2, 4, 8, 8, 8]);
    expect([0, 1, 2, 3].map((level) => slices.payload(level))).toEqual([1, 3, 7, 7]);
  });

  test('begin where the one before is full', () => {
    const slices = new Slices(2, 1, 2);
    const begun = Array.from({ length: 30 }, (_, length) => [length, slices.startedAt(length)] as const);
    expect(begun.filter(([, level]) => level >= 0)).toEqual([
      [0, 0],
      [1, 1],
      [4, 2],
      [11, 3],
      [18, 3],
      [25, 3],
    ]);
    expect(begun.every(([, level]) => level >= -1)).toBe(true);
  });
});

describe('a table of keys', () => {
  test('finds every key again however many there are, also the greatest, and says how much memory it takes', () => {
    const table = new KeyTable(undefined, true);
    expect(table.memoryBytes).toBe(16 * 24);
    expect(new KeyTable(undefined).memoryBytes).toBe(16 * 20);
    const keys = Array.from({ length: 1_000 }, (_, i) => (i % 2 === 0 ? i * 65_536 : 2 ** 53 - 1 - i));
    for (const [i, key] of keys.entries()) {
      const cell = table.insert(key);
      expect(table.counts[cell]).toBe(0);
      [table.heads[cell], table.tails[cell], table.counts[cell], table.lasts![cell]] = [
        i,
        i + 1,
        i + 2,
        i + 3,
      ];
    }
    for (const [i, key] of keys.entries()) {
      const cell = table.find(key);
      expect([table.heads[cell], table.tails[cell], table.counts[cell], table.lasts![cell]]).toEqual([
        i,
        i + 1,
        i + 2,
        i + 3,
      ]);
      expect(table.insert(key)).toBe(cell);
    }
    expect([...table.all()].sort()).toEqual([...keys].sort());
    const again = new KeyTable(table.frozen(), true);
    expect(again.heads[again.find(keys[7]!)]).toBe(7);
    expect(again.counts[again.find(12_345)]).toBe(0);
  });

  test('grows when three quarters of it would be more than full', () => {
    const table = new KeyTable(undefined);
    for (let key = 0; key < 12; key++) table.insert(key);
    expect(table.keys).toHaveLength(16);
    table.insert(12);
    expect(table.keys).toHaveLength(32);
    // One that is restored knows how full it is.
    const again = new KeyTable(table.frozen());
    for (let key = 13; key < 24; key++) again.insert(key);
    expect(again.keys).toHaveLength(32);
    again.insert(24);
    expect(again.keys).toHaveLength(64);
    expect(table.keys).toHaveLength(32);
  });
});

describe('memory', () => {
  test('of lists is that of their keys, their pool and what they read into', () => {
    const lists = new PostingLists();
    expect(lists.memoryBytes).toBe(16 * 20 + 64 * 4);
    for (let i = 0; i < 200; i++) lists.add(1, i);
    // Slices of 2, 4, 8 and so on up to 128 cells: 254.
    expect(lists.memoryBytes).toBe(16 * 20 + 256 * 4);
    lists.read(1);
    expect(lists.memoryBytes).toBe(16 * 20 + 256 * 4 + 200 * 4);
    const packed = new PackedLists();
    expect(packed.memoryBytes).toBe(16 * 24 + 64 + 1_024);
    for (let i = 0; i < 100; i++) packed.add(1, i);
    expect(packed.bytesOf(1)).toBe(100);
    expect(packed.bytesOf(2)).toBe(0);
    expect(packed.memoryBytes).toBe(16 * 24 + 128 + 1_024);
  });

  test('of dead rows is that of their numbers', () => {
    const dead = new DeadRows();
    expect([dead.memoryBytes, dead.count, [...dead.inOrder()]]).toEqual([64, 0, []]);
    for (let row = 17; row > 0; row--) dead.add(row);
    expect([dead.memoryBytes, dead.count]).toEqual([128, 17]);
    expect([...dead.inOrder()]).toEqual(Array.from({ length: 17 }, (_, i) => i + 1));
    // What is in order stays, and the next come in between.
    for (const row of [40, 5, 30]) dead.add(row);
    expect([...dead.inOrder()].slice(3, 7)).toEqual([4, 5, 5, 6]);
    expect([...dead.inOrder()].slice(-2)).toEqual([30, 40]);
  });
});

describe('values of a list', () => {
  const lists = new PostingLists();
  const values = [3, 5, 8, 260, 261, 1_000, 70_000];
  for (const value of values) lists.add(1, value);

  test.each([
    [0, 3],
    [3, 3],
    [4, 5],
    [261, 261],
    [262, 1_000],
    [70_000, 70_000],
    [70_001, undefined],
  ])('the first from %i on is %s', (target, value) => {
    expect(lists.firstFrom(1, target)).toBe(value);
    expect(lists.firstFrom(2, target)).toBeUndefined();
  });

  test.each<[number[], number, Array<[number, number]>]>([
    [
      [0, 1, 2],
      256,
      [
        [0, 3],
        [1, 260],
      ],
    ],
    [
      [3, 273],
      256,
      [
        [0, 1_000],
        [1, 70_000],
      ],
    ],
    [[273, 274], 256, [[0, 70_000]]],
    [
      [5, 6, 8],
      1,
      [
        [0, 5],
        [2, 8],
      ],
    ],
    [[], 1, []],
    [[100_000], 1, []],
  ])('looked up at %o in spans of %i: %o', (targets, span, expected) => {
    const found: Array<[number, number]> = [];
    lists.lookUp(1, targets, span, (position, value) => found.push([position, value]));
    expect(found).toEqual(expected);
    expect(lists.count(1)).toBe(7);
  });
});

test('a union of very many rows is right as well, and the next one after it', () => {
  const many = Uint32Array.from({ length: 70_000 }, (_, i) => i * 3);
  const more = Uint32Array.from({ length: 70_000 }, (_, i) => i * 2);
  expect(rowUnion(many, more)).toHaveLength(new Set([...many, ...more]).size);
  expect([...rowUnion(Uint32Array.of(5, 1), Uint32Array.of(1, 7))]).toEqual([5, 1, 7]);
  expect([...rowUnion(new Uint32Array(0), new Uint32Array(0))]).toEqual([]);
});
