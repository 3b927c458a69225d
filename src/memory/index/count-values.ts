import { compareTexts } from '../../kernel/compare-texts.ts';
import { canonicalNumber } from '../../kernel/json/exact-number.ts';
import { isJsonNumber, type JsonNumber, type JsonValue } from '../../kernel/json.ts';
import { type EntryDocument, type Filter, matches, valueAt } from '../filter.ts';
import type { EntryTable } from './entries/entry-table.ts';
import type { FilterIndex } from './filter-index.ts';
import type { Steps } from './steps.ts';

export interface CountRequest {
  /** Where in an entry's document the values are, such as `['metadata', 'speaker']`. */
  paths: ReadonlyArray<readonly string[]>;
  filter?: Filter | undefined;
  now: number;
  /** The most values that are returned for each path. */
  limit: number;
}

export interface ValueCount {
  value: Scalar;
  count: number;
}

export interface PathCounts {
  /** Most frequent first; values that are equally frequent in the order of their JSON. */
  values: ValueCount[];
  /** Entries that have no value there, or only an object. */
  without: number;
  /** How many different values there are; with `isPartial` at least this many. */
  distinct: number;
  /** There were more different values than are kept apart: those first seen after that are not counted. */
  isPartial: boolean;
}

export interface ValueCounts {
  /** Entries that match. */
  entries: number;
  /** In the order of the paths. */
  paths: PathCounts[];
}

type Scalar = null | boolean | JsonNumber | string;

/** Values are the caller's: a counter for each of a million long texts would be a way to fill the memory. */
const maxDistinct = 10_000;
const maxLength = 2_000_000;
/** What reading one entry costs, measured in the rows of other steps. */
const stepsPerEntry = 20;

/** Counts the values at each path over the entries that match. Each item of an array counts once for its entry. */
export function* countValues(
  { entries, filters }: { entries: EntryTable; filters: FilterIndex },
  { paths, filter, now, limit }: CountRequest,
): Steps<ValueCounts> {
  const mask = filter ? filters.mask(filter, entries) : undefined;
  const visible = entries.visible(now);
  const slots = entries.slotCount;
  const counters = paths.map((path) => new Counter(path));
  let count = 0;
  for (let slot = 0; slot < slots; slot++) {
    if (mask?.[slot] === 0 || visible?.[slot] === 0) continue;
    // Also what was removed while others had their turn.
    if (!entries.isAlive(slot)) continue;
    const document = entries.document(slot);
    if (!filter || matches(filter, document)) {
      count++;
      for (const counter of counters) counter.add(document);
    }
    yield stepsPerEntry;
  }
  return { entries: count, paths: counters.map((counter) => counter.result(limit)) };
}

class Counter {
  readonly #path: readonly string[];
  readonly #counts = new Map<string, ValueCount>();
  #length = 0;
  #without = 0;
  #isPartial = false;

  constructor(path: readonly string[]) {
    this.#path = path;
  }

  add(document: EntryDocument): void {
    const values = scalarsOf(valueAt(document, this.#path));
    if (values.size === 0) this.#without++;
    for (const [key, value] of values) {
      const known = this.#counts.get(key);
      if (known) known.count++;
      else if (this.#counts.size >= maxDistinct || this.#length > maxLength) this.#isPartial = true;
      else {
        this.#counts.set(key, { value, count: 1 });
        this.#length += key.length;
      }
    }
  }

  result(limit: number): PathCounts {
    const sorted = [...this.#counts].sort(
      ([a, { count: x }], [b, { count: y }]) => y - x || compareTexts(a, b),
    );
    return {
      values: sorted.slice(0, limit).map(([, value]) => value),
      without: this.#without,
      distinct: this.#counts.size,
      isPartial: this.#isPartial,
    };
  }
}

function scalarsOf(value: JsonValue | undefined): Map<string, Scalar> {
  const scalars = new Map<string, Scalar>();
  for (const item of Array.isArray(value) ? value : [value]) {
    if (isJsonNumber(item)) scalars.set(canonicalNumber(item), item);
    else if (item === null || typeof item === 'boolean' || typeof item === 'string')
      scalars.set(JSON.stringify(item), item);
  }
  return scalars;
}
