import { IndexBudget } from '../../src/memory/admission/index-budget.ts';
import type { IndexedEntry } from '../../src/memory/index/indexed-entry.ts';
import { LoadedNamespace, type LoadingParts } from '../../src/memory/loaded-namespace.ts';
import type { SearchIndex } from '../../src/memory/search-index.ts';
import type { ChangePage, NamespaceState, StoredEmbedding, Version } from '../../src/memory/store.ts';

/** Holds ids, and a hundred bytes for each. */
export class FakeIndex {
  readonly ids = new Set<string>();
  readonly hasLearnt = false;
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
  add(entries: readonly IndexedEntry[]): void {
    this.put(entries);
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
export const put = (...ids: string[]): { put: IndexedEntry[] } => ({
  put: ids.map((id) => ({ id, metadata: {}, createdAt: 0, updatedAt: 0, passages: [] })),
});
export const state = (revision: number, stamp = revision * 10, previousStamp = (revision - 1) * 10) =>
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
export const at = (revision: number): Version => ({ revision, stamp: revision * 10 });
export const page = (
  revision: number,
  more: boolean,
  upserts: string[],
  removed: string[] = [],
): ChangePage => ({
  ...at(revision),
  more,
  upserts: upserts.map(stored),
  removed,
  settings: {},
});

/** A store of one namespace: what it holds, what happened, and how often it is asked. */
export function bench(options: { maxBytes?: number; revision?: number } = {}) {
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

export const ids = (index: SearchIndex) => [...(index as unknown as FakeIndex).ids].sort().join('');
export const seen = (index: SearchIndex, version: Version) =>
  `${ids(index)} ${version.revision}/${version.stamp}`;
/** Lets everything happen that waits for nothing else. */
export const turns = async () => {
  for (let i = 0; i < 10; i++) await new Promise((resolve) => setImmediate(resolve));
};
export function gate() {
  let open = () => {};
  const wait = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { wait, open };
}
