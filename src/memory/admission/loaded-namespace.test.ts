import { describe, expect, test } from 'vitest';
import type { IndexedEntry } from '../index/indexed-entry.ts';
import { LoadedNamespace, type LoadingParts } from '../loaded-namespace.ts';
import type { SearchIndex } from '../search-index.ts';
import type { ChangePage, NamespaceState, StoredEmbedding, Version } from '../store.ts';
import { IndexBudget } from './index-budget.ts';

/** Holds ids, and a hundred bytes for each. */
class FakeIndex {
  readonly ids = new Set<string>();
  released = 0;
  compacted = 0;
  compacting = Promise.resolve();
  frozen = 0;
  tag = '';
  get size(): number {
    return this.ids.size;
  }
  get memoryBytes(): number {
    return this.ids.size * 100;
  }
  put(entries: readonly IndexedEntry[]): void {
    for (const { id } of entries) {
      if (id === 'poison') throw new Error('no such entry can be put');
      this.ids.add(id);
    }
  }
  remove(ids: readonly string[]): void {
    for (const id of ids) this.ids.delete(id);
  }
  snapshot(tag: string) {
    this.tag = tag;
    this.frozen++;
    return { parts: [], release: () => this.frozen-- };
  }
  async compact(): Promise<void> {
    await this.compacting;
    this.compacted++;
  }
  release(): void {
    this.released++;
  }
}

const stored = (id: string): StoredEmbedding => ({
  entry: { id, namespace: 'notes', content: 'tea', metadata: {}, createdAt: 0, updatedAt: 0 },
});
const put = (...ids: string[]): { put: IndexedEntry[] } => ({
  put: ids.map((id) => ({ id, metadata: {}, createdAt: 0, updatedAt: 0, passages: [] })),
});
const state = (revision: number, stamp = revision * 10, previousStamp = (revision - 1) * 10) =>
  ({
    id: 7,
    tenantId: 'ten_a',
    name: 'notes',
    model: 'm1',
    dims: 2,
    revision,
    stamp,
    previousStamp,
  }) as NamespaceState;
const at = (revision: number): Version => ({ revision, stamp: revision * 10 });
const page = (revision: number, more: boolean, upserts: string[], removed: string[] = []): ChangePage => ({
  ...at(revision),
  more,
  upserts: upserts.map(stored),
  removed,
  settings: {},
});

/** A store of one namespace: what it holds, what happened, and how often it is asked. */
function bench(options: { maxBytes?: number; revision?: number } = {}) {
  const made: FakeIndex[] = [];
  const asked: string[] = [];
  const failures: unknown[] = [];
  const world = {
    all: ['a', 'b'],
    current: at(options.revision ?? 1),
    changes: [] as Array<ChangePage | undefined>,
    snapshot: undefined as { tag: string; index: FakeIndex } | undefined | 'unreadable' | 'damaged',
    isOwn: true,
    /** Before the store answers. */
    wait: async () => {},
    save: async () => {},
    noted: [] as unknown[],
    made,
    asked,
    failures,
  };
  const parts = {
    store: {
      async readAllEmbeddings(
        id: number,
        model: string,
        take: (items: StoredEmbedding[], settings: object) => void,
      ) {
        asked.push(`all of ${id} by ${model}`);
        await world.wait();
        const version = world.current;
        take(world.all.map(stored), {});
        return version;
      },
      async readChanges(_id: number, _model: string, since: Version, limit: number) {
        asked.push(`changes since ${since.revision}/${since.stamp}, ${limit}`);
        await world.wait();
        return world.changes.shift();
      },
      async currentVersion() {
        asked.push('version');
        return world.current;
      },
      isOwnSnapshot: async () => world.isOwn,
      noteSnapshot: async (id: number, tag: unknown) => void world.noted.push([id, tag]),
    },
    models: { shapeOf: async () => ({ dims: 2, calibration: { points: [] } }) },
    indexes: {
      create() {
        const index = new FakeIndex();
        made.push(index);
        return index;
      },
      restore: async () => (world.snapshot === 'damaged' ? undefined : world.snapshot),
    },
    snapshots: {
      async read() {
        if (world.snapshot === 'unreadable') throw new Error('EIO');
        return world.snapshot && [];
      },
      save: () => world.save(),
    },
    onFailure: (error: unknown) => failures.push(error),
    budget: new IndexBudget(options.maxBytes ?? 10_000),
  };
  const load = () =>
    LoadedNamespace.load(parts as unknown as LoadingParts, 'key', state(world.current.revision));
  return { ...world, world, load };
}

const ids = (index: SearchIndex) => [...(index as unknown as FakeIndex).ids].sort().join('');
const seen = (index: SearchIndex, version: Version) => `${ids(index)} ${version.revision}/${version.stamp}`;
/** Lets everything happen that waits for nothing else. */
const turns = async () => {
  for (let i = 0; i < 10; i++) await new Promise((resolve) => setImmediate(resolve));
};
function gate() {
  let open = () => {};
  const wait = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { wait, open };
}

describe('loading', () => {
  test('reads all rows where there is no snapshot, and counts them as not saved', async () => {
    const { load, asked, made, failures } = bench();
    const loaded = await load();
    expect(asked).toEqual(['all of 7 by m1']);
    expect([loaded.size, loaded.memoryBytes, loaded.changesSinceSave, loaded.outdated]).toEqual([
      2,
      200,
      2,
      true,
    ]);
    expect([loaded.key, loaded.tenantId, loaded.gone, loaded.idle]).toEqual(['key', 'ten_a', false, true]);
    expect([made.length, failures]).toEqual([1, []]);
  });

  test('takes a snapshot of these very rows, and follows from there', async () => {
    const { load, asked, world, made } = bench({ revision: 5 });
    const index = new FakeIndex();
    index.ids.add('x');
    world.snapshot = { tag: 'mark 4 40', index };
    world.changes = [page(5, false, ['y'])];
    const loaded = await load();
    expect([asked, made.length, loaded.outdated, loaded.changesSinceSave]).toEqual([[], 0, false, 0]);
    expect(await loaded.use(at(5), seen)).toBe('xy 5/50');
    expect(asked).toEqual(['changes since 4/40, 512']);
    expect([loaded.outdated, loaded.changesSinceSave]).toEqual([true, 1]);
  });

  test('a snapshot of an older version has no stamp', async () => {
    const { load, world } = bench();
    world.snapshot = { tag: 'mark 1', index: new FakeIndex() };
    expect(await (await load()).peek(seen)).toBe(' 1/0');
  });

  test('gives a snapshot of other rows back, and reads all', async () => {
    const { load, world, asked } = bench();
    const index = new FakeIndex();
    world.snapshot = { tag: 'mark 4 40', index };
    world.isOwn = false;
    const loaded = await load();
    expect([index.released, asked.length, loaded.size]).toEqual([1, 1, 2]);
  });

  test.each([
    ['unreadable', 'cannot be read'],
    ['damaged', 'is damaged or of another version'],
  ] as const)('reports a snapshot that is %s, and reads all', async (snapshot, why) => {
    const { load, world, failures } = bench();
    world.snapshot = snapshot;
    expect((await load()).size).toBe(2);
    expect(failures.map(String)).toEqual([expect.stringContaining(`The snapshot key ${why}`)]);
  });

  test('what takes as much as there is fits, what takes more is refused and gives its memory back', async () => {
    expect((await bench({ maxBytes: 200 }).load()).size).toBe(2);
    const { load, made } = bench({ maxBytes: 199 });
    await expect(load()).rejects.toMatchObject({ code: 'index_memory_full' });
    expect(made.map(({ released }) => released)).toEqual([1]);
    const restored = bench({ maxBytes: 99 });
    const index = new FakeIndex();
    index.ids.add('x');
    restored.world.snapshot = { tag: 'mark 1 10', index };
    await expect(restored.load()).rejects.toMatchObject({ code: 'index_memory_full' });
    expect(index.released).toBe(1);
  });
});

describe('changes of writes', () => {
  test('are applied at once in their order, and the store is not asked', async () => {
    const { load, asked } = bench();
    const loaded = await load();
    loaded.apply(state(2), put('c'));
    loaded.apply(state(3), { remove: ['a'] });
    expect(await loaded.use(at(3), seen)).toBe('bc 3/30');
    expect(asked).toHaveLength(1);
    expect(loaded.changesSinceSave).toBe(4);
    loaded.apply(state(4), { ...put('d', 'e'), remove: ['b'] });
    expect(loaded.changesSinceSave).toBe(7);
    expect(await loaded.peek(seen)).toBe('cde 4/40');
  });

  test('that come too early wait for the one before; that come again change nothing', async () => {
    const { load } = bench();
    const loaded = await load();
    loaded.apply(state(3), put('d'));
    expect(await loaded.peek(seen)).toBe('ab 1/10');
    loaded.apply(state(2), put('c'));
    expect(await loaded.peek(seen)).toBe('abcd 3/30');
    loaded.apply(state(3), put('x'));
    loaded.apply(state(1), put('x'));
    expect(await loaded.peek(seen)).toBe('abcd 3/30');
  });

  test('of another history are not applied: who needs them reads the store', async () => {
    const { load, world, asked } = bench();
    const loaded = await load();
    loaded.apply(state(2, 99, 98), put('x'));
    expect(await loaded.peek(seen)).toBe('ab 1/10');
    world.changes = [page(2, false, ['c'])];
    expect(await loaded.use(at(2), seen)).toBe('abc 2/20');
    expect(asked.slice(1)).toEqual(['changes since 1/10, 512']);
  });

  test('more than 128 that wait are forgotten, and the store is followed once without anybody asking', async () => {
    const { load, world, asked } = bench();
    const loaded = await load();
    for (let revision = 3; revision <= 130; revision++) loaded.apply(state(revision), put(`n${revision}`));
    await turns();
    expect(asked).toHaveLength(1);
    const { wait, open } = gate();
    world.wait = () => wait;
    world.changes = [page(200, false, ['all'])];
    loaded.apply(state(131), put('n131'));
    for (let revision = 132; revision <= 300; revision++) loaded.apply(state(revision), put(`n${revision}`));
    await turns();
    expect(asked.slice(1)).toEqual(['changes since 1/10, 512']);
    world.current = at(200);
    open();
    await turns();
    // What came meanwhile was too much as well: the next one who asks reads it.
    expect(await loaded.peek(seen)).toBe('aallb 200/2000');
    for (let revision = 302; revision <= 430; revision++) loaded.apply(state(revision), put('x'));
    world.changes = [page(500, false, ['late'])];
    await turns();
    expect(asked.slice(2)).toEqual(['changes since 200/2000, 512']);
    expect(await loaded.peek((_, { revision }) => revision)).toBe(500);
  });

  test('that were applied do not wait any more, however many there are', async () => {
    const { load, asked } = bench();
    const loaded = await load();
    for (let revision = 2; revision <= 300; revision++) loaded.apply(state(revision), put(`n${revision}`));
    await turns();
    expect([asked.length, loaded.size]).toEqual([1, 301]);
  });

  test('of a store with one owner have no stamps, and follow one another all the same', async () => {
    const { load, world } = bench();
    world.current = { revision: 1, stamp: 0 };
    const loaded = await load();
    const { previousStamp: _, ...after } = state(2, 0);
    loaded.apply(after, put('c'));
    expect(await loaded.peek(seen)).toBe('abc 2/0');
  });

  test('that came while the store was read are taken from memory, and the store is not read again', async () => {
    const { load, world, asked } = bench();
    const loaded = await load();
    const { wait, open } = gate();
    world.wait = () => wait;
    world.changes = [page(2, true, ['c']), page(3, false, ['d'])];
    const used = loaded.use(at(3), seen);
    await turns();
    loaded.apply(state(3), put('d'));
    open();
    expect(await used).toBe('abcd 3/30');
    expect(asked.slice(1)).toEqual(['changes since 1/10, 512']);
  });

  test('wait for all work that is under way, not only for the first', async () => {
    const { load, made } = bench();
    const loaded = await load();
    const [first, second] = [gate(), gate()];
    made[0]!.compacting = first.wait;
    const saves = [loaded.saveCompacted(), loaded.saveCompacted()];
    await turns();
    loaded.apply(state(2), put('c'));
    made[0]!.compacting = second.wait;
    first.open();
    await turns();
    expect(await loaded.peek(seen)).toBe('ab 1/10');
    second.open();
    await Promise.all(saves);
    expect(await loaded.peek(seen)).toBe('abc 2/20');
  });

  test('wait while the index is busy, and are applied as soon as it is not', async () => {
    const { load, world } = bench();
    const loaded = await load();
    const { wait, open } = gate();
    world.wait = () => wait;
    world.changes = [page(2, false, ['c'])];
    const used = loaded.use(at(2), seen);
    await turns();
    expect(loaded.idle).toBe(false);
    loaded.apply(state(3), put('d'));
    expect(await loaded.peek(seen)).toBe('ab 1/10');
    open();
    expect(await used).toBe('abcd 3/30');
    await turns();
    expect(loaded.idle).toBe(true);
  });

  test('that cannot be put are reported, and the index is gone', async () => {
    const { load, failures, made } = bench();
    const loaded = await load();
    loaded.apply(state(2), put('poison'));
    expect(failures).toEqual([new Error('no such entry can be put')]);
    expect([loaded.gone, made[0]!.released]).toEqual([true, 1]);
  });
});

describe('whoever uses it', () => {
  test('with a newer version waits until the changes were read, page by page', async () => {
    const { load, world, asked } = bench();
    const loaded = await load();
    world.changes = [page(2, true, ['c']), page(3, true, ['d'], ['a']), page(4, false, ['e'])];
    expect(await loaded.use(at(4), seen)).toBe('bcde 4/40');
    expect(asked.slice(1)).toEqual(
      [1, 2, 3].map((revision) => `changes since ${revision}/${revision}0, 512`),
    );
    expect(loaded.changesSinceSave).toBe(6);
  });

  test('does not read more than it needs, nor on where there is no more', async () => {
    const { load, world, asked } = bench();
    const loaded = await load();
    world.changes = [page(2, true, ['c']), page(3, false, ['d'])];
    expect(await loaded.use(at(2), seen)).toBe('abc 2/20');
    expect(asked).toHaveLength(2);
    await loaded.catchUp(9);
    expect(await loaded.peek(seen)).toBe('abcd 3/30');
    expect(asked).toHaveLength(3);
  });

  test('is served as soon as the version is reached, though others wait for more', async () => {
    const { load, world } = bench();
    const loaded = await load();
    world.changes = [page(2, true, ['c'])];
    const { wait, open } = gate();
    let pages = 0;
    world.wait = async () => {
      if (++pages === 2) await wait;
    };
    const far = loaded.use(at(3), seen);
    const near = loaded.use(at(2), seen);
    expect(await near).toBe('abc 2/20');
    world.changes = [page(3, false, ['d'])];
    open();
    expect(await far).toBe('abcd 3/30');
  });

  test('with the very version asks nobody', async () => {
    const { load, asked } = bench();
    expect(await (await load()).use(at(1), seen)).toBe('ab 1/10');
    expect(asked).toHaveLength(1);
  });

  test('with an older version has the store say that nothing was lost', async () => {
    const { load, world, asked } = bench({ revision: 3 });
    const loaded = await load();
    expect(await loaded.use(at(2), seen)).toBe('ab 3/30');
    expect(asked.slice(1)).toEqual(['version']);
    // Where it is ahead by now, the index follows.
    world.current = at(4);
    world.changes = [page(4, false, ['c'])];
    expect(await loaded.use(at(2), seen)).toBe('abc 4/40');
  });

  test.each<[string, Version, Version]>([
    ['lost revisions', { revision: 3, stamp: 30 }, { revision: 2, stamp: 20 }],
    ['has another history of the same length', { revision: 5, stamp: 99 }, { revision: 5, stamp: 99 }],
  ])('finds it built again where the store %s', async (_, wanted, current) => {
    const { load, world, made, asked } = bench({ revision: 5 });
    const loaded = await load();
    world.current = current;
    world.all = ['z'];
    expect(await loaded.use(wanted, seen)).toBe(`z ${current.revision}/${current.stamp}`);
    expect(asked.slice(1)).toEqual(['version', 'all of 7 by m1']);
    expect(made.map(({ released }) => released)).toEqual([1, 0]);
  });

  test('finds it built again where the history does not reach back', async () => {
    const { load, world, made } = bench();
    const loaded = await load();
    world.current = at(9);
    world.all = ['z'];
    world.changes = [undefined];
    expect(await loaded.use(at(9), seen)).toBe('z 9/90');
    expect(made).toHaveLength(2);
  });

  test('keeps the index that it was given until it is done, also where another takes its place', async () => {
    const { load, world, made } = bench();
    const loaded = await load();
    const { wait, open } = gate();
    const long = loaded.peek(async (index) => {
      await wait;
      return ids(index);
    });
    await turns();
    world.all = ['z'];
    world.current = at(9);
    world.changes = [undefined];
    expect(await loaded.use(at(9), seen)).toBe('z 9/90');
    expect(made[0]!.released).toBe(0);
    open();
    expect(await long).toBe('ab');
    expect(made.map(({ released }) => released)).toEqual([1, 0]);
  });

  test('as it is waits while it is being built again: then it is of no version', async () => {
    const { load, world } = bench();
    const loaded = await load();
    const { wait, open } = gate();
    world.current = at(9);
    world.all = ['z'];
    world.changes = [undefined];
    let reads = 0;
    world.wait = async () => {
      if (++reads === 2) await wait;
    };
    const used = loaded.use(at(9), seen);
    await turns();
    const peeked = loaded.peek(seen);
    await turns();
    open();
    expect(await peeked).toBe('z 9/90');
    expect(await used).toBe('z 9/90');
  });

  test('what was waiting of the lost history is not applied to the new one', async () => {
    const { load, world } = bench({ revision: 5 });
    const loaded = await load();
    loaded.apply(state(7), put('x'));
    world.current = { revision: 5, stamp: 99 };
    world.all = ['z'];
    await loaded.use({ revision: 5, stamp: 99 }, seen);
    loaded.apply(state(6, 60, 99), put('y'));
    expect(await loaded.peek(seen)).toBe('yz 6/60');
  });

  test('that fails is not counted any more', async () => {
    const { load } = bench();
    const loaded = await load();
    await expect(loaded.peek(() => Promise.reject(new Error('mine')))).rejects.toThrow('mine');
    expect(loaded.idle).toBe(true);
  });
});

describe('snapshots', () => {
  test('are of the version that the index has, and noted when they are written', async () => {
    const { load, made, noted } = bench();
    const loaded = await load();
    await loaded.save();
    const [mark, revision, stamp] = made[0]!.tag.split(' ');
    expect([revision, stamp, noted]).toEqual(['1', '10', [[7, { mark, revision: 1, stamp: 10 }]]]);
    expect([loaded.outdated, loaded.changesSinceSave, made[0]!.frozen]).toEqual([false, 0, 0]);
    loaded.apply(state(2), put('c'));
    expect([loaded.outdated, loaded.changesSinceSave]).toEqual([true, 1]);
  });

  test('that cannot be written are an error, hold nothing, and the next one is tried', async () => {
    const { load, made, world, noted } = bench();
    const loaded = await load();
    world.save = () => Promise.reject(new Error('full'));
    await expect(loaded.save()).rejects.toThrow('full');
    expect([made[0]!.frozen, noted, loaded.outdated]).toEqual([0, [], true]);
    world.save = async () => {};
    await loaded.save();
    expect([noted.length, loaded.outdated]).toEqual([1, false]);
  });

  test('are made after the work that is going on, and one after the other', async () => {
    const { load, world, made } = bench();
    const loaded = await load();
    const { wait, open } = gate();
    world.wait = () => wait;
    world.changes = [page(2, false, ['c'])];
    const following = loaded.catchUp(2);
    const saves = [loaded.save(), loaded.save()];
    await turns();
    expect(made[0]!.tag).toBe('');
    open();
    await Promise.all([following, ...saves]);
    expect(made[0]!.tag).toMatch(/ 2 20$/);
  });

  test('can be made without what was removed', async () => {
    const { load, made, noted } = bench();
    await (await load()).saveCompacted();
    expect([made[0]!.compacted, noted.length]).toEqual([1, 1]);
  });

  test('are not made of what is gone', async () => {
    const { load, made, noted } = bench();
    const loaded = await load();
    loaded.putOut();
    await loaded.save();
    expect([made[0]!.tag, noted]).toEqual(['', []]);
  });
});

describe('putting it out', () => {
  test('gives the memory back once, when the last call is done', async () => {
    const { load, made } = bench();
    const loaded = await load();
    const [first, second] = [gate(), gate()];
    const calls = [first, second].map(({ wait }) => loaded.peek(() => wait));
    await turns();
    loaded.putOut();
    expect([loaded.gone, made[0]!.released]).toEqual([true, 0]);
    first.open();
    await calls[0];
    expect(made[0]!.released).toBe(0);
    second.open();
    await calls[1];
    expect(made[0]!.released).toBe(1);
    loaded.putOut();
    expect(made[0]!.released).toBe(1);
  });

  test('waits for work that changes it, and takes nothing in any more', async () => {
    const { load, world, made } = bench();
    const loaded = await load();
    const { wait, open } = gate();
    world.wait = () => wait;
    world.changes = [page(2, false, ['c'])];
    const following = loaded.catchUp(2);
    await turns();
    loaded.apply(state(3), put('d'));
    loaded.putOut();
    expect(made[0]!.released).toBe(0);
    const quiet = loaded.quiet();
    open();
    await following;
    await quiet;
    expect(made[0]!.released).toBe(1);
  });

  test('leaves what waited for other work aside', async () => {
    const { load, made, failures } = bench();
    const loaded = await load();
    const { wait, open } = gate();
    made[0]!.compacting = wait;
    const saving = loaded.saveCompacted();
    await turns();
    loaded.apply(state(2), put('c'));
    loaded.putOut();
    open();
    await saving;
    expect([[...made[0]!.ids], made[0]!.released, failures]).toEqual([['a', 'b'], 1, []]);
  });

  test('is not followed by chasing the store, however much is written', async () => {
    const { load, asked } = bench();
    const loaded = await load();
    loaded.putOut();
    for (let revision = 3; revision <= 400; revision++) loaded.apply(state(revision), put('x'));
    await turns();
    expect(asked).toHaveLength(1);
  });

  test('is over when the snapshot that is being written is', async () => {
    const { load, world } = bench();
    const loaded = await load();
    const { wait, open } = gate();
    world.save = () => wait;
    const saving = loaded.save();
    await turns();
    let isQuiet = false;
    const quiet = loaded.quiet().then(() => {
      isQuiet = true;
    });
    await turns();
    expect(isQuiet).toBe(false);
    open();
    await Promise.all([saving, quiet]);
  });
});
