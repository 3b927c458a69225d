import { expect, test } from 'vitest';
import { runInterruptible } from './interruptible.ts';

test('work that ends in time gives its result, and what it throws is thrown', () => {
  for (const limitMs of [60_000, 60_000.25])
    expect(runInterruptible(() => 42, limitMs)).toEqual({ result: 42 });
  expect(() =>
    runInterruptible(() => {
      throw new RangeError('own');
    }, 60_000),
  ).toThrow(RangeError);
});

test('work without an end is stopped: a loop that catches everything, and a regular expression', () => {
  const forever = () => {
    for (;;) {
      try {
        for (;;);
      } catch {}
    }
  };
  expect(runInterruptible(forever, 50)).toEqual({ interrupted: true });
  expect(runInterruptible(() => /^(?:a+)+$/.test(`${'a'.repeat(60)}b`), 50)).toEqual({ interrupted: true });
  expect(runInterruptible(() => 'next', 60_000)).toEqual({ result: 'next' });
});

test('work inside of such work is stopped alone', () => {
  const inner = () => {
    for (;;);
  };
  expect(runInterruptible(() => ['outer', runInterruptible(inner, 50)], 60_000)).toEqual({
    result: ['outer', { interrupted: true }],
  });
});
