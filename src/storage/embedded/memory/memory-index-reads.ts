import type { SQLInputValue } from 'node:sqlite';
import { readStoredSettings } from '../../../memory/namespace-settings.ts';
import type { ChangePage, EmbeddingPage, StoredEmbedding } from '../../../memory/store.ts';
import { toRangesById, withVectors } from '../../rows/memory-rows.ts';
import type { Database } from '../database.ts';
import { entryValues, toEntryOf } from './entry-reads.ts';
import { ParsedMetadata } from './parsed-metadata.ts';
import { isTooBig, pagedVectors, rangesOfHex, readPagedVectors } from './vector-page.ts';

/** What an index reads: all of a namespace's entries with their vectors, or what it missed since a revision. */
export class MemoryIndexReads {
  readonly #database: Database;
  readonly #parsed = new ParsedMetadata();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Up to so many; fewer where the vectors of all of them are more than one value can hold. */
  readEmbeddings(namespaceId: number, model: string, after: string, limit: number): EmbeddingPage {
    try {
      const items =
        this.#readPage(namespaceId, model, after, limit) ??
        this.#read(namespaceId, `${embeddingSelect} ${page}`, [model, namespaceId, after, limit]);
      const last = items.at(-1);
      return { items, ...(last && items.length === limit && { next: last.entry.id }) };
    } catch (error) {
      if (!isTooBig(error) || limit <= 1) throw error;
      return this.readEmbeddings(namespaceId, model, after, Math.ceil(limit / 2));
    }
  }

  /** Every entry of a namespace is read when its index is built, so that what a row costs counts. Undefined where the vectors are not as they should be. */
  #readPage(namespaceId: number, model: string, after: string, limit: number): StoredEmbedding[] | undefined {
    const name = this.#nameOf(namespaceId);
    const dims = Number(
      this.#database.get('SELECT dims FROM memory_models WHERE name = ?', model)?.['dims'] ?? 0,
    );
    const rows = this.#database.columns(entryPage, namespaceId, after, limit);
    if (rows.length === 0) return [];
    const [joined] = this.#database.columns(vectorPage, model, namespaceId, after, limit);
    const vectors = readPagedVectors(joined!, dims);
    if (vectors?.length !== rows.length) return undefined;
    return rows.map((row, i) => {
      const metadataText = row[metadataColumn] as string;
      const entry = toEntryOf(name, row, this.#parsed.of(metadataText));
      const { ranges, vectors: bytes, windows } = vectors[i] ?? {};
      const stored = withVectors(entry, ranges, bytes, windows);
      stored.metadataText = metadataText;
      return stored;
    });
  }

  #read(namespaceId: number, sql: string, values: readonly SQLInputValue[]): StoredEmbedding[] {
    const name = this.#nameOf(namespaceId);
    return this.#database.columns(sql, ...values).map((row) => {
      const entry = toEntryOf(name, row);
      const places = row[entryCount] === '' ? undefined : rangesOfHex(row[entryCount] as string);
      const stored = withVectors(entry, places, row[entryCount + 1], row[entryCount + 2]);
      stored.metadataText = row[metadataColumn] as string;
      return stored;
    });
  }

  #nameOf(namespaceId: number): string {
    const row = this.#database.get('SELECT name FROM memory_namespaces WHERE id = ?', namespaceId);
    return String(row?.['name'] ?? '');
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
    const sql = `${embeddingSelect} WHERE e.namespace_id = ? AND e.id = ?`;
    return this.#read(namespaceId, sql, [model, namespaceId, id])[0];
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
    const upserts = this.#read(
      namespaceId,
      `${embeddingSelect} WHERE e.namespace_id = ? AND e.revision > ? AND e.revision <= ? ORDER BY e.revision, e.id`,
      [model, namespaceId, since, revision],
    );
    const removed = this.#database.all(
      'SELECT id FROM memory_deletions WHERE namespace_id = ? AND revision > ? AND revision <= ?',
      namespaceId,
      since,
      revision,
    );
    return {
      upserts,
      removed: removed.map((row) => String(row['id'])),
      revision,
      stamp: 0,
      more: revision < newest,
      settings: readStoredSettings(String(namespace['settings'])),
    };
  }
}

const entryCount = entryValues.split(',').length;
const metadataColumn = 2;
// A text of a few letters is read at a third of what a blob costs, for which a buffer is made.
const withModel = `FROM memory_entries e
  LEFT JOIN memory_vectors v ON v.entry = e.row AND v.model_id = (SELECT id FROM memory_models WHERE name = ?)`;
const embeddingSelect = `SELECT ${entryValues}, hex(v.ranges), v.vectors, v.windows ${withModel}`;
const page = 'WHERE e.namespace_id = ? AND e.id > ? ORDER BY e.id LIMIT ?';
const entryPage = `SELECT ${entryValues} FROM memory_entries e ${page}`;
const vectorPage = pagedVectors(`${withModel} ${page}`);
