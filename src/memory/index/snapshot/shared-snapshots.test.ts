import { expect, test } from 'vitest';
import type { FrozenIndex, SearchIndex } from '../../search-index.ts';
import { createIndexFactory } from '../index-factory.ts';
import type { IndexedEntry } from '../indexed-entry.ts';

const shape = { dims: 512, calibration: { points: [[-1, 0] as const, [1, 1] as const] } };
const factory = await createIndexFactory(1);

/** As a database that all nodes share: a part whose name is there already is not written again. */
class SharedParts {
  #parts = new Map<string, Uint8Array>();

  save({ parts, release }: FrozenIndex): void {
    const saved = new Map<string, Uint8Array>();
    for (const part of parts) saved.set(part.id, this.#parts.get(part.id) ?? part.bytes().slice());
    release();
    this.#parts = saved;
  }

  get names(): string[] {
    return [...this.#parts.keys()];
  }

  async restored(isShared = true): Promise<SearchIndex> {
    const parts = this.#parts.values();
    const read = (async function* () {
      yield* parts;
    })();
    return (await factory.restore(read, shape, { isShared }))!.index;
  }
}

test('nodes that follow in steps of their own from one snapshot do not take parts of each other for theirs', async () => {
  const shared = new SharedParts();
  const built = factory.create(shape);
  built.put([entry(0), entry(1)]);
  shared.save(built.snapshot('built'));
  built.release();
  const [one, other] = [await shared.restored(), await shared.restored()];
  const later = Array.from({ length: 5_000 }, (_, i) => entry(i + 2));
  // One wrote it twice; the other read it once, as it is now.
  one.put([entry(1)]);
  for (const node of [one, other]) {
    node.put([entry(1)]);
    node.put(later);
    shared.save(node.snapshot('saved'));
    expect(shared.names.length).toBeGreaterThan(1);
  }
  const restored = await shared.restored();
  for (const wanted of [0, 1, 2, 700, 4_500, 5_001]) {
    const request = { vector: vectorOf(wanted), text: '', mode: 'dense' as const, limit: 1, now: 0 };
    expect((await restored.search(request))[0]!.id).toBe(`entry${wanted}`);
  }
  for (const index of [one, other, restored]) index.release();
});

test('whoever is alone with its snapshots writes a full part once, also after a restart', async () => {
  const own = new SharedParts();
  const built = factory.create(shape);
  built.put(Array.from({ length: 5_000 }, (_, i) => entry(i)));
  own.save(built.snapshot('built'));
  const before = own.names;
  const restored = await own.restored(false);
  restored.put([entry(5_000)]);
  own.save(restored.snapshot('saved'));
  expect(own.names.filter((name) => before.includes(name)).length).toBeGreaterThan(0);
  for (const index of [built, restored]) index.release();
});

function entry(i: number): IndexedEntry {
  const passages = [{ text: `number ${i}`, vector: vectorOf(i) }];
  return { id: `entry${i}`, metadata: {}, createdAt: i, updatedAt: i, passages };
}

function vectorOf(seed: number): Float32Array {
  let state = seed + 1;
  const vector = Float32Array.from({ length: shape.dims }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  });
  const length = Math.hypot(...vector);
  return vector.map((x) => x / length);
}
