import type { Embedding, NamespaceState, RecutEntry } from '../../../memory/store.ts';
import { isPublic, toNamespace } from '../../rows/memory-rows.ts';
import type { Database } from '../database.ts';
import { namespaceColumns } from './memory-columns.ts';
import type { MemoryStatements } from './memory-statements.ts';

/** The changes that nobody asks for: expiry, leftovers of deleted namespaces, vectors of other models. Only inside the work of a database write. */
export class MemoryUpkeepWrites {
  readonly #database: Database;
  readonly #statements: MemoryStatements;

  constructor(database: Database, statements: MemoryStatements) {
    this.#database = database;
    this.#statements = statements;
  }

  removeExpired(now: number, limit: number): Array<{ namespace: NamespaceState; ids: string[] }> {
    const rows = this.#database.all(
      `SELECT row, id, bytes, namespace_id FROM memory_entries
       WHERE expires_at IS NOT NULL AND expires_at <= ? ORDER BY expires_at LIMIT ?`,
      now,
      limit,
    );
    return [...Map.groupBy(rows, (row) => Number(row['namespace_id']))].map(([namespaceId, group]) => ({
      namespace: this.#statements.removeRows(namespaceId, group),
      ids: group.map((row) => String(row['id'])),
    }));
  }

  purgeDropped(limit: number): boolean {
    const dropped = this.#database.get('SELECT id FROM memory_namespaces WHERE name IS NULL LIMIT 1');
    if (!dropped) return false;
    const id = Number(dropped['id']);
    const { changes } = this.#database.run(
      'DELETE FROM memory_entries WHERE row IN (SELECT row FROM memory_entries WHERE namespace_id = ? LIMIT ?)',
      id,
      limit,
    );
    if (changes < limit) this.#database.run('DELETE FROM memory_namespaces WHERE id = ?', id);
    return true;
  }

  saveSnapshotMark(namespaceId: number, mark: string, revision: number): void {
    this.#database.run(
      'DELETE FROM memory_deletions WHERE namespace_id = ? AND revision <= ?',
      namespaceId,
      revision,
    );
    this.#database.run(
      'UPDATE memory_namespaces SET snapshot = ?, log_start = max(log_start, ?) WHERE id = ?',
      mark,
      revision,
      namespaceId,
    );
  }

  addEmbeddings(
    items: ReadonlyArray<{ id: string; content: string; embedding: Embedding }>,
    namespaceId: number,
  ): void {
    for (const { id, content, embedding } of items) {
      const row = this.#database.get(
        'SELECT row, content FROM memory_entries WHERE namespace_id = ? AND id = ?',
        namespaceId,
        id,
      );
      // Changed meanwhile: these vectors are of a text that is no more. The entry counts as unembedded and comes again.
      if (row && row['content'] === content) this.#statements.insertVectors(Number(row['row']), embedding);
    }
  }

  readRecuts(limit: number): Array<{ namespace: NamespaceState; ids: string[] }> {
    const rows = this.#database.all(
      `SELECT e.id, e.namespace_id FROM memory_recuts r JOIN memory_entries e ON e.row = r.entry
       JOIN memory_namespaces n ON n.id = e.namespace_id WHERE n.name IS NOT NULL ORDER BY r.entry LIMIT ?`,
      limit,
    );
    return [...Map.groupBy(rows, (row) => Number(row['namespace_id']))].map(([id, group]) => ({
      namespace: toNamespace(this.#database.get(`SELECT ${namespaceColumns} WHERE n.id = ?`, id)!),
      ids: group.map((row) => String(row['id'])),
    }));
  }

  countRecuts(tenantId: string | undefined): number {
    const tenant = tenantId ?? null;
    const row = this.#database.get(
      `SELECT count(*) AS count FROM memory_recuts r JOIN memory_entries e ON e.row = r.entry
       JOIN memory_namespaces n ON n.id = e.namespace_id
       WHERE n.name IS NOT NULL AND (? IS NULL OR (n.tenant_id = ? AND ${isPublic}))`,
      tenant,
      tenant,
    );
    return Number(row!['count']);
  }

  finishRecuts(
    namespaceId: number,
    model: string,
    entries: readonly RecutEntry[],
  ): NamespaceState | undefined {
    const found = this.#database.get(
      `SELECT ${namespaceColumns} WHERE n.id = ? AND n.name IS NOT NULL`,
      namespaceId,
    );
    const namespace = found && toNamespace(found);
    if (namespace?.model !== model) return undefined;
    let changed = 0;
    for (const { id, content, embedding } of entries) {
      const row = this.#database.get(
        'SELECT row, content FROM memory_entries WHERE namespace_id = ? AND id = ?',
        namespaceId,
        id,
      );
      // Changed meanwhile, and so cut as it is now: the next look finds nothing to do.
      if (row?.['content'] !== content) continue;
      this.#database.run('DELETE FROM memory_recuts WHERE entry = ?', row['row']!);
      if (!embedding) continue;
      changed++;
      this.#statements.insertVectors(Number(row['row']), embedding);
      this.#database.run(
        'UPDATE memory_entries SET revision = ? WHERE row = ?',
        namespace.revision + 1,
        row['row']!,
      );
    }
    return changed === 0 ? undefined : this.#statements.advance(namespaceId, { entries: 0, bytes: 0 });
  }

  removeOtherVectors(keep: readonly string[], limit: number): number {
    const kept = JSON.stringify(keep);
    const { changes } = this.#database.run(
      `DELETE FROM memory_vectors WHERE rowid IN (
         SELECT v.rowid FROM memory_vectors v
         JOIN memory_entries e ON e.row = v.entry JOIN memory_namespaces n ON n.id = e.namespace_id
         WHERE v.model_id <> n.model_id
           AND v.model_id NOT IN (SELECT id FROM memory_models WHERE name IN (SELECT value FROM json_each(?)))
         LIMIT ?)`,
      kept,
      limit,
    );
    if (changes < limit) {
      // A model without vectors and namespaces is forgotten too, so that nobody looks for its vectors again.
      this.#database.run(
        `DELETE FROM memory_models WHERE name NOT IN (SELECT value FROM json_each(?))
           AND id NOT IN (SELECT model_id FROM memory_namespaces) AND id NOT IN (SELECT model_id FROM memory_vectors)`,
        kept,
      );
    }
    return changes;
  }
}
