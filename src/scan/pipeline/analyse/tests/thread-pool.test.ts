import { expect, onTestFinished, test, vi } from 'vitest';
import type { EngineCrash } from '../../../model/engine-crash.ts';
import type { ThreadAnswer, ThreadRequest } from '../analysis-thread.ts';
import { type Thread, ThreadPool } from '../thread-pool.ts';

/** A thread that does nothing until it is told to. */
class IdleThread implements Thread {
  readonly requests: ThreadRequest[] = [];
  isStopped = false;
  #listeners = new Map<string, (event: never) => void>();

  on(event: string, listener: (event: never) => void) {
    this.#listeners.set(event, listener);
  }

  removeAllListeners() {
    this.#listeners.clear();
  }

  postMessage(request: ThreadRequest) {
    this.requests.push(request);
  }

  async terminate() {
    this.isStopped = true;
  }

  /** Answers the request with as many outcomes as are asked for, or all. */
  answer(at = 0, { count = Number.POSITIVE_INFINITY, isSpent = false, crashes = [] as EngineCrash[] } = {}) {
    const { batch, files } = this.requests[at]!;
    const outcomes = files.slice(0, count).map(({ path }) => ({ results: { code: path }, passing: [] }));
    this.#listeners.get('message')?.({ batch, outcomes, crashes, isSpent } satisfies ThreadAnswer as never);
  }

  end(error?: Error & { code?: string }) {
    if (error) this.#listeners.get('error')?.(error as never);
    this.#listeners.get('exit')?.(undefined as never);
  }

  get paths(): string[] {
    return this.requests.map(({ files }) => files.map(({ path }) => path).join('+'));
  }
}

function pool(
  size: number,
  { lateAfter = Number.POSITIVE_INFINITY, maxDeaths }: { lateAfter?: number; maxDeaths?: number } = {},
) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const threads: IdleThread[] = [];
  const crashes: EngineCrash[] = [];
  let looks = 0;
  const deadline = { look: () => (looks++ >= lateAfter ? 'late' : undefined) } as never;
  const made = new ThreadPool(size, {
    data: { engineIds: ['code'], settings: {}, identityKey: new Uint8Array(32) },
    deadline,
    onCrash: (crash) => crashes.push(crash),
    ...(maxDeaths !== undefined && { maxDeaths }),
    startThread: () => {
      threads.push(new IdleThread());
      return threads.at(-1)!;
    },
  });
  const done: string[] = [];
  /** Each file fills a batch of its own, unless it is small. */
  const add = (path: string, size = 32 * 1024) =>
    made.add({ path, bytes: new Uint8Array(size), engineIds: ['code'] }, ({ results, passing }) =>
      done.push(`${path}${results.code === path ? '' : ' lost'}${passing.length > 0 ? ' passing' : ''}`),
    );
  return { made, threads, crashes, done, add };
}
const settle = async () => {
  for (let i = 0; i < 20; i++) await Promise.resolve();
};

test('each thread has one batch that it works on and one that waits; the next waits for an answer', async () => {
  const { threads, add, done } = pool(2);
  expect(threads).toHaveLength(2);
  for (const path of ['a', 'b', 'c', 'd']) await add(path);
  expect(threads.map(({ paths }) => paths)).toEqual([
    ['a', 'c'],
    ['b', 'd'],
  ]);
  let isIn = false;
  void add('e').then(() => {
    isIn = true;
  });
  await settle();
  expect(isIn).toBe(false);
  threads[1]!.answer();
  await settle();
  expect([isIn, done, threads[1]!.paths]).toEqual([true, ['b'], ['b', 'd', 'e']]);
});

test('small files go together, and what is left goes at the end', async () => {
  const { made, threads, add, done } = pool(1);
  await add('a', 10);
  await add('b', 10);
  expect(threads[0]!.paths).toEqual([]);
  const drained = made.drain();
  await settle();
  expect(threads[0]!.paths).toEqual(['a+b']);
  threads[0]!.answer();
  await drained;
  expect(done).toEqual(['a', 'b']);
  await made.drain();
  expect(threads[0]!.requests).toHaveLength(1);
  expect(threads[0]!.isStopped).toBe(false);
  await made.close();
  expect(threads[0]!.isStopped).toBe(true);
});

test('there is room as long as a thread has fewer than two batches, or one is open', async () => {
  const { made, threads, add } = pool(1);
  expect(made.hasRoom).toBe(true);
  await add('a');
  expect(made.hasRoom).toBe(true);
  await add('b');
  expect(made.hasRoom).toBe(false);
  await add('c', 10);
  expect(made.hasRoom).toBe(true);
  threads[0]!.answer();
  expect(made.hasRoom).toBe(true);
});

test('crashes are told, and an answer to what nobody asked is none', async () => {
  const { threads, add, done, crashes } = pool(1);
  await add('a');
  const crash = {
    engine: 'code',
    step: 'file',
    path: 'a',
    error: 'Error',
    frames: [],
  } as unknown as EngineCrash;
  threads[0]!.answer(0, { crashes: [crash] });
  expect([done, crashes]).toEqual([['a'], [crash]]);
  threads[0]!.answer(0);
  expect(done).toEqual(['a']);
});

test('a thread that is spent is replaced, and what it left is handed to the new one, in order', async () => {
  const { threads, add, done } = pool(1);
  await add('a', 10);
  await add('b', 32 * 1024);
  await add('c');
  threads[0]!.answer(0, { count: 1, isSpent: true });
  expect(threads).toHaveLength(2);
  expect([threads[0]!.isStopped, threads[1]!.isStopped]).toEqual([true, false]);
  expect(done).toEqual(['a']);
  expect(threads[1]!.paths).toEqual(['b', 'c']);
  threads[1]!.answer(0);
  threads[1]!.answer(1);
  expect(done).toEqual(['a', 'b', 'c']);
});

test('of a batch that ended its thread each file is tried alone, and the one that ends it again is lost', async () => {
  const { threads, add, done, crashes } = pool(1);
  await add('a', 10);
  await add('b');
  threads[0]!.end(new Error('ended'));
  expect(threads[1]!.paths).toEqual(['a', 'b']);
  threads[1]!.end(Object.assign(new Error('ended'), { code: 'ERR_WORKER_OUT_OF_MEMORY' }));
  expect(done).toEqual(['a lost passing']);
  expect(crashes).toMatchObject([{ engine: 'code', step: 'file', path: 'a' }]);
  expect(threads[2]!.paths).toEqual(['b']);
  threads[2]!.answer(0);
  expect(done).toEqual(['a lost passing', 'b']);
});

test.for([
  [{}, 'engine_failed', 1],
  [{ code: 'ERR_WORKER_OUT_OF_MEMORY' }, 'out_of_memory', 0],
] as const)('a thread that ends without a file fails the scan: %j', async ([error, errorCode, told]) => {
  const { made, threads, crashes, add } = pool(1);
  threads[0]!.end(Object.assign(new Error('ended'), error));
  await expect(made.drain()).rejects.toMatchObject({ errorCode });
  expect(crashes).toHaveLength(told);
  // Whoever waits for a thread hears of it, too.
  await add('a');
  await add('b');
  await expect(add('c')).rejects.toMatchObject({ errorCode });
});

test.for([
  [2, 2, 'lost passing'],
  [1, 2, 'failed'],
] as const)('%i threads may end by a file: the second', async ([maxDeaths, deaths, expected]) => {
  const { made, threads, add, done } = pool(1, { maxDeaths });
  for (let i = 0; i < deaths; i++) {
    await add(`f${i}`);
    threads.at(-1)!.end(new Error('ended'));
  }
  const end = await made.drain().then(
    () => 'drained',
    () => 'failed',
  );
  expect(expected === 'failed' ? end : done.at(-1)!.slice(3)).toBe(expected);
});

test('a hundred threads may end by their files, where nothing else is said', async () => {
  const { threads, add, made } = pool(1);
  for (let i = 0; i < 100; i++) {
    await add(`f${i}`);
    threads.at(-1)!.end(new Error('ended'));
  }
  await made.drain();
  await add('last');
  threads.at(-1)!.end(new Error('ended'));
  await expect(made.drain()).rejects.toMatchObject({ errorCode: 'engine_failed' });
});

test('when the time is over nothing more is handed out, and what does not end within ten seconds is stopped', async () => {
  const { made, threads, add, done } = pool(1, { lateAfter: 1 });
  await add('a');
  vi.advanceTimersByTime(200);
  await add('b');
  expect(threads[0]!.paths).toEqual(['a', 'b']);
  vi.advanceTimersByTime(200);
  await add('c');
  expect(threads[0]!.paths).toEqual(['a', 'b']);
  let isOver = false;
  const drained = made.drain().then(() => {
    isOver = true;
  });
  vi.advanceTimersByTime(9_800);
  await settle();
  expect([isOver, threads[0]!.isStopped]).toEqual([false, false]);
  threads[0]!.answer(0);
  expect(done).toEqual(['a']);
  vi.advanceTimersByTime(200);
  await drained;
  expect([isOver, threads[0]!.isStopped]).toEqual([true, true]);
  threads[0]!.answer(1);
  expect(done).toEqual(['a']);
});

test('whoever waits to hand something in when the time is over need not wait any longer', async () => {
  const { threads, add } = pool(1, { lateAfter: 0 });
  await add('a');
  await add('b');
  const waiting = add('c');
  vi.advanceTimersByTime(200);
  await waiting;
  expect(threads[0]!.paths).toEqual(['a', 'b']);
});
