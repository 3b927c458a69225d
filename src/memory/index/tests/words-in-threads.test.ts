import { afterAll, expect, test } from 'vitest';
import type { IndexedEntry } from '../indexed-entry.ts';
import { NamespaceIndex } from '../namespace-index.ts';
import type { ScanCall } from '../vectors/scan-call.ts';
import { ScanWorkers } from '../vectors/scan-workers.ts';
import { VectorArena } from '../vectors/vector-arena.ts';

const dims = 16;
const calibration = { points: [[-1, 0] as const, [1, 1] as const] };
const arena = await VectorArena.create();
const workers = new ScanWorkers(arena, 2, 0);
const random = randomNumbers(5);
const vocabulary = Array.from({ length: 400 }, (_, i) => `${'klmnprst'[i % 8]}o${i.toString(36)}ra`);
const entries = Array.from({ length: 6_000 }, (_, i) => entry(i));
const alone = new NamespaceIndex({ dims, calibration, arena });
const threaded = new NamespaceIndex({ dims, calibration, arena, workers });
alone.put(entries);
threaded.put(entries);
afterAll(async () => {
  await workers.close();
  alone.release();
  threaded.release();
});

const requests = Array.from({ length: 40 }, (_, i) => ({
  vector: unit(),
  text: i === 7 ? '?' : textOf(1 + (i % 9)),
  mode: 'blended' as const,
  limit: 1 + (i % 30),
  now: 0,
  explain: true,
  ...(i % 4 === 1 && { filter: { op: 'ne' as const, path: ['metadata', 'tenth'], value: 3 } }),
}));

test('words that threads match give the results of one thread, to the last bit, one by one and many at once', async () => {
  const wanted = [];
  for (const request of requests) wanted.push(await alone.search(request));
  for (const [i, request] of requests.entries()) expect(await threaded.search(request)).toEqual(wanted[i]);
  expect(await Promise.all(requests.map((request) => threaded.search(request)))).toEqual(wanted);
});

test('threads are asked for the words of a search, and the event loop adds up none', async () => {
  const calls: ScanCall[] = [];
  const spied = new ScanWorkers(
    arena,
    1,
    0,
    () =>
      ({
        on: () => {},
        postMessage: (call: ScanCall) => calls.push(call),
        terminate: async () => 0,
        unref: () => {},
      }) as never,
  );
  const index = new NamespaceIndex({ dims, calibration, arena, workers: spied });
  index.put(entries);
  const found = index.search(requests[0]!);
  const call = calls[0]!;
  expect(call.name === 'nearest' && call.words?.[0]?.plan.words.length).toBeGreaterThan(0);
  // All that it reads is there for threads, not copied for each search.
  const columns = call.name === 'nearest' ? call.words![0]!.columns : undefined;
  for (const column of [columns!.pool, columns!.lengths, columns!.sequences.words, columns!.sequences.starts])
    expect(column.buffer).toBeInstanceOf(SharedArrayBuffer);
  await Promise.all([expect(found).rejects.toThrow('closed'), spied.close()]);
  index.release();
});

test('the same after entries were removed and replaced, and from a snapshot', async () => {
  const removed = entries.filter((_, i) => i % 37 === 0).map(({ id }) => id);
  const replaced = Array.from({ length: 50 }, (_, i) => entry(i * 101));
  for (const index of [alone, threaded]) {
    index.remove(removed);
    index.put(replaced);
  }
  const wanted = await Promise.all(requests.map((request) => alone.search(request)));
  expect(await Promise.all(requests.map((request) => threaded.search(request)))).toEqual(wanted);
  const frozen = threaded.snapshot('tag');
  const parts = Array.from(frozen.parts, ({ bytes }) => bytes());
  frozen.release();
  const restored = (await NamespaceIndex.restore(parts, { dims, calibration, arena, workers }))!.index;
  expect(await Promise.all(requests.map((request) => restored.search(request)))).toEqual(wanted);
  restored.release();
});

test('searches that run while entries are written see what was there, and nothing twice', async () => {
  const found = [];
  for (let round = 0; round < 20; round++) {
    found.push(...requests.slice(0, 8).map((request) => threaded.search(request)));
    threaded.put(Array.from({ length: 100 }, (_, i) => entry(10_000 + round * 100 + i)));
    await new Promise((resolve) => setImmediate(resolve));
  }
  for (const hits of await Promise.all(found)) {
    const ids = hits.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(0);
  }
});

function entry(i: number): IndexedEntry {
  return {
    id: `entry${i}`,
    metadata: { tenth: i % 10 },
    createdAt: i,
    updatedAt: i,
    passages: [{ text: textOf(3 + (i % 20)), vector: unit() }],
  };
}

/** Words at the front come often, those at the end rarely. */
function textOf(words: number): string {
  const next = () => vocabulary[Math.floor(vocabulary.length * random() ** 3)]!;
  return Array.from({ length: words }, next).join(' ');
}

function unit(): Float32Array {
  const vector = Float32Array.from({ length: dims }, () => random() - 0.5);
  const length = Math.hypot(...vector);
  return vector.map((x) => x / length);
}

function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 32;
  };
}
