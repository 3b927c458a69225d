import { expect, onTestFinished, test, vi } from 'vitest';
import type { HopelessClaim, JobClaim, JobQueue } from './job-queue.ts';
import { type JobHandler, JobWorker } from './job-worker.ts';

/** A queue whose calls are noted, and timers that are called by hand. */
function setUp(queue: Partial<JobQueue> = {}, handler: Partial<JobHandler> = {}) {
  const timers: Array<{ work: () => void; ms: number }> = [];
  vi.spyOn(globalThis, 'setInterval').mockImplementation(((work: () => void, ms: number) => {
    timers.push({ work, ms });
    return { unref: () => {} };
  }) as never);
  vi.spyOn(globalThis, 'clearInterval').mockImplementation(() => {});
  onTestFinished(() => void vi.restoreAllMocks());
  const noted: unknown[][] = [];
  const log = {
    warn: (fields: object, text: string) => void noted.push(['warn', text, fields]),
    error: (fields: object, text: string) => void noted.push(['error', text, fields]),
  };
  const claims: JobClaim[] = [];
  const note =
    (name: string, result?: unknown) =>
    async (...args: unknown[]) => {
      noted.push([name, ...args]);
      return result as never;
    };
  const clock = { time: 1_000, now: () => clock.time };
  const worker = new JobWorker({
    queue: {
      recover: async () => 0,
      claim: async () => claims.shift(),
      claimHopeless: async () => undefined,
      finish: note('finish'),
      release: note('release'),
      retry: note('retry'),
      heartbeat: note('heartbeat', true),
      ...queue,
    } as unknown as JobQueue,
    kind: 'k',
    handler: { run: async () => 'settled', giveUp: async () => {}, ...handler },
    node: 'node-1',
    clock,
    random: () => 0.5,
    log: log as never,
    limits: {
      maxRunning: 2,
      maxRunningPerKey: 1,
      maxAttempts: 3,
      leaseMs: 300,
      pollMs: 7,
      sweepMs: 9,
      retryBaseMs: 100,
      retryMaxMs: 1_000,
    },
  });
  const claim = (jobId: string) =>
    claims.push({ jobId, attempt: 1, tenantId: 't', payload: {} } as unknown as JobClaim);
  return { worker, clock, noted, timers, claim };
}

/** Until everything that can go on has gone on. */
async function settle(): Promise<void> {
  for (let i = 0; i < 10; i++) await new Promise((resolve) => setImmediate(resolve));
}

const failed = new Error('the disk');

test('the queue is looked at and swept as often as the limits say', async () => {
  const { worker, timers } = setUp();
  await worker.start();
  expect(timers.map(({ ms }) => ms)).toEqual([7, 9]);
  await worker.stop();
});

test('a queue that cannot be asked is logged and asked again', async () => {
  const claim = vi.fn().mockRejectedValueOnce(failed).mockResolvedValue(undefined);
  const { worker, noted, timers } = setUp({ claim });
  await worker.start();
  await settle();
  expect(noted).toEqual([['error', 'jobs could not be claimed', { err: failed, kind: 'k' }]]);
  timers[0]!.work();
  await settle();
  expect(claim).toHaveBeenCalledTimes(2);
  expect(claim.mock.calls[0]![0]).toMatchObject({
    kind: 'k',
    node: 'node-1',
    maxRunning: Number.MAX_SAFE_INTEGER,
  });
});

test.each<['settled' | 'done' | 'retry', string[]]>([
  ['settled', []],
  ['done', ['finish']],
  ['retry', ['retry']],
])('a job that ends as %s is that for the queue', async (outcome, calls) => {
  const { worker, noted, claim } = setUp({}, { run: async () => outcome });
  claim('j1');
  await worker.start();
  await settle();
  expect(noted.map(([name]) => name)).toEqual(calls);
  expect(worker.running).toBe(0);
});

test('a job that fails waits for its next try, and what cannot be given back is logged', async () => {
  const run = () => Promise.reject(failed);
  const { worker, noted, claim } = setUp({ retry: () => Promise.reject(failed) }, { run });
  claim('j1');
  await worker.start();
  await settle();
  expect(noted).toEqual([
    ['error', 'a job failed unexpectedly', { err: failed, jobId: 'j1' }],
    ['error', 'a job could not be given back', { err: failed, jobId: 'j1' }],
  ]);
  const again = setUp({}, { run });
  again.claim('j1');
  await again.worker.start();
  await settle();
  const [, , until] = again.noted.at(-1) as [string, JobClaim, number];
  expect(until).toBeGreaterThan(1_000);
  expect(until).toBeLessThanOrEqual(1_100);
});

/** Runs until its signal fires, and then ends as it does. */
const untilAborted: JobHandler['run'] = (_, signal) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));

test('a job that is cancelled ends, is given back and is no failure; another goes on', async () => {
  const { worker, noted, claim } = setUp({}, { run: untilAborted });
  claim('j1');
  claim('j2');
  await worker.start();
  await settle();
  expect(worker.running).toBe(2);
  worker.abort('j1');
  worker.abort('none');
  await settle();
  expect(worker.running).toBe(1);
  expect(noted.map(([name]) => name)).toEqual(['retry']);
  await worker.stop();
  expect(noted.map(([name]) => name)).toEqual(['retry', 'release']);
});

test('a lease is kept by three beats, also over a failing queue, until it has run out', async () => {
  const beats: unknown[] = [];
  let answer: () => Promise<boolean> = async () => true;
  const heartbeat = (claim: JobClaim, leaseMs: number) => {
    beats.push([claim.jobId, leaseMs]);
    return answer();
  };
  const { worker, noted, timers, clock, claim } = setUp(
    { heartbeat: heartbeat as never },
    { run: untilAborted },
  );
  claim('j1');
  await worker.start();
  await settle();
  const beat = timers.find(({ ms }) => ms === 100)!;
  const at = async (time: number) => {
    clock.time = time;
    beat.work();
    await settle();
    return worker.running;
  };
  expect(await at(1_100)).toBe(1);
  expect(beats).toEqual([['j1', 300]]);
  answer = () => Promise.reject(failed);
  expect(await at(1_399)).toBe(1);
  expect(noted).toEqual([['warn', 'a lease could not be prolonged', { err: failed, jobId: 'j1' }]]);
  expect(await at(1_400)).toBe(0);
});

test('a lease that another has taken ends the job', async () => {
  const { worker, timers, claim } = setUp({ heartbeat: async () => false }, { run: untilAborted });
  claim('j1');
  await worker.start();
  await settle();
  timers.find(({ ms }) => ms === 100)!.work();
  await settle();
  expect(worker.running).toBe(0);
});

test('jobs of a lost worker are logged and looked for at once; hopeless ones are given up', async () => {
  const hopeless = ['j1', 'j2'].map((jobId) => ({ claim: { jobId }, reason: 'expired' }) as HopelessClaim);
  const givenUp: string[] = [];
  const claim = vi.fn().mockResolvedValue(undefined);
  const recover = vi.fn().mockResolvedValue(0).mockResolvedValueOnce(5).mockResolvedValueOnce(0);
  const { worker, noted, timers } = setUp(
    { claim, recover, claimHopeless: async () => hopeless.shift() },
    { giveUp: async ({ jobId }, reason) => void givenUp.push(`${jobId} ${reason}`) },
  );
  await worker.start();
  await settle();
  expect(recover.mock.calls).toEqual([['k', 'node-1'], ['k']]);
  expect(givenUp).toEqual(['j1 expired', 'j2 expired']);
  expect(noted).toEqual([]);
  expect(claim).toHaveBeenCalledTimes(1);
  recover.mockResolvedValueOnce(1);
  timers[1]!.work();
  await settle();
  expect(noted).toEqual([['warn', 'jobs of a lost worker wait again', { kind: 'k', recovered: 1 }]]);
  expect(claim).toHaveBeenCalledTimes(2);
});

test('a sweep that fails is logged; a worker that has stopped claims nothing', async () => {
  const claim = vi.fn().mockResolvedValue(undefined);
  const { worker, noted } = setUp({ claim, claimHopeless: () => Promise.reject(failed) });
  worker.wake();
  await settle();
  expect(claim).not.toHaveBeenCalled();
  await worker.start();
  expect(noted).toEqual([['error', 'the sweep of the queue failed', { err: failed, kind: 'k' }]]);
  await settle();
  await worker.stop();
  claim.mockClear();
  worker.wake();
  await settle();
  expect(claim).not.toHaveBeenCalled();
});

test('who says that there is a job while the queue is asked has it asked once more', async () => {
  const first = Promise.withResolvers<undefined>();
  const claim = vi.fn().mockReturnValueOnce(first.promise).mockResolvedValue(undefined);
  const { worker } = setUp({ claim });
  await worker.start();
  worker.wake();
  worker.wake();
  expect(claim).toHaveBeenCalledTimes(1);
  first.resolve(undefined);
  await settle();
  expect(claim).toHaveBeenCalledTimes(2);
  worker.wake();
  await settle();
  expect(claim).toHaveBeenCalledTimes(3);
});
