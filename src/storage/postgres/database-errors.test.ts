import { expect, test } from 'vitest';
import { asServiceError } from './database-errors.ts';

test.each([
  ['timeout exceeded when trying to connect', 'nothing was written'],
  ['Connection terminated due to connection timeout', 'nothing was written'],
  ['Connection terminated unexpectedly', 'may have been stored or not'],
])('%s: says whether a write may have been stored', (message, said) => {
  expect(asServiceError(new Error(message))).toMatchObject({
    code: 'storage_unavailable',
    retryAfterSeconds: 2,
    message: expect.stringContaining(said),
  });
});

test('a mistake of our own stays what it is', () => {
  const error = new Error('syntax error at or near "SELEC"');
  expect(asServiceError(error)).toBe(error);
});
