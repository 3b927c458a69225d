import { expect, test } from 'vitest';
import { hasPlainYear, isoTime } from './iso-time.ts';

test('writes times as Date does', () => {
  const day = 86_400_000;
  const times = [0, 1, 999, 1_000, 59_999, 60_000, 3_599_999, 3_600_000, day - 1, day, 951_782_399_999];
  for (let i = 0, ms = 1; i < 500; i++) {
    ms = (ms * 48_271 + i) % 253_402_300_800_000;
    times.push(ms, ms - (ms % day), ms - (ms % day) + day - 1);
  }
  for (const ms of times) expect(isoTime(ms)).toBe(new Date(ms).toISOString());
});

test('writes times out of the common range as Date does, and refuses what is none', () => {
  for (const ms of [-1, -62_167_219_200_001, 253_402_300_799_999, 253_402_300_800_000, 1.5, 8.64e15])
    expect(isoTime(ms)).toBe(new Date(ms).toISOString());
  for (const ms of [Number.NaN, Number.POSITIVE_INFINITY, 8.65e15])
    expect(() => isoTime(ms)).toThrow(RangeError);
});

test('a year is plain where it has four digits', () => {
  for (const ms of [-62_167_219_200_000, -1, 0, 253_402_300_799_999]) {
    expect(hasPlainYear(ms)).toBe(true);
    expect(isoTime(ms)).toMatch(/^\d{4}-/);
  }
  for (const ms of [-62_167_219_200_001, 253_402_300_800_000, Number.NaN])
    expect(hasPlainYear(ms)).toBe(false);
});
