import { expect, test } from 'vitest';
import { allowed, type ParserLimits, parserLimits } from './parser-limits.ts';
import { TextFeeder } from './text-feeder.ts';

const text = 'x'.repeat(12_000);
const running = { isOver: false } as ConstructorParameters<typeof TextFeeder>[2];
const limits = (change: Partial<ParserLimits>): ParserLimits => ({ ...parserLimits, ...change });
const feeder = (change: Partial<ParserLimits>, given = text, deadline = running) =>
  new TextFeeder(given, limits(change), deadline);

/** How often the parser may ask before it is stopped. */
function checksOf(fed: TextFeeder): number {
  let count = 0;
  while (!fed.shouldStop()) count++;
  return count;
}

test('a text may cost so much by itself, and so much for each of its units', () => {
  expect(allowed({ base: 10, perUnit: 3 }, 0)).toBe(10);
  expect(allowed({ base: 10, perUnit: 3 }, 5)).toBe(25);
});

test('a text is handed over in pieces of 5,000 units, and in small ones to whoever comes back', () => {
  const fed = feeder({});
  expect(fed.read(0)).toHaveLength(5_000);
  expect(fed.read(5_000)).toHaveLength(5_000);
  expect(fed.read(10_000)).toHaveLength(2_000);
  expect(fed.read(9_000)).toHaveLength(256);
  expect(fed.read(9_000)).toHaveLength(256);
  expect(fed.read(9_001)).toHaveLength(2_999);
  expect(fed.read(12_000)).toBe('');
});

test('a piece is that of the text from its offset', () => {
  expect(feeder({}, 'abcdef').read(2)).toBe('cdef');
});

test.each([
  [0, 0],
  [1, 1],
  [100, 1],
  [101, 2],
  [200, 2],
  [1_000, 10],
])('%i steps are %i questions whether to continue', (base, checks) => {
  const fed = feeder({ operations: { base, perUnit: 0 } });
  expect(checksOf(fed)).toBe(checks);
  expect(fed.stoppedBy).toBe('steps');
  expect(fed.shouldStop()).toBe(true);
});

test('the steps grow with the text', () => {
  expect(checksOf(feeder({ operations: { base: 100, perUnit: 2 } }, 'x'.repeat(100)))).toBe(3);
});

test('what is read counts, whether it is there or not', () => {
  const fed = feeder({ unitsRead: { base: 5_256, perUnit: 0 } });
  fed.read(0);
  fed.read(0);
  expect(fed.shouldStop()).toBe(false);
  fed.read(0);
  expect(fed.shouldStop()).toBe(true);
  expect(fed.stoppedBy).toBe('steps');
});

test('the clock is looked at now and then', () => {
  const over = { isOver: true } as typeof running;
  const fed = feeder({ operations: { base: 3_500, perUnit: 0 } }, text, over);
  // 34 and 33 are left, then 32.
  expect(checksOf(fed)).toBe(2);
  expect(fed.stoppedBy).toBe('deadline');
});
