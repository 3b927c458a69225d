/** An index in memory, as far as it matters for who makes room. */
export interface SharedIndex {
  readonly tenantId: string;
  readonly accountedBytes: number;
  /** When it was last asked for, in milliseconds. */
  readonly usedAt: number;
}

/** An index that nobody asked for as long as this may go for anybody. */
const coldAfterMs = 600_000;
/** So much of the memory may a tenant take from others that are using theirs. */
const mostFromOthers = 0.5;

/**
 * How tenants share the memory for indexes. Whoever needs room makes it first in what is their own, as far as they have more than an equal share; then among tenants that have more than that; then
 * among all, least recently used first. But a tenant that has half of the memory takes no more from others that are using theirs: one giant must not make everybody else wait for their indexes.
 */
export class IndexShares {
  readonly #maxBytes: number;
  readonly #byTenant = new Map<string, number>();

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  add(tenantId: string, bytes: number): void {
    const held = (this.#byTenant.get(tenantId) ?? 0) + bytes;
    if (held > 0) this.#byTenant.set(tenantId, held);
    else this.#byTenant.delete(tenantId);
  }

  /** The indexes that may go for another one, in the order in which they do. `held` are all, least recently used first. */
  *victimsFor<Index extends SharedIndex>(
    wanted: SharedIndex,
    held: () => Iterable<Index>,
    now: number,
  ): Generator<Index> {
    const isOwn = (index: SharedIndex) => index.tenantId === wanted.tenantId;
    const passes: Array<(index: Index) => boolean> = [
      (index) => isOwn(index) && this.#isAboveEqualShare(index),
      (index) => !isOwn(index) && this.#isAboveEqualShare(index),
      (index) => isOwn(index) || !this.#hasMost(wanted) || isCold(index, now),
    ];
    const seen = new Set<Index>();
    for (const mayGo of passes) {
      for (const index of held()) {
        if ((index as SharedIndex) === wanted || seen.has(index) || !mayGo(index)) continue;
        seen.add(index);
        yield index;
      }
    }
  }

  /** Bytes that other tenants are using, and that nobody with half of the memory gets. */
  usedByOthers(tenantId: string, held: Iterable<SharedIndex>, now: number): number {
    let bytes = 0;
    for (const index of held)
      if (index.tenantId !== tenantId && !this.#isAboveEqualShare(index) && !isCold(index, now))
        bytes += index.accountedBytes;
    return bytes;
  }

  #isAboveEqualShare({ tenantId }: SharedIndex): boolean {
    return (this.#byTenant.get(tenantId) ?? 0) > this.#maxBytes / this.#byTenant.size;
  }

  #hasMost({ tenantId }: SharedIndex): boolean {
    return (this.#byTenant.get(tenantId) ?? 0) > this.#maxBytes * mostFromOthers;
  }
}

function isCold({ usedAt }: SharedIndex, now: number): boolean {
  return now - usedAt >= coldAfterMs;
}
