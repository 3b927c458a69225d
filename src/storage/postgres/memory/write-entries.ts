import type { WriteCommand, WriteOutcome } from '../../../memory/store.ts';
import { isPublic } from '../../rows/memory-rows.ts';
import type { Sql } from '../database.ts';
import { saveReceipt } from '../receipt-store.ts';
import { putEntries, putVectors, removeVectors } from './entry-rows.ts';
import { keepVersions } from './entry-versions.ts';
import { advance, type LockedNamespace, lockOrCreateNamespace } from './namespace-rows.ts';
import { type KnownEntry, resolveWrite } from './resolve-write.ts';

/** Thrown to undo what the transaction did so far. */
export class QuotaExceeded extends Error {}

const quotaLock = 7_004;
/** From here on writes of a tenant are counted one after the other. */
const carefulFrom = 0.8;
/** So many writes as large as this one, at once, must not reach the limit; otherwise it is counted with care as well. */
const atOnce = 32;

/** A write of any kind, as a transaction of statements. New entries alone are cheaper in `AddedEntries`. */
export async function writeEntries(sql: Sql, command: WriteCommand): Promise<WriteOutcome> {
  const { tenantId, maxEntries } = command;
  if (
    maxEntries !== undefined &&
    mayReach(maxEntries, await heldEntries(sql, tenantId), command.entries.length)
  ) {
    await sql.get('SELECT pg_advisory_xact_lock($1, hashtext($2))', quotaLock, tenantId);
  }
  const locked = await lockOrCreateNamespace(sql, command);
  if (locked.state.model !== command.model) return { outcome: 'model_changed', model: locked.state.model };
  const resolved = resolveWrite(
    command.entries,
    await knownEntries(sql, locked, command),
    await usedElsewhere(sql, locked, command),
  );
  const { id: namespaceId, revision } = locked.state;
  const rows = [...resolved.rows.values()];
  const replaced = resolved.written.flatMap(({ id, replaced: was }) => (was ? [id] : []));
  await keepVersions(sql, locked.state, replaced, command.now);
  if (rows.length > 1) await freeExternalIds(sql, namespaceId, replaced);
  await putEntries(sql, namespaceId, revision + 1, rows);
  await removeVectors(sql, namespaceId, replaced);
  await putVectors(sql, namespaceId, rows);
  await forgetDeletions(
    sql,
    namespaceId,
    command,
    rows.map(({ id }) => id),
  );
  const namespace = await advance(sql, locked, {
    entries: resolved.addedEntries,
    bytes: resolved.addedBytes,
    now: command.now,
  });
  if (
    maxEntries !== undefined &&
    resolved.addedEntries > 0 &&
    (await heldEntries(sql, tenantId)) > maxEntries
  ) {
    throw new QuotaExceeded();
  }
  await saveReceipt(sql, command.receipt, { ids: resolved.written.map(({ id }) => id) });
  return { outcome: 'written', namespace, written: resolved.written };
}

/** Whether a write has to be counted while no other of its tenant is. */
export function mayReach(maxEntries: number, held: number, added: number): boolean {
  return held + added > carefulFrom * maxEntries || held + added * atOnce > maxEntries;
}

/** How many entries a tenant has. */
export async function heldEntries(sql: Sql, tenantId: string): Promise<number> {
  const row = await sql.get(
    `SELECT coalesce(sum(s.entries), 0)::bigint AS entries FROM memory_namespaces n
     JOIN memory_states s ON s.namespace_id = n.id WHERE n.tenant_id = $1 AND ${isPublic}`,
    tenantId,
  );
  return Number(row!['entries']);
}

async function knownEntries(
  sql: Sql,
  { state }: LockedNamespace,
  { entries }: WriteCommand,
): Promise<KnownEntry[]> {
  const externalIds = entries.flatMap(({ externalId }) => externalId ?? []);
  const ids = entries.flatMap(({ keepId, id }) => (keepId === undefined ? [] : [keepId, id]));
  if (externalIds.length + ids.length === 0) return [];
  const columns = 'SELECT id, external_id, bytes, created_at FROM memory_entries WHERE namespace_id = $1 AND';
  const rows = await sql.all(
    `${columns} external_id = ANY($2) UNION ${columns} id = ANY($3)`,
    state.id,
    externalIds,
    ids,
  );
  return rows.map((row) => ({
    id: String(row['id']),
    externalId: row['external_id'] === null ? undefined : String(row['external_id']),
    bytes: Number(row['bytes']),
    createdAt: Number(row['created_at']),
  }));
}

/** Ids of an import that another namespace of the tenant has: ids name one entry of a tenant. */
async function usedElsewhere(
  sql: Sql,
  { state }: LockedNamespace,
  { tenantId, entries }: WriteCommand,
): Promise<Set<string>> {
  const ids = entries.flatMap(({ keepId }) => keepId ?? []);
  if (ids.length === 0) return new Set();
  const rows = await sql.all(
    `SELECT e.id FROM memory_entries e JOIN memory_namespaces n ON n.id = e.namespace_id
     WHERE e.id = ANY($1) AND n.tenant_id = $2 AND n.id <> $3`,
    ids,
    tenantId,
    state.id,
  );
  return new Set(rows.map((row) => String(row['id'])));
}

/** What a replaced entry was called may be the name of another one in the same write. */
async function freeExternalIds(sql: Sql, namespaceId: number, replaced: readonly string[]): Promise<void> {
  if (replaced.length === 0) return;
  await sql.run(
    'UPDATE memory_entries SET external_id = NULL WHERE namespace_id = $1 AND id = ANY($2) AND external_id IS NOT NULL',
    namespaceId,
    replaced,
  );
}

/** An imported id may have been deleted here before; now it is not. */
async function forgetDeletions(
  sql: Sql,
  namespaceId: number,
  { entries }: WriteCommand,
  ids: readonly string[],
): Promise<void> {
  if (!entries.some(({ keepId }) => keepId !== undefined)) return;
  await sql.run('DELETE FROM memory_deletions WHERE namespace_id = $1 AND id = ANY($2)', namespaceId, ids);
}
