import { expect, test } from 'vitest';
import { ReadingRoom } from './reading-room.ts';

test('contents lie next to one another until there is no room, and from the start once it is cleared', () => {
  const room = new ReadingRoom(10);
  const first = room.take(6)!.fill(1);
  const second = room.take(4)!.fill(2);
  expect([...first, ...second]).toEqual([1, 1, 1, 1, 1, 1, 2, 2, 2, 2]);
  expect(room.take(1)).toBeUndefined();
  expect(room.take(0)).toHaveLength(0);
  room.clear();
  expect(room.take(10)).toHaveLength(10);
});

test('what is taken outside stays as it was, alone in its memory', () => {
  const room = new ReadingRoom(8);
  const kept = room.outside(room.take(4)!.fill(7));
  room.clear();
  room.take(8)!.fill(0);
  expect([...kept]).toEqual([7, 7, 7, 7]);
  expect(kept.buffer.byteLength).toBe(4);
  const elsewhere = new Uint8Array(3);
  expect(room.outside(elsewhere)).toBe(elsewhere);
});
