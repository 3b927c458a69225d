import type { JsonObject } from '../kernel/json.ts';
import type { EntryDocument } from './filter.ts';
import { type EntryFlag, type EntryMarks, type EntrySource, marksDocument } from './guard/entry-marks.ts';
import type { GuardPolicy, Transport } from './guard/guard-policy.ts';

/** A memory entry as the store keeps it. Times are milliseconds since the epoch. */
export interface Entry extends EntryMarks {
  id: string;
  namespace: string;
  content: string;
  metadata: JsonObject;
  externalId?: string;
  createdAt: number;
  updatedAt: number;
  expiresAt?: number;
  /** When what it tells of happened, where the caller said so. */
  occurredAt?: number;
}

/** What an entry was before a change. */
export interface EntryVersion
  extends Pick<
    Entry,
    'content' | 'metadata' | 'externalId' | 'updatedAt' | 'expiresAt' | 'occurredAt' | 'flags' | 'source'
  > {
  /** When the next version took its place. */
  replacedAt: number;
}

/** What a caller gives to be written; everything else is assigned. */
export interface EntryInput {
  content: string;
  metadata: JsonObject;
  /** The caller's own name for the entry, unique in its namespace: writing it again replaces the entry and keeps its id. */
  externalId?: string | undefined;
  expiresAt?: number | undefined;
  occurredAt?: number | undefined;
  source?: EntrySource | undefined;
  /** The caller's own, of length 1; absent where the service embeds the content. */
  vector?: Float32Array | undefined;
}

/** What a caller may change; absent fields stay as they are. */
export interface EntryChange {
  content?: string | undefined;
  /** With new content, where the vectors of the namespace are the caller's own. */
  vector?: Float32Array | undefined;
  metadata?: JsonObject | undefined;
  externalId?: string | undefined;
  expiresAt?: number | 'never' | undefined;
  occurredAt?: number | undefined;
  source?: EntrySource | undefined;
  /** What was found in the fields that are changed; the flags of the others stay. */
  flags?: readonly EntryFlag[] | undefined;
  /** Refuse the change when the entry was updated at another time than this. */
  ifUpdatedAt?: number | undefined;
}

/** The caller of the service: whose data it is, and which of its namespaces this caller may touch. */
export interface MemoryCaller {
  tenantId: string;
  /** Of the tenant's own namespaces; ask `mayReach`, which knows of the service's as well. */
  mayUseNamespace(name: string): boolean;
  /** Only for the service itself; see `internalCaller`. */
  isInternal?: true;
  /** The most entries that the tenant may hold; absent for any number. */
  maxEntries?: number;
  /** What the caller's key says about what may be stored. */
  guard?: GuardPolicy;
  /** How the call arrived; over HTTP where it says nothing. */
  transport?: Transport;
}

export function entryDocument(entry: Omit<Entry, 'content' | 'namespace' | 'id'>): EntryDocument {
  return {
    metadata: entry.metadata,
    createdAt: new Date(entry.createdAt).toISOString(),
    updatedAt: new Date(entry.updatedAt).toISOString(),
    ...(entry.expiresAt !== undefined && { expiresAt: new Date(entry.expiresAt).toISOString() }),
    ...(entry.occurredAt !== undefined && { occurredAt: new Date(entry.occurredAt).toISOString() }),
    ...(entry.externalId !== undefined && { externalId: entry.externalId }),
    ...marksDocument(entry),
  };
}

export function isLive(entry: { expiresAt?: number | undefined }, now: number): boolean {
  return entry.expiresAt === undefined || entry.expiresAt > now;
}
