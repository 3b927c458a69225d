import type { WorkerLimits } from '../jobs/job-worker.ts';

/** What holds where a kind of job or the configuration says nothing else. */
export const workerLimits: WorkerLimits = {
  maxRunning: 1,
  maxRunningPerKey: 1,
  maxAttempts: 3,
  leaseMs: 30_000,
  pollMs: 1_000,
  sweepMs: 15_000,
  retryBaseMs: 1_000,
  retryMaxMs: 60_000,
};

/** Nobody waits for it, and it must not be lost: a disk that is full for a day is no reason to give up. */
export const rememberLimits = {
  maxAttempts: 1_000,
  retryMaxMs: 300_000,
};

/** Attempts after about 5 s, 10 s, 20 s … up to an hour apart: a receiver that is down for five hours still hears of it. */
export const webhookLimits = {
  maxRunning: 8,
  maxRunningPerKey: 4,
  maxAttempts: 20,
  retryBaseMs: 5_000,
  retryMaxMs: 3_600_000,
};
