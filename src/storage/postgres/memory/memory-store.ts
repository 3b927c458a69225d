import type { Entry, EntryVersion } from '../../../memory/entry.ts';
import type { NamespaceSettings } from '../../../memory/namespace-settings.ts';
import { ownModel } from '../../../memory/own-vectors.ts';
import type {
  ChangePage,
  DeleteCommand,
  Embedding,
  EmbeddingPage,
  ErasureReport,
  ListPage,
  MemoryStore,
  ModelChoice,
  NamespaceState,
  RecutEntry,
  SnapshotTag,
  StoredEmbedding,
  UpdateCommand,
  UpdateOutcome,
  Version,
  WriteCommand,
  WriteOutcome,
} from '../../../memory/store.ts';
import { isPublic, toEntry, toNamespace, toVersion } from '../../rows/memory-rows.ts';
import type { Row } from '../../rows/row.ts';
import type { PostgresDatabase } from '../database.ts';
import type { Epoch } from '../epoch.ts';
import { deleteEntries, dropNamespaces, updateEntry } from './entry-changes.ts';
import { eraseTraces } from './erasure.ts';
import { IndexReads } from './index-reads.ts';
import { JoinedWrites } from './joined-writes.ts';
import { entryColumns, namespaceColumns } from './memory-columns.ts';
import { configureNamespace, findNamespace } from './namespace-rows.ts';
import { countRecuts, finishRecuts, readRecuts } from './recuts.ts';
import {
  addEmbeddings,
  lacksVectors,
  purgeDropped,
  removeExpired,
  removeOtherVectors,
  switchModel,
  trimHistory,
} from './upkeep-writes.ts';

/** Memory in Postgres. Reads for callers are here; everything that changes rows is in the files next to it. */
export class PostgresMemoryStore implements MemoryStore {
  readonly #database: PostgresDatabase;
  readonly #epoch: Epoch | undefined;
  readonly #writes: JoinedWrites;
  readonly #indexReads: IndexReads;

  /** The epoch tells other nodes of a change of the model. */
  constructor(database: PostgresDatabase, epoch?: Epoch) {
    this.#database = database;
    this.#epoch = epoch;
    this.#writes = new JoinedWrites(database);
    this.#indexReads = new IndexReads(database);
  }

  findNamespace(tenantId: string, name: string): Promise<NamespaceState | undefined> {
    return findNamespace(this.#database, tenantId, name);
  }

  async listNamespaces(
    tenantId: string,
    after: string | undefined,
    limit: number,
  ): Promise<ListPage<NamespaceState>> {
    const rows = await this.#database.all(
      `SELECT ${namespaceColumns} WHERE n.tenant_id = $1 AND n.name > $2 ORDER BY n.name LIMIT $3`,
      tenantId,
      after ?? '',
      limit + 1,
    );
    return page(rows, limit, toNamespace);
  }

  async countExpired(namespaceId: number, now: number): Promise<number> {
    const row = await this.#database.get(
      'SELECT count(*) AS count FROM memory_entries WHERE namespace_id = $1 AND expires_at <= $2',
      namespaceId,
      now,
    );
    return Number(row!['count']);
  }

  configureNamespace(
    tenantId: string,
    name: string,
    settings: NamespaceSettings,
    now: number,
  ): Promise<NamespaceState | undefined> {
    return this.#database.transaction((sql) => configureNamespace(sql, { tenantId, name, settings, now }));
  }

  writeEntries(command: WriteCommand): Promise<WriteOutcome> {
    return this.#writes.write(command);
  }

  updateEntry(command: UpdateCommand): Promise<UpdateOutcome> {
    return this.#database.transaction((sql) => updateEntry(sql, command));
  }

  deleteEntries(
    command: DeleteCommand,
  ): Promise<{ deleted: string[]; namespace: NamespaceState | undefined }> {
    return this.#database.transaction((sql) => deleteEntries(sql, command));
  }

  async findEntry(tenantId: string, id: string): Promise<{ entry: Entry; namespaceId: number } | undefined> {
    const row = await this.#database.get(
      `SELECT ${entryColumns} WHERE e.id = $1 AND n.tenant_id = $2 AND n.name IS NOT NULL`,
      id,
      tenantId,
    );
    return row && { entry: toEntry(row), namespaceId: Number(row['namespace_id']) };
  }

  async readVersions(namespaceId: number, id: string): Promise<EntryVersion[]> {
    const rows = await this.#database.all(
      'SELECT v.*, v.entry_id AS id, 0 AS created_at FROM memory_versions v WHERE namespace_id = $1 AND entry_id = $2 ORDER BY number DESC',
      namespaceId,
      id,
    );
    return rows.map(toVersion);
  }

  async findByExternalId(namespaceId: number, externalId: string): Promise<Entry | undefined> {
    const sql = `SELECT ${entryColumns} WHERE e.namespace_id = $1 AND e.external_id = $2 AND n.name IS NOT NULL`;
    const row = await this.#database.get(sql, namespaceId, externalId);
    return row && toEntry(row);
  }

  async readHits(
    tenantId: string,
    name: string,
    ids: readonly string[],
  ): Promise<{ state: NamespaceState; entries: Entry[] } | undefined> {
    const rows = await this.#database.all(hits, tenantId, name, ids);
    const [first] = rows;
    if (!first) return undefined;
    const found = new Map(
      rows.flatMap((row) =>
        row['entry_id'] === null ? [] : [[String(row['entry_id']), toEntry({ ...row, id: row['entry_id'] })]],
      ),
    );
    const state = toNamespace({
      ...first,
      created_at: first['made_at'],
      updated_at: first['changed_at'],
      bytes: first['held'],
    });
    return { state, entries: ids.flatMap((id) => found.get(id) ?? []) };
  }

  async readEntries(namespaceId: number, ids: readonly string[]): Promise<Entry[]> {
    if (ids.length === 0) return [];
    const sql = `SELECT ${entryColumns} WHERE e.namespace_id = $1 AND e.id = ANY($2) AND n.name IS NOT NULL`;
    const rows = await this.#database.all(sql, namespaceId, ids);
    const found = new Map(rows.map((row) => [String(row['id']), row]));
    return ids.flatMap((id) => {
      const row = found.get(id);
      return row ? [toEntry(row)] : [];
    });
  }

  async listEntries(options: {
    namespaceId: number;
    after?: string;
    limit: number;
    order: 'oldest' | 'newest';
    now: number;
  }): Promise<ListPage<Entry>> {
    const { namespaceId, limit, now } = options;
    const oldest = options.order === 'oldest';
    const rows = await this.#database.all(
      `SELECT ${entryColumns} WHERE e.namespace_id = $1 AND e.id ${oldest ? '>' : '<'} $2 AND n.name IS NOT NULL
       AND (e.expires_at IS NULL OR e.expires_at > $3) ORDER BY e.id ${oldest ? 'ASC' : 'DESC'} LIMIT $4`,
      namespaceId,
      options.after ?? (oldest ? '' : '\u{10FFFF}'),
      now,
      limit + 1,
    );
    return page(rows, limit, toEntry);
  }

  async dropNamespace(tenantId: string, name: string): Promise<NamespaceState | undefined> {
    return (await this.#database.transaction((sql) => dropNamespaces(sql, tenantId, name)))[0];
  }

  dropTenant(tenantId: string): Promise<NamespaceState[]> {
    return this.#database.transaction((sql) => dropNamespaces(sql, tenantId, undefined));
  }

  purgeDropped(limit: number): Promise<boolean> {
    return this.#database.transaction((sql) => purgeDropped(sql, limit));
  }

  removeExpired(now: number, limit: number): Promise<Array<{ namespace: NamespaceState; ids: string[] }>> {
    return this.#database.transaction((sql) => removeExpired(sql, now, limit));
  }

  readRanges(namespaceId: number, model: string, ids: readonly string[]) {
    return this.#indexReads.readRanges(namespaceId, model, ids);
  }

  readEmbeddings(namespaceId: number, model: string, after: string, limit: number): Promise<EmbeddingPage> {
    return this.#indexReads.readEmbeddings(namespaceId, model, after, limit);
  }

  readEmbedding(namespaceId: number, model: string, id: string): Promise<StoredEmbedding | undefined> {
    return this.#indexReads.readEmbedding(namespaceId, model, id);
  }

  readAllEmbeddings(
    namespaceId: number,
    model: string,
    take: (items: StoredEmbedding[], settings: NamespaceSettings) => void,
  ): Promise<Version> {
    return this.#indexReads.readAllEmbeddings(namespaceId, model, take);
  }

  async currentVersion(namespaceId: number): Promise<Version> {
    const row = await this.#database.get(
      'SELECT revision, stamp FROM memory_states WHERE namespace_id = $1',
      namespaceId,
    );
    return { revision: Number(row?.['revision'] ?? 0), stamp: Number(row?.['stamp'] ?? 0) };
  }

  readChanges(
    namespaceId: number,
    model: string,
    since: Version,
    limit: number,
  ): Promise<ChangePage | undefined> {
    return this.#indexReads.readChanges(namespaceId, model, since, limit);
  }

  /** A snapshot is of these rows if its revision has its stamp, and the history since then is still known. */
  async isOwnSnapshot(namespaceId: number, { revision, stamp }: SnapshotTag): Promise<boolean> {
    const row = await this.#database.get(
      `SELECT 1 FROM memory_states s WHERE s.namespace_id = $1 AND s.log_start <= $2 AND EXISTS (
         SELECT 1 FROM memory_revisions r WHERE r.namespace_id = $1 AND r.revision = $2 AND r.stamp = $3)`,
      namespaceId,
      revision,
      stamp,
    );
    return row !== undefined;
  }

  async noteSnapshot(namespaceId: number, { revision, stamp }: SnapshotTag): Promise<void> {
    await this.#database.run(
      'UPDATE memory_snapshots SET revision = $2, stamp = $3 WHERE namespace_id = $1 AND revision = 0',
      namespaceId,
      revision,
      stamp,
    );
  }

  trimHistory(before: number, limit: number): Promise<boolean> {
    return this.#database.transaction((sql) => trimHistory(sql, before, limit));
  }

  async readModelChoice(): Promise<ModelChoice | undefined> {
    const row = await this.#database.get('SELECT configured, wanted, previous FROM memory_model_choice');
    return (
      row && {
        configured: String(row['configured']),
        wanted: String(row['wanted']),
        ...(row['previous'] !== null && { previous: String(row['previous']) }),
      }
    );
  }

  async saveModelChoice(choice: ModelChoice): Promise<void> {
    const change = this.#epoch?.change.bind(this.#epoch) ?? this.#database.transaction.bind(this.#database);
    await change((sql) =>
      sql.run(
        `INSERT INTO memory_model_choice (only_one, configured, wanted, previous) VALUES (1, $1, $2, $3)
       ON CONFLICT (only_one) DO UPDATE SET configured = excluded.configured, wanted = excluded.wanted,
         previous = excluded.previous`,
        choice.configured,
        choice.wanted,
        choice.previous ?? null,
      ),
    );
  }

  async namespacesWithoutModel(model: string, limit: number): Promise<NamespaceState[]> {
    const sql = `SELECT ${namespaceColumns} WHERE m.name <> $1 AND ${notOwn} AND n.name IS NOT NULL ORDER BY n.id LIMIT $2`;
    return (await this.#database.all(sql, model, limit)).map(toNamespace);
  }

  async readUnembedded(namespaceId: number, model: string, after: string, limit: number): Promise<Entry[]> {
    const sql = `SELECT ${entryColumns} WHERE e.namespace_id = $1 AND e.id > $2 AND ${lacksVectors('$3')} ORDER BY e.id LIMIT $4`;
    return (await this.#database.all(sql, namespaceId, after, model, limit)).map(toEntry);
  }

  async countUnembedded(model: string, tenantId?: string): Promise<{ namespaces: number; entries: number }> {
    const row = await this.#database.get(
      `WITH others AS (
         SELECT n.id FROM memory_namespaces n JOIN memory_states s ON s.namespace_id = n.id
         JOIN memory_models m ON m.id = s.model_id
         WHERE m.name <> $1 AND ${notOwn} AND n.name IS NOT NULL AND ($2::text IS NULL OR (n.tenant_id = $2 AND ${isPublic})))
       SELECT (SELECT count(*) FROM others) AS namespaces,
         (SELECT count(*) FROM memory_entries e WHERE e.namespace_id IN (SELECT id FROM others)
            AND ${lacksVectors('$1')}) AS entries`,
      model,
      tenantId ?? null,
    );
    return { namespaces: Number(row!['namespaces']), entries: Number(row!['entries']) };
  }

  async addEmbeddings(
    items: ReadonlyArray<{ id: string; content: string; embedding: Embedding }>,
    namespaceId: number,
  ): Promise<void> {
    await this.#database.transaction((sql) => addEmbeddings(sql, items, namespaceId));
  }

  switchModel(namespaceId: number, model: string): Promise<boolean> {
    return this.#database.transaction((sql) => switchModel(sql, namespaceId, model));
  }

  readRecuts(limit: number): Promise<Array<{ namespace: NamespaceState; ids: string[] }>> {
    return readRecuts(this.#database, limit);
  }

  countRecuts(tenantId?: string): Promise<number> {
    return countRecuts(this.#database, tenantId);
  }

  finishRecuts(
    namespaceId: number,
    model: string,
    entries: readonly RecutEntry[],
  ): Promise<NamespaceState | undefined> {
    return this.#database.transaction((sql) => finishRecuts(sql, { namespaceId, model, entries }));
  }

  async removeOtherVectors(keep: readonly string[], limit: number): Promise<number> {
    // Looking through all vectors is slow, and hardly ever is there a model that could own any.
    const others = await this.#database.get(
      `SELECT 1 FROM memory_models m WHERE ${notOwn} AND name <> ALL($1) LIMIT 1`,
      keep,
    );
    if (!others) return 0;
    return this.#database.transaction((sql) => removeOtherVectors(sql, keep, limit));
  }

  eraseTraces(absent: readonly string[]): Promise<ErasureReport> {
    return eraseTraces(this.#database, absent);
  }
}

/** Vectors that callers brought cannot be made again. */
const notOwn = `m.name NOT LIKE '${ownModel('%')}'`;

// What a search needs after its index has answered: whether the index was right, and the rows, in one round trip.
const hits = `
  SELECT n.id, n.tenant_id, n.name, n.name AS namespace, m.name AS model, m.dims, s.revision, s.stamp, s.entries, s.bytes AS held, s.settings,
    n.created_at AS made_at, s.updated_at AS changed_at,
    e.id AS entry_id, e.content, e.metadata, e.external_id, e.created_at, e.updated_at, e.expires_at, e.occurred_at, e.marks
  FROM memory_namespaces n JOIN memory_states s ON s.namespace_id = n.id JOIN memory_models m ON m.id = s.model_id
  LEFT JOIN memory_entries e ON e.namespace_id = n.id AND e.id = ANY($3)
  WHERE n.tenant_id = $1 AND n.name = $2`;

function page<Item>(rows: Row[], limit: number, map: (row: Row) => Item): ListPage<Item> {
  return { items: rows.slice(0, limit).map(map), more: rows.length > limit };
}
