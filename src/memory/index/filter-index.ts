import type { JsonNumber } from '../../kernel/json.ts';
import { type Filter, inOrder, matches, type Ordering } from '../filter.ts';
import { marksDocument } from '../guard/entry-marks.ts';
import type { EntryTable } from './entries/entry-table.ts';
import { type TimeField, timeFields } from './entries/entry-times.ts';
import type { IndexedEntry } from './indexed-entry.ts';
import { canonicalJson, keysOfMetadata, type ListedKeys, listedKeys } from './listed-keys.ts';
import { intersect, inverted, unite } from './masks.ts';
import { PathKeys } from './path-keys.ts';
import { PackedLists, type StoredPackedLists } from './postings/packed-lists.ts';
import type { Steps } from './steps.ts';

type Leaf = Exclude<Filter, { op: 'and' | 'or' | 'not' }>;

/** The lists as a snapshot holds them. */
export interface StoredFilters {
  values: StoredPackedLists;
  numbers: StoredPackedLists;
}

/**
 * Answers filters from lists of slots by path and value. What lists cannot answer is asked of the oracle, but only about entries that have the path at all.
 * Lists are found by hash, so a mask may hold a false member in the rarest of cases, or where someone made two values collide: whoever
 * returns an entry asks `matches` about it once more.
 */
export class FilterIndex {
  readonly #values: PackedLists;
  /** By path: the slots that have a number there, each with it. */
  readonly #numbers: PackedLists;

  constructor(stored?: StoredFilters) {
    this.#values = new PackedLists(stored?.values);
    this.#numbers = new PackedLists(stored?.numbers);
  }

  get memoryBytes(): number {
    return this.#values.memoryBytes + this.#numbers.memoryBytes;
  }

  append(slot: number, entry: IndexedEntry): void {
    this.#add(slot, keysOfMetadata(entry.metadata, entry.metadataText));
    const { externalId } = entry;
    if (externalId !== undefined) this.#add(slot, listedKeys(PathKeys.of(['externalId']), externalId));
    if (!entry.flags && !entry.source) return;
    const { flags, source } = marksDocument(entry);
    if (flags) this.#add(slot, listedKeys(PathKeys.of(['flags']), flags));
    if (source) this.#add(slot, listedKeys(PathKeys.of(['source']), source));
  }

  /** A 1 for each slot that the filter matches; dead slots may be among them. */
  mask(filter: Filter, entries: EntryTable): Uint8Array {
    switch (filter.op) {
      case 'and':
        return combined(filter.of, entries.slotCount, 1, (part) => this.mask(part, entries), intersect);
      case 'or':
        return combined(filter.of, entries.slotCount, 0, (part) => this.mask(part, entries), unite);
      case 'not':
        return inverted(this.mask(filter.of, entries));
      case 'ne':
        return inverted(this.mask({ ...filter, op: 'eq' }, entries));
      case 'nin':
        return inverted(this.mask({ ...filter, op: 'in' }, entries));
      case 'exists':
        return filter.value ? this.#exists(filter, entries) : inverted(this.#exists(filter, entries));
      default:
        return this.#leaf(filter, entries);
    }
  }

  /** The same index with other slot numbers; slots that map to nothing, or come after the end, are gone. It may be added to between the steps. */
  *compacted(newSlots: Int32Array): Steps<FilterIndex> {
    const index = new FilterIndex();
    for (const key of this.#values.keys()) {
      this.#values.forEach(key, (old) => {
        const slot = newSlots[old] ?? -1;
        if (slot >= 0) index.#values.add(key, slot);
      });
      yield this.#values.bytesOf(key);
    }
    for (const key of this.#numbers.keys()) {
      this.#numbers.forEachNumber(key, (old, number) => {
        const slot = newSlots[old] ?? -1;
        if (slot >= 0) index.#numbers.addNumber(key, slot, number);
      });
      yield this.#numbers.bytesOf(key);
    }
    return index;
  }

  /** As it is now, whatever is added while it is written. */
  frozen(): StoredFilters {
    return { values: this.#values.frozen(), numbers: this.#numbers.frozen() };
  }

  #add(slot: number, { values, numbers }: ListedKeys): void {
    for (let i = 0; i < values.length; i++) this.#values.add(values[i]!, slot);
    for (let i = 0; i < numbers.length; i += 2) this.#numbers.addNumber(numbers[i]!, slot, numbers[i + 1]!);
  }

  #exists(filter: Leaf, entries: EntryTable): Uint8Array {
    const time = timeField(filter.path);
    if (time) return Uint8Array.from(entries.times(time), (at) => (at === Number.POSITIVE_INFINITY ? 0 : 1));
    if (!isIndexed(filter.path)) return this.#asked({ ...filter, op: 'exists', value: true }, entries);
    return this.#slots(entries, PathKeys.of(filter.path).exists);
  }

  #leaf(filter: Leaf, entries: EntryTable): Uint8Array {
    const time = timeField(filter.path);
    if (time) return timeMask(filter, entries.times(time)) ?? this.#asked(filter, entries);
    if (!isIndexed(filter.path)) return this.#asked(filter, entries);
    const path = PathKeys.of(filter.path);
    switch (filter.op) {
      case 'eq':
        return this.#slots(entries, path.equals(canonicalJson(filter.value)));
      case 'in':
        return this.#slots(entries, ...filter.values.map((value) => path.equals(canonicalJson(value))));
      case 'contains': {
        const members = this.#slots(entries, path.contains(canonicalJson(filter.value)));
        if (typeof filter.value === 'string') unite(members, this.#asked(filter, entries, 'strings'));
        return members;
      }
      case 'gt':
      case 'gte':
      case 'lt':
      case 'lte':
        return typeof filter.value === 'string'
          ? this.#asked(filter, entries, 'strings')
          : this.#inOrder(filter, filter.value, path, entries);
      default:
        return this.#asked(filter, entries);
    }
  }

  /** By the doubles; where those are equal and one of the two is only near its double, the oracle decides. */
  #inOrder(
    filter: Leaf & { op: Ordering },
    value: JsonNumber,
    path: PathKeys,
    entries: EntryTable,
  ): Uint8Array {
    const { op } = filter;
    const bound = Number(value);
    const nearTheirDouble = new Set<number>();
    this.#values.forEach(path.nearNumbers, (slot) => nearTheirDouble.add(slot));
    const isNear = (slot: number): boolean => typeof value !== 'number' || nearTheirDouble.has(slot);
    const mask = new Uint8Array(entries.slotCount);
    this.#numbers.forEachNumber(path.numbers, (slot, number) => {
      const isMatch =
        number === bound && isNear(slot)
          ? entries.isAlive(slot) && matches(filter, entries.document(slot))
          : inOrder(op, number, bound);
      if (isMatch) mask[slot] = 1;
    });
    return mask;
  }

  /** Asks the oracle about every entry that has the path, or has a string there. */
  #asked(filter: Leaf, entries: EntryTable, kind: 'exists' | 'strings' = 'exists'): Uint8Array {
    const mask = isIndexed(filter.path)
      ? this.#slots(entries, PathKeys.of(filter.path)[kind])
      : new Uint8Array(entries.slotCount).fill(1);
    for (let slot = 0; slot < mask.length; slot++) {
      if (mask[slot] === 1)
        mask[slot] = entries.isAlive(slot) && matches(filter, entries.document(slot)) ? 1 : 0;
    }
    return mask;
  }

  #slots(entries: EntryTable, ...keys: number[]): Uint8Array {
    const mask = new Uint8Array(entries.slotCount);
    for (const key of keys) this.#values.mark(key, mask);
    return mask;
  }
}

/** The lists know metadata, external ids, flags and sources, and do not look into arrays by position. */
function isIndexed(path: readonly string[]): boolean {
  const known = indexedRoots.has(path[0]!) || (path[0] === 'externalId' && path.length === 1);
  return known && !path.some((segment) => /^\d+$/.test(segment));
}

const indexedRoots = new Set(['metadata', 'flags', 'source']);

function timeField(path: readonly string[]): TimeField | undefined {
  const [field] = path;
  if (path.length !== 1) return undefined;
  return timeFields.find((known) => known === field);
}

/** A bound in the one form that times have compares as a number; any other text is compared as text, by the oracle. */
function timeMask(filter: Leaf, times: Float64Array): Uint8Array | undefined {
  if (
    filter.op !== 'eq' &&
    filter.op !== 'gt' &&
    filter.op !== 'gte' &&
    filter.op !== 'lt' &&
    filter.op !== 'lte'
  ) {
    return undefined;
  }
  const { op, value } = filter;
  const bound = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(bound) || new Date(bound).toISOString() !== value) return undefined;
  const mask = new Uint8Array(times.length);
  for (let slot = 0; slot < mask.length; slot++) {
    const time = times[slot]!;
    if (time === Number.POSITIVE_INFINITY) continue;
    mask[slot] = (op === 'eq' ? time === bound : inOrder(op, time, bound)) ? 1 : 0;
  }
  return mask;
}

function combined(
  parts: readonly Filter[],
  slots: number,
  start: 0 | 1,
  maskOf: (part: Filter) => Uint8Array,
  combine: (into: Uint8Array, other: Uint8Array) => void,
): Uint8Array {
  const [first, ...rest] = parts;
  if (!first) return new Uint8Array(slots).fill(start);
  const mask = maskOf(first);
  for (const part of rest) combine(mask, maskOf(part));
  return mask;
}
