import { expect, test } from 'vitest';
import { backoffMs } from '../jobs/backoff.ts';
import { rememberLimits, webhookLimits, workerLimits } from './job-limits.ts';

const hour = 3_600_000;

/** All waits between the attempts, where chance makes each of them as short or as long as it can be. */
function waits(limits: { maxAttempts: number; retryMaxMs: number; retryBaseMs?: number }, chance: number) {
  const { maxAttempts, retryMaxMs: maxMs, retryBaseMs: baseMs = workerLimits.retryBaseMs } = limits;
  return Array.from({ length: maxAttempts - 1 }, (_, i) => backoffMs(i + 1, { baseMs, maxMs }, () => chance));
}

const sum = (list: readonly number[]) => list.reduce((total, each) => total + each, 0);

test('a receiver of webhooks that is down for five hours still hears of it, after 20 attempts at most an hour apart', () => {
  expect(sum(waits(webhookLimits, 0))).toBeGreaterThan(5 * hour);
  expect(sum(waits(webhookLimits, 1))).toBeLessThan(11 * hour);
  expect(waits(webhookLimits, 1).slice(0, 3)).toEqual([5_000, 10_000, 20_000]);
  expect(Math.max(...waits(webhookLimits, 1))).toBe(hour);
  expect(webhookLimits.maxAttempts).toBe(20);
});

test('code that is to be remembered outlives a disk that is full for a day', () => {
  expect(sum(waits(rememberLimits, 0))).toBeGreaterThan(24 * hour);
  expect(Math.max(...waits(rememberLimits, 1))).toBe(5 * 60_000);
});

test('a job is renewed well before its lease ends, and one that was lost is found within half a lease', () => {
  expect(workerLimits.sweepMs * 2).toBeLessThanOrEqual(workerLimits.leaseMs);
  expect(workerLimits.pollMs * 10).toBeLessThanOrEqual(workerLimits.leaseMs);
  expect(waits(workerLimits, 1)).toEqual([1_000, 2_000]);
});

test('one receiver never takes all deliveries', () => {
  expect(webhookLimits.maxRunningPerKey).toBeLessThan(webhookLimits.maxRunning);
});
