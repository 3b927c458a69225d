import type { SQLInputValue } from 'node:sqlite';
import type { PassageRange } from '../../../memory/embedding/embedder.ts';
import { readStoredSettings } from '../../../memory/namespace-settings.ts';
import type { ChangePage, EmbeddingPage, StoredEmbedding } from '../../../memory/store.ts';
import { toRangesById, withVectors } from '../../rows/memory-rows.ts';
import type { Database } from '../database.ts';
import { entryValues, toEntryOf } from './entry-reads.ts';
import { ParsedMetadata } from './parsed-metadata.ts';

/** What an index reads: all of a namespace's entries with their vectors, or what it missed since a revision. */
export class MemoryIndexReads {
  readonly #database: Database;
  readonly #parsed = new ParsedMetadata();

  constructor(database: Database) {
    this.#database = database;
  }

  readEmbeddings(namespaceId: number, model: string, after: string, limit: number): EmbeddingPage {
    const items = this.#read(
      namespaceId,
      `${embeddingSelect} WHERE e.namespace_id = ? AND e.id > ? ORDER BY e.id LIMIT ?`,
      [model, namespaceId, after, limit],
      this.#parsed,
    );
    const last = items.at(-1);
    return { items, ...(last && items.length === limit && { next: last.entry.id }) };
  }

  /** Every entry of a namespace is read when its index is built, so that what a row costs counts. */
  #read(
    namespaceId: number,
    sql: string,
    values: readonly SQLInputValue[],
    parsed?: ParsedMetadata,
  ): StoredEmbedding[] {
    const name = this.#database.get('SELECT name FROM memory_namespaces WHERE id = ?', namespaceId)?.['name'];
    return this.#database.columns(sql, ...values).map((row) => {
      const entry = toEntryOf(String(name ?? ''), row, parsed?.of(row[metadataColumn] as string));
      const places = rangesOfHex(row[entryCount] as string);
      const stored = withVectors(entry, places, row[entryCount + 1], row[entryCount + 2]);
      stored.metadataText = row[metadataColumn] as string;
      return stored;
    });
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
const embeddingSelect = `SELECT ${entryValues}, hex(v.ranges), v.vectors, v.windows FROM memory_entries e
  LEFT JOIN memory_vectors v ON v.entry = e.row AND v.model_id = (SELECT id FROM memory_models WHERE name = ?)`;

/** As `toRanges`, from two digits a byte; undefined for none. */
function rangesOfHex(text: string): PassageRange[] | undefined {
  if (text === '') return undefined;
  const ranges: PassageRange[] = [];
  for (let at = 0; at < text.length; at += 2 * hexDigits)
    ranges.push({ start: numberOfHex(text, at), end: numberOfHex(text, at + hexDigits) });
  return ranges;
}

/** Of a number of 32 bits, whose lowest byte comes first. */
const hexDigits = 8;

function numberOfHex(text: string, at: number): number {
  let value = 0;
  for (let i = at + hexDigits - 2; i >= at; i -= 2)
    value = value * 256 + digitOf(text.charCodeAt(i)) * 16 + digitOf(text.charCodeAt(i + 1));
  return value;
}

function digitOf(code: number): number {
  return code < 58 ? code - 48 : code - 55;
}
