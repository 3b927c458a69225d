import { afterAll, expect, test } from 'vitest';
import type { IndexedEntry } from '../indexed-entry.ts';
import { NamespaceIndex } from '../namespace-index.ts';
import { VectorArena } from '../vectors/vector-arena.ts';

const dims = 8;
const calibration = { points: [[-1, 0] as const, [1, 1] as const] };
const arena = await VectorArena.create();
const index = new NamespaceIndex({ dims, calibration, arena });
afterAll(() => index.release());

index.put(Array.from({ length: 40 }, (_, i) => entry(i, i % 4 === 0 ? 'a red kettle' : 'a blue teapot')));
const request = { vector: vectorOf(3), text: 'kettle', limit: 40, now: 0, explain: true };
const filter = { op: 'eq' as const, path: ['metadata', 'kind'], value: 'kept' };
const kettles = Array.from({ length: 10 }, (_, i) => `entry${4 * i}`).sort();
let next = 1_000;

test.each([
  ['with a filter', { filter }],
  ['where something was removed', {}],
])('a search %s finds by words although such words are written while it runs', async (_, asked) => {
  index.put([entry(next, 'gone')]);
  index.remove([`entry${next}`]);
  for (const mode of ['blended', 'lexical'] as const) {
    const running = index.search({ ...request, ...asked, mode });
    // Words of the query are in rows that the search does not know.
    const later = Array.from({ length: 9 }, () => entry(next++, 'another kettle', 'other'));
    index.put(later);
    const found = await running;
    expect(
      found
        .filter(({ explain }) => explain!.lexical! > 0)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(kettles);
    index.remove(later.map(({ id }) => id));
  }
});

function entry(i: number, text: string, kind = 'kept'): IndexedEntry {
  const passages = [{ text, vector: vectorOf(i) }];
  return { id: `entry${i}`, metadata: { kind }, createdAt: i, updatedAt: i, passages };
}

function vectorOf(seed: number): Float32Array {
  const vector = Float32Array.from({ length: dims }, (_, i) => Math.sin((seed + 1) * (i + 1)));
  const length = Math.hypot(...vector);
  return vector.map((x) => x / length);
}
