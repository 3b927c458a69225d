import { expect, test } from 'vitest';
import { windowCodes } from '../../embedding/passages/window-codes.ts';
import { NamespaceIndex } from '../namespace-index.ts';
import { VectorArena } from '../vectors/vector-arena.ts';

const options = {
  dims: 4,
  calibration: { points: [[0, 0] as const, [1, 1] as const] },
  arena: await VectorArena.create(),
};
const unit = (...values: number[]) => Float32Array.from(values, (value) => value / Math.hypot(...values));
const asked = unit(1, 0, 0, 0);
/** Where windows are, they hold the vector that is asked for among others. */
const entry = (id: string, vector: Float32Array, ...windows: Float32Array[]) => ({
  id,
  metadata: {},
  createdAt: 0,
  updatedAt: 0,
  passages: [{ text: id, vector, ...(windows.length > 0 && { windows: windowCodes(windows) }) }],
});
const found = async (index: NamespaceIndex, mode: 'dense' | 'blended' | 'lexical' = 'dense') =>
  (await index.search({ vector: asked, text: 'question', mode, limit: 5, now: 0, explain: true })).map(
    ({ id, explain }) => [id, explain!.cosine?.toFixed(2)],
  );

function filled(): NamespaceIndex {
  const index = new NamespaceIndex(options);
  index.put([
    entry('gone', unit(1, 1, 0, 0), asked, asked),
    entry('whole', unit(1, 1, 0, 0)),
    entry('page', unit(1, 3, 0, 0), unit(0, 1, 0, 0), asked),
    entry('other', unit(1, 2, 0, 0), unit(0, 1, 0, 0), unit(0, 0, 1, 0)),
  ]);
  return index;
}
const expected = [
  // .32 of itself, and seven tenths of the way to 1.
  ['page', '0.79'],
  ['whole', '0.71'],
  // No window is nearer than itself.
  ['other', '0.45'],
];

test('an entry of which one sentence is near comes before one that is near as a whole', async () => {
  const index = filled();
  index.remove(['gone']);
  for (const mode of ['dense', 'blended'] as const) expect(await found(index, mode)).toEqual(expected);
  index.put([entry('page', unit(1, 3, 0, 0))]);
  expect((await found(index)).map(([id]) => id)).toEqual(['whole', 'other', 'page']);
  index.release();
});

test('it is so after compaction, after a snapshot, and for what is written later', async () => {
  const index = filled();
  index.remove(['gone']);
  await index.compact();
  expect(await found(index)).toEqual(expected);
  const frozen = index.snapshot('tag');
  const parts = Array.from(frozen.parts, (part) => part.bytes().slice());
  frozen.release();
  index.release();
  const restored = (await NamespaceIndex.restore(parts, options))!.index;
  expect(await found(restored)).toEqual(expected);
  restored.put([
    entry('newer', unit(0, 1, 0, 0), unit(1, 0.1, 0, 0), unit(0, 0, 1, 0)),
    entry('plain', asked),
  ]);
  expect(await found(restored)).toEqual([
    ['plain', '1.00'],
    ['page', '0.79'],
    ['whole', '0.71'],
    ['newer', '0.70'],
    ['other', '0.45'],
  ]);
  restored.release();
});

test('windows count in the memory of an index', async () => {
  const [bare, windowed] = [new NamespaceIndex(options), new NamespaceIndex(options)];
  bare.put([entry('a', asked)]);
  windowed.put([entry('a', asked, asked, asked)]);
  expect(windowed.memoryBytes - bare.memoryBytes).toBe(16 + 16 * 4);
  for (const index of [bare, windowed]) index.release();
});
