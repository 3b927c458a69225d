import type { Entry, EntryVersion } from '../../../memory/entry.ts';
import { type NamespaceSettings, readStoredSettings } from '../../../memory/namespace-settings.ts';
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
import type { Database, Row } from '../database.ts';
import { saveReceipt } from '../receipt-store.ts';
import { EntryReads } from './entry-reads.ts';
import { KnownStates } from './known-states.ts';
import { entryColumns, namespaceColumns } from './memory-columns.ts';
import { MemoryIndexReads } from './memory-index-reads.ts';
import { MemoryStatements } from './memory-statements.ts';
import { MemoryUpkeepWrites } from './memory-upkeep-writes.ts';
import { MemoryWrites, QuotaExceeded } from './memory-writes.ts';

/** Memory in SQLite. Reads for callers are here, those for indexes in `memory-index-reads.ts`; what changes rows is in `memory-writes.ts` and `memory-upkeep-writes.ts`. */
export class EmbeddedMemoryStore implements MemoryStore {
  readonly #database: Database;
  readonly #writes: MemoryWrites;
  readonly #upkeep: MemoryUpkeepWrites;
  readonly #indexReads: MemoryIndexReads;
  readonly #entryReads: EntryReads;
  readonly #states: KnownStates;

  constructor(database: Database) {
    const statements = new MemoryStatements(database);
    this.#database = database;
    this.#writes = new MemoryWrites(database, statements);
    this.#upkeep = new MemoryUpkeepWrites(database, statements);
    this.#indexReads = new MemoryIndexReads(database);
    this.#entryReads = new EntryReads(database);
    this.#states = new KnownStates(database, (tenantId, name) => this.#writes.findNamespace(tenantId, name));
  }

  async findNamespace(tenantId: string, name: string): Promise<NamespaceState | undefined> {
    return this.#writes.findNamespace(tenantId, name);
  }

  async listNamespaces(
    tenantId: string,
    after: string | undefined,
    limit: number,
  ): Promise<ListPage<NamespaceState>> {
    const rows = this.#database.all(
      `SELECT ${namespaceColumns} WHERE n.tenant_id = ? AND n.name > ? ORDER BY n.name LIMIT ?`,
      tenantId,
      after ?? '',
      limit + 1,
    );
    return page(rows, limit, toNamespace);
  }

  async countExpired(namespaceId: number, now: number): Promise<number> {
    // The plus sign keeps SQLite from walking the whole namespace: few entries expire, and their index is short.
    const sql =
      'SELECT count(*) AS count FROM memory_entries WHERE expires_at <= ? AND +namespace_id = ? AND expires_at IS NOT NULL';
    return Number(this.#database.get(sql, now, namespaceId)!['count']);
  }

  configureNamespace(
    tenantId: string,
    name: string,
    settings: NamespaceSettings,
    now: number,
  ): Promise<NamespaceState | undefined> {
    return this.#database.write(() => this.#writes.configureNamespace(tenantId, name, settings, now));
  }

  async writeEntries(command: WriteCommand): Promise<WriteOutcome> {
    try {
      return await this.#database.write(() => {
        const outcome = this.#writes.writeEntries(command);
        if (outcome.outcome === 'written') {
          const ids = outcome.written.map(({ id }) => id);
          saveReceipt(this.#database, command.receipt, { ids });
        }
        return outcome;
      });
    } catch (error) {
      if (error instanceof QuotaExceeded) return { outcome: 'quota_exceeded' };
      throw error;
    }
  }

  updateEntry(command: UpdateCommand): Promise<UpdateOutcome> {
    return this.#database.write(() => this.#writes.updateEntry(command));
  }

  deleteEntries(
    command: DeleteCommand,
  ): Promise<{ deleted: string[]; namespace: NamespaceState | undefined }> {
    return this.#database.free(() => this.#writes.deleteEntries(command));
  }

  async findEntry(tenantId: string, id: string): Promise<{ entry: Entry; namespaceId: number } | undefined> {
    const row = this.#database.get(
      `SELECT ${entryColumns} WHERE e.id = ? AND n.tenant_id = ? AND n.name IS NOT NULL`,
      id,
      tenantId,
    );
    return row && { entry: toEntry(row), namespaceId: Number(row['namespace_id']) };
  }

  async readVersions(namespaceId: number, id: string): Promise<EntryVersion[]> {
    const rows = this.#database.all(
      `SELECT v.*, e.id, 0 AS created_at FROM memory_versions v JOIN memory_entries e ON e.row = v.entry
       WHERE e.namespace_id = ? AND e.id = ? ORDER BY v.number DESC`,
      namespaceId,
      id,
    );
    return rows.map(toVersion);
  }

  async findByExternalId(namespaceId: number, externalId: string): Promise<Entry | undefined> {
    const sql = `SELECT ${entryColumns} WHERE e.namespace_id = ? AND e.external_id = ? AND n.name IS NOT NULL`;
    const row = this.#database.get(sql, namespaceId, externalId);
    return row && toEntry(row);
  }

  async readHits(
    tenantId: string,
    name: string,
    ids: readonly string[],
  ): Promise<{ state: NamespaceState; entries: Entry[] } | undefined> {
    const state = this.#states.find(tenantId, name);
    return state && { state, entries: this.#entryReads.read(state, ids) };
  }

  async readEntries(namespaceId: number, ids: readonly string[]): Promise<Entry[]> {
    const sql = 'SELECT name FROM memory_namespaces WHERE id = ? AND name IS NOT NULL';
    const row = this.#database.get(sql, namespaceId);
    return row ? this.#entryReads.read({ id: namespaceId, name: String(row['name']) }, ids) : [];
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
    const after = options.after ?? (oldest ? '' : '\u{10FFFF}');
    const rows = this.#database.all(
      `SELECT ${entryColumns} WHERE e.namespace_id = ? AND e.id ${oldest ? '>' : '<'} ? AND n.name IS NOT NULL
       AND (e.expires_at IS NULL OR e.expires_at > ?) ORDER BY e.id ${oldest ? 'ASC' : 'DESC'} LIMIT ?`,
      namespaceId,
      after,
      now,
      limit + 1,
    );
    return page(rows, limit, toEntry);
  }

  dropNamespace(tenantId: string, name: string): Promise<NamespaceState | undefined> {
    return this.#database.free(() => {
      const namespace = this.#writes.findNamespace(tenantId, name);
      if (!namespace) return undefined;
      this.#database.run('UPDATE memory_namespaces SET name = NULL WHERE id = ?', namespace.id);
      return namespace;
    });
  }

  dropTenant(tenantId: string): Promise<NamespaceState[]> {
    return this.#database.free(() => {
      const sql = `SELECT ${namespaceColumns} WHERE n.tenant_id = ? AND n.name IS NOT NULL`;
      const namespaces = this.#database.all(sql, tenantId).map(toNamespace);
      this.#database.run('UPDATE memory_namespaces SET name = NULL WHERE tenant_id = ?', tenantId);
      return namespaces;
    });
  }

  purgeDropped(limit: number): Promise<boolean> {
    return this.#database.free(() => this.#upkeep.purgeDropped(limit));
  }

  removeExpired(now: number, limit: number): Promise<Array<{ namespace: NamespaceState; ids: string[] }>> {
    return this.#database.free(() => this.#upkeep.removeExpired(now, limit));
  }

  async readRanges(namespaceId: number, model: string, ids: readonly string[]) {
    return this.#indexReads.readRanges(namespaceId, model, ids);
  }

  async readEmbeddings(
    namespaceId: number,
    model: string,
    after: string,
    limit: number,
  ): Promise<EmbeddingPage> {
    return this.#indexReads.readEmbeddings(namespaceId, model, after, limit);
  }

  async readEmbedding(namespaceId: number, model: string, id: string): Promise<StoredEmbedding | undefined> {
    return this.#indexReads.readEmbedding(namespaceId, model, id);
  }

  async readAllEmbeddings(
    namespaceId: number,
    model: string,
    take: (items: StoredEmbedding[], settings: NamespaceSettings) => void,
  ): Promise<Version> {
    const head = this.#database.get(
      'SELECT revision, settings FROM memory_namespaces WHERE id = ?',
      namespaceId,
    );
    const version = { revision: Number(head?.['revision'] ?? 0), stamp: 0 };
    const settings = readStoredSettings(String(head?.['settings'] ?? '{}'));
    let after: string | undefined = '';
    let limit = firstLoaded;
    while (after !== undefined) {
      let units = 0;
      let long: StoredEmbedding[] = [];
      after = this.#takePage(namespaceId, model, { after, limit }, (items) => {
        for (const { entry } of items) units += entry.content.length;
        if (units <= unitsAtOnce) take(items, settings);
        else long = items;
      });
      for (const part of partsOf(long)) {
        take(part, settings);
        await new Promise(setImmediate);
      }
      limit = nextPage(limit, units);
      if (after !== undefined) await new Promise(setImmediate);
    }
    return version;
  }

  /** In a function of its own: a page that waits for the next one would outlive the collection of what was made lately. */
  #takePage(
    namespaceId: number,
    model: string,
    { after, limit }: { after: string; limit: number },
    take: (items: StoredEmbedding[]) => void,
  ): string | undefined {
    const { items, next } = this.#indexReads.readEmbeddings(namespaceId, model, after, limit);
    take(items);
    return next;
  }

  async currentVersion(namespaceId: number): Promise<Version> {
    const row = this.#database.get('SELECT revision FROM memory_namespaces WHERE id = ?', namespaceId);
    return { revision: Number(row?.['revision'] ?? 0), stamp: 0 };
  }

  async readChanges(
    namespaceId: number,
    model: string,
    { revision: since }: Version,
    limit: number,
  ): Promise<ChangePage | undefined> {
    return this.#indexReads.readChanges(namespaceId, model, since, limit);
  }

  async isOwnSnapshot(namespaceId: number, { mark }: SnapshotTag): Promise<boolean> {
    const row = this.#database.get('SELECT snapshot FROM memory_namespaces WHERE id = ?', namespaceId);
    return row?.['snapshot'] === mark;
  }

  noteSnapshot(namespaceId: number, { mark, revision }: SnapshotTag): Promise<void> {
    return this.#database.write(() => this.#upkeep.saveSnapshotMark(namespaceId, mark, revision));
  }

  /** One process, one snapshot: what is older than it was forgotten when it was made. */
  async trimHistory(): Promise<boolean> {
    return false;
  }

  async readModelChoice(): Promise<ModelChoice | undefined> {
    const row = this.#database.get('SELECT configured, wanted, previous FROM memory_model_choice');
    return (
      row && {
        configured: String(row['configured']),
        wanted: String(row['wanted']),
        ...(row['previous'] !== null && { previous: String(row['previous']) }),
      }
    );
  }

  async saveModelChoice(choice: ModelChoice): Promise<void> {
    await this.#database.write(() =>
      this.#database.run(
        'INSERT OR REPLACE INTO memory_model_choice (only, configured, wanted, previous) VALUES (1, ?, ?, ?)',
        choice.configured,
        choice.wanted,
        choice.previous ?? null,
      ),
    );
  }

  async namespacesWithoutModel(model: string, limit: number): Promise<NamespaceState[]> {
    const sql = `SELECT ${namespaceColumns} WHERE m.name <> ? AND ${notOwn} AND n.name IS NOT NULL ORDER BY n.id LIMIT ?`;
    return this.#database.all(sql, model, limit).map(toNamespace);
  }

  async readUnembedded(namespaceId: number, model: string, after: string, limit: number): Promise<Entry[]> {
    const sql = `SELECT ${entryColumns} WHERE e.namespace_id = ? AND e.id > ? AND ${lacksVectors} ORDER BY e.id LIMIT ?`;
    return this.#database.all(sql, namespaceId, after, model, limit).map(toEntry);
  }

  async countUnembedded(model: string, tenantId?: string): Promise<{ namespaces: number; entries: number }> {
    const others = `FROM memory_namespaces n JOIN memory_models m ON m.id = n.model_id
      WHERE m.name <> ? AND ${notOwn} AND n.name IS NOT NULL AND (? IS NULL OR (n.tenant_id = ? AND ${isPublic}))`;
    const tenant = tenantId ?? null;
    const namespaces = this.#database.get(`SELECT count(*) AS count ${others}`, model, tenant, tenant);
    const entries = this.#database.get(
      `SELECT count(*) AS count FROM memory_entries e
       WHERE e.namespace_id IN (SELECT n.id ${others}) AND ${lacksVectors}`,
      model,
      tenant,
      tenant,
      model,
    );
    return { namespaces: Number(namespaces!['count']), entries: Number(entries!['count']) };
  }

  async addEmbeddings(
    items: ReadonlyArray<{ id: string; content: string; embedding: Embedding }>,
    namespaceId: number,
  ): Promise<void> {
    await this.#database.write(() => this.#upkeep.addEmbeddings(items, namespaceId));
  }

  switchModel(namespaceId: number, model: string): Promise<boolean> {
    return this.#database.write(() => {
      const sql = `SELECT 1 FROM memory_entries e WHERE e.namespace_id = ? AND ${lacksVectors} LIMIT 1`;
      if (this.#database.get(sql, namespaceId, model)) return false;
      this.#database.run(
        'UPDATE memory_namespaces SET model_id = (SELECT id FROM memory_models WHERE name = ?) WHERE id = ?',
        model,
        namespaceId,
      );
      return true;
    });
  }

  async readRecuts(limit: number): Promise<Array<{ namespace: NamespaceState; ids: string[] }>> {
    return this.#upkeep.readRecuts(limit);
  }

  async countRecuts(tenantId?: string): Promise<number> {
    return this.#upkeep.countRecuts(tenantId);
  }

  finishRecuts(
    namespaceId: number,
    model: string,
    entries: readonly RecutEntry[],
  ): Promise<NamespaceState | undefined> {
    return this.#database.write(() => this.#upkeep.finishRecuts(namespaceId, model, entries));
  }

  async removeOtherVectors(keep: readonly string[], limit: number): Promise<number> {
    // Looking through all vectors is slow, and hardly ever is there a model that could own any.
    const others = this.#database.get(
      `SELECT 1 FROM memory_models m WHERE ${notOwn} AND name NOT IN (SELECT value FROM json_each(?))`,
      JSON.stringify(keep),
    );
    if (!others) return 0;
    return this.#database.free(() => this.#upkeep.removeOtherVectors(keep, limit));
  }

  async eraseTraces(): Promise<ErasureReport> {
    // Deleted cells are zeroed as they go, but a page that was split or merged may hold a stale copy of a cell that moved.
    // Writing the file again is the one way to be sure; then the log, which holds old pages too, is cut to nothing.
    this.#database.exec('VACUUM');
    const row = this.#database.get('PRAGMA wal_checkpoint(TRUNCATE)');
    if (row?.['busy'] !== 0) throw new Error('The write-ahead log is in use and could not be emptied.');
    // Whoever asks looks through the files of the folder.
    return { traces: [], beyond: [] };
  }
}

/** Entries of a page when an index is built. Nothing else is done meanwhile, so that it has fewer where contents are long. */
const firstLoaded = 16;
const loadedAtOnce = 512;
const unitsAtOnce = 1024 * 1024;

/** As many entries at a time as have about so much content together, or one. */
function* partsOf(items: readonly StoredEmbedding[]): Generator<StoredEmbedding[]> {
  let part: StoredEmbedding[] = [];
  let units = 0;
  for (const item of items) {
    if (part.length > 0 && units + item.entry.content.length > unitsAtOnce) {
      yield part;
      part = [];
      units = 0;
    }
    part.push(item);
    units += item.entry.content.length;
  }
  if (part.length > 0) yield part;
}

function nextPage(limit: number, units: number): number {
  const fitting = Math.floor((limit * unitsAtOnce) / Math.max(units, 1));
  return Math.max(1, Math.min(fitting, 4 * limit, loadedAtOnce));
}
/** Vectors that callers brought cannot be made again. */
const notOwn = `m.name NOT LIKE '${ownModel('%')}'`;

const lacksVectors = `NOT EXISTS (SELECT 1 FROM memory_vectors v
  WHERE v.entry = e.row AND v.model_id = (SELECT id FROM memory_models WHERE name = ?))`;

function page<Item>(rows: Row[], limit: number, map: (row: Row) => Item): ListPage<Item> {
  return { items: rows.slice(0, limit).map(map), more: rows.length > limit };
}
