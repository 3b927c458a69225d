import type { ChangePage, EmbeddingPage } from '../../../memory/store.ts';
import { toStoredEmbedding } from '../../rows/memory-rows.ts';
import type { PostgresDatabase } from '../database.ts';
import { modelIdOf } from './memory-columns.ts';

/** What an index reads: all of a namespace's entries with their vectors, or what it missed since a revision. */
export class IndexReads {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  async readEmbeddings(
    namespaceId: number,
    model: string,
    after: string,
    limit: number,
  ): Promise<EmbeddingPage> {
    const rows = await this.#database.all(
      `${embeddingSelect} WHERE e.namespace_id = $2 AND e.id > $3 ORDER BY e.id LIMIT $4`,
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

  /** In one snapshot of the database, so that nothing is missed between the statements. */
  readChanges(
    namespaceId: number,
    model: string,
    since: number,
    limit: number,
  ): Promise<ChangePage | undefined> {
    return this.#database.transaction(async (sql) => {
      const state = await sql.get(
        'SELECT revision, log_start FROM memory_states WHERE namespace_id = $1',
        namespaceId,
      );
      if (!state || since < Number(state['log_start'])) return undefined;
      const newest = Number(state['revision']);
      // A page ends with a whole revision, however many entries that has.
      const end = await sql.get(
        'SELECT revision FROM memory_entries WHERE namespace_id = $1 AND revision > $2 ORDER BY revision LIMIT 1 OFFSET $3',
        namespaceId,
        since,
        limit - 1,
      );
      const revision = end ? Number(end['revision']) : newest;
      const upserts = await sql.all(
        `${embeddingSelect} WHERE e.namespace_id = $2 AND e.revision > $3 AND e.revision <= $4 ORDER BY e.revision, e.id`,
        model,
        namespaceId,
        since,
        revision,
      );
      const removed = await sql.all(
        'SELECT id FROM memory_deletions WHERE namespace_id = $1 AND revision > $2 AND revision <= $3',
        namespaceId,
        since,
        revision,
      );
      return {
        upserts: upserts.map(toStoredEmbedding),
        removed: removed.map((row) => String(row['id'])),
        revision,
        more: revision < newest,
      };
    }, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  }
}

const embeddingSelect = `SELECT e.id, n.name AS namespace, e.content, e.metadata, e.external_id, e.created_at, e.updated_at,
  e.expires_at, v.ranges, v.vectors
  FROM memory_entries e JOIN memory_namespaces n ON n.id = e.namespace_id
  LEFT JOIN memory_vectors v ON v.namespace_id = e.namespace_id AND v.entry_id = e.id AND v.model_id = ${modelIdOf('$1')}`;
