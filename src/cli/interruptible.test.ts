import { expect, test } from 'vitest';
import { interruptible } from './interruptible.ts';

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s is told to the work, and nothing listens afterwards',
  async (name) => {
    const before = process.listenerCount(name);
    const told = await interruptible(async (signal) => {
      process.emit(name);
      return signal.aborted;
    });
    expect(told).toBe(true);
    expect(process.listenerCount(name)).toBe(before);
  },
);

test('work that nobody interrupts is told nothing, and what it throws is thrown', async () => {
  expect(await interruptible(async (signal) => signal.aborted)).toBe(false);
  await expect(interruptible(async () => Promise.reject(new Error('a')))).rejects.toThrow('a');
  expect(process.listenerCount('SIGHUP')).toBe(0);
});
