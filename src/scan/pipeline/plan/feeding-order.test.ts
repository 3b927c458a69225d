import { expect, test } from 'vitest';
import { feedingOrder } from './feeding-order.ts';

const kib = 1024;

test('large files come first, the largest before all; small ones stay where they are', () => {
  const sizes = [3, 140 * kib, 1, 900 * kib, 2, 100 * kib, 300 * kib];
  const order = [900 * kib, 300 * kib, 140 * kib, 3, 1, 2, 100 * kib];
  expect(feedingOrder(sizes, (size) => size)).toEqual(order);
});

test('128 KiB are large', () => {
  expect(feedingOrder([1, 128 * kib, 128 * kib - 1], (size) => size)).toEqual([128 * kib, 1, 128 * kib - 1]);
});
