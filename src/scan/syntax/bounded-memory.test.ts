import { expect, test } from 'vitest';
import { BoundedMemory } from './bounded-memory.ts';

const megabytes = (count: number) => count * 16;

test('what a text adds beyond 32 MB is to be replaced, and room is made once before it grows that far', () => {
  let asked = 0;
  const memory = new BoundedMemory(() => asked++);
  memory.grow(megabytes(32));
  expect([memory.isOvergrown, asked]).toEqual([false, 0]);
  memory.grow(megabytes(1));
  memory.grow(megabytes(8));
  expect([memory.isOvergrown, asked]).toEqual([true, 1]);
});

test('what a grammar adds counts for no text', () => {
  let asked = 0;
  const memory = new BoundedMemory(() => asked++);
  expect(memory.whileLoading(() => memory.grow(megabytes(20)))).toBe(512);
  memory.grow(megabytes(32));
  expect([memory.isOvergrown, asked]).toEqual([false, 0]);
  memory.wipe();
  expect(memory.isOvergrown).toBe(true);
});

test('nothing grows beyond the limit of its text', () => {
  const memory = new BoundedMemory(() => {});
  memory.limitTo(64 << 20);
  memory.grow(megabytes(32));
  expect(() => memory.grow(1)).toThrow(RangeError);
});
