import type { NamespaceState } from '../../../memory/store.ts';
import type { Sql } from '../database.ts';

/** Keeps what entries of a locked namespace are before they are changed, where it wants that. */
export async function keepVersions(
  sql: Sql,
  { id: namespaceId, settings: { history = 0 } }: NamespaceState,
  ids: readonly string[],
  now: number,
): Promise<void> {
  if (history === 0 || ids.length === 0) return;
  await sql.run(
    `INSERT INTO memory_versions (namespace_id, entry_id, number, replaced_at, updated_at, expires_at, occurred_at, external_id, marks, metadata, content)
     SELECT e.namespace_id, e.id, coalesce((SELECT max(v.number) FROM memory_versions v WHERE v.namespace_id = e.namespace_id AND v.entry_id = e.id), 0) + 1,
       $3, e.updated_at, e.expires_at, e.occurred_at, e.external_id, e.marks, e.metadata, e.content
     FROM memory_entries e WHERE e.namespace_id = $1 AND e.id = ANY($2)`,
    namespaceId,
    ids,
    now,
  );
  await sql.run(`${excess} AND t.entry_id = ANY($3)`, namespaceId, history, ids);
}

export async function dropVersions(sql: Sql, namespaceId: number, id: string): Promise<void> {
  await sql.run('DELETE FROM memory_versions WHERE namespace_id = $1 AND entry_id = $2', namespaceId, id);
}

/** Removes what a namespace keeps no longer. */
export async function trimVersions(sql: Sql, namespaceId: number, kept: number): Promise<void> {
  await sql.run(excess, namespaceId, kept);
}

const excess = `DELETE FROM memory_versions t WHERE t.namespace_id = $1 AND t.number <=
  (SELECT max(v.number) FROM memory_versions v WHERE v.namespace_id = t.namespace_id AND v.entry_id = t.entry_id) - $2::int`;
