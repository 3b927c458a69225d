import { mayUseNamespace, type Principal } from '../access/principal.ts';
import { isoTime } from '../kernel/iso-time.ts';
import type { Entry, EntryVersion, MemoryCaller } from '../memory/entry.ts';
import type { FoundEntry } from '../memory/entry-search.ts';
import type { EntryMarks } from '../memory/guard/entry-marks.ts';
import type { GuardPolicy, Transport } from '../memory/guard/guard-policy.ts';
import type { NamespaceState } from '../memory/store.ts';
import type { ExportedEntry } from '../memory/transfer.ts';
import { vectorText } from './write/vector-schema.ts';

/** How callers and results cross the border between the API and memory. */

export function callerOf(principal: Principal, transport: Transport = 'http'): MemoryCaller {
  const { maxEntries } = principal.plan;
  return {
    tenantId: principal.tenantId,
    mayUseNamespace: (namespace) => mayUseNamespace(principal, namespace),
    ...(maxEntries > 0 && { maxEntries }),
    ...(principal.guard && { guard: principal.guard as GuardPolicy }),
    transport,
  };
}

export function viewEntry(entry: Entry) {
  return {
    id: entry.id,
    namespace: entry.namespace,
    content: entry.content,
    metadata: entry.metadata,
    ...(entry.externalId !== undefined && { externalId: entry.externalId }),
    createdAt: isoTime(entry.createdAt),
    updatedAt: isoTime(entry.updatedAt),
    ...(entry.expiresAt !== undefined && { expiresAt: isoTime(entry.expiresAt) }),
    ...(entry.occurredAt !== undefined && { occurredAt: isoTime(entry.occurredAt) }),
    ...viewMarks(entry),
  };
}

function viewMarks({ flags, source }: EntryMarks) {
  return { ...(flags && flags.length > 0 && { flags }), ...(source && { source }) };
}

export function viewVersion({ updatedAt, replacedAt, expiresAt, occurredAt, ...version }: EntryVersion) {
  return {
    ...version,
    updatedAt: isoTime(updatedAt),
    replacedAt: isoTime(replacedAt),
    ...(expiresAt !== undefined && { expiresAt: isoTime(expiresAt) }),
    ...(occurredAt !== undefined && { occurredAt: isoTime(occurredAt) }),
  };
}

/** A line of an export. */
export function viewExportedEntry({ vector, ...entry }: ExportedEntry) {
  return {
    ...viewEntry(entry),
    ...(vector && { vector: vectorText(vector) }),
  };
}

export function viewFoundEntry(entry: FoundEntry) {
  const { namespace: _, ...view } = viewEntry(entry);
  return {
    ...view,
    score: entry.score,
    ...(entry.supersededBy !== undefined && { supersededBy: entry.supersededBy }),
    ...(entry.explain && { explain: entry.explain }),
  };
}

export function viewNamespace(namespace: NamespaceState) {
  return {
    name: namespace.name,
    entries: namespace.entries,
    bytes: namespace.bytes,
    model: namespace.model,
    searchableMetadata: namespace.settings.searchableMetadata ?? [],
    history: namespace.settings.history ?? 0,
    ...(namespace.settings.guard && { guard: namespace.settings.guard }),
    createdAt: isoTime(namespace.createdAt),
    updatedAt: isoTime(namespace.updatedAt),
  };
}
