import { randomUUID } from 'node:crypto';
import type { IndexBudget } from './admission/index-budget.ts';
import type { IndexedEntry } from './index/indexed-entry.ts';
import { storedIndexedEntry } from './indexed-entries.ts';
import type { Models } from './models.ts';
import type { IndexFactory, IndexShape, SearchIndex, SnapshotPart, SnapshotStore } from './search-index.ts';
import type { MemoryStore, NamespaceState, SnapshotTag, Version } from './store.ts';

export interface LoadingParts {
  store: MemoryStore;
  models: Models;
  indexes: IndexFactory;
  snapshots: SnapshotStore;
  /** Told of what failed where nobody waits for it: the service continues without, but somebody should know. */
  onFailure: (error: unknown) => void;
  budget: IndexBudget;
  /** Told of an index that was built from the store, and how many entries it has: most of what that needed is garbage then. */
  onBuilt?: (entries: number) => void;
  /** Told of so many more entries that were read and are in an index now: what they were read into is garbage. */
  onRead?: (entries: number) => void;
  /** Told of each part of a snapshot that was written: its bytes are garbage. */
  onWritten?: () => void;
  /** Told of an index that was saved, and how many entries it has: copies of its tables are garbage then. */
  onSaved?: (entries: number) => void;
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
const maxWaiting = 128;

/** The change of a write, and which version it follows. */
interface WaitingChange {
  change: IndexChange;
  stamp: number;
  previousStamp: number;
}

/**
 * The index of one namespace under one model, in memory. It follows the namespace by revision: the change of a write is applied when
 * its turn comes, and whoever needs a newer revision than the index has makes it read the missing changes from the store first. So
 * the index can be behind, but it is never used while it is. Where the store turns out to have another history than the index knows,
 * because it was restored or lost commits, the index is built again.
 */
export class LoadedNamespace {
  /** Also the snapshot's name: nothing in it comes from a caller. */
  readonly key: string;
  readonly tenantId: string;
  /** What the owner last knew of the memory that it takes. */
  accountedBytes = 0;
  /** When it was last asked for, in milliseconds. */
  usedAt = 0;
  readonly #parts: LoadingParts;
  readonly #namespaceId: number;
  readonly #model: string;
  readonly #shape: IndexShape;
  #held: HeldIndex;
  #revision: number;
  #stamp: number;
  #savedRevision: number | undefined;
  #changesSinceSave = 0;
  #users = 0;
  /** Work that changes the index in several steps, one after the other. While there is any, the changes of writes wait. */
  #work: Promise<unknown> = Promise.resolve();
  #working = 0;
  /** Changes by the revision that they lead to. */
  readonly #waiting = new Map<number, WaitingChange>();
  #chasing = false;
  #reaching: Array<{ revision: number; resolve: () => void }> = [];
  #saving: Promise<void> = Promise.resolve();
  #gone = false;

  private constructor(
    parts: LoadingParts,
    key: string,
    namespace: NamespaceState,
    shape: IndexShape,
    restored: (Version & { index: SearchIndex }) | undefined,
  ) {
    this.key = key;
    this.tenantId = namespace.tenantId;
    this.#parts = parts;
    this.#namespaceId = namespace.id;
    this.#model = namespace.model;
    this.#shape = shape;
    this.#held = hold(restored?.index ?? parts.indexes.create(shape));
    this.#revision = restored?.revision ?? 0;
    this.#stamp = restored?.stamp ?? 0;
    this.#savedRevision = restored?.revision;
  }

  /** From its snapshot, or else from all its rows. */
  static async load(parts: LoadingParts, key: string, namespace: NamespaceState): Promise<LoadedNamespace> {
    const shape = await parts.models.shapeOf(namespace.model, namespace.dims);
    const restored = await restore(parts, key, namespace.id, shape);
    const loaded = new LoadedNamespace(parts, key, namespace, shape, restored);
    try {
      if (!restored) await loaded.#fill();
      if (loaded.memoryBytes > parts.budget.maxBytes) throw parts.budget.tooLarge(loaded.memoryBytes);
      return loaded;
    } catch (error) {
      loaded.putOut();
      throw error;
    }
  }

  get size(): number {
    return this.#held.index.size;
  }

  get memoryBytes(): number {
    return this.#held.index.memoryBytes;
  }

  get changesSinceSave(): number {
    return this.#changesSinceSave;
  }

  get outdated(): boolean {
    return this.#savedRevision !== this.#revision || this.hasLearnt;
  }

  get hasLearnt(): boolean {
    return this.#held.index.hasLearnt;
  }

  get idle(): boolean {
    return this.#users === 0 && this.#working === 0;
  }

  get gone(): boolean {
    return this.#gone;
  }

  /** Calls `work` with an index that holds everything up to a version that the store had, and with the version that it has. */
  use<Result>(
    wanted: Version,
    work: (index: SearchIndex, version: Version) => Promise<Result> | Result,
  ): Promise<Result> {
    return this.#used(async () => {
      if (this.#revision < wanted.revision) await this.#reach(wanted.revision);
      else if (this.#revision > wanted.revision || this.#stamp !== wanted.stamp) await this.confirm();
      return this.#useAsItIs(work);
    });
  }

  /** Calls `work` with the index as it is, and with the version that it has. */
  peek<Result>(work: (index: SearchIndex, version: Version) => Promise<Result> | Result): Promise<Result> {
    return this.#used(async () => {
      // While it is being built again it is of no version.
      if (this.#revision < 0) await this.#work;
      return this.#useAsItIs(work);
    });
  }

  #useAsItIs<Result>(
    work: (index: SearchIndex, version: Version) => Promise<Result> | Result,
  ): Promise<Result> {
    const version = { revision: this.#revision, stamp: this.#stamp };
    return useHeld(this.#held, (index) => work(index, version));
  }

  async #used<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#users++;
    try {
      return await work();
    } finally {
      this.#users--;
      this.#releaseIfDone();
    }
  }

  /** Takes in what a write did: at once, or as soon as what the index is busy with is done. */
  apply({ revision, stamp, previousStamp = 0 }: NamespaceState, change: IndexChange): void {
    if (revision <= this.#revision) return;
    this.#waiting.set(revision, { change, stamp, previousStamp });
    if (this.#working === 0) this.#applyWaitingOrGo();
    if (this.#waiting.size <= maxWaiting || this.#gone) return;
    // Too far behind to be worth the memory: the store has it all.
    this.#waiting.clear();
    if (!this.#chasing) this.#chase().catch(this.#parts.onFailure);
  }

  catchUp(revision: number): Promise<void> {
    return this.#inTurn(() => this.#follow(revision));
  }

  async #follow(revision: number): Promise<void> {
    let more = true;
    while (more && this.#revision < revision) {
      const page = await this.#parts.store.readChanges(
        this.#namespaceId,
        this.#model,
        { revision: this.#revision, stamp: this.#stamp },
        pageSize,
      );
      if (!page) return this.#rebuild();
      this.#change({
        remove: page.removed,
        put: page.upserts.map((item) => storedIndexedEntry(item, this.#shape.dims, page.settings)),
      });
      this.#advance(page, page.removed.length + page.upserts.length);
      // What was written meanwhile is at hand: under steady writes the store would have to be read for as long as they last.
      this.#applyWaiting();
      more = page.more;
      if (more) await new Promise(setImmediate);
    }
  }

  /** Writes and searches continue while the snapshot is written: it holds the index as it was when its turn came. */
  save(): Promise<void> {
    this.#changesSinceSave = 0;
    const saved = this.#saving.then(async () => {
      if (this.#gone) return;
      const { snapshots, store } = this.#parts;
      const mark = randomUUID();
      // In turn, since an index that is being filled or brought up to date is between two revisions.
      const { frozen, tag } = await this.#inTurn(async () => ({
        tag: { mark, revision: this.#revision, stamp: this.#stamp },
        frozen: this.#held.index.snapshot(`${mark} ${this.#revision} ${this.#stamp}`),
      }));
      try {
        await snapshots.save(this.key, this.#written(frozen.parts));
      } finally {
        frozen.release();
      }
      await store.noteSnapshot(this.#namespaceId, tag);
      this.#savedRevision = tag.revision;
      this.#parts.onSaved?.(this.size);
    });
    this.#saving = saved.catch(() => {});
    return saved;
  }

  *#written(parts: Iterable<SnapshotPart>): Iterable<SnapshotPart> {
    for (const part of parts) {
      yield part;
      this.#parts.onWritten?.();
    }
  }

  /** As `save`, but nothing of removed entries is in the snapshot. */
  async saveCompacted(): Promise<void> {
    await this.#inTurn(() => this.#held.index.compact());
    await this.save();
  }

  /** Gives the memory back when those who use it now are done. */
  putOut(): void {
    this.#gone = true;
    this.#releaseIfDone();
  }

  /** Other work may get there before the turn of one's own comes. */
  async #reach(revision: number): Promise<void> {
    const reached = new Promise<void>((resolve) => this.#reaching.push({ revision, resolve }));
    await Promise.race([reached, this.catchUp(revision)]);
  }

  /** Resolves when what is going on now is over. */
  async quiet(): Promise<void> {
    await this.#work;
    await this.#saving;
  }

  /** Rows that change meanwhile have a later revision and are applied afterwards. */
  async #fill(): Promise<void> {
    const { budget, store } = this.#parts;
    const version = await store.readAllEmbeddings(this.#namespaceId, this.#model, (items, settings) => {
      this.#change({ add: items.map((item) => storedIndexedEntry(item, this.#shape.dims, settings)) });
      if (this.memoryBytes > budget.maxBytes) throw budget.tooLarge(this.memoryBytes);
      this.#parts.onRead?.(items.length);
    });
    this.#advance(version, this.size);
    this.#parts.onBuilt?.(this.size);
  }

  /** Makes sure that the index is on the way to what the store has now: neither ahead of it nor in another history. */
  confirm(): Promise<void> {
    return this.#inTurn(async () => {
      const current = await this.#parts.store.currentVersion(this.#namespaceId);
      const isAhead = current.revision < this.#revision;
      const isOther = current.revision === this.#revision && current.stamp !== this.#stamp;
      if (isAhead || isOther) await this.#rebuild();
      else await this.#follow(current.revision);
    });
  }

  /** The history does not reach back to where the index is. */
  async #rebuild(): Promise<void> {
    retire(this.#held);
    this.#held = hold(this.#parts.indexes.create(this.#shape));
    // Nobody may use it until it is full.
    this.#revision = -1;
    this.#waiting.clear();
    await this.#fill();
  }

  /** Catches up although nobody asks, so that the next one who does need not wait for long. */
  async #chase(): Promise<void> {
    this.#chasing = true;
    try {
      await this.catchUp(Number.POSITIVE_INFINITY);
    } finally {
      this.#chasing = false;
    }
  }

  /** Changes are applied only in their order, each exactly once. */
  #applyWaiting(): void {
    for (;;) {
      const next = this.#waiting.get(this.#revision + 1);
      // What follows another history than the index has is left to whoever uses it next: that makes it read the store.
      if (!next || next.previousStamp !== this.#stamp) break;
      const { change, stamp } = next;
      this.#change(change);
      const revision = this.#revision + 1;
      this.#advance({ revision, stamp }, (change.put?.length ?? 0) + (change.remove?.length ?? 0));
    }
    for (const revision of this.#waiting.keys()) {
      if (revision <= this.#revision) this.#waiting.delete(revision);
    }
  }

  /** A write is stored when its change comes here; that the index cannot take it is no reason to fail it. */
  #applyWaitingOrGo(): void {
    try {
      this.#applyWaiting();
    } catch (error) {
      this.#parts.onFailure(error);
    }
  }

  /** An index that could take only part of a change is of no use any more. */
  #change({ remove, put, add }: IndexChange & { add?: readonly IndexedEntry[] }): void {
    try {
      if (add) this.#held.index.add(add);
      if (remove) this.#held.index.remove(remove);
      if (put) this.#held.index.put(put);
    } catch (error) {
      this.putOut();
      throw error;
    }
  }

  #advance({ revision, stamp }: Version, changes: number): void {
    this.#revision = revision;
    this.#stamp = stamp;
    this.#changesSinceSave += changes;
    for (const waiting of this.#reaching) if (waiting.revision <= revision) waiting.resolve();
    this.#reaching = this.#reaching.filter((waiting) => waiting.revision > revision);
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#working++;
    const result = this.#work.then(work).finally(() => {
      this.#working--;
      if (this.#working === 0 && !this.#gone) this.#applyWaitingOrGo();
      this.#releaseIfDone();
    });
    this.#work = result.catch(() => {});
    return result;
  }

  #releaseIfDone(): void {
    if (this.#gone && this.idle) retire(this.#held);
  }
}

/**
 * A snapshot counts only where the store knows it: any other is from another life of the data. One that cannot be read, whatever the reason, costs
 * the time to build the index again, never the answer.
 */
async function restore(
  parts: LoadingParts,
  key: string,
  namespaceId: number,
  shape: IndexShape,
): Promise<(Version & { index: SearchIndex }) | undefined> {
  const restored = await readSnapshot(parts, key, shape);
  if (!restored) return undefined;
  const tag = readTag(restored.tag);
  if (await parts.store.isOwnSnapshot(namespaceId, tag)) return { ...tag, index: restored.index };
  restored.index.release();
  return undefined;
}

function readTag(text: string): SnapshotTag {
  const [mark = '', revision, stamp = '0'] = text.split(' ');
  return { mark, revision: Number(revision), stamp: Number(stamp) };
}

async function readSnapshot({ snapshots, indexes, onFailure }: LoadingParts, key: string, shape: IndexShape) {
  try {
    const read = await snapshots.read(key);
    if (!read) return undefined;
    const restored = await indexes.restore(read, shape, { isShared: snapshots.isShared });
    if (!restored)
      onFailure(new Error(`The snapshot ${key} is damaged or of another version; the index is built again.`));
    return restored;
  } catch (error) {
    // One that was removed while it was read, with its namespace or its model, is missing nothing.
    const removed = await snapshots.read(key).then(
      (read) => read === undefined,
      () => false,
    );
    if (!removed)
      onFailure(new Error(`The snapshot ${key} cannot be read; the index is built again.`, { cause: error }));
    return undefined;
  }
}

function hold(index: SearchIndex): HeldIndex {
  return { index, users: 0, retired: false };
}

function retire(held: HeldIndex): void {
  if (held.retired) return;
  held.retired = true;
  if (held.users === 0) held.index.release();
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
