import type { Entry } from '../../../memory/entry.ts';
import type { Embedding, NamespaceState } from '../../../memory/store.ts';
import { marksText, rangesBlob, toNamespace, vectorsBlob, windowsBlob } from '../../rows/memory-rows.ts';
import type { Database, Row } from '../database.ts';
import { namespaceColumns } from './memory-columns.ts';

const keptVersions = "coalesce(json_extract(n.settings, '$.history'), 0)";

/** The statements that every change to memory is made of. Call them only inside the work of a database write. */
export class MemoryStatements {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Every transaction that changes a namespace ends with this. */
  advance(id: number, by: { entries: number; bytes: number; now?: number }): NamespaceState {
    this.#database.run(
      `UPDATE memory_namespaces SET revision = revision + 1, entries = entries + ?, bytes = bytes + ?,
         updated_at = max(updated_at, ?) WHERE id = ?`,
      by.entries,
      by.bytes,
      by.now ?? 0,
      id,
    );
    // Not by name: what is swept away may belong to a namespace that was dropped a moment ago.
    return toNamespace(this.#database.get(`SELECT ${namespaceColumns} WHERE n.id = ?`, id)!);
  }

  /** Keeps what a row holds before it is changed, where its namespace wants that. */
  keepVersion(row: number, now: number): void {
    const { changes } = this.#database.run(
      `INSERT INTO memory_versions (entry, number, replaced_at, updated_at, expires_at, occurred_at, external_id, marks, metadata, content)
       SELECT e.row, (SELECT coalesce(max(number), 0) + 1 FROM memory_versions WHERE entry = e.row), ?, e.updated_at, e.expires_at,
         e.occurred_at, e.external_id, e.marks, e.metadata, e.content
       FROM memory_entries e JOIN memory_namespaces n ON n.id = e.namespace_id WHERE e.row = ? AND ${keptVersions} > 0`,
      now,
      row,
    );
    if (changes === 0) return;
    this.#database.run(
      `DELETE FROM memory_versions WHERE entry = ?1 AND number <= (SELECT max(number) FROM memory_versions WHERE entry = ?1) -
         (SELECT ${keptVersions} FROM memory_entries e JOIN memory_namespaces n ON n.id = e.namespace_id WHERE e.row = ?1)`,
      row,
    );
  }

  dropVersions(row: number): void {
    this.#database.run('DELETE FROM memory_versions WHERE entry = ?', row);
  }

  /** Removes what a namespace keeps no longer. */
  trimVersions(namespaceId: number, kept: number): void {
    this.#database.run(
      `DELETE FROM memory_versions WHERE entry IN (SELECT row FROM memory_entries WHERE namespace_id = ?)
         AND number <= (SELECT max(v.number) FROM memory_versions v WHERE v.entry = memory_versions.entry) - ?`,
      namespaceId,
      kept,
    );
  }

  updateRow(row: number, entry: Omit<Entry, 'id' | 'namespace'>, revision: number, bytes: number): void {
    this.#database.run(
      `UPDATE memory_entries SET revision = ?, created_at = ?, updated_at = ?, expires_at = ?, occurred_at = ?, bytes = ?,
         external_id = ?, marks = ?, metadata = ?, content = ? WHERE row = ?`,
      revision,
      entry.createdAt,
      entry.updatedAt,
      entry.expiresAt ?? null,
      entry.occurredAt ?? null,
      bytes,
      entry.externalId ?? null,
      marksText(entry),
      JSON.stringify(entry.metadata),
      entry.content,
      row,
    );
  }

  replaceVectors(row: number, embeddings: readonly Embedding[]): void {
    this.#database.run('DELETE FROM memory_vectors WHERE entry = ?', row);
    for (const embedding of embeddings) this.insertVectors(row, embedding);
  }

  /** `models`: the ids that this transaction has looked up. */
  insertVectors(row: number, embedding: Embedding, models = new Map<string, number>()): void {
    const { model } = embedding;
    const modelId = models.get(model) ?? this.modelId(model, embedding.vectors[0]?.length ?? 0);
    models.set(model, modelId);
    this.#database.run(
      'INSERT OR REPLACE INTO memory_vectors (entry, model_id, ranges, vectors, windows) VALUES (?, ?, ?, ?, ?)',
      row,
      modelId,
      rangesBlob(embedding),
      vectorsBlob(embedding),
      windowsBlob(embedding),
    );
  }

  modelId(name: string, dims: number): number {
    const found = this.#database.get('SELECT id FROM memory_models WHERE name = ?', name);
    if (found) return Number(found['id']);
    const sql = 'INSERT INTO memory_models (name, dims) VALUES (?, ?)';
    return Number(this.#database.run(sql, name, dims).lastInsertRowid);
  }

  removeRows(namespaceId: number, rows: readonly Row[]): NamespaceState {
    let bytes = 0;
    for (const row of rows) {
      bytes += Number(row['bytes']);
      this.#database.run('DELETE FROM memory_entries WHERE row = ?', row['row']!);
    }
    const namespace = this.advance(namespaceId, { entries: -rows.length, bytes: -bytes });
    for (const row of rows) {
      this.#database.run(
        'INSERT OR REPLACE INTO memory_deletions (namespace_id, id, revision) VALUES (?, ?, ?)',
        namespaceId,
        row['id']!,
        namespace.revision,
      );
    }
    return namespace;
  }
}
