import type { NamespaceState, RecutEntry } from '../../../memory/store.ts';
import { isPublic, toNamespace } from '../../rows/memory-rows.ts';
import type { Sql } from '../database.ts';
import { putVectors } from './entry-rows.ts';
import { namespaceColumns } from './memory-columns.ts';
import { advance, lockNamespace } from './namespace-rows.ts';

/** The list of entries that were cut into passages by older rules. */

export async function readRecuts(
  sql: Sql,
  limit: number,
): Promise<Array<{ namespace: NamespaceState; ids: string[] }>> {
  // Whoever removes an entry does not look at this list.
  await sql.run(
    `DELETE FROM memory_recuts r WHERE (namespace_id, entry_id) IN (
       SELECT namespace_id, entry_id FROM memory_recuts ORDER BY namespace_id, entry_id LIMIT $1)
     AND NOT EXISTS (SELECT 1 FROM memory_entries e WHERE e.namespace_id = r.namespace_id AND e.id = r.entry_id)`,
    limit,
  );
  const rows = await sql.all(
    `SELECT r.namespace_id, r.entry_id FROM memory_recuts r
     JOIN memory_entries e ON e.namespace_id = r.namespace_id AND e.id = r.entry_id
     JOIN memory_namespaces n ON n.id = r.namespace_id WHERE n.name IS NOT NULL
     ORDER BY r.namespace_id, r.entry_id LIMIT $1`,
    limit,
  );
  const groups: Array<{ namespace: NamespaceState; ids: string[] }> = [];
  for (const [id, group] of Map.groupBy(rows, (row) => Number(row['namespace_id']))) {
    const row = await sql.get(`SELECT ${namespaceColumns} WHERE n.id = $1`, id);
    if (row) groups.push({ namespace: toNamespace(row), ids: group.map((each) => String(each['entry_id'])) });
  }
  return groups;
}

export async function countRecuts(sql: Sql, tenantId: string | undefined): Promise<number> {
  const row = await sql.get(
    `SELECT count(*) AS count FROM memory_recuts r
     JOIN memory_entries e ON e.namespace_id = r.namespace_id AND e.id = r.entry_id
     JOIN memory_namespaces n ON n.id = r.namespace_id
     WHERE n.name IS NOT NULL AND ($1::text IS NULL OR (n.tenant_id = $1 AND ${isPublic}))`,
    tenantId ?? null,
  );
  return Number(row!['count']);
}

/** Entries that were changed meanwhile are cut as they are now: the next look finds nothing to do. */
export async function finishRecuts(
  sql: Sql,
  { namespaceId, model, entries }: { namespaceId: number; model: string; entries: readonly RecutEntry[] },
): Promise<NamespaceState | undefined> {
  const locked = await lockNamespace(sql, namespaceId);
  if (locked?.state.model !== model) return undefined;
  const rows = await sql.all(
    'SELECT id, content FROM memory_entries WHERE namespace_id = $1 AND id = ANY($2)',
    namespaceId,
    entries.map(({ id }) => id),
  );
  const contents = new Map(rows.map((row) => [String(row['id']), String(row['content'])]));
  const current = entries.filter(({ id, content }) => contents.get(id) === content);
  await sql.run(
    'DELETE FROM memory_recuts WHERE namespace_id = $1 AND entry_id = ANY($2)',
    namespaceId,
    current.map(({ id }) => id),
  );
  const changed = current.flatMap(({ id, embedding }) =>
    embedding ? [{ id, embeddings: [embedding] }] : [],
  );
  if (changed.length === 0) return undefined;
  await putVectors(sql, namespaceId, changed);
  await sql.run(
    'UPDATE memory_entries SET revision = $2 WHERE namespace_id = $1 AND id = ANY($3)',
    namespaceId,
    locked.state.revision + 1,
    changed.map(({ id }) => id),
  );
  return advance(sql, locked, { entries: 0, bytes: 0 });
}
