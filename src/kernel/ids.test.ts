import { expect, test } from 'vitest';
import { createIdMaker, isId } from './ids.ts';

test('ids of one maker rise strictly, also within a millisecond and when the clock goes back', () => {
  const times = [1_000, 1_000, 1_000, 999, 1_001];
  const newId = createIdMaker({ now: () => times.shift() ?? 1_001 });
  const ids = Array.from({ length: 2_000 }, () => newId('mem'));
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});

test('an id is its prefix and 26 characters of Crockford base 32', () => {
  const id = createIdMaker({ now: () => 1_700_000_000_000 })('req');
  expect(id).toMatch(/^req_[0-9A-HJKMNP-TV-Z]{26}$/);
  expect(isId('req', id)).toBe(true);
  expect(isId('mem', id)).toBe(false);
  expect(isId('req', 'req_../../etc/passwd')).toBe(false);
});

test('even the highest random part can be counted up', () => {
  const newId = createIdMaker({ now: () => 5 }, (bytes) => new Uint8Array(bytes).fill(255));
  const first = newId('mem');
  expect(newId('mem') > first).toBe(true);
});
