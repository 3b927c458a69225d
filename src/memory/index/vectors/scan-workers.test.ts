import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { nearQueryBytes } from './near-queries.ts';
import { LoneScan, type NearScan, ScanBatches } from './scan-batches.ts';
import type { ScanCall } from './scan-call.ts';
import { type ScanSource, ScanWorkers } from './scan-workers.ts';
import { VectorArena } from './vector-arena.ts';

const arena = await VectorArena.create(2 ** 20);

/** Threads that do nothing until they are told to. */
class FakeThread extends EventEmitter {
  readonly calls: ScanCall[] = [];
  isReferenced = true;
  isTerminated = false;

  postMessage(call: ScanCall): void {
    this.calls.push(call);
  }

  async terminate(): Promise<number> {
    this.isTerminated = true;
    return 0;
  }

  unref(): void {
    this.isReferenced = false;
  }
}

function startWorkers(size: number) {
  const threads: FakeThread[] = [];
  const workers = new ScanWorkers(arena, size, 0, (memories) => {
    expect(memories).toEqual([arena.memory]);
    threads.push(new FakeThread());
    return threads.at(-1)! as never;
  });
  /** What happened to each scan. */
  const log: string[] = [];
  const call = (first: number): ScanCall => ({ name: 'scan', arena: 0, args: [first] as never });
  /** A namespace in which so many scans wait. */
  const source = (name: string, count: number, { isFull = false, kind = 'scan' } = {}): ScanSource => {
    let taken = 0;
    return {
      isFull,
      take: () => {
        if (taken === count) return undefined;
        const id = `${name}${++taken}`;
        log.push(`${id} begins`);
        return {
          call: { ...call(taken), name: kind } as ScanCall,
          done: (found) => log.push(`${id} found ${found}`),
          failed: (reason) => log.push(`${id} failed: ${(reason as Error).message}`),
        };
      },
    };
  };
  return { workers, threads, log, source };
}

test('no more threads are started than are wanted, and none before it is needed; they do not keep the process alive', () => {
  const { workers, threads, log, source } = startWorkers(2);
  expect(threads).toHaveLength(0);
  workers.request(source('a', 3));
  expect(threads).toHaveLength(2);
  expect(log).toEqual(['a1 begins', 'a2 begins']);
  threads[1]!.emit('message', [5]);
  expect(log.slice(2)).toEqual(['a2 found 5', 'a3 begins']);
  expect(threads.map(({ calls }) => calls.length)).toEqual([1, 2]);
  expect(threads.some(({ isReferenced }) => isReferenced)).toBe(false);
});

test('a thread that is idle is used before another is started', () => {
  const { workers, threads, log, source } = startWorkers(2);
  workers.request(source('a', 1));
  threads[0]!.emit('message', [1]);
  workers.request(source('b', 1));
  expect(threads).toHaveLength(1);
  workers.request(source('c', 1));
  expect(threads).toHaveLength(2);
  expect(log).toEqual(['a1 begins', 'a1 found 1', 'b1 begins', 'c1 begins']);
});

test('namespaces have their turn one after the other', () => {
  const { workers, threads, log, source } = startWorkers(1);
  workers.request(source('a', 3));
  workers.request(source('b', 2));
  for (let i = 0; i < 5; i++) threads[0]!.emit('message', [0]);
  expect(log.filter((line) => line.endsWith('begins')).map((line) => line.slice(0, 2))).toEqual([
    'a1',
    'a2',
    'b1',
    'a3',
    'b2',
  ]);
});

test('a thread that breaks fails its own scan alone, and another takes its place', () => {
  const { workers, threads, log, source } = startWorkers(1);
  workers.request(source('a', 2));
  threads[0]!.emit('error', new Error('broken'));
  expect(log).toEqual(['a1 begins', 'a1 failed: broken', 'a2 begins']);
  expect(threads).toHaveLength(2);
  threads[1]!.emit('message', [1]);
  // One that breaks while it is idle is not used again.
  threads[1]!.emit('error', new Error('late'));
  workers.request(source('b', 1));
  expect(threads).toHaveLength(3);
  expect(threads[1]!.calls).toHaveLength(1);
  expect(log.slice(3)).toEqual(['a2 found 1', 'b1 begins']);
});

test('of several idle threads the one that breaks is left out, the others stay', () => {
  const { workers, threads, source } = startWorkers(3);
  workers.request(source('a', 3));
  for (const thread of threads) thread.emit('message', [0]);
  threads[1]!.emit('error', new Error('late'));
  workers.request(source('b', 2));
  expect(threads.map(({ calls }) => calls.length)).toEqual([2, 1, 2]);
});

const full = { isFull: true, kind: 'nearest' };

test('where a whole pass waits, a thread has its next one before it is through, and never two', () => {
  const { workers, threads, log, source } = startWorkers(2);
  workers.request(source('a', 6, full));
  // Both threads are started before one has more to do.
  expect(threads.map(({ calls }) => calls.length)).toEqual([2, 2]);
  threads[0]!.emit('message', [1]);
  expect(log.slice(4)).toEqual(['a1 found 1', 'a5 begins']);
  threads[0]!.emit('message', [3]);
  threads[0]!.emit('message', [5]);
  // What each thread finds is what it was asked first.
  expect(log.slice(6)).toEqual(['a3 found 3', 'a6 begins', 'a5 found 5']);
  expect(threads.map(({ calls }) => calls.length)).toEqual([4, 2]);
});

test('what others may join, and what would wait for something else than a pass, is not given ahead', () => {
  const { workers, threads, source } = startWorkers(1);
  workers.request(source('a', 2, { isFull: false, kind: 'nearest' }));
  expect(threads[0]!.calls).toHaveLength(1);
  const other = startWorkers(1);
  other.workers.request(other.source('a', 2, { isFull: true, kind: 'cells' }));
  expect(other.threads[0]!.calls).toHaveLength(1);
});

test('a namespace with many searches never keeps another from its turn', () => {
  const { workers, threads, log, source } = startWorkers(1);
  workers.request(source('a', 9, full));
  workers.request(source('b', 1));
  for (let i = 0; i < 3; i++) threads[0]!.emit('message', [0]);
  const begun = log.filter((line) => line.endsWith('begins')).map((line) => line.slice(0, 2));
  expect(begun).toEqual(['a1', 'a2', 'a3', 'b1']);
});

test('what a broken thread had not begun is done by another', async () => {
  const { workers, threads, log, source } = startWorkers(1);
  workers.request(source('a', 2, full));
  threads[0]!.emit('error', new Error('broken'));
  expect(log).toEqual(['a1 begins', 'a2 begins', 'a1 failed: broken']);
  threads[1]!.emit('message', [2]);
  expect(log.at(-1)).toBe('a2 found 2');
  workers.request(source('b', 2, full));
  await workers.close();
  expect(log.slice(-2)).toEqual(['b1', 'b2'].map((id) => `${id} failed: The scan workers are closed.`));
});

test('closing ends all threads, and fails what runs, what waits and what comes later', async () => {
  const { workers, threads, log, source } = startWorkers(2);
  workers.request(source('idle', 1));
  workers.request(source('a', 1));
  threads[0]!.emit('message', [0]);
  workers.request(source('b', 3));
  log.length = 0;
  await workers.close();
  expect(threads.every(({ isTerminated }) => isTerminated)).toBe(true);
  const closed = (id: string) => `${id} failed: The scan workers are closed.`;
  expect(log.filter((line) => line.includes('failed'))).toEqual(['a1', 'b1', 'b2', 'b3'].map(closed));
  // An answer that was under way already starts nothing.
  threads[1]!.emit('message', [0]);
  log.length = 0;
  workers.request(source('c', 2));
  expect(log).toEqual(['c1 begins', closed('c1'), 'c2 begins', closed('c2')]);
  expect(threads).toHaveLength(2);
});

test('scans of fewer than 20,000 rows are not worth a thread', () => {
  expect(new ScanWorkers(arena, 1).minRows).toBe(20_000);
});

test('eight scans of the same rows at most go together, in the order in which they came', async () => {
  const batches = new ScanBatches(arena);
  const requested: ScanSource[] = [];
  const workers = { request: (source: ScanSource) => requested.push(source) } as unknown as ScanWorkers;
  const before = arena.allocatedBytes;
  const scan = (id: number, last: number): NearScan => {
    const query = arena.allocate(64);
    new Uint32Array(arena.memory.buffer, query, nearQueryBytes / 4).fill(id);
    return { rows: [1, 0, last, 32, 4], query, best: [id] as never };
  };
  const scans = Array.from({ length: 10 }, (_, id) => scan(id, id === 3 ? 200 : 100));
  const found = scans.map((each) => batches.run(each, workers));
  expect(requested).toEqual(scans.map(() => batches));
  const allocated = arena.allocatedBytes;

  const ids = (call: ScanCall) => call.name === 'nearest' && call.best.map(([id]) => id);
  const queries = (call: ScanCall) =>
    call.name === 'nearest' &&
    Array.from({ length: call.near[6] }, (_, i) => [
      ...new Set(new Uint32Array(arena.memory.buffer, call.near[5] + i * nearQueryBytes, nearQueryBytes / 4)),
    ]).flat();
  const first = batches.take()!;
  expect(ids(first.call)).toEqual([0, 1, 2, 4, 5, 6, 7, 8]);
  expect(queries(first.call)).toEqual([0, 1, 2, 4, 5, 6, 7, 8]);
  expect(first.call).toMatchObject({ arena: 0, near: [1, 0, 100, 32, 4, expect.any(Number), 8] });
  const second = batches.take()!;
  expect([ids(second.call), queries(second.call)]).toEqual([[3], [3]]);
  const third = batches.take()!;
  expect(ids(third.call)).toEqual([9]);
  expect(batches.take()).toBeUndefined();

  first.done([10, 11, 12, 14, 15, 16, 17, 18]);
  second.failed(new Error('no'));
  third.done([19]);
  const outcomes = await Promise.allSettled(found);
  expect(
    outcomes.map((each) => (each.status === 'fulfilled' ? each.value : (each.reason as Error).message)),
  ).toEqual([10, 11, 12, 'no', 14, 15, 16, 17, 18, 19]);
  expect(arena.allocatedBytes).toBe(allocated);
  expect(allocated - before).toBe(10 * 64);
});

test('where there is no memory for a pass, all whose turn it is are told, and the next ones have theirs', async () => {
  const batches = new ScanBatches(arena);
  const workers = { request: () => {} } as unknown as ScanWorkers;
  const scan = (last: number): NearScan => ({ rows: [1, 0, last, 32, 4], query: 0, best: [] as never });
  const found = [scan(100), scan(100), scan(200)].map((each) => batches.run(each, workers));
  const full = vi.spyOn(arena, 'allocate').mockImplementationOnce(() => {
    throw new Error('full');
  });
  batches.take()!.done([7]);
  full.mockRestore();
  const outcomes = await Promise.allSettled(found);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  expect(batches.take()).toBeUndefined();
});

test('a scan for which there is no common pass is handed out once', () => {
  const work = {
    call: { name: 'scan', arena: 0, args: [] as never } as ScanCall,
    done: () => {},
    failed: () => {},
  };
  const scan = new LoneScan(work);
  expect(scan.take()).toBe(work);
  expect(scan.take()).toBeUndefined();
});
