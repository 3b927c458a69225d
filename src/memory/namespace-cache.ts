import { createHash, randomUUID } from 'node:crypto';
import type { IndexedEntry } from './index/indexed-entry.ts';
import { storedIndexedEntry } from './indexed-entries.ts';
import type { Models } from './models.ts';
import type { IndexFactory, IndexShape, SearchIndex, SnapshotStore } from './search-index.ts';
import type { MemoryStore, NamespaceState } from './store.ts';

export interface NamespaceCacheOptions {
  store: MemoryStore;
  models: Models;
  indexes: IndexFactory;
  snapshots: SnapshotStore;
  /** Indexes are put out, least recently used first, while they need more than this. */
  maxBytes: number;
  /** Smaller namespaces get no snapshot: reading their rows is as fast. */
  snapshotMinEntries?: number;
  /** Told when a snapshot could not be saved; the service goes on without it. */
  onSnapshotFailure?: (error: unknown) => void;
}

interface Slot {
  readonly key: string;
  readonly namespaceId: number;
  readonly model: string;
  readonly shape: IndexShape;
  held: HeldIndex;
  /** The revision of the namespace that the index reflects. */
  revision: number;
  savedRevision: number;
  changesSinceSave: number;
  bytes: number;
  /** Calls under way; a slot in use is not put out. */
  pins: number;
  /** Longer work on the index, one after the other. While there is any, the changes of writes wait. */
  work: Promise<unknown>;
  working: number;
  /** Changes by the revision that they lead to. */
  readonly waiting: Map<number, IndexChange>;
  /** Not to be found any more; whoever has it may still finish with it. */
  gone: boolean;
}

export interface IndexChange {
  put?: readonly IndexedEntry[];
  remove?: readonly string[];
}

/** An index and how many calls are using it: its memory is given back only after the last one. */
interface HeldIndex {
  readonly index: SearchIndex;
  users: number;
  retired: boolean;
}

const pageSize = 512;
const maxWaiting = 1_000;

/**
 * The indexes of the namespaces in use. An index follows its namespace by revision: a write that is next in line is applied at
 * once, and whoever needs a newer revision than the index has reads the missing changes from the store first. So an index can be
 * behind, but it is never used while it is.
 */
export class NamespaceCache {
  readonly #options: NamespaceCacheOptions;
  readonly #minEntries: number;
  readonly #slots = new Map<string, Promise<Slot>>();
  readonly #loaded = new Map<string, Slot>();
  #bytes = 0;
  #saving: Promise<void> = Promise.resolve();

  constructor(options: NamespaceCacheOptions) {
    this.#options = options;
    this.#minEntries = options.snapshotMinEntries ?? 2_000;
  }

  get memoryBytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#loaded.size;
  }

  /** Calls `work` with an index that holds everything up to the given state of the namespace. */
  async use<Result>(
    namespace: NamespaceState,
    work: (index: SearchIndex) => Promise<Result> | Result,
  ): Promise<Result> {
    for (;;) {
      const slot = await this.#slot(namespace);
      if (slot.gone) continue;
      slot.pins++;
      try {
        if (slot.revision < namespace.revision) await this.#catchUp(slot, namespace.revision);
        return await useHeld(slot.held, work);
      } finally {
        slot.pins--;
        this.#settle(slot);
        retireIfDone(slot);
      }
    }
  }

  /** Takes in what a write did, if the index is loaded: at once, or as soon as what it is busy with is done. */
  apply(after: NamespaceState, change: IndexChange): void {
    const slot = this.#loaded.get(keyOf(after));
    if (!slot || after.revision <= slot.revision) return;
    slot.waiting.set(after.revision, change);
    // Too far behind to be worth the memory: the store has it all.
    if (slot.waiting.size > maxWaiting) slot.waiting.clear();
    if (slot.working === 0) this.#applyWaiting(slot);
    this.#settle(slot);
  }

  /** Brings an index that is loaded up to date where the writer has not all that it needs at hand. */
  async follow(after: NamespaceState): Promise<void> {
    const slot = this.#loaded.get(keyOf(after));
    if (slot) await this.#catchUp(slot, after.revision);
  }

  /** Forgets a namespace that was deleted, or one model of it. */
  async drop(namespace: NamespaceState): Promise<void> {
    const slot = this.#loaded.get(keyOf(namespace));
    if (slot) {
      this.#putOut(slot);
      // A snapshot that is being saved just now must not appear after it was removed.
      await slot.work;
    }
    await this.#options.snapshots.remove(keyOf(namespace));
  }

  /** Saves what would be slow to build again. */
  async close(): Promise<void> {
    await this.#saving;
    for (const slot of [...this.#loaded.values()]) {
      await this.#catchUp(slot, Number.POSITIVE_INFINITY);
      await this.#save(slot);
      this.#putOut(slot);
    }
  }

  /** Writes every outdated snapshot anew and removes those that belong to nothing, so that no file remembers what was deleted. */
  async refreshSnapshots(): Promise<void> {
    await this.#saving;
    for (const name of await this.#options.snapshots.list()) {
      const slot = this.#loaded.get(name);
      if (slot) await this.#catchUp(slot, Number.POSITIVE_INFINITY);
      if (slot) await this.#save(slot, true);
      else await this.#options.snapshots.remove(name);
    }
  }

  /** Removes snapshots of namespaces that are gone, such as those of a tenant that was deleted while no service ran. */
  async removeOrphans(): Promise<void> {
    const { snapshots, store } = this.#options;
    for (const name of await snapshots.list()) {
      const namespaceId = Number(name.split('-')[0]);
      if (!this.#slots.has(name) && (await store.currentRevision(namespaceId)) === 0)
        await snapshots.remove(name);
    }
  }

  #slot(namespace: NamespaceState): Promise<Slot> {
    const key = keyOf(namespace);
    const known = this.#slots.get(key);
    if (known) {
      // Last in the map is last used.
      this.#slots.delete(key);
      this.#slots.set(key, known);
      return known;
    }
    const loading = this.#load(key, namespace);
    this.#slots.set(key, loading);
    loading.catch(() => {
      if (this.#slots.get(key) === loading) this.#slots.delete(key);
    });
    return loading;
  }

  async #load(key: string, namespace: NamespaceState): Promise<Slot> {
    const { store, indexes, models, snapshots } = this.#options;
    const shape = await models.shapeOf(namespace.model, namespace.dims);
    const mark = await store.snapshotMark(namespace.id);
    const parts = mark === undefined ? undefined : await snapshots.read(key);
    const restored = mark === undefined || !parts ? undefined : this.#restore(parts, mark, shape);
    const slot: Slot = {
      key,
      namespaceId: namespace.id,
      model: namespace.model,
      shape,
      held: hold(restored?.index ?? indexes.create(shape)),
      revision: restored?.revision ?? 0,
      savedRevision: restored?.revision ?? -1,
      changesSinceSave: 0,
      bytes: 0,
      pins: 0,
      work: Promise.resolve(),
      working: 0,
      waiting: new Map(),
      gone: false,
    };
    if (!restored) await this.#fill(slot, namespace.revision);
    this.#loaded.set(key, slot);
    this.#settle(slot);
    return slot;
  }

  #restore(
    parts: Iterable<Uint8Array>,
    mark: string,
    shape: IndexShape,
  ): { index: SearchIndex; revision: number } | undefined {
    const restored = this.#options.indexes.restore(parts, shape);
    if (!restored) return undefined;
    const [of, revision] = restored.tag.split(' ');
    if (of === mark) return { index: restored.index, revision: Number(revision) };
    restored.index.release();
    return undefined;
  }

  /** Builds the index from all rows. Rows that change meanwhile have a later revision and are taken in afterwards. */
  async #fill(slot: Slot, revision: number): Promise<void> {
    const { store } = this.#options;
    let after = '';
    for (;;) {
      const page = await store.readEmbeddings(slot.namespaceId, slot.model, after, pageSize);
      slot.held.index.put(page.items.map((item) => storedIndexedEntry(item, slot.shape.dims)));
      if (page.next === undefined) break;
      after = page.next;
      await new Promise(setImmediate);
    }
    slot.revision = revision;
    slot.changesSinceSave = slot.held.index.size;
  }

  #catchUp(slot: Slot, revision: number): Promise<void> {
    return this.#inTurn(slot, async () => {
      let more = true;
      while (more && slot.revision < revision) {
        const { namespaceId, model, shape } = slot;
        const page = await this.#options.store.readChanges(namespaceId, model, slot.revision, pageSize);
        if (!page) return this.#rebuild(slot);
        slot.held.index.remove(page.removed);
        slot.held.index.put(page.upserts.map((item) => storedIndexedEntry(item, shape.dims)));
        this.#advance(slot, page.revision, page.removed.length + page.upserts.length);
        more = page.more;
      }
    });
  }

  /** The history does not reach back to where the index stands. */
  async #rebuild(slot: Slot): Promise<void> {
    const { store, indexes } = this.#options;
    const revision = await store.currentRevision(slot.namespaceId);
    retire(slot.held);
    slot.held = hold(indexes.create(slot.shape));
    await this.#fill(slot, revision);
  }

  #inTurn<Result>(slot: Slot, work: () => Promise<Result>): Promise<Result> {
    slot.working++;
    const result = slot.work.then(work).finally(() => {
      slot.working--;
      if (slot.working === 0 && !slot.gone) this.#applyWaiting(slot);
      retireIfDone(slot);
    });
    slot.work = result.catch(() => {});
    return result;
  }

  /** Changes are taken in only in their order, each exactly once. */
  #applyWaiting(slot: Slot): void {
    for (;;) {
      const next = slot.waiting.get(slot.revision + 1);
      if (!next) break;
      slot.waiting.delete(slot.revision + 1);
      if (next.put) slot.held.index.put(next.put);
      if (next.remove) slot.held.index.remove(next.remove);
      this.#advance(slot, slot.revision + 1, (next.put?.length ?? 0) + (next.remove?.length ?? 0));
    }
    for (const revision of slot.waiting.keys()) if (revision <= slot.revision) slot.waiting.delete(revision);
  }

  #advance(slot: Slot, revision: number, changes: number): void {
    slot.revision = revision;
    slot.changesSinceSave += changes;
  }

  /** Accounts for what an index needs now, puts others out where that is too much, and saves what changed a lot. */
  #settle(slot: Slot): void {
    if (slot.gone) return;
    const bytes = slot.held.index.memoryBytes;
    this.#bytes += bytes - slot.bytes;
    slot.bytes = bytes;
    if (this.#bytes > this.#options.maxBytes) this.#makeRoom(slot);
    if (slot.changesSinceSave >= Math.max(this.#minEntries, slot.held.index.size / 4)) {
      slot.changesSinceSave = 0;
      this.#saving = this.#saving.then(() => this.#save(slot));
    }
  }

  #makeRoom(keep: Slot): void {
    for (const key of this.#slots.keys()) {
      if (this.#bytes <= this.#options.maxBytes) return;
      const slot = this.#loaded.get(key);
      if (!slot || slot === keep || slot.pins > 0 || slot.working > 0) continue;
      if (slot.revision === slot.savedRevision || slot.held.index.size < this.#minEntries) this.#putOut(slot);
      else this.#saving = this.#saving.then(() => this.#saveAndPutOut(slot));
    }
  }

  async #saveAndPutOut(slot: Slot): Promise<void> {
    if (slot.gone || this.#bytes <= this.#options.maxBytes) return;
    await this.#save(slot);
    if (slot.pins === 0 && slot.working === 0) this.#putOut(slot);
  }

  #putOut(slot: Slot): void {
    if (slot.gone) return;
    slot.gone = true;
    this.#slots.delete(slot.key);
    this.#loaded.delete(slot.key);
    this.#bytes -= slot.bytes;
    retireIfDone(slot);
  }

  async #save(slot: Slot, always = false): Promise<void> {
    const { snapshots, store } = this.#options;
    const outdated = slot.savedRevision !== slot.revision;
    if (slot.gone || (!always && (!outdated || slot.held.index.size < this.#minEntries))) return;
    try {
      await this.#inTurn(slot, async () => {
        if (slot.gone) return;
        const { revision } = slot;
        const mark = randomUUID();
        await snapshots.save(slot.key, slot.held.index.snapshot(`${mark} ${revision}`));
        await store.saveSnapshotMark(slot.namespaceId, mark, revision);
        slot.savedRevision = revision;
        slot.changesSinceSave = 0;
      });
    } catch (error) {
      this.#options.onSnapshotFailure?.(error);
    }
  }
}

/** Two models of one namespace are two indexes. The key is also the snapshot's name: nothing in it comes from a caller. */
function keyOf(namespace: NamespaceState): string {
  return `${namespace.id}-${createHash('sha256').update(namespace.model).digest('hex').slice(0, 16)}`;
}

function hold(index: SearchIndex): HeldIndex {
  return { index, users: 0, retired: false };
}

function retire(held: HeldIndex): void {
  if (held.retired) return;
  held.retired = true;
  if (held.users === 0) held.index.release();
}

function retireIfDone(slot: Slot): void {
  if (slot.gone && slot.pins === 0 && slot.working === 0) retire(slot.held);
}

async function useHeld<Result>(
  held: HeldIndex,
  work: (index: SearchIndex) => Promise<Result> | Result,
): Promise<Result> {
  held.users++;
  try {
    return await work(held.index);
  } finally {
    held.users--;
    if (held.retired && held.users === 0) held.index.release();
  }
}
