import { jsonEquals } from '../kernel/json.ts';
import type { Entry } from './entry.ts';
import type { NewEntry } from './entry-writer.ts';
import type { MemoryStore, NamespaceState } from './store.ts';

/** An entry of an import, and which of its times its line stated. */
export interface StatedEntry extends NewEntry {
  stated: { createdAt?: number | undefined; updatedAt?: number | undefined };
}

/** Those entries that the namespace does not hold already just as they are: the rest need no embedding, no transaction, and no new `updatedAt`. */
export async function changedEntries(
  store: MemoryStore,
  namespace: NamespaceState | undefined,
  entries: readonly StatedEntry[],
): Promise<StatedEntry[]> {
  if (!namespace) return [...entries];
  const changed: StatedEntry[] = [];
  for (const entry of entries) {
    const held = await findHeld(store, namespace.id, entry);
    const isSame =
      held && saysTheSame(held, entry) && (await hasSameVector(store, namespace, held.id, entry));
    if (!isSame) changed.push(entry);
  }
  return changed;
}

/** The entry that writing this one would replace. */
async function findHeld(
  store: MemoryStore,
  namespaceId: number,
  { externalId, keepId, id }: NewEntry,
): Promise<Entry | undefined> {
  if (externalId !== undefined) {
    const named = await store.findByExternalId(namespaceId, externalId);
    if (named) return named;
  }
  const ids = [keepId, id].filter((one) => one !== undefined);
  return (await store.readEntries(namespaceId, ids))[0];
}

/** Vectors are brought to length 1 whenever they are read, so that the last digits may differ. */
async function hasSameVector(
  store: MemoryStore,
  { id: namespaceId, model }: NamespaceState,
  id: string,
  { vector }: NewEntry,
): Promise<boolean> {
  if (!vector) return true;
  const held = (await store.readEmbedding(namespaceId, model, id))?.vectors?.[0];
  return held?.length === vector.length && held.every((value, i) => Math.abs(value - vector[i]!) < 1e-6);
}

function saysTheSame(held: Entry, { stated, ...entry }: StatedEntry): boolean {
  return (
    held.content === entry.content &&
    held.externalId === entry.externalId &&
    held.expiresAt === entry.expiresAt &&
    held.occurredAt === entry.occurredAt &&
    held.source?.kind === entry.source?.kind &&
    held.source?.trust === entry.source?.trust &&
    (stated.createdAt === undefined || stated.createdAt === held.createdAt) &&
    (stated.updatedAt === undefined || entry.updatedAt === held.updatedAt) &&
    jsonEquals(held.metadata, entry.metadata)
  );
}
