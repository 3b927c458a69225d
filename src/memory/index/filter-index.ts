import { canonicalNumber } from '../../kernel/json/exact-number.ts';
import {
  isJsonNumber,
  isJsonObject,
  type JsonNumber,
  type JsonObject,
  type JsonValue,
} from '../../kernel/json.ts';
import { type Filter, inOrder, matches, type Ordering } from '../filter.ts';
import { marksDocument } from '../guard/entry-marks.ts';
import { type EntryTable, type TimeField, timeFields } from './entry-table.ts';
import { hash53 } from './hash.ts';
import type { IndexedEntry } from './indexed-entry.ts';
import { intersect, inverted, unite } from './masks.ts';
import { PostingLists, type StoredPostings } from './postings/posting-lists.ts';
import type { Steps } from './steps.ts';

type Leaf = Exclude<Filter, { op: 'and' | 'or' | 'not' }>;

/**
 * Answers filters from lists of slots by path and value. What lists cannot answer is asked of the oracle, but only about entries that have the path at all.
 * Lists are found by hash, so a mask may hold a false member in the rarest of cases, or where someone made two values collide: whoever
 * returns an entry asks `matches` about it once more.
 */
export class FilterIndex {
  readonly #values: PostingLists;
  /** By path: a slot and the two halves of its number, in turn. */
  readonly #numbers: PostingLists;

  /** A number and its two halves, as they are kept. */
  readonly #double = new Float64Array(1);
  readonly #halves = new Uint32Array(this.#double.buffer);

  constructor(stored?: { values: StoredPostings; numbers: StoredPostings }) {
    this.#values = new PostingLists(stored?.values);
    this.#numbers = new PostingLists(stored?.numbers);
  }

  get memoryBytes(): number {
    return this.#values.memoryBytes + this.#numbers.memoryBytes;
  }

  append(slot: number, entry: IndexedEntry): void {
    this.#add(slot, pathKey(['metadata']), entry.metadata);
    if (entry.externalId !== undefined) this.#add(slot, pathKey(['externalId']), entry.externalId);
    const { flags, source } = marksDocument(entry);
    if (flags) this.#add(slot, pathKey(['flags']), flags);
    if (source) this.#add(slot, pathKey(['source']), source);
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
      const list = this.#values.read(key);
      for (let i = 0; i < list.length; i++) {
        const slot = newSlots[list[i]!] ?? -1;
        if (slot >= 0) index.#values.add(key, slot);
      }
      yield list.length;
    }
    for (const key of this.#numbers.keys()) {
      const list = this.#numbers.read(key);
      for (let i = 0; i < list.length; i += 3) {
        const slot = newSlots[list[i]!] ?? -1;
        if (slot < 0) continue;
        index.#numbers.add(key, slot);
        index.#numbers.add(key, list[i + 1]!);
        index.#numbers.add(key, list[i + 2]!);
      }
      yield list.length;
    }
    return index;
  }

  /** As it is now, whatever is added while it is written. */
  frozen(): { values: StoredPostings; numbers: StoredPostings } {
    return { values: this.#values.frozen(), numbers: this.#numbers.frozen() };
  }

  #add(slot: number, path: string, value: JsonValue): string {
    const canonical = this.#addInside(slot, path, value);
    this.#values.add(hash53(`x${path}`), slot);
    this.#values.add(hash53(`e${path}${canonical}`), slot);
    return canonical;
  }

  /** Adds what lies within a value, and gives the value's canonical text. */
  #addInside(slot: number, path: string, value: JsonValue): string {
    if (Array.isArray(value)) {
      const items = value.map(canonicalJson);
      for (const item of new Set(items)) this.#values.add(hash53(`c${path}${item}`), slot);
      return `[${items.join()}]`;
    }
    if (isJsonObject(value)) {
      const members = Object.keys(value)
        .sort()
        .map((key) => `${JSON.stringify(key)}:${this.#add(slot, path + JSON.stringify(key), value[key]!)}`);
      return `{${members.join()}}`;
    }
    if (isJsonNumber(value)) this.#addNumber(slot, path, value);
    if (typeof value === 'string') this.#values.add(hash53(`s${path}`), slot);
    return canonicalJson(value);
  }

  #addNumber(slot: number, path: string, value: JsonNumber): void {
    const key = hash53(path);
    const halves = this.#halves;
    this.#double[0] = Number(value);
    if (typeof value !== 'number') this.#values.add(hash53(`n${path}`), slot);
    this.#numbers.add(key, slot);
    this.#numbers.add(key, halves[0]!);
    this.#numbers.add(key, halves[1]!);
  }

  #exists(filter: Leaf, entries: EntryTable): Uint8Array {
    const time = timeField(filter.path);
    if (time) return Uint8Array.from(entries.times(time), (at) => (at === Number.POSITIVE_INFINITY ? 0 : 1));
    if (!isIndexed(filter.path)) return this.#asked({ ...filter, op: 'exists', value: true }, entries);
    return this.#slots(entries, `x${pathKey(filter.path)}`);
  }

  #leaf(filter: Leaf, entries: EntryTable): Uint8Array {
    const time = timeField(filter.path);
    if (time) return timeMask(filter, entries.times(time)) ?? this.#asked(filter, entries);
    if (!isIndexed(filter.path)) return this.#asked(filter, entries);
    const path = pathKey(filter.path);
    switch (filter.op) {
      case 'eq':
        return this.#slots(entries, `e${path}${canonicalJson(filter.value)}`);
      case 'in':
        return this.#slots(entries, ...filter.values.map((value) => `e${path}${canonicalJson(value)}`));
      case 'contains': {
        const members = this.#slots(entries, `c${path}${canonicalJson(filter.value)}`);
        if (typeof filter.value === 'string') unite(members, this.#asked(filter, entries, 's'));
        return members;
      }
      case 'gt':
      case 'gte':
      case 'lt':
      case 'lte':
        return typeof filter.value === 'string'
          ? this.#asked(filter, entries, 's')
          : this.#inOrder(filter, filter.value, path, entries);
      default:
        return this.#asked(filter, entries);
    }
  }

  /** By the doubles; where those are equal and one of the two is only near its double, the oracle decides. */
  #inOrder(
    filter: Leaf & { op: Ordering },
    value: JsonNumber,
    path: string,
    entries: EntryTable,
  ): Uint8Array {
    const { op } = filter;
    const bound = Number(value);
    const nearTheirDouble = new Set(this.#values.read(hash53(`n${path}`)));
    const isNear = (slot: number): boolean => typeof value !== 'number' || nearTheirDouble.has(slot);
    const mask = new Uint8Array(entries.slotCount);
    const list = this.#numbers.read(hash53(path));
    const halves = new Uint32Array(2);
    const number = new Float64Array(halves.buffer);
    for (let i = 0; i < list.length; i += 3) {
      halves[0] = list[i + 1]!;
      halves[1] = list[i + 2]!;
      const slot = list[i]!;
      const isMatch =
        number[0] === bound && isNear(slot)
          ? entries.isAlive(slot) && matches(filter, entries.document(slot))
          : inOrder(op, number[0]!, bound);
      if (isMatch) mask[slot] = 1;
    }
    return mask;
  }

  /** Asks the oracle about every entry that has the path, or has a string there. */
  #asked(filter: Leaf, entries: EntryTable, kind: 'x' | 's' = 'x'): Uint8Array {
    const mask = isIndexed(filter.path)
      ? this.#slots(entries, `${kind}${pathKey(filter.path)}`)
      : new Uint8Array(entries.slotCount).fill(1);
    for (let slot = 0; slot < mask.length; slot++) {
      if (mask[slot] === 1)
        mask[slot] = entries.isAlive(slot) && matches(filter, entries.document(slot)) ? 1 : 0;
    }
    return mask;
  }

  #slots(entries: EntryTable, ...keys: string[]): Uint8Array {
    const mask = new Uint8Array(entries.slotCount);
    for (const key of keys) {
      const list = this.#values.read(hash53(key));
      for (let i = 0; i < list.length; i++) mask[list[i]!] = 1;
    }
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

/** One text for values that are equal as JSON: keys sorted, and -0 written as 0. */
function canonicalJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  if (isJsonNumber(value)) return canonicalNumber(value);
  if (!isJsonObject(value)) return JSON.stringify(value);
  const object: JsonObject = value;
  const members = Object.keys(object)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(object[key]!)}`);
  return `{${members.join()}}`;
}

function pathKey(path: readonly string[]): string {
  return path.map((segment) => JSON.stringify(segment)).join('');
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
