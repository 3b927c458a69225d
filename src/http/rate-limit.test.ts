import { beforeEach, describe, expect, test } from 'vitest';
import type { AllowanceStore } from '../access/limiter.ts';
import { LeasedLimiter } from './leased-limit.ts';
import { RateLimiter } from './rate-limit.ts';

function clockAt(now = 1_000_000) {
  const clock = { at: now, now: () => clock.at };
  return clock;
}

describe('a bucket of its own for every subject', () => {
  test('gives the whole minute at once, then one request per share of it', () => {
    const clock = clockAt();
    const limiter = new RateLimiter(clock);
    const answers = Array.from({ length: 4 }, () => limiter.take('a', 3));
    expect(answers.map(({ allowed }) => allowed)).toEqual([true, true, true, false]);
    expect(answers.map(({ remaining }) => remaining)).toEqual([2, 1, 0, 0]);
    expect(answers.map(({ resetSeconds }) => resetSeconds)).toEqual([20, 40, 60, 20]);
    expect(answers.every(({ limit }) => limit === 3)).toBe(true);
    clock.at += 19_999;
    expect(limiter.take('a', 3)).toMatchObject({ allowed: false, resetSeconds: 1 });
    clock.at += 1;
    expect(limiter.take('a', 3)).toMatchObject({ allowed: true, remaining: 0 });
    expect(limiter.take('b', 3)).toMatchObject({ allowed: true, remaining: 2 });
  });

  test('never holds more than the minute, and nothing is lost when the clock goes back', () => {
    const clock = clockAt();
    const limiter = new RateLimiter(clock);
    limiter.take('a', 2);
    clock.at += 600_000;
    expect(limiter.take('a', 2)).toMatchObject({ allowed: true, remaining: 1 });
    clock.at -= 300_000;
    expect(limiter.take('a', 2)).toMatchObject({ allowed: true, remaining: 0 });
    expect(limiter.take('a', 2)).toMatchObject({ allowed: false });
  });

  test('is forgotten first where it was longest away', () => {
    const clock = clockAt();
    const limiter = new RateLimiter(clock, 2);
    limiter.take('a', 1);
    limiter.take('b', 1);
    clock.at += 1_000;
    limiter.take('a', 1);
    limiter.take('c', 1);
    expect(limiter.take('a', 1).allowed).toBe(false);
    expect(limiter.take('b', 1).allowed).toBe(true);
  });

  test('keeps its place in the line within a second', () => {
    const clock = clockAt();
    const limiter = new RateLimiter(clock, 2);
    limiter.take('a', 1);
    limiter.take('b', 1);
    clock.at += 999;
    limiter.take('a', 1);
    limiter.take('c', 1);
    expect(limiter.take('b', 1).allowed).toBe(false);
    expect(limiter.take('a', 1).allowed).toBe(true);
  });
});

describe('a limit that all nodes share', () => {
  /** A store with so many requests in it; it counts how often it is asked. */
  function storeOf(tokens: number) {
    const asked: number[] = [];
    const store = {
      nodes: 2,
      lease: async (_: string, __: number, wanted: number) => {
        asked.push(wanted);
        const granted = Math.min(wanted, Math.floor(tokens));
        tokens -= granted;
        return { granted, left: tokens };
      },
    };
    return { asked, store: store as unknown as AllowanceStore, add: (more: number) => (tokens += more) };
  }
  const failed: unknown[] = [];
  beforeEach(() => void failed.splice(0));
  const limiterOf = (store: AllowanceStore, clock = clockAt()) =>
    new LeasedLimiter(store, clock, (error) => failed.push(error));

  test('is borrowed a twentieth at a time and spent without asking', async () => {
    const { asked, store } = storeOf(100);
    const limiter = limiterOf(store);
    expect(await limiter.take('a', 100)).toEqual({
      allowed: true,
      limit: 100,
      remaining: 99,
      resetSeconds: 1,
    });
    for (let i = 0; i < 4; i++)
      expect(limiter.take('a', 100)).toMatchObject({ allowed: true, remaining: 98 - i });
    expect(asked).toEqual([5]);
    expect(await limiter.take('a', 100)).toMatchObject({ allowed: true, remaining: 94 });
    expect(asked).toEqual([5, 5]);
  });

  test('is asked for once by requests that come together', async () => {
    const { asked, store } = storeOf(100);
    const limiter = limiterOf(store);
    const answers = await Promise.all([1, 2, 3].map(() => limiter.take('a', 100)));
    expect(answers.map(({ remaining }) => remaining)).toEqual([99, 98, 97]);
    expect(asked).toHaveLength(1);
  });

  test('is asked for again when the clock went back while it was refused', async () => {
    const clock = clockAt(1_000_000_000);
    const { asked, store, add } = storeOf(0);
    const limiter = limiterOf(store, clock);
    expect(await limiter.take('a', 1)).toMatchObject({ allowed: false, resetSeconds: 60 });
    add(1);
    clock.at -= 500_000_000;
    expect(await limiter.take('a', 1)).toMatchObject({ allowed: true });
    expect(asked).toHaveLength(2);
  });

  test('is refused without asking until the next request is due', async () => {
    const clock = clockAt();
    const { asked, store, add } = storeOf(0.5);
    const limiter = limiterOf(store, clock);
    expect(await limiter.take('a', 60)).toEqual({ allowed: false, limit: 60, remaining: 0, resetSeconds: 1 });
    clock.at += 499;
    expect(limiter.take('a', 60)).toMatchObject({ allowed: false });
    expect(asked).toHaveLength(1);
    clock.at += 1;
    add(1);
    expect(await limiter.take('a', 60)).toMatchObject({ allowed: true });
  });

  test('is asked for again as soon as a lease of a single request is spent', async () => {
    const { asked, store } = storeOf(2);
    const limiter = limiterOf(store);
    expect(await limiter.take('a', 20)).toMatchObject({ allowed: true, remaining: 1 });
    expect(await limiter.take('a', 20)).toMatchObject({ allowed: true, remaining: 0 });
    expect(asked).toEqual([1, 1]);
    expect(await limiter.take('a', 20)).toMatchObject({ allowed: false, resetSeconds: 3 });
  });

  test('is remembered of 10,000 subjects; of one more, the first is forgotten', async () => {
    const asked: string[] = [];
    const lease = async (subject: string) => {
      asked.push(subject);
      return { granted: 5, left: 0 };
    };
    const limiter = limiterOf({ nodes: 1, lease } as unknown as AllowanceStore);
    for (let i = 0; i < 10_000; i++) await limiter.take(`s${i}`, 100);
    expect(limiter.take('s0', 100)).not.toBeInstanceOf(Promise);
    await limiter.take('one more', 100);
    expect(limiter.take('s1', 100)).not.toBeInstanceOf(Promise);
    await limiter.take('s0', 100);
    expect(asked.slice(10_000)).toEqual(['one more', 's0']);
  });

  test('is asked for again after a millisecond at the earliest', async () => {
    const clock = clockAt();
    const { asked, store, add } = storeOf(0.999);
    const limiter = limiterOf(store, clock);
    expect(await limiter.take('a', 60_000)).toMatchObject({ allowed: false, resetSeconds: 1 });
    expect(limiter.take('a', 60_000)).toMatchObject({ allowed: false });
    expect(asked).toHaveLength(1);
    clock.at += 1;
    add(1);
    expect(await limiter.take('a', 60_000)).toMatchObject({ allowed: true });
  });

  test('what was borrowed counts for a minute', async () => {
    const clock = clockAt();
    const { asked, store } = storeOf(100);
    const limiter = limiterOf(store, clock);
    await limiter.take('a', 100);
    clock.at += 59_999;
    expect(limiter.take('a', 100)).toMatchObject({ allowed: true });
    clock.at += 1;
    await limiter.take('a', 100);
    expect(asked).toHaveLength(2);
  });

  test('is limited by each node alone while the store is away', async () => {
    const away = { nodes: 2, lease: () => Promise.reject(new Error('away')) } as unknown as AllowanceStore;
    const limiter = limiterOf(away);
    const answers = [];
    for (let i = 0; i < 4; i++) answers.push(await limiter.take('a', 7));
    expect(answers.map(({ allowed }) => allowed)).toEqual([true, true, true, false]);
    expect(answers[0]!.limit).toBe(3);
    expect((await limiter.take('b', 1)).allowed).toBe(true);
    expect(failed).toHaveLength(5);
  });
});
