import { readStoredSettings } from '../../../memory/namespace-settings.ts';
import type { ChangePage, EmbeddingPage, StoredEmbedding } from '../../../memory/store.ts';
import { toRangesById, toStoredEmbedding } from '../../rows/memory-rows.ts';
import type { Database } from '../database.ts';

/** What an index reads: all of a namespace's entries with their vectors, or what it missed since a revision. */
export class MemoryIndexReads {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  readEmbeddings(namespaceId: number, model: string, after: string, limit: number): EmbeddingPage {
    const rows = this.#database.all(
      `${embeddingSelect} WHERE e.namespace_id = ? AND e.id > ? ORDER BY e.id LIMIT ?`,
      model,
      namespaceId,
      after,
      limit,
    );
    const last = rows.at(-1);
    return {
      items: rows.map(toStoredEmbedding),
      ...(last && rows.length === limit && { next: String(last['id']) }),
    };
  }

  readRanges(namespaceId: number, model: string, ids: readonly string[]) {
    return toRangesById(
      this.#database.all(
        `SELECT e.id, v.ranges FROM json_each(?) j CROSS JOIN memory_entries e ON e.namespace_id = ? AND e.id = j.value
         JOIN memory_vectors v ON v.entry = e.row AND v.model_id = (SELECT id FROM memory_models WHERE name = ?)`,
        JSON.stringify(ids),
        namespaceId,
        model,
      ),
    );
  }

  readEmbedding(namespaceId: number, model: string, id: string): StoredEmbedding | undefined {
    const row = this.#database.get(
      `${embeddingSelect} WHERE e.namespace_id = ? AND e.id = ?`,
      model,
      namespaceId,
      id,
    );
    return row && toStoredEmbedding(row);
  }

  readChanges(namespaceId: number, model: string, since: number, limit: number): ChangePage | undefined {
    const namespace = this.#database.get(
      'SELECT revision, log_start, settings FROM memory_namespaces WHERE id = ?',
      namespaceId,
    );
    if (!namespace || since < Number(namespace['log_start'])) return undefined;
    const newest = Number(namespace['revision']);
    // A page ends with a whole revision, however many entries that has.
    const end = this.#database.get(
      'SELECT revision FROM memory_entries WHERE namespace_id = ? AND revision > ? ORDER BY revision LIMIT 1 OFFSET ?',
      namespaceId,
      since,
      limit - 1,
    );
    const revision = end ? Number(end['revision']) : newest;
    const upserts = this.#database.all(
      `${embeddingSelect} WHERE e.namespace_id = ? AND e.revision > ? AND e.revision <= ? ORDER BY e.revision, e.id`,
      model,
      namespaceId,
      since,
      revision,
    );
    const removed = this.#database.all(
      'SELECT id FROM memory_deletions WHERE namespace_id = ? AND revision > ? AND revision <= ?',
      namespaceId,
      since,
      revision,
    );
    return {
      upserts: upserts.map(toStoredEmbedding),
      removed: removed.map((row) => String(row['id'])),
      revision,
      stamp: 0,
      more: revision < newest,
      settings: readStoredSettings(String(namespace['settings'])),
    };
  }
}

const embeddingSelect = `SELECT e.id, n.name AS namespace, e.content, e.metadata, e.external_id, e.created_at, e.updated_at,
  e.expires_at, e.occurred_at, e.marks, v.ranges, v.vectors
  FROM memory_entries e JOIN memory_namespaces n ON n.id = e.namespace_id
  LEFT JOIN memory_vectors v ON v.entry = e.row AND v.model_id = (SELECT id FROM memory_models WHERE name = ?)`;
