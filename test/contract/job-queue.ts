import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JobClaim, JobQueue, NewJob } from '../../src/jobs/job-queue.ts';
import type { Clock } from '../../src/kernel/clock.ts';

export interface QueueUnderTest {
  queue: JobQueue;
  /** Makes sure that the tenant exists. */
  addTenant(id: string): Promise<void>;
  close(): Promise<void>;
}

/** What every job queue has to guarantee, whatever it stores its jobs in. */
export function jobQueueContract(backend: string, open: (clock: Clock) => Promise<QueueUnderTest>): void {
  const named = (guarantee: string) => `${backend} job queue: ${guarantee}`;

  async function withQueue(work: (bench: Bench) => Promise<void>): Promise<void> {
    const clock = { time: 1_000_000, now: () => clock.time };
    const { queue, addTenant, close } = await open(clock);
    const tenants = new Set<string>();
    let count = 0;
    const add: Bench['add'] = async (change = {}) => {
      const job = { ...newJob(`job_${String(++count).padStart(5, '0')}`, clock.time), ...change };
      if (!tenants.has(job.tenantId)) await addTenant(job.tenantId);
      tenants.add(job.tenantId);
      expect(await queue.enqueue(job)).toBe('queued');
      return job.id;
    };
    const claim: Bench['claim'] = (change = {}) => queue.claim({ ...request, ...change });
    try {
      await work({ queue, clock, add, claim });
    } finally {
      await close();
    }
  }

  test(named('a job is leased to one worker only, the oldest first'), () =>
    withQueue(async ({ add, claim }) => {
      const first = await add();
      const second = await add();
      expect((await claim())?.jobId).toBe(first);
      expect((await claim())?.jobId).toBe(second);
      expect(await claim()).toBeUndefined();
    }),
  );

  test(named('many workers at once never get the same job'), () =>
    withQueue(async ({ add, claim }) => {
      for (let i = 0; i < 40; i++) await add({ tenantId: `ten_${i % 5}` });
      const limits = { maxRunning: 100, maxRunningPerKey: 100 };
      const claims = await Promise.all(Array.from({ length: 60 }, () => claim(limits)));
      const ids = claims.flatMap((c) => (c ? [c.jobId] : []));
      expect(ids).toHaveLength(40);
      expect(new Set(ids).size).toBe(40);
    }),
  );

  test(named('the payload comes back as it was given'), () =>
    withQueue(async ({ add, claim }) => {
      const payload = { text: 'ü\u0000"\u2028', list: [1, null, { deep: true }] };
      await add({ payload });
      expect((await claim())?.payload).toEqual(payload);
    }),
  );

  test(named('a job does not start before its time, nor after it expired'), () =>
    withQueue(async ({ queue, clock, add, claim }) => {
      await add({ runAt: clock.time + 100 });
      const expiring = await add({ expiresAt: clock.time + 50 });
      clock.time += 60;
      expect(await claim()).toBeUndefined();
      const hopeless = await queue.claimHopeless(request);
      expect(hopeless).toMatchObject({ claim: { jobId: expiring, attempt: 0 }, reason: 'expired' });
      expect(await queue.claimHopeless(request)).toBeUndefined();
      clock.time += 60;
      expect(await claim()).toBeDefined();
    }),
  );

  test(
    named('a lease that ran out makes the job ready, and its first worker can change nothing any more'),
    () =>
      withQueue(async ({ queue, clock, add, claim }) => {
        await add();
        const lost = (await claim())!;
        clock.time += request.leaseMs - 1;
        expect(await queue.recover('scan')).toBe(0);
        clock.time += 1;
        expect(await queue.recover('scan')).toBe(1);
        expect(await queue.heartbeat(lost, 1000)).toBe(false);
        expect(await queue.finish(lost)).toBe(false);

        const second = (await claim())!;
        expect(second).toMatchObject({ jobId: lost.jobId, attempt: 2 });
        expect(second.token).toBeGreaterThan(lost.token);
        expect(await queue.retry(lost, 0)).toBe(false);
        expect(await queue.release(lost)).toBe(false);
        expect(await queue.finish(second)).toBe(true);
        expect(await claim()).toBeUndefined();
      }),
  );

  test(named('a heartbeat keeps the lease alive'), () =>
    withQueue(async ({ queue, clock, add, claim }) => {
      await add();
      const held = (await claim())!;
      for (let i = 0; i < 5; i++) {
        clock.time += request.leaseMs / 2;
        expect(await queue.heartbeat(held, request.leaseMs)).toBe(true);
        expect(await queue.recover('scan')).toBe(0);
      }
      expect(await queue.finish(held)).toBe(true);
    }),
  );

  test(named('a node that boots takes back what it held and leaves other nodes and kinds alone'), () =>
    withQueue(async ({ queue, add, claim }) => {
      await add();
      await add();
      await add({ kind: 'webhook' });
      const mine = (await claim({ node: 'a' }))!;
      const theirs = (await claim({ node: 'b' }))!;
      const hook = (await claim({ node: 'a', kind: 'webhook' }))!;
      expect(await queue.recover('scan', 'a')).toBe(1);
      expect(await queue.finish(mine)).toBe(false);
      expect(await queue.finish(theirs)).toBe(true);
      expect(await queue.finish(hook)).toBe(true);
    }),
  );

  test(named('a job whose worker was lost three times is hopeless'), () =>
    withQueue(async ({ queue, clock, add, claim }) => {
      const id = await add();
      for (let attempt = 1; attempt <= 3; attempt++) {
        expect(await claim()).toMatchObject({ jobId: id, attempt });
        clock.time += request.leaseMs;
        await queue.recover('scan');
      }
      expect(await claim()).toBeUndefined();
      const hopeless = (await queue.claimHopeless(request))!;
      expect(hopeless).toMatchObject({ claim: { jobId: id, attempt: 3 }, reason: 'attempts_used_up' });
      expect(await queue.finish(hopeless.claim)).toBe(true);
    }),
  );

  test(named('a retry waits for its time and counts; a release does neither'), () =>
    withQueue(async ({ queue, clock, add, claim }) => {
      await add();
      const first = (await claim())!;
      expect(await queue.retry(first, clock.time + 500)).toBe(true);
      expect(await claim()).toBeUndefined();
      clock.time += 500;
      const second = (await claim())!;
      expect(second.attempt).toBe(2);
      expect(await queue.release(second)).toBe(true);
      expect(await claim()).toMatchObject({ attempt: 2 });
    }),
  );

  test(named('limits hold for all and for one key'), () =>
    withQueue(async ({ queue, add, claim }) => {
      for (let i = 0; i < 4; i++) await add({ keyId: 'key_a' });
      await add({ keyId: 'key_b' });
      const limits = { maxRunning: 3, maxRunningPerKey: 2 };
      const claims = [await claim(limits), await claim(limits), await claim(limits), await claim(limits)];
      expect(claims.map((c) => c?.keyId)).toEqual(['key_a', 'key_a', 'key_b', undefined]);
      await queue.finish(claims[2]!);
      expect(await claim(limits)).toBeUndefined();
      await queue.finish(claims[0]!);
      expect((await claim(limits))?.keyId).toBe('key_a');
    }),
  );

  test(named('tenants take turns, however many jobs one of them has waiting'), () =>
    withQueue(async ({ queue, add, claim }) => {
      for (let i = 0; i < 20; i++) await add({ tenantId: 'ten_big' });
      for (let i = 0; i < 3; i++) await add({ tenantId: 'ten_small' });
      const order: string[] = [];
      for (let i = 0; i < 7; i++) {
        const one = (await claim({ maxRunning: 1 }))!;
        order.push(one.tenantId);
        await queue.finish(one);
      }
      const [big, small] = ['ten_big', 'ten_small'];
      expect(order).toEqual([big, small, big, small, big, small, big]);
    }),
  );

  test(named('a tenant with fewer running jobs goes first'), () =>
    withQueue(async ({ queue, add, claim }) => {
      for (let i = 0; i < 6; i++) await add({ tenantId: 'ten_a' });
      const held = [(await claim())!, (await claim())!, (await claim())!];
      await add({ tenantId: 'ten_b' });
      await add({ tenantId: 'ten_b' });
      expect([(await claim())?.tenantId, (await claim())?.tenantId]).toEqual(['ten_b', 'ten_b']);
      await queue.finish(held[0]!);
      expect((await claim())?.tenantId).toBe('ten_a');
    }),
  );

  test(named('its length is bounded, for one key and for all'), () =>
    withQueue(async ({ queue, clock, add, claim }) => {
      const bounds = { maxWaiting: 3, maxWaitingPerKey: 2 };
      await add();
      await add();
      const next = newJob('job_x', clock.time);
      expect(await queue.enqueue(next, bounds)).toBe('key_full');
      expect(await queue.enqueue({ ...next, keyId: 'key_b' }, bounds)).toBe('queued');
      expect(await queue.enqueue({ ...next, id: 'job_y', keyId: 'key_c' }, bounds)).toBe('queue_full');
      await claim();
      expect(await queue.enqueue({ ...next, id: 'job_z', keyId: 'key_c' }, bounds)).toBe('queued');
    }),
  );

  test(named('its depth can be seen'), () =>
    withQueue(async ({ queue, clock, add, claim }) => {
      expect(await queue.depth()).toEqual([]);
      const since = clock.time;
      await add();
      clock.time += 10;
      await add();
      await add({ kind: 'webhook' });
      await claim({ kind: 'webhook' });
      expect(await queue.depth()).toEqual([
        { kind: 'scan', waiting: 2, running: 0, oldestWaitingSince: since },
        { kind: 'webhook', waiting: 0, running: 1 },
      ]);
    }),
  );

  test(named('whatever workers do and lose, no job is lost, doubled or stuck'), () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 80 }), (steps) =>
        withQueue(async ({ queue, clock, add, claim }) => {
          const added: string[] = [];
          const finished: string[] = [];
          const held: JobClaim[] = [];
          for (const [action, pick] of steps) {
            if (action === 'add') added.push(await add({ tenantId: `ten_${pick % 3}` }));
            if (action === 'claim') {
              const one = await claim();
              if (one) held.push(one);
            }
            if (action === 'wait') clock.time += Math.round((pick / 1000) * 2 * request.leaseMs);
            if (action === 'recover') await queue.recover('scan');
            const one = held[pick % Math.max(1, held.length)];
            if (one === undefined) continue;
            if (action === 'finish' && (await queue.finish(one))) finished.push(one.jobId);
            if (action === 'retry') await queue.retry(one, clock.time);
            if (action === 'release') await queue.release(one);
          }
          clock.time += 10 * request.leaseMs;
          await queue.recover('scan');
          for (;;) {
            const one = (await claim()) ?? (await queue.claimHopeless(request))?.claim;
            if (one === undefined) break;
            expect(await queue.finish(one)).toBe(true);
            finished.push(one.jobId);
          }
          expect(finished.toSorted()).toEqual(added.toSorted());
        }),
      ),
      { numRuns: 40 },
    ),
  );
}

interface Bench {
  queue: JobQueue;
  clock: Clock & { time: number };
  add(change?: Partial<NewJob>): Promise<string>;
  claim(change?: Partial<typeof request>): Promise<JobClaim | undefined>;
}

const request = {
  kind: 'scan',
  node: 'node-1',
  leaseMs: 30_000,
  maxRunning: 10,
  maxRunningPerKey: 10,
  maxAttempts: 3,
};

const step = fc.tuple(
  fc.constantFrom('add', 'claim', 'claim', 'finish', 'retry', 'release', 'wait', 'recover'),
  fc.nat(999),
);

function newJob(id: string, runAt: number): NewJob {
  return { id, kind: 'scan', tenantId: 'ten_a', keyId: 'key_a', payload: {}, runAt };
}
