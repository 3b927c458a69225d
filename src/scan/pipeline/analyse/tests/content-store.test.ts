import { expect, test } from 'vitest';
import { ContentStore } from '../analyse-files.ts';

test('contents are kept for later, up to 64 megabytes together', () => {
  const store = new ContentStore();
  const entry = (path: string, blob?: string) => ({ path, sizeBytes: 1, ...(blob && { blob }) }) as never;
  const large = new Uint8Array(64 * 1024 ** 2 - 2);
  store.keep(entry('a'), large);
  store.keep(entry('b', 'x'), new Uint8Array(3));
  expect(store.get(entry('a'))).toBe(large);
  expect(store.get(entry('b', 'x'))).toBeUndefined();
  const last = new Uint8Array(2);
  store.keep(entry('b', 'x'), last);
  expect(store.get(entry('b', 'x'))).toBe(last);
  expect(store.get(entry('b', 'y'))).toBeUndefined();
  expect(store.get(entry('c', 'x'))).toBeUndefined();
  store.keep(entry('d'), new Uint8Array(1));
  expect(store.get(entry('d'))).toBeUndefined();
  store.keep(entry('e'), new Uint8Array(0));
  expect(store.get(entry('e'))).toHaveLength(0);
});
