import copyStreams from 'pg-copy-streams';
import { type NamespaceSettings, readStoredSettings } from '../../../memory/namespace-settings.ts';
import type { ChangePage, EmbeddingPage, StoredEmbedding, Version } from '../../../memory/store.ts';
import { toRangesById, toStoredEmbedding } from '../../rows/memory-rows.ts';
import { readBinaryCopy } from '../binary-copy.ts';
import type { PostgresDatabase, Sql } from '../database.ts';
import { decodeText } from '../text-encoding.ts';
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

  async readRanges(namespaceId: number, model: string, ids: readonly string[]) {
    return toRangesById(
      await this.#database.all(
        `SELECT entry_id AS id, ranges FROM memory_vectors
         WHERE namespace_id = $1 AND entry_id = ANY($2) AND model_id = ${modelIdOf('$3')}`,
        namespaceId,
        ids,
        model,
      ),
    );
  }

  async readEmbedding(namespaceId: number, model: string, id: string): Promise<StoredEmbedding | undefined> {
    const row = await this.#database.get(
      `${embeddingSelect} WHERE e.namespace_id = $2 AND e.id = $3`,
      model,
      namespaceId,
      id,
    );
    return row && toStoredEmbedding(row);
  }

  /** In one snapshot of the database, with the version that it has there: neither is a row missed nor is one of another history applied. */
  readAllEmbeddings(
    namespaceId: number,
    model: string,
    take: (items: StoredEmbedding[], settings: NamespaceSettings) => void,
  ): Promise<Version> {
    return this.#database.withClient(async (client) => {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0');
      const { rows } = await client.query(loadHead, [namespaceId, model]);
      const head = rows[0] as
        | { name: string; revision: number; stamp: number; model_id: number | null; settings: string }
        | undefined;
      if (head) {
        const stream = client.query(copyStreams.to(embeddingCopy(namespaceId, head.model_id ?? 0)));
        const settings = readStoredSettings(head.settings);
        for await (const page of readBinaryCopy(stream))
          take(
            page.map((fields) => readCopied(fields, head.name)),
            settings,
          );
      }
      await client.query('COMMIT');
      return { revision: head?.revision ?? 0, stamp: head?.stamp ?? 0 };
    });
  }

  /** In one snapshot of the database, so that nothing is missed between the statements. */
  readChanges(
    namespaceId: number,
    model: string,
    since: Version,
    limit: number,
  ): Promise<ChangePage | undefined> {
    return this.#database.transaction(async (sql) => {
      const state = await sql.get(
        'SELECT revision, stamp, log_start, settings FROM memory_states WHERE namespace_id = $1',
        namespaceId,
      );
      if (!state || since.revision < Number(state['log_start'])) return undefined;
      const newest = Number(state['revision']);
      if (since.revision > newest || !(await isStampOf(sql, namespaceId, since))) return undefined;
      // A page ends with a whole revision, however many entries that has.
      const end = await sql.get(
        'SELECT revision FROM memory_entries WHERE namespace_id = $1 AND revision > $2 ORDER BY revision LIMIT 1 OFFSET $3',
        namespaceId,
        since.revision,
        limit - 1,
      );
      const revision = end ? Number(end['revision']) : newest;
      const upserts = await sql.all(
        `${embeddingSelect} WHERE e.namespace_id = $2 AND e.revision > $3 AND e.revision <= $4 ORDER BY e.revision, e.id`,
        model,
        namespaceId,
        since.revision,
        revision,
      );
      const removed = await sql.all(
        'SELECT id FROM memory_deletions WHERE namespace_id = $1 AND revision > $2 AND revision <= $3',
        namespaceId,
        since.revision,
        revision,
      );
      return {
        upserts: upserts.map(toStoredEmbedding),
        removed: removed.map((row) => String(row['id'])),
        revision,
        stamp: revision === newest ? Number(state['stamp']) : await stampOf(sql, namespaceId, revision),
        more: revision < newest,
        settings: readStoredSettings(String(state['settings'])),
      };
    }, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  }
}

/** Revision 0 is the beginning of every history. */
async function isStampOf(sql: Sql, namespaceId: number, { revision, stamp }: Version): Promise<boolean> {
  return revision === 0 || (await stampOf(sql, namespaceId, revision)) === stamp;
}

async function stampOf(sql: Sql, namespaceId: number, revision: number): Promise<number> {
  const row = await sql.get(
    'SELECT stamp FROM memory_revisions WHERE namespace_id = $1 AND revision = $2',
    namespaceId,
    revision,
  );
  return Number(row?.['stamp'] ?? -1);
}

const embeddingSelect = `SELECT e.id, n.name AS namespace, e.content, e.metadata, e.external_id, e.created_at, e.updated_at,
  e.expires_at, e.occurred_at, e.marks, v.ranges, v.vectors, v.windows
  FROM memory_entries e JOIN memory_namespaces n ON n.id = e.namespace_id
  LEFT JOIN memory_vectors v ON v.namespace_id = e.namespace_id AND v.entry_id = e.id AND v.model_id = ${modelIdOf('$1')}`;

const loadHead = `SELECT n.name, s.revision, s.stamp, s.settings, ${modelIdOf('$2')} AS model_id
  FROM memory_states s JOIN memory_namespaces n ON n.id = s.namespace_id WHERE s.namespace_id = $1`;

/** COPY takes no parameters; both are numbers that the database gave. */
function embeddingCopy(namespaceId: number, modelId: number): string {
  if (!Number.isSafeInteger(namespaceId) || !Number.isSafeInteger(modelId))
    throw new Error('These are no ids.');
  return `COPY (
    SELECT e.id, e.content, e.metadata, e.external_id, e.created_at, e.updated_at, e.expires_at, e.occurred_at, e.marks,
      v.ranges, v.vectors, v.windows
    FROM memory_entries e
    LEFT JOIN memory_vectors v ON v.namespace_id = e.namespace_id AND v.entry_id = e.id AND v.model_id = ${modelId}
    WHERE e.namespace_id = ${namespaceId} ORDER BY e.id) TO STDOUT (FORMAT binary)`;
}

function readCopied(fields: Array<Buffer | undefined>, namespace: string): StoredEmbedding {
  const [
    id,
    content,
    metadata,
    externalId,
    createdAt,
    updatedAt,
    expiresAt,
    occurredAt,
    marks,
    ranges,
    vectors,
    windows,
  ] = fields;
  return toStoredEmbedding({
    id: textOf(id),
    namespace,
    content: textOf(content),
    metadata: textOf(metadata),
    external_id: textOf(externalId),
    created_at: numberOf(createdAt),
    updated_at: numberOf(updatedAt),
    expires_at: numberOf(expiresAt),
    occurred_at: numberOf(occurredAt),
    marks: textOf(marks),
    ranges,
    vectors,
    windows,
  });
}

function textOf(field: Buffer | undefined): string | null {
  return field === undefined ? null : decodeText(field.toString('utf8'));
}

function numberOf(field: Buffer | undefined): number | null {
  return field === undefined ? null : Number(field.readBigInt64BE(0));
}
