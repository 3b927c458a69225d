import type { Embedding, NamespaceState } from '../../../memory/store.ts';
import type { Sql } from '../database.ts';
import { putVectors, removeEntries } from './entry-rows.ts';
import { modelIdOf } from './memory-columns.ts';
import { advance, lockNamespace } from './namespace-rows.ts';

/** What is done without a caller: expiry, leftovers of deleted namespaces, vectors of other models. Each is the work of one transaction. */

export async function removeExpired(
  sql: Sql,
  now: number,
  limit: number,
): Promise<Array<{ namespace: NamespaceState; ids: string[] }>> {
  const rows = await sql.all(
    `SELECT id, namespace_id FROM memory_entries
     WHERE expires_at IS NOT NULL AND expires_at <= $1 ORDER BY expires_at, id LIMIT $2`,
    now,
    limit,
  );
  const groups = Map.groupBy(rows, (row) => Number(row['namespace_id']));
  const removed: Array<{ namespace: NamespaceState; ids: string[] }> = [];
  // Always in the order of ids, so that nodes never wait for each other in a circle.
  for (const namespaceId of [...groups.keys()].sort((a, b) => a - b)) {
    const locked = await lockNamespace(sql, namespaceId);
    if (!locked) continue;
    // An entry that was prolonged before the lock was taken stays.
    const due = await sql.all(
      'SELECT id FROM memory_entries WHERE namespace_id = $1 AND id = ANY($2) AND expires_at <= $3 ORDER BY expires_at, id',
      namespaceId,
      groups.get(namespaceId)!.map((row) => String(row['id'])),
      now,
    );
    const ids = due.map((row) => String(row['id']));
    if (ids.length === 0) continue;
    const { bytes } = await removeEntries(sql, namespaceId, locked.state.revision + 1, ids);
    removed.push({ namespace: await advance(sql, locked, { entries: -ids.length, bytes: -bytes }), ids });
  }
  return removed;
}

/** One bounded step; false when there is nothing left. */
export async function purgeDropped(sql: Sql, limit: number): Promise<boolean> {
  const dropped = await sql.get(
    'SELECT id FROM memory_namespaces WHERE name IS NULL ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED',
  );
  if (!dropped) return false;
  const id = Number(dropped['id']);
  const row = await sql.get(
    `WITH gone AS (
       DELETE FROM memory_entries WHERE namespace_id = $1 AND id IN
         (SELECT id FROM memory_entries WHERE namespace_id = $1 LIMIT $2) RETURNING id),
     unembedded AS (
       DELETE FROM memory_vectors v USING gone WHERE v.namespace_id = $1 AND v.entry_id = gone.id),
     unversioned AS (
       DELETE FROM memory_versions v USING gone WHERE v.namespace_id = $1 AND v.entry_id = gone.id)
     SELECT count(*) AS removed FROM gone`,
    id,
    limit,
  );
  if (Number(row!['removed']) === limit) return true;
  for (const table of tablesOfNamespaces) await sql.run(`DELETE FROM ${table} WHERE namespace_id = $1`, id);
  await sql.run('DELETE FROM memory_namespaces WHERE id = $1', id);
  return true;
}

const tablesOfNamespaces = [
  'memory_deletions',
  'memory_recuts',
  'memory_revisions',
  'memory_snapshot_parts',
  'memory_snapshots',
  'memory_states',
] as const;

/**
 * The log of deletions ends where no index needs it any more: at the newest revision that is older than `before`, but not after the
 * snapshot that another node may begin with. The revision that it ends at keeps its stamp.
 */
export async function trimHistory(sql: Sql, before: number, limit: number): Promise<boolean> {
  const rows = await sql.all(
    `WITH old AS (
       SELECT namespace_id, max(revision) AS revision FROM memory_revisions WHERE at < $1
       GROUP BY namespace_id HAVING count(*) > 1 ORDER BY namespace_id LIMIT $2)
     SELECT old.namespace_id, least(old.revision, min(p.revision)) AS revision
     FROM old LEFT JOIN memory_snapshots p ON p.namespace_id = old.namespace_id
     GROUP BY old.namespace_id, old.revision`,
    before,
    limit,
  );
  let trimmed = 0;
  for (const row of rows) {
    const [id, revision] = [Number(row['namespace_id']), Number(row['revision'])];
    if (!(await lockNamespace(sql, id))) continue;
    await sql.run(
      'UPDATE memory_states SET log_start = greatest(log_start, $2) WHERE namespace_id = $1',
      id,
      revision,
    );
    trimmed += await sql.run(
      'DELETE FROM memory_deletions WHERE namespace_id = $1 AND revision <= $2',
      id,
      revision,
    );
    trimmed += await sql.run(
      'DELETE FROM memory_revisions WHERE namespace_id = $1 AND revision < $2',
      id,
      revision,
    );
  }
  return rows.length === limit && trimmed > 0;
}

/** Adds vectors to entries that still have the content that was embedded; an entry that was changed meanwhile comes again. */
export async function addEmbeddings(
  sql: Sql,
  items: ReadonlyArray<{ id: string; content: string; embedding: Embedding }>,
  namespaceId: number,
): Promise<void> {
  if (!(await lockNamespace(sql, namespaceId))) return;
  const rows = await sql.all(
    'SELECT id, content FROM memory_entries WHERE namespace_id = $1 AND id = ANY($2)',
    namespaceId,
    items.map(({ id }) => id),
  );
  const contents = new Map(rows.map((row) => [String(row['id']), String(row['content'])]));
  const current = items.filter(({ id, content }) => contents.get(id) === content);
  await putVectors(
    sql,
    namespaceId,
    current.map(({ id, embedding }) => ({ id, embeddings: [embedding] })),
  );
}

export async function switchModel(sql: Sql, namespaceId: number, model: string): Promise<boolean> {
  if (!(await lockNamespace(sql, namespaceId))) return false;
  const lacking = await sql.get(
    `SELECT 1 FROM memory_entries e WHERE e.namespace_id = $1 AND ${lacksVectors('$2')} LIMIT 1`,
    namespaceId,
    model,
  );
  if (lacking) return false;
  await sql.run(
    `UPDATE memory_states SET model_id = ${modelIdOf('$2')} WHERE namespace_id = $1`,
    namespaceId,
    model,
  );
  return true;
}

export async function removeOtherVectors(sql: Sql, keep: readonly string[], limit: number): Promise<number> {
  const removed = await sql.run(
    `DELETE FROM memory_vectors WHERE (namespace_id, entry_id, model_id) IN (
       SELECT v.namespace_id, v.entry_id, v.model_id FROM memory_vectors v
       JOIN memory_states s ON s.namespace_id = v.namespace_id
       WHERE v.model_id <> s.model_id AND v.model_id NOT IN (SELECT id FROM memory_models WHERE name = ANY($1))
       LIMIT $2)`,
    keep,
    limit,
  );
  if (removed < limit) {
    // A model without vectors and namespaces is forgotten too, so that nobody looks for its vectors again.
    await sql.run(
      `DELETE FROM memory_models WHERE name <> ALL($1)
         AND id NOT IN (SELECT model_id FROM memory_states) AND id NOT IN (SELECT model_id FROM memory_vectors)`,
      keep,
    );
  }
  return removed;
}

export const lacksVectors = (model: string): string => `NOT EXISTS (SELECT 1 FROM memory_vectors v
  WHERE v.namespace_id = e.namespace_id AND v.entry_id = e.id AND v.model_id = ${modelIdOf(model)})`;
