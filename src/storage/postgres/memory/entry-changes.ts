import type { DeleteCommand, NamespaceState, UpdateCommand, UpdateOutcome } from '../../../memory/store.ts';
import { applyChange, entryBytes, toEntry, toNamespace } from '../../rows/memory-rows.ts';
import type { Sql } from '../database.ts';
import { putEntries, putVectors, removeEntries, removeVectors } from './entry-rows.ts';
import { dropVersions, keepVersions } from './entry-versions.ts';
import { entryColumns, namespaceColumns } from './memory-columns.ts';
import { advance, lockNamespace } from './namespace-rows.ts';

/** Changes and deletions of single entries; each is the work of one transaction. */

export async function updateEntry(sql: Sql, command: UpdateCommand): Promise<UpdateOutcome> {
  const { change, namespaceId } = command;
  const locked = await lockNamespace(sql, namespaceId);
  const row =
    locked &&
    (await sql.get(
      `SELECT ${entryColumns} WHERE e.namespace_id = $1 AND e.id = $2`,
      namespaceId,
      command.id,
    ));
  if (!row) return { outcome: 'not_found' };
  const entry = toEntry(row);
  if (change.ifUpdatedAt !== undefined && change.ifUpdatedAt !== entry.updatedAt) {
    return { outcome: 'version_conflict' };
  }
  if (change.externalId !== undefined && change.externalId !== entry.externalId) {
    const taken = await sql.get(
      'SELECT 1 FROM memory_entries WHERE namespace_id = $1 AND external_id = $2',
      namespaceId,
      change.externalId,
    );
    if (taken) return { outcome: 'external_id_taken' };
  }
  if (locked.state.model !== command.model) return { outcome: 'model_changed', model: locked.state.model };

  const changed = applyChange(entry, change, command.now);
  if (command.forgetVersions) await dropVersions(sql, namespaceId, changed.id);
  else await keepVersions(sql, locked.state, [changed.id], command.now);
  await putEntries(sql, namespaceId, locked.state.revision + 1, [changed]);
  if (change.content !== undefined) {
    await removeVectors(sql, namespaceId, [changed.id]);
    await putVectors(sql, namespaceId, [{ id: changed.id, embeddings: command.embeddings }]);
  }
  const namespace = await advance(sql, locked, {
    entries: 0,
    bytes: entryBytes(changed) - Number(row['bytes']),
    now: command.now,
  });
  return { outcome: 'updated', namespace, entry: changed };
}

export async function deleteEntries(
  sql: Sql,
  { namespaceId, ids, onlyIf }: DeleteCommand,
): Promise<{ deleted: string[]; namespace: NamespaceState | undefined }> {
  const locked = await lockNamespace(sql, namespaceId);
  if (!locked) return { deleted: [], namespace: undefined };
  const rows = await sql.all(
    `SELECT ${entryColumns} WHERE e.namespace_id = $1 AND e.id = ANY($2)`,
    namespaceId,
    ids,
  );
  const meant = new Set(rows.flatMap((row) => (!onlyIf || onlyIf(toEntry(row)) ? [String(row['id'])] : [])));
  if (meant.size === 0) return { deleted: [], namespace: locked.state };
  const removed = await removeEntries(sql, namespaceId, locked.state.revision + 1, [...meant]);
  const namespace = await advance(sql, locked, { entries: -removed.ids.length, bytes: -removed.bytes });
  // In the order that was asked for.
  return { deleted: [...new Set(ids)].filter((id) => meant.has(id)), namespace };
}

/** Takes the names away: nothing finds these namespaces any more, and no write that was on its way reaches them. */
export async function dropNamespaces(
  sql: Sql,
  tenantId: string,
  name: string | undefined,
): Promise<NamespaceState[]> {
  const rows = await sql.all(
    `SELECT ${namespaceColumns} WHERE n.tenant_id = $1 AND n.name IS NOT NULL AND ($2::text IS NULL OR n.name = $2)
     ORDER BY n.id FOR UPDATE OF n, s`,
    tenantId,
    name ?? null,
  );
  const ids = rows.map((row) => Number(row['id']));
  if (ids.length === 0) return [];
  await sql.run('UPDATE memory_namespaces SET name = NULL WHERE id = ANY($1)', ids);
  await sql.run('UPDATE memory_states SET dropped = true WHERE namespace_id = ANY($1)', ids);
  return rows.map(toNamespace);
}
