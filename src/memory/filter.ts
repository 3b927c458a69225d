import { compareNumbers } from '../kernel/json/exact-number.ts';
import {
  isJsonNumber,
  isJsonObject,
  type JsonNumber,
  type JsonObject,
  type JsonValue,
  jsonEquals,
} from '../kernel/json.ts';

/**
 * What an entry must be like. `path` holds the decoded segments of a JSON Pointer into the entry's document.
 * `ne` and `nin` are the exact opposites of `eq` and `in`: they also match where the path leads nowhere.
 * The orderings compare numbers with numbers and strings with strings (by UTF-16 code unit); any other pair does not match.
 * `contains` is membership in an array, or a substring of a string.
 */
export type Filter =
  | { op: 'and' | 'or'; of: readonly Filter[] }
  | { op: 'not'; of: Filter }
  | { op: 'eq' | 'ne' | 'contains'; path: readonly string[]; value: JsonValue }
  | { op: Ordering; path: readonly string[]; value: JsonNumber | string }
  | { op: 'in' | 'nin'; path: readonly string[]; values: readonly JsonValue[] }
  | { op: 'exists'; path: readonly string[]; value: boolean };

export type Ordering = 'gt' | 'gte' | 'lt' | 'lte';

/**
 * The part of an entry that a filter can see. Times are in the one form of `Date.toISOString`, so that their order as
 * strings is their order in time.
 */
export interface EntryDocument {
  metadata: JsonObject;
  createdAt: string;
  updatedAt: string;
  expiresAt?: string;
  occurredAt?: string;
  externalId?: string;
  /** The kinds, rules and actions of its flags, each as a list. */
  flags?: JsonObject;
  source?: JsonObject;
}

/** The meaning of a filter, one entry at a time. The index answers faster, and must answer the same. */
export function matches(filter: Filter, entry: EntryDocument): boolean {
  switch (filter.op) {
    case 'and':
      return filter.of.every((part) => matches(part, entry));
    case 'or':
      return filter.of.some((part) => matches(part, entry));
    case 'not':
      return !matches(filter.of, entry);
  }
  const found = valueAt(entry, filter.path);
  switch (filter.op) {
    case 'eq':
      return found !== undefined && jsonEquals(found, filter.value);
    case 'ne':
      return found === undefined || !jsonEquals(found, filter.value);
    case 'in':
      return found !== undefined && filter.values.some((value) => jsonEquals(found, value));
    case 'nin':
      return found === undefined || !filter.values.some((value) => jsonEquals(found, value));
    case 'exists':
      return (found !== undefined) === filter.value;
    case 'contains':
      return found !== undefined && contains(found, filter.value);
    default:
      return found !== undefined && isInOrder(filter.op, found, filter.value);
  }
}

/** `metadataFilter` of the API: every pair must be equal; keys are literal and lie at the top of the metadata. */
export function metadataFilter(pairs: JsonObject): Filter {
  return {
    op: 'and',
    of: Object.keys(pairs).map((key) => ({ op: 'eq', path: ['metadata', key], value: pairs[key]! })),
  };
}

/** What had happened by a time, in milliseconds since the epoch: as the entry says, or else by when it was written. */
export function knownBy(time: number): Filter {
  const value = new Date(time).toISOString();
  const isUndated: Filter = { op: 'exists', path: ['occurredAt'], value: false };
  return {
    op: 'or',
    of: [
      { op: 'lte', path: ['occurredAt'], value },
      { op: 'and', of: [isUndated, { op: 'lte', path: ['createdAt'], value }] },
    ],
  };
}

/** What comes from a source that is trusted so far; what has no source is not. */
export function trustedBy(trust: number): Filter {
  if (trust === 0) return { op: 'and', of: [] };
  return { op: 'gte', path: ['source', 'trust'], value: trust };
}

/** What has nothing in it that was flagged and is still there. */
export const notFlagged: Filter = {
  op: 'not',
  of: { op: 'contains', path: ['flags', 'action'], value: 'flagged' },
};

/** Both, where both are given; undefined means that everything matches. */
export function bothFilters(a: Filter | undefined, b: Filter | undefined): Filter | undefined {
  return a && b ? { op: 'and', of: [a, b] } : (a ?? b);
}

/** Where a path leads in a document; undefined where it leads nowhere. A segment counts as an index only inside an array. */
export function valueAt(document: EntryDocument, path: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = document as unknown as JsonObject;
  for (const segment of path) {
    if (Array.isArray(value)) value = /^(0|[1-9]\d{0,9})$/.test(segment) ? value[Number(segment)] : undefined;
    else if (isJsonObject(value)) value = Object.hasOwn(value, segment) ? value[segment] : undefined;
    else return undefined;
    if (value === undefined) return undefined;
  }
  return value;
}

function contains(found: JsonValue, value: JsonValue): boolean {
  if (Array.isArray(found)) return found.some((item) => jsonEquals(item, value));
  return typeof found === 'string' && typeof value === 'string' && found.includes(value);
}

function isInOrder(op: Ordering, found: JsonValue, bound: JsonNumber | string): boolean {
  if (typeof bound === 'string') return typeof found === 'string' && inOrder(op, found, bound);
  return isJsonNumber(found) && inOrder(op, compareNumbers(found, bound), 0);
}

/** Both are numbers or both are strings. */
export function inOrder<T extends number | string>(op: Ordering, value: T, bound: T): boolean {
  switch (op) {
    case 'gt':
      return value > bound;
    case 'gte':
      return value >= bound;
    case 'lt':
      return value < bound;
    case 'lte':
      return value <= bound;
  }
}
