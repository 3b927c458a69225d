import { describe, expect, test } from 'vitest';
import type { IndexedEntry } from '../index/indexed-entry.ts';
import { NamespaceCache, type NamespaceCacheOptions } from '../namespace-cache.ts';
import type { SearchIndex } from '../search-index.ts';
import type { NamespaceState, StoredEmbedding, Version } from '../store.ts';
import { indexKey } from './index-key.ts';

/** Namespaces by their numbers: how many entries each has, at revision 1. An index takes a byte for each entry. */
function bench(sizes: Record<number, number>, options: Partial<NamespaceCacheOptions> = {}) {
  const clock = { now: 0 };
  const log: string[] = [];
  const failures: unknown[] = [];
  const saved = new Set<string>();
  const world = {
    poisoned: false,
    hold: async () => {},
    saveFails: false,
    missing: new Set<number>(),
    grow: 0,
    hasLearnt: false,
  };
  class FakeIndex {
    size = 0;
    of = 0;
    get memoryBytes(): number {
      return this.size;
    }
    get hasLearnt(): boolean {
      return world.hasLearnt;
    }
    add(entries: readonly IndexedEntry[]): void {
      this.put(entries);
    }
    put(entries: readonly IndexedEntry[]): void {
      if (world.poisoned) throw new Error('poisoned');
      this.size += entries.length;
    }
    remove(ids: readonly string[]): void {
      this.size -= ids.length;
    }
    snapshot() {
      world.hasLearnt = false;
      return { parts: [], release: () => {} };
    }
    async compact(): Promise<void> {
      log.push('compact');
    }
    release(): void {
      log.push(`release ${this.of}`);
    }
  }
  const made: FakeIndex[] = [];
  const row: StoredEmbedding = {
    entry: { id: 'a', namespace: 'n', content: '', metadata: {}, createdAt: 0, updatedAt: 0 },
  };
  const cache = new NamespaceCache({
    store: {
      async readAllEmbeddings(
        id: number,
        _model: string,
        take: (items: unknown[], settings: object) => void,
      ) {
        log.push(`load ${id}`);
        made.at(-1)!.of = id;
        await world.hold();
        take(
          Array.from({ length: sizes[id]! }, () => row),
          {},
        );
        return { revision: 1, stamp: 0 };
      },
      async readChanges(id: number, _model: string, since: Version) {
        log.push(`follow ${id}`);
        const upserts = Array.from({ length: world.grow }, () => row);
        return {
          revision: since.revision + Math.sign(world.grow),
          stamp: 0,
          more: false,
          upserts,
          removed: [],
          settings: {},
        };
      },
      currentVersion: async (id: number) => ({ revision: world.missing.has(id) ? 0 : 1, stamp: 0 }),
      isOwnSnapshot: async () => false,
      noteSnapshot: async () => {},
    },
    models: { shapeOf: async () => ({ dims: 1, calibration: { points: [] } }) },
    indexes: {
      create: () => {
        made.push(new FakeIndex());
        return made.at(-1);
      },
      restore: async () => undefined,
    },
    snapshots: {
      read: async () => undefined,
      async save(name: string) {
        if (world.saveFails) throw new Error('full');
        log.push(`save ${name.split('-')[0]}`);
        saved.add(name);
      },
      async remove(name: string) {
        log.push(`remove ${name.split('-')[0]}`);
        saved.delete(name);
      },
      list: async () => [...saved],
    },
    onFailure: (error: unknown) => failures.push(error),
    clock: { now: () => clock.now },
    maxBytes: 1_000,
    snapshotMinEntries: 1e9,
    ...options,
  } as unknown as NamespaceCacheOptions);
  return { cache, log, failures, saved, world, clock };
}

const space = (id: number, revision = 1, tenantId = 'ten_a') =>
  ({
    id,
    tenantId,
    name: `n${id}`,
    model: 'm1',
    dims: 0,
    entries: 1,
    revision,
    stamp: 0,
    previousStamp: 0,
  }) as NamespaceState;
const entries = (count: number): { put: IndexedEntry[] } => ({
  put: Array.from({ length: count }, (_, i) => ({
    id: `${i}`,
    metadata: {},
    createdAt: 0,
    updatedAt: 0,
    passages: [],
  })),
});
const size = (index: SearchIndex) => index.size;
const turns = async () => {
  for (let i = 0; i < 10; i++) await new Promise((resolve) => setImmediate(resolve));
};

describe('the memory of indexes', () => {
  test('is counted when they are loaded, written to, brought up to date, and put out', async () => {
    const { cache, world } = bench({ 1: 10, 2: 20 });
    await cache.use(space(1), size);
    await cache.use(space(2), size);
    expect([cache.memoryBytes, cache.size]).toEqual([30, 2]);
    cache.apply(space(1, 2), entries(5));
    expect(cache.memoryBytes).toBe(35);
    world.grow = 7;
    expect(await cache.use(space(2, 2), size)).toBe(27);
    expect(cache.memoryBytes).toBe(42);
    await cache.follow(space(2, 3));
    expect(await cache.peek(space(2, 3), size)).toBe(34);
    expect(cache.memoryBytes).toBe(49);
    await cache.drop(space(1));
    expect([cache.memoryBytes, cache.size]).toEqual([34, 1]);
    cache.forgetAll();
    expect([cache.memoryBytes, cache.size]).toEqual([0, 0]);
  });

  test('is counted after a call that failed as well', async () => {
    const { cache, world } = bench({ 1: 10 });
    await cache.use(space(1), size);
    world.grow = 3;
    await expect(cache.use(space(1, 2), () => Promise.reject(new Error('mine')))).rejects.toThrow('mine');
    expect(cache.memoryBytes).toBe(13);
  });

  test('that is used up puts out what was not asked for the longest, until the rest fits', async () => {
    const { cache, log, clock } = bench({ 1: 400, 2: 400, 3: 200, 4: 300 });
    for (const id of [1, 2, 3, 1]) {
      clock.now++;
      await cache.use(space(id), size);
    }
    expect(cache.memoryBytes).toBe(1_000);
    await cache.use(space(4), size);
    expect(log.filter((each) => each.startsWith('release'))).toEqual(['release 2']);
    expect(cache.memoryBytes).toBe(900);
  });

  test('an index that outgrows it goes, and is refused from then on', async () => {
    const { cache, log } = bench({ 1: 1_000 });
    await cache.use(space(1), size);
    expect(cache.memoryBytes).toBe(1_000);
    cache.apply(space(1, 2), entries(1));
    expect([cache.memoryBytes, cache.size, log.at(-1)]).toEqual([0, 0, 'release 1']);
    await expect(cache.use(space(1, 2), size)).rejects.toMatchObject({ code: 'index_memory_full' });
  });
});

describe('an index that does not fit', () => {
  const full = { code: 'index_memory_full' };

  test('is not tried again until its namespace has become a tenth smaller, or was deleted', async () => {
    const { cache, log } = bench({ 1: 1_001 });
    const of = (entriesOf: number) => ({ ...space(1), entries: entriesOf });
    await expect(cache.use(of(1_001), size)).rejects.toMatchObject(full);
    await expect(cache.use(of(1_001), size)).rejects.toMatchObject(full);
    expect(log.filter((each) => each === 'load 1')).toHaveLength(1);
    await expect(cache.use(of(900), size)).rejects.toMatchObject(full);
    expect(log.filter((each) => each === 'load 1')).toHaveLength(2);
    await cache.drop(of(900));
    await expect(cache.use(of(900), size)).rejects.toMatchObject(full);
    expect(log.filter((each) => each === 'load 1')).toHaveLength(3);
  });

  test('beside what another tenant is using goes itself, and is refused until the other uses less', async () => {
    const { cache, log, clock } = bench({ 1: 450, 2: 600 });
    await cache.use(space(1, 1, 'ten_b'), size);
    await expect(cache.use(space(2), size)).rejects.toMatchObject(full);
    expect([cache.memoryBytes, cache.size]).toEqual([450, 1]);
    await expect(cache.use(space(2), size)).rejects.toThrow('other tenants are using');
    expect(log.filter((each) => each === 'load 2')).toHaveLength(1);
    clock.now = 600_000;
    expect(await cache.use(space(2), size)).toBe(600);
    expect(log.filter((each) => each.startsWith('release'))).toEqual(['release 2', 'release 1']);
  });

  test('makes just as much room as it needs, among its own first', async () => {
    const { cache, log, clock } = bench({ 1: 300, 2: 300, 3: 300, 4: 400 });
    for (const [id, tenant] of [
      [1, 'ten_b'],
      [2, 'ten_a'],
      [3, 'ten_a'],
    ] as const) {
      clock.now++;
      await cache.use(space(id, 1, tenant), size);
    }
    await cache.use(space(4), size);
    expect(log.filter((each) => each.startsWith('release'))).toEqual(['release 2']);
    expect(cache.memoryBytes).toBe(1_000);
  });

  test('does not push out what somebody is using', async () => {
    const { cache, log } = bench({ 1: 600, 2: 600 });
    let open = () => {};
    const using = cache.use(space(1), () => new Promise<void>((resolve) => (open = resolve)));
    await turns();
    await cache.use(space(2), size);
    expect(log.filter((each) => each.startsWith('release'))).toEqual([]);
    open();
    await using;
    expect(cache.memoryBytes).toBeLessThanOrEqual(1_000);
  });
});

describe('an index', () => {
  test('that is gone is loaded again by the call that finds it so', async () => {
    const { cache, log, world, failures } = bench({ 1: 10 });
    await cache.use(space(1), size);
    world.poisoned = true;
    cache.apply(space(1, 2), entries(1));
    world.poisoned = false;
    expect([failures.length, cache.size]).toEqual([1, 0]);
    expect(await cache.use(space(1), size)).toBe(10);
    expect(log.filter((each) => each === 'load 1')).toHaveLength(2);
  });

  test('that could not be loaded is tried again by the next call', async () => {
    const { cache, world, log } = bench({ 1: 10 });
    world.hold = () => Promise.reject(new Error('away'));
    await expect(cache.use(space(1), size)).rejects.toThrow('away');
    world.hold = async () => {};
    expect(await cache.use(space(1), size)).toBe(10);
    expect(log.filter((each) => each === 'load 1')).toHaveLength(2);
  });

  test('that is deleted, or forgotten, while it is being loaded is put out when it is there', async () => {
    for (const forget of ['drop', 'forgetAll'] as const) {
      const { cache, world, log } = bench({ 1: 10 });
      let open = () => {};
      world.hold = () =>
        new Promise((resolve) => {
          open = resolve;
        });
      const used = cache.use(space(1), size);
      await turns();
      const dropping = cache[forget](space(1));
      open();
      world.hold = async () => {};
      expect(await used).toBe(10);
      await dropping;
      expect(log.filter((each) => each === 'release 1').length).toBeGreaterThan(0);
    }
  });

  test('is the same for all who ask while it is loaded', async () => {
    const { cache, log } = bench({ 1: 10 });
    await Promise.all([cache.use(space(1), size), cache.peek(space(1), size), cache.use(space(1), size)]);
    expect(log).toEqual(['load 1']);
  });
});

describe('a namespace that is written to and not searched', () => {
  const loads = (log: readonly string[]) => log.filter((each) => each.startsWith('load'));

  test('is loaded when a thousand entries were written to it, and not again', async () => {
    const { cache, log } = bench({ 1: 10 });
    cache.apply(space(1, 2), entries(999));
    cache.apply(space(1, 3), {});
    await turns();
    expect(log).toEqual([]);
    cache.apply(space(1, 4), entries(1));
    await turns();
    expect([loads(log), cache.size]).toEqual([['load 1'], 1]);
  });

  test('counts again from nothing once it was loaded and put out', async () => {
    const { cache, log } = bench({ 1: 10 });
    cache.apply(space(1, 2), entries(1_000));
    await turns();
    cache.forgetAll();
    cache.apply(space(1, 3), entries(999));
    await turns();
    expect(loads(log)).toEqual(['load 1']);
    cache.apply(space(1, 4), entries(1));
    await turns();
    expect(loads(log)).toEqual(['load 1', 'load 1']);
  });

  test('is accounted for as soon as it is there', async () => {
    const { cache } = bench({ 1: 10 });
    cache.apply(space(1, 2), entries(1_000));
    await turns();
    expect(cache.memoryBytes).toBe(10);
  });

  test('that is being loaded is not loaded twice', async () => {
    const { cache, log, world } = bench({ 1: 10 });
    world.hold = () => new Promise(() => {});
    cache.apply(space(1, 2), entries(1_000));
    await turns();
    cache.apply(space(1, 3), entries(1_000));
    await turns();
    expect(loads(log)).toEqual(['load 1']);
  });

  test('is loaded while half of the memory is free', async () => {
    for (const [bytes, wanted] of [
      [500, ['load 2', 'load 1']],
      [501, ['load 2']],
    ] as const) {
      const { cache, log } = bench({ 1: 10, 2: bytes });
      await cache.use(space(2), size);
      cache.apply(space(1, 2), entries(1_000));
      await turns();
      expect(loads(log)).toEqual(wanted);
    }
  });

  test('that cannot be loaded harms nobody', async () => {
    const { cache, world, failures } = bench({ 1: 10 });
    world.hold = () => Promise.reject(new Error('away'));
    cache.apply(space(1, 2), entries(1_000));
    await turns();
    expect([cache.size, failures]).toEqual([0, []]);
  });

  test('is forgotten where ten thousand others are written to as well', async () => {
    const { cache, log } = bench({ 1: 10 });
    cache.apply(space(1, 2), entries(999));
    for (let id = 2; id <= 10_000; id++) cache.apply(space(id, 2), entries(0));
    cache.apply(space(10_001, 2), entries(0));
    cache.apply(space(1, 3), entries(1));
    await turns();
    expect(log).toEqual([]);
    const few = bench({ 1: 10 });
    few.cache.apply(space(1, 2), entries(999));
    for (let id = 2; id <= 10_000; id++) few.cache.apply(space(id, 2), entries(0));
    few.cache.apply(space(1, 3), entries(1));
    await turns();
    expect(few.log).toEqual(['load 1']);
  });
});

describe('snapshots', () => {
  const saves = (log: readonly string[]) => log.filter((each) => each.startsWith('save'));

  test('are saved of what changed by a quarter, and has entries enough', async () => {
    const { cache, log } = bench({ 1: 100 }, { snapshotMinEntries: 20 });
    await cache.use(space(1), size);
    await turns();
    expect(saves(log)).toEqual(['save 1']);
    cache.apply(space(1, 2), entries(30));
    await turns();
    // 32 or more of 130 would be a quarter.
    expect(saves(log)).toHaveLength(1);
    cache.apply(space(1, 3), entries(4));
    await turns();
    expect(saves(log)).toHaveLength(2);
  });

  test('are saved of what has learnt something that took long, though no entry changed', async () => {
    const { cache, log, world } = bench({ 1: 100 }, { snapshotMinEntries: 20 });
    await cache.use(space(1), size);
    await turns();
    world.hasLearnt = true;
    await cache.use(space(1), size);
    await turns();
    expect(saves(log)).toEqual(['save 1', 'save 1']);
    // Once, and at the end only where it has not been.
    await cache.use(space(1), size);
    await turns();
    await cache.close();
    expect(saves(log)).toHaveLength(2);
  });

  test('are not saved of what has fewer entries than that', async () => {
    const { cache, log } = bench({ 1: 19, 2: 20 }, { snapshotMinEntries: 20 });
    await cache.use(space(1), size);
    await cache.use(space(2), size);
    await turns();
    await cache.close();
    expect(saves(log)).toEqual(['save 2']);
    expect(cache.size).toBe(0);
  });

  test('are saved at the end of what changed since', async () => {
    const { cache, log, world } = bench({ 1: 100 }, { snapshotMinEntries: 20 });
    await cache.use(space(1), size);
    await turns();
    cache.apply(space(1, 2), entries(1));
    world.grow = 0;
    await cache.close();
    expect(saves(log)).toEqual(['save 1', 'save 1']);
    expect(log.at(-1)).toBe('release 1');
  });

  test('of 2,000 entries or more are saved where nothing else is said', async () => {
    const usual = { maxBytes: 10_000, snapshotMinEntries: undefined } as unknown as NamespaceCacheOptions;
    const { cache, log } = bench({ 1: 1_999, 2: 2_000 }, usual);
    await cache.use(space(1), size);
    await cache.use(space(2), size);
    await turns();
    expect(saves(log)).toEqual(['save 2']);
  });

  test('that cannot be saved are reported, and all goes on', async () => {
    const { cache, failures, world } = bench({ 1: 100 }, { snapshotMinEntries: 20 });
    world.saveFails = true;
    await cache.use(space(1), size);
    await turns();
    expect(failures).toEqual([new Error('full')]);
    expect(await cache.use(space(1), size)).toBe(100);
  });

  test('of an index that is put out for another are saved before it goes', async () => {
    const { cache, log, clock } = bench({ 1: 600, 2: 600 }, { snapshotMinEntries: 500 });
    await cache.use(space(1), size);
    await turns();
    cache.apply(space(1, 2), entries(1));
    clock.now++;
    await cache.use(space(2), size);
    await turns();
    expect(log.filter((each) => /save|release/.test(each))).toEqual([
      'save 1',
      'save 1',
      'release 1',
      'save 2',
    ]);
  });

  test('of an index that is not saved yet are saved once, however often it changes meanwhile', async () => {
    const { cache, log } = bench({ 1: 100 }, { snapshotMinEntries: 20 });
    await cache.use(space(1), size);
    await turns();
    for (let revision = 2; revision < 6; revision++) cache.apply(space(1, revision), entries(50));
    await turns();
    expect(saves(log)).toEqual(['save 1', 'save 1']);
  });

  test('are not saved of what was put out before its turn came', async () => {
    const { cache, log } = bench({ 1: 100 }, { snapshotMinEntries: 20 });
    await cache.use(space(1), size);
    await turns();
    cache.apply(space(1, 2), entries(100));
    cache.forgetAll();
    await turns();
    expect(saves(log)).toEqual(['save 1']);
  });

  test('are removed with their namespace, with or without an index', async () => {
    const { cache, saved, log } = bench({ 1: 100 }, { snapshotMinEntries: 20 });
    await cache.use(space(1), size);
    await turns();
    expect([...saved]).toEqual([indexKey(space(1))]);
    await cache.drop(space(1));
    expect(saved.size).toBe(0);
    saved.add(indexKey(space(2)));
    await cache.drop(space(2));
    expect([saved.size, log.at(-1)]).toEqual([0, 'remove 2']);
  });

  test('are written again without what was removed, or removed where there is no index', async () => {
    const { cache, saved, log } = bench({ 1: 100 }, { snapshotMinEntries: 20 });
    await cache.use(space(1), size);
    await turns();
    saved.add(indexKey(space(2)));
    log.length = 0;
    await cache.refreshSnapshots();
    expect(log.filter((each) => !each.startsWith('follow'))).toEqual([
      'remove 1',
      'compact',
      'save 1',
      'remove 2',
    ]);
  });

  test('that cannot be written again without what was removed do not stay as they are', async () => {
    const { cache, saved, failures, world } = bench({ 1: 100, 2: 100 }, { snapshotMinEntries: 20 });
    await cache.use(space(1), size);
    await turns();
    expect([...saved]).toEqual([indexKey(space(1))]);
    world.saveFails = true;
    await cache.refreshSnapshots();
    expect(failures).toHaveLength(1);
    expect(saved.size).toBe(0);
    world.saveFails = false;
    // One that is put out before its turn comes saves nothing.
    await cache.use(space(2), size);
    await turns();
    expect([...saved]).toEqual([indexKey(space(2))]);
    const refreshing = cache.refreshSnapshots();
    cache.forgetAll();
    await refreshing;
    expect(saved.size).toBe(0);
  });

  test('of namespaces that are gone are removed, others not', async () => {
    const { cache, saved, world } = bench({ 1: 100 }, { snapshotMinEntries: 20 });
    await cache.use(space(1), size);
    await turns();
    for (const id of [2, 3]) saved.add(indexKey(space(id)));
    world.missing = new Set([1, 2]);
    await cache.removeOrphans();
    // The first is in use.
    expect([...saved].map((name) => name.split('-')[0])).toEqual(['1', '3']);
  });
});
