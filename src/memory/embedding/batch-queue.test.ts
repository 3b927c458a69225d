import { expect, test } from 'vitest';
import { BatchQueue } from './batch-queue.ts';

const limits = { maxTexts: 4, maxTokens: 64, maxWaiting: 50, atOnce: 1 };
const text = (id: number, length = 8) => [id, ...new Array<number>(length - 1).fill(0)];

/** Runs batches one at a time, each only when the test says so, and remembers what was in them. */
function heldQueue() {
  const batches: number[][] = [];
  const gates: Array<(failure?: Error) => void> = [];
  const queue = new BatchQueue(
    (batch) =>
      new Promise((resolve, reject) => {
        batches.push(batch.map((tokens) => tokens[0]!));
        gates.push((failure) =>
          failure ? reject(failure) : resolve(batch.map((tokens) => Float32Array.of(tokens[0]!))),
        );
      }),
    limits,
  );
  const finish = async (failure?: Error) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    gates.shift()!(failure);
    await new Promise((resolve) => setTimeout(resolve, 5));
  };
  return { queue, batches, finish };
}

test('callers at the same time share a batch, and each gets its own vectors in order', async () => {
  const { queue, batches, finish } = heldQueue();
  const [a, b] = [queue.add([text(1), text(2)], 'document'), queue.add([text(3)], 'document')];
  await finish();
  expect(batches).toEqual([[1, 2, 3]]);
  expect((await a).map(([x]) => x)).toEqual([1, 2]);
  expect((await b).map(([x]) => x)).toEqual([3]);
});

test('a query overtakes documents that were there before it', async () => {
  const { queue, batches, finish } = heldQueue();
  const documents = queue.add(
    Array.from({ length: 12 }, (_, i) => text(i)),
    'document',
  );
  await new Promise((resolve) => setTimeout(resolve, 5));
  const query = queue.add([text(99)], 'query');
  await finish();
  await finish();
  expect(batches[1]).toContain(99);
  await query;
  await finish();
  await finish();
  expect(await documents).toHaveLength(12);
});

test('tenants take turns, whoever came first with however much', async () => {
  const { queue, batches, finish } = heldQueue();
  const big = queue.add(
    Array.from({ length: 20 }, (_, i) => text(100 + i)),
    'document',
    { tenant: 'big' },
  );
  const small = queue.add([text(1), text(2)], 'document', { tenant: 'small' });
  await finish();
  expect(batches[0]).toEqual([100, 1, 101, 2]);
  await small;
  for (let i = 0; i < 5; i++) await finish();
  expect(await big).toHaveLength(20);
});

test('texts of different length do not share a batch', async () => {
  const { queue, batches, finish } = heldQueue();
  const all = queue.add([text(1, 8), text(2, 60), text(3, 7), text(4, 58)], 'document');
  for (let i = 0; i < 3; i++) await finish();
  expect(batches.map((batch) => batch.toSorted())).toEqual([[1, 3], [2], [4]]);
  await all;
});

test('a failed batch fails its callers and nobody else', async () => {
  const { queue, finish } = heldQueue();
  const failing = expect(queue.add([text(1)], 'document')).rejects.toThrow('broken');
  await finish(new Error('broken'));
  await failing;
  const second = queue.add([text(2)], 'document');
  await finish();
  expect(await second).toHaveLength(1);
});

test('who gives up gets its reason at once, and its texts are not embedded', async () => {
  const { queue, batches, finish } = heldQueue();
  const running = queue.add([text(1)], 'document');
  await new Promise((resolve) => setTimeout(resolve, 5));
  const gone = new AbortController();
  const waiting = queue.add([text(2)], 'document', { signal: gone.signal });
  gone.abort(new Error('left'));
  await expect(waiting).rejects.toThrow('left');
  await finish();
  await running;
  expect(batches).toEqual([[1]]);
  expect(queue.waiting).toBe(0);
});

test('a flood is refused instead of kept', async () => {
  const { queue } = heldQueue();
  const flood = Array.from({ length: 51 }, (_, i) => text(i));
  await expect(queue.add(flood, 'document')).rejects.toMatchObject({ code: 'overloaded' });
});
