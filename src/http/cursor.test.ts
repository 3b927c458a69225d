import { expect, test } from 'vitest';
import { decodeCursor, decodeOffset, encodeCursor } from './cursor.ts';

test('a cursor is good for its list and its tenant alone', () => {
  const cursor = encodeCursor('scans', 'ten_a', 'scan_1');
  expect(decodeCursor('scans', 'ten_a', cursor)).toBe('scan_1');
  expect(() => decodeCursor('keys', 'ten_a', cursor)).toThrow();
  expect(() => decodeCursor('scans', 'ten_b', cursor)).toThrow();
});

test('the position of a counted list is a whole number, and nothing else', () => {
  const offset = (position: string) => decodeOffset('diff', 'ten_a', encodeCursor('diff', 'ten_a', position));
  expect(decodeOffset('diff', 'ten_a', undefined)).toBe(0);
  expect(offset('1200')).toBe(1_200);
  for (const position of ['-1', 'x', '1e9', '', '1.5', '12345678901', 'NaN', '0x10'])
    expect(() => offset(position), position).toThrow();
});
