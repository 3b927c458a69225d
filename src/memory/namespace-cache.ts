import type { Clock } from '../kernel/clock.ts';
import { IndexBudget } from './admission/index-budget.ts';
import { indexKey } from './admission/index-key.ts';
import { IndexShares } from './admission/index-shares.ts';
import { LoadAdmission } from './admission/load-admission.ts';
import { type IndexChange, LoadedNamespace, type LoadingParts } from './loaded-namespace.ts';
import type { SearchIndex } from './search-index.ts';
import type { NamespaceState, Version } from './store.ts';

export interface NamespaceCacheOptions extends Omit<LoadingParts, 'budget'> {
  /** Indexes are put out while they need more than this, in the order that `IndexShares` gives; one that needs more alone is refused. */
  maxBytes: number;
  clock: Clock;
  /** Smaller namespaces get no snapshot: reading their rows is as fast. */
  snapshotMinEntries?: number;
  /** Which indexes are loaded first when many are asked for. */
  admission?: LoadAdmission;
}

const loadedAfterWrites = 1_000;
const maxUnseen = 10_000;

/** The indexes of the namespaces in use, loaded when they are asked for, within a budget of memory. */
export class NamespaceCache {
  readonly #options: NamespaceCacheOptions;
  readonly #budget: IndexBudget;
  readonly #shares: IndexShares;
  readonly #admission: LoadAdmission;
  readonly #minEntries: number;
  /** Also those that are being loaded; last in the map is last used. */
  readonly #slots = new Map<string, Promise<LoadedNamespace>>();
  readonly #loaded = new Map<string, LoadedNamespace>();
  readonly #toBeSaved = new Set<LoadedNamespace>();
  /** How much was written to namespaces that are not loaded. */
  readonly #unseen = new Map<string, number>();
  #bytes = 0;
  #saving: Promise<void> = Promise.resolve();

  constructor(options: NamespaceCacheOptions) {
    this.#options = options;
    this.#budget = new IndexBudget(options.maxBytes);
    this.#shares = new IndexShares(options.maxBytes);
    this.#admission = options.admission ?? new LoadAdmission();
    this.#minEntries = options.snapshotMinEntries ?? 2_000;
  }

  get memoryBytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#loaded.size;
  }

  /** Namespaces that wait for others to be loaded first. */
  get waiting(): number {
    return this.#admission.waiting;
  }

  /** Calls `work` with an index that holds everything up to the given state of the namespace. */
  use<Result>(
    namespace: NamespaceState,
    work: (index: SearchIndex, version: Version) => Promise<Result> | Result,
  ): Promise<Result> {
    return this.#with(namespace, (loaded) => loaded.use(namespace, work));
  }

  /** Calls `work` with the index as it is, and says which version that is: the caller looks whether it was new enough. */
  peek<Result>(
    namespace: NamespaceState,
    work: (index: SearchIndex, version: Version) => Promise<Result> | Result,
  ): Promise<Result> {
    return this.#with(namespace, (loaded) => loaded.peek(work));
  }

  async #with<Result>(
    namespace: NamespaceState,
    work: (loaded: LoadedNamespace) => Promise<Result>,
  ): Promise<Result> {
    for (;;) {
      const loaded = await this.#load(namespace);
      loaded.usedAt = this.#options.clock.now();
      if (loaded.gone) {
        this.#forget(loaded);
        continue;
      }
      try {
        return await work(loaded);
      } finally {
        this.#account(loaded, namespace);
      }
    }
  }

  /** Takes in what a write did, if the index is loaded. */
  apply(after: NamespaceState, change: IndexChange): void {
    const loaded = this.#loaded.get(indexKey(after));
    if (!loaded) {
      this.#expectSearches(after, change.put?.length ?? 0);
      return;
    }
    loaded.apply(after, change);
    this.#account(loaded, after);
  }

  /** Brings an index that is loaded up to date where the writer has not all that it needs at hand. */
  async follow(after: NamespaceState): Promise<void> {
    await this.#loaded.get(indexKey(after))?.catchUp(after.revision);
  }

  /** Forgets a namespace that was deleted, or one model of it. */
  async drop(namespace: NamespaceState): Promise<void> {
    const key = indexKey(namespace);
    const loaded = this.#loaded.get(key);
    this.#budget.forget(key);
    if (loaded) {
      this.#putOut(loaded);
      // A snapshot that is being saved just now must not appear after it was removed.
      await loaded.quiet();
    } else this.#slots.delete(key);
    await this.#options.snapshots.remove(key);
  }

  /** Loads everything again when it is asked for, so that no index here remembers what was deleted. */
  forgetAll(): void {
    // Those that are being loaded are put out when they are there.
    this.#slots.clear();
    for (const loaded of [...this.#loaded.values()]) this.#putOut(loaded);
  }

  /** Saves what would be slow to build again. */
  async close(): Promise<void> {
    await this.#saving;
    for (const loaded of [...this.#loaded.values()]) {
      await loaded.catchUp(Number.POSITIVE_INFINITY);
      if (this.#isWorthSaving(loaded)) await this.#saved(loaded.save());
      this.#putOut(loaded);
    }
  }

  /** Removes every snapshot, and writes those again whose index is there, so that no file remembers what was deleted. */
  async refreshSnapshots(): Promise<void> {
    await this.#saving;
    for (const name of await this.#options.snapshots.list()) {
      // First of all: where it cannot be written again, or its index is put out meanwhile, the old one must not stay.
      await this.#options.snapshots.remove(name);
      const loaded = this.#loaded.get(name);
      if (!loaded) continue;
      await loaded.catchUp(Number.POSITIVE_INFINITY);
      await this.#saved(loaded.saveCompacted());
    }
  }

  /** Removes snapshots of namespaces that are gone, such as those of a tenant that was deleted while no service ran. */
  async removeOrphans(): Promise<void> {
    const { snapshots, store } = this.#options;
    for (const name of await snapshots.list()) {
      const namespaceId = Number(name.split('-')[0]);
      if (!this.#slots.has(name) && (await store.currentVersion(namespaceId)).revision === 0) {
        await snapshots.remove(name);
      }
    }
  }

  /**
   * A namespace that grows is loaded while it is small, though nobody has searched it yet: the first search would otherwise wait until all its rows are
   * read, a minute for a million.
   */
  #expectSearches(namespace: NamespaceState, written: number): void {
    const key = indexKey(namespace);
    const unseen = (this.#unseen.get(key) ?? 0) + written;
    if (unseen < loadedAfterWrites) {
      if (this.#unseen.size >= maxUnseen) this.#unseen.clear();
      this.#unseen.set(key, unseen);
      return;
    }
    this.#unseen.delete(key);
    // What is searched comes first; half of the budget is enough for what may be.
    if (this.#slots.has(key) || this.#bytes > this.#options.maxBytes / 2) return;
    // Where it fails, the search that needs it says so.
    this.#load(namespace).catch(() => {});
  }

  #load(namespace: NamespaceState): Promise<LoadedNamespace> {
    const key = indexKey(namespace);
    const known = this.#slots.get(key);
    if (known) {
      this.#slots.delete(key);
      this.#slots.set(key, known);
      return known;
    }
    const loading = this.#begin(key, namespace);
    this.#slots.set(key, loading);
    loading.then(
      (loaded) => {
        // It may have been deleted meanwhile; nothing of it may stay.
        if (this.#slots.get(key) !== loading) {
          loaded.putOut();
          return;
        }
        this.#loaded.set(key, loaded);
        loaded.usedAt = this.#options.clock.now();
        this.#account(loaded, namespace);
      },
      (error: unknown) => {
        this.#budget.note(key, namespace, () => this.#bytes, error);
        if (this.#slots.get(key) === loading) this.#slots.delete(key);
      },
    );
    return loading;
  }

  async #begin(key: string, namespace: NamespaceState): Promise<LoadedNamespace> {
    this.#budget.requireHope(key, namespace);
    const parts = { ...this.#options, budget: this.#budget };
    return this.#admission.run(namespace.entries, () => LoadedNamespace.load(parts, key, namespace));
  }

  /** Looks at what an index needs now, puts others out where that is too much, and saves what changed a lot. */
  #account(loaded: LoadedNamespace, namespace: NamespaceState): void {
    if (loaded.gone) {
      this.#forget(loaded);
      return;
    }
    const bytes = loaded.memoryBytes;
    if (bytes > this.#options.maxBytes) {
      this.#putOut(loaded);
      this.#budget.note(loaded.key, namespace, () => this.#bytes, this.#budget.tooLarge(bytes));
      return;
    }
    this.#hold(loaded, bytes);
    if (this.#bytes > this.#options.maxBytes && !this.#makeRoom(loaded)) {
      this.#refuseCrowded(loaded, namespace);
      return;
    }
    const hasChanged = loaded.changesSinceSave >= Math.max(this.#minEntries, loaded.size / 4);
    if (hasChanged || loaded.hasLearnt) this.#saveLater(loaded);
  }

  #hold(loaded: LoadedNamespace, bytes: number): void {
    const more = bytes - loaded.accountedBytes;
    this.#bytes += more;
    this.#shares.add(loaded.tenantId, more);
    loaded.accountedBytes = bytes;
  }

  /** Puts others out until what is left fits, or will once the calls that use them end. False where too little may go. */
  #makeRoom(keep: LoadedNamespace): boolean {
    const now = this.#options.clock.now();
    let excess = this.#bytes - this.#options.maxBytes;
    for (const loaded of this.#shares.victimsFor(keep, () => this.#inOrderOfUse(), now)) {
      excess -= loaded.accountedBytes;
      if (loaded.idle) this.#putOutSaved(loaded);
      if (excess <= 0) return true;
    }
    return false;
  }

  /** Least recently used first. */
  *#inOrderOfUse(): Generator<LoadedNamespace> {
    for (const key of this.#slots.keys()) {
      const loaded = this.#loaded.get(key);
      if (loaded) yield loaded;
    }
  }

  #putOutSaved(loaded: LoadedNamespace): void {
    if (!this.#isWorthSaving(loaded)) this.#putOut(loaded);
    else {
      this.#saveLater(loaded, () => {
        if (loaded.idle && this.#bytes > this.#options.maxBytes) this.#putOut(loaded);
      });
    }
  }

  /** It goes itself, until others use less. */
  #refuseCrowded(loaded: LoadedNamespace, namespace: NamespaceState): void {
    const { key, tenantId, accountedBytes } = loaded;
    this.#putOut(loaded);
    const usedByOthers = () =>
      this.#shares.usedByOthers(tenantId, this.#inOrderOfUse(), this.#options.clock.now());
    this.#budget.note(key, namespace, usedByOthers, this.#budget.crowded(accountedBytes, usedByOthers()));
  }

  #isWorthSaving(loaded: LoadedNamespace): boolean {
    return loaded.outdated && loaded.size >= this.#minEntries;
  }

  /** One after the other: saving is work for the disk, and nobody waits for it. */
  #saveLater(loaded: LoadedNamespace, andThen: () => void = () => {}): void {
    if (this.#toBeSaved.has(loaded)) return;
    this.#toBeSaved.add(loaded);
    this.#saving = this.#saving.then(async () => {
      this.#toBeSaved.delete(loaded);
      if (!loaded.gone && this.#isWorthSaving(loaded)) await this.#saved(loaded.save());
      andThen();
    });
  }

  /** The service continues without a snapshot that could not be saved. */
  async #saved(saving: Promise<void>): Promise<void> {
    try {
      await saving;
    } catch (error) {
      this.#options.onFailure(error);
    }
  }

  #putOut(loaded: LoadedNamespace): void {
    loaded.putOut();
    this.#forget(loaded);
  }

  #forget(loaded: LoadedNamespace): void {
    if (this.#loaded.get(loaded.key) !== loaded) return;
    this.#slots.delete(loaded.key);
    this.#loaded.delete(loaded.key);
    this.#hold(loaded, 0);
  }
}
