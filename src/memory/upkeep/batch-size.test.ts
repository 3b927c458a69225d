import { expect, test } from 'vitest';
import { ServiceError } from '../../kernel/errors.ts';
import { BatchSize } from './batch-size.ts';

test('a batch shrinks to one entry while the disk is full, and for no other reason', () => {
  const full = new ServiceError('storage_full');
  const batch = new BatchSize(500);
  expect(batch.shrinkAfter(new ServiceError('storage_unavailable'))).toBe(false);
  expect(batch.shrinkAfter(new Error('disk'))).toBe(false);
  expect(batch.value).toBe(500);
  const sizes = [batch.value];
  while (batch.shrinkAfter(full)) sizes.push(batch.value);
  expect(sizes).toEqual([500, 125, 31, 7, 1]);
});
