import { expect, test, vi } from 'vitest';
import { Database } from '../storage/embedded/database.ts';
import { EmbeddedJobQueue } from '../storage/embedded/job-queue.ts';
import { migrate } from '../storage/embedded/migrate.ts';
import { backoffMs } from './backoff.ts';
import type { JobClaim } from './job-queue.ts';
import { type JobHandler, JobWorker } from './job-worker.ts';

async function setUp(run: JobHandler['run'], limits: { maxRunning?: number; leaseMs?: number } = {}) {
  const clock = { time: 1_000_000, now: () => clock.time };
  const database = new Database(':memory:');
  migrate(database);
  await database.write(() => void database.run("INSERT INTO tenants VALUES ('ten_a', 'a', 0)"));
  const queue = new EmbeddedJobQueue(database, clock);
  const givenUp: string[] = [];
  const worker = new JobWorker({
    queue,
    kind: 'scan',
    handler: {
      run,
      async giveUp(claim, reason) {
        givenUp.push(`${claim.jobId} ${reason}`);
        await queue.finish(claim);
      },
    },
    node: 'node-1',
    clock,
    random: () => 0,
    log: { warn: vi.fn(), error: vi.fn() },
    limits: {
      maxRunning: 2,
      maxRunningPerKey: 2,
      maxAttempts: 3,
      leaseMs: 30_000,
      pollMs: 5,
      sweepMs: 5,
      retryBaseMs: 100,
      retryMaxMs: 1000,
      ...limits,
    },
  });
  const add = (id: string, expiresAt?: number) =>
    queue.enqueue({
      id,
      kind: 'scan',
      tenantId: 'ten_a',
      keyId: 'key_a',
      payload: {},
      runAt: clock.time,
      ...(expiresAt === undefined ? {} : { expiresAt }),
    });
  return { clock, queue, worker, add, givenUp };
}

const soon = { timeout: 300_000, interval: 2 };

test('jobs run as many at once as allowed, and all of them get done', async () => {
  let running = 0;
  let most = 0;
  const done: string[] = [];
  const { worker, add, queue } = await setUp(async (claim) => {
    most = Math.max(most, ++running);
    // The first one waits for company, so that the count does not depend on the machine.
    while (most < 2) await new Promise((resolve) => setImmediate(resolve));
    running--;
    done.push(claim.jobId);
    return 'done';
  });
  for (let i = 0; i < 9; i++) await add(`job_${i}`);
  await worker.start();
  await vi.waitFor(() => expect(done).toHaveLength(9), soon);
  await worker.stop();
  expect(most).toBe(2);
  expect(await queue.depth()).toEqual([]);
});

test('a job that throws is tried again later, three times in all, and then given up', async () => {
  const attempts: number[] = [];
  const { worker, add, clock, givenUp } = await setUp(async (claim) => {
    attempts.push(claim.attempt);
    throw new Error('broken');
  });
  await add('job_a');
  await worker.start();
  await vi.waitFor(() => {
    clock.time += 50;
    expect(givenUp).toEqual(['job_a attempts_used_up']);
  }, soon);
  await worker.stop();
  expect(attempts).toEqual([1, 2, 3]);
});

test('a job that waited too long is given up without being run', async () => {
  const run = vi.fn();
  const { worker, add, clock, givenUp } = await setUp(run);
  await add('job_a', clock.time + 10);
  clock.time += 10;
  await worker.start();
  await vi.waitFor(() => expect(givenUp).toEqual(['job_a expired']), soon);
  await worker.stop();
  expect(run).not.toHaveBeenCalled();
});

test('a worker that lost its lease is told to stop and cannot finish the job', async () => {
  const seen: JobClaim[] = [];
  let aborted = 0;
  const { worker, add, queue } = await setUp(
    async (claim, signal) => {
      seen.push(claim);
      if (claim.attempt === 1) {
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        aborted++;
      }
      return 'done';
    },
    { leaseMs: 12 },
  );
  await add('job_a');
  await worker.start();
  await vi.waitFor(() => expect(seen).toHaveLength(1), soon);
  // As if another node had found this one dead.
  await queue.retry(seen[0]!, 0);
  await vi.waitFor(async () => {
    expect(aborted).toBe(1);
    expect(await queue.depth()).toEqual([]);
  }, soon);
  await worker.stop();
  expect(seen.map((claim) => claim.attempt)).toEqual([1, 2]);
});

test('stopping gives running jobs back without counting the attempt', async () => {
  const started: number[] = [];
  const run: JobHandler['run'] = (claim, signal) =>
    new Promise((_, reject) => {
      started.push(claim.attempt);
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  const { worker, add, queue } = await setUp(run);
  await add('job_a');
  await worker.start();
  await vi.waitFor(() => expect(started).toEqual([1]), soon);
  await worker.stop();
  expect(await queue.depth()).toMatchObject([{ waiting: 1, running: 0 }]);
  expect(
    await queue.claim({
      kind: 'scan',
      node: 'node-2',
      leaseMs: 1,
      maxRunning: 1,
      maxRunningPerKey: 1,
      maxAttempts: 3,
    }),
  ).toMatchObject({ attempt: 1 });
});

test('the wait before a retry doubles, has a ceiling and is at least half of it', () => {
  const limits = { baseMs: 1000, maxMs: 60_000 };
  expect([1, 2, 3, 10, 500].map((attempt) => backoffMs(attempt, limits, () => 1))).toEqual([
    1000, 2000, 4000, 60_000, 60_000,
  ]);
  expect(backoffMs(3, limits, () => 0)).toBe(2000);
});
