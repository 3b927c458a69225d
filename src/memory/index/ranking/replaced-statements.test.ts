import { expect, test } from 'vitest';
import { NamespaceIndex } from '../namespace-index.ts';
import { VectorArena } from '../vectors/vector-arena.ts';

const dims = 16;
const arena = await VectorArena.create();
const near = new Float32Array(dims).fill(1 / Math.sqrt(dims));
const calibration = { points: [[-1, 0] as const, [1, 1] as const] };

/** Two entries, the newer one telling of a change, and each with further passages. */
async function found(...further: string[]) {
  const index = new NamespaceIndex({ dims, calibration, arena });
  const entry = (id: string, text: string, time: number) => ({
    id,
    metadata: {},
    createdAt: time,
    updatedAt: time,
    passages: [text, ...further].map((part) => ({ text: part, vector: near })),
  });
  index.put([
    entry('old', 'Nora lives in Berlin, in a flat.', 1),
    entry('new', 'Nora moved to Paris, and lives there now.', 2),
  ]);
  const request = { vector: near, text: 'Nora lives in Berlin flat', limit: 5, now: 3 } as const;
  const hits = await index.search({ ...request, mode: 'blended' });
  index.release();
  return hits;
}

test('a newer statement goes before the one that it replaces', async () => {
  const hits = await found();
  expect(hits.map(({ id }) => id)).toEqual(['new', 'old']);
  expect(hits[1]!.supersededBy).toBe('new');
});

test('a sentence of a longer entry replaces none of another: the rest of the entry still holds', async () => {
  const hits = await found('The meeting is about the new office.');
  expect(hits.map(({ id }) => id)).toEqual(['old', 'new']);
  expect(hits[1]!.supersededBy).toBeUndefined();
});
