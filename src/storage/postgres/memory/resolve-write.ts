import type { EntryToWrite, WrittenEntry } from '../../../memory/store.ts';
import { entryBytes } from '../../rows/memory-rows.ts';

/** An entry that is there already, as far as a write has to know it. */
export interface KnownEntry {
  id: string;
  externalId: string | undefined;
  bytes: number;
  createdAt: number;
}

export interface ResolvedWrite {
  written: WrittenEntry[];
  /** What is to be stored in the end, by id; an entry that the same write replaces again appears once. */
  rows: Map<string, EntryToWrite & { createdAt: number }>;
  addedEntries: number;
  addedBytes: number;
}

/**
 * Decides which entries of a write are new and which replace one that is there: by `externalId`, or by the id that an import keeps.
 * In the order of the write, so that a later entry can replace an earlier one of the same write. Pure, so that it costs no
 * statement per entry.
 */
export function resolveWrite(
  entries: readonly EntryToWrite[],
  known: readonly KnownEntry[],
  usedElsewhere: ReadonlySet<string>,
): ResolvedWrite {
  const byId = new Map(known.map((entry) => [entry.id, entry]));
  const byExternalId = new Map(
    known.flatMap((entry) => (entry.externalId === undefined ? [] : [[entry.externalId, entry]])),
  );
  const result: ResolvedWrite = { written: [], rows: new Map(), addedEntries: 0, addedBytes: 0 };
  for (const entry of entries) {
    const kept = entry.keepId !== undefined && !usedElsewhere.has(entry.keepId) ? entry.keepId : entry.id;
    const existing =
      (entry.externalId !== undefined ? byExternalId.get(entry.externalId) : undefined) ??
      (entry.keepId !== undefined ? byId.get(kept) : undefined);
    const id = existing?.id ?? kept;
    const createdAt = existing && entry.keepId === undefined ? existing.createdAt : entry.createdAt;
    const bytes = entryBytes(entry);
    result.written.push({ id, createdAt, replaced: existing !== undefined });
    result.addedEntries += existing ? 0 : 1;
    result.addedBytes += bytes - (existing?.bytes ?? 0);
    // Deleted first: what is stored last comes last.
    result.rows.delete(id);
    result.rows.set(id, { ...entry, id, createdAt });
    if (existing?.externalId !== undefined) byExternalId.delete(existing.externalId);
    const now: KnownEntry = { id, externalId: entry.externalId, bytes, createdAt };
    byId.set(id, now);
    if (entry.externalId !== undefined) byExternalId.set(entry.externalId, now);
  }
  return result;
}
