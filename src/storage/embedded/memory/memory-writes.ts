import { type NamespaceSettings, searchTheSame } from '../../../memory/namespace-settings.ts';
import type {
  DeleteCommand,
  EntryToWrite,
  NamespaceState,
  UpdateCommand,
  UpdateOutcome,
  WriteCommand,
  WriteOutcome,
  WrittenEntry,
} from '../../../memory/store.ts';
import {
  applyChange,
  entryBytes,
  isPublic,
  marksText,
  toEntry,
  toNamespace,
} from '../../rows/memory-rows.ts';
import type { Database, Row } from '../database.ts';
import { entryColumns, namespaceColumns } from './memory-columns.ts';
import type { MemoryStatements } from './memory-statements.ts';

/** What callers of memory can change. Only inside the work of a database write. */
export class MemoryWrites {
  readonly #database: Database;
  readonly #statements: MemoryStatements;

  constructor(database: Database, statements: MemoryStatements) {
    this.#database = database;
    this.#statements = statements;
  }

  findNamespace(tenantId: string, name: string): NamespaceState | undefined {
    const sql = `SELECT ${namespaceColumns} WHERE n.tenant_id = ? AND n.name = ?`;
    const row = this.#database.get(sql, tenantId, name);
    return row && toNamespace(row);
  }

  writeEntries(command: WriteCommand): WriteOutcome {
    const namespace =
      this.findNamespace(command.tenantId, command.namespace) ?? this.#createNamespace(command);
    if (namespace.model !== command.model) return { outcome: 'model_changed', model: namespace.model };
    const revision = namespace.revision + 1;
    const written: WrittenEntry[] = [];
    const models = new Map<string, number>();
    let bytes = 0;
    for (const entry of command.entries) {
      const existing = this.#findReplaced(command.tenantId, namespace.id, entry);
      const size = entryBytes(entry);
      bytes += size - Number(existing?.['bytes'] ?? 0);
      written.push(
        existing
          ? this.#replaceEntry(existing, entry, revision, size)
          : this.#insertEntry(namespace.id, entry, { tenantId: command.tenantId, revision, size, models }),
      );
    }
    const added = written.filter(({ replaced }) => !replaced).length;
    const after = this.#statements.advance(namespace.id, { entries: added, bytes, now: command.now });
    if (command.maxEntries !== undefined && added > 0) {
      const held = this.#database.get(
        `SELECT sum(n.entries) AS entries FROM memory_namespaces n WHERE n.tenant_id = ? AND ${isPublic}`,
        command.tenantId,
      );
      if (Number(held!['entries']) > command.maxEntries) throw new QuotaExceeded();
    }
    return { outcome: 'written', namespace: after, written };
  }

  /** Where other text is searched than before, the history starts over, so that the index is built again. */
  configureNamespace(
    tenantId: string,
    name: string,
    settings: NamespaceSettings,
    now: number,
  ): NamespaceState | undefined {
    const before = this.findNamespace(tenantId, name);
    if (!before) return undefined;
    const after = this.#statements.advance(before.id, { entries: 0, bytes: 0, now });
    const isSame = searchTheSame(before.settings, settings);
    this.#database.run(
      'UPDATE memory_namespaces SET settings = ?, log_start = iif(?, log_start, revision) WHERE id = ?',
      JSON.stringify(settings),
      Number(isSame),
      before.id,
    );
    const kept = settings.history ?? 0;
    if (kept < (before.settings.history ?? 0)) this.#statements.trimVersions(before.id, kept);
    return { ...after, settings };
  }

  updateEntry(command: UpdateCommand): UpdateOutcome {
    const { change, namespaceId } = command;
    const row = this.#database.get(
      `SELECT e.row, e.bytes, m.name AS model, ${entryColumns}
       JOIN memory_models m ON m.id = n.model_id WHERE e.namespace_id = ? AND e.id = ? AND n.name IS NOT NULL`,
      namespaceId,
      command.id,
    );
    if (!row) return { outcome: 'not_found' };
    const entry = toEntry(row);
    if (change.ifUpdatedAt !== undefined && change.ifUpdatedAt !== entry.updatedAt) {
      return { outcome: 'version_conflict' };
    }
    if (change.externalId !== undefined && change.externalId !== entry.externalId) {
      const taken = this.#findByExternalId(namespaceId, change.externalId);
      if (taken) return { outcome: 'external_id_taken' };
    }
    const model = String(row['model']);
    if (model !== command.model) return { outcome: 'model_changed', model };

    const changed = applyChange(entry, change, command.now);
    const bytes = entryBytes(changed);
    const rowId = Number(row['row']);
    const { revision } = this.#database.get(
      'SELECT revision + 1 AS revision FROM memory_namespaces WHERE id = ?',
      namespaceId,
    )!;
    if (command.forgetVersions) this.#statements.dropVersions(rowId);
    else this.#statements.keepVersion(rowId, command.now);
    this.#statements.updateRow(rowId, changed, Number(revision), bytes);
    if (change.content !== undefined) this.#statements.replaceVectors(rowId, command.embeddings);
    const namespace = this.#statements.advance(namespaceId, {
      entries: 0,
      bytes: bytes - Number(row['bytes']),
      now: command.now,
    });
    return { outcome: 'updated', namespace, entry: changed };
  }

  deleteEntries(command: DeleteCommand): { deleted: string[]; namespace: NamespaceState | undefined } {
    const { namespaceId, onlyIf } = command;
    const rows = command.ids.flatMap((id) => {
      const row = this.#database.get(
        `SELECT e.row, e.bytes, ${entryColumns} WHERE e.namespace_id = ? AND e.id = ? AND n.name IS NOT NULL`,
        namespaceId,
        id,
      );
      return row && (!onlyIf || onlyIf(toEntry(row))) ? [row] : [];
    });
    if (rows.length === 0) return { deleted: [], namespace: this.#readNamespace(namespaceId) };
    const deleted = new Map(rows.map((row) => [String(row['id']), row]));
    const namespace = this.#statements.removeRows(namespaceId, [...deleted.values()]);
    return { deleted: [...deleted.keys()], namespace };
  }

  #createNamespace(command: WriteCommand): NamespaceState {
    const { lastInsertRowid } = this.#database.run(
      `INSERT INTO memory_namespaces
         (tenant_id, name, model_id, revision, log_start, entries, bytes, created_at, updated_at)
       VALUES (?, ?, ?, 0, 0, 0, 0, ?, ?)`,
      command.tenantId,
      command.namespace,
      this.#statements.modelId(command.model, command.dims),
      command.now,
      command.now,
    );
    return this.#readNamespace(Number(lastInsertRowid))!;
  }

  #readNamespace(id: number): NamespaceState | undefined {
    const row = this.#database.get(`SELECT ${namespaceColumns} WHERE n.id = ? AND n.name IS NOT NULL`, id);
    return row && toNamespace(row);
  }

  #findReplaced(tenantId: string, namespaceId: number, entry: EntryToWrite): Row | undefined {
    if (entry.externalId !== undefined) {
      const existing = this.#findByExternalId(namespaceId, entry.externalId);
      if (existing) return existing;
    }
    if (entry.keepId === undefined) return undefined;
    const id = this.#freeId(tenantId, namespaceId, entry);
    return this.#database.get(
      'SELECT row, id, bytes, created_at FROM memory_entries WHERE namespace_id = ? AND id = ?',
      namespaceId,
      id,
    );
  }

  #findByExternalId(namespaceId: number, externalId: string): Row | undefined {
    return this.#database.get(
      'SELECT row, id, bytes, created_at FROM memory_entries WHERE namespace_id = ? AND external_id = ?',
      namespaceId,
      externalId,
    );
  }

  /** The id that an imported entry had, unless another namespace of its tenant has it: ids name one entry of a tenant. */
  #freeId(tenantId: string, namespaceId: number, entry: EntryToWrite): string {
    if (entry.keepId === undefined) return entry.id;
    const elsewhere = this.#database.get(
      `SELECT 1 FROM memory_entries e JOIN memory_namespaces n ON n.id = e.namespace_id
       WHERE e.id = ? AND n.tenant_id = ? AND n.id <> ?`,
      entry.keepId,
      tenantId,
      namespaceId,
    );
    return elsewhere ? entry.id : entry.keepId;
  }

  #insertEntry(
    namespaceId: number,
    entry: EntryToWrite,
    write: { tenantId: string; revision: number; size: number; models: Map<string, number> },
  ): WrittenEntry {
    const id = this.#freeId(write.tenantId, namespaceId, entry);
    const { lastInsertRowid } = this.#database.run(
      `INSERT INTO memory_entries (namespace_id, revision, created_at, updated_at, expires_at, occurred_at, bytes, id, external_id,
         marks, metadata, content) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      namespaceId,
      write.revision,
      entry.createdAt,
      entry.updatedAt,
      entry.expiresAt ?? null,
      entry.occurredAt ?? null,
      write.size,
      id,
      entry.externalId ?? null,
      marksText(entry),
      JSON.stringify(entry.metadata),
      entry.content,
    );
    // An imported id may have been deleted here before; now it is not.
    if (entry.keepId !== undefined) {
      this.#database.run('DELETE FROM memory_deletions WHERE namespace_id = ? AND id = ?', namespaceId, id);
    }
    for (const embedding of entry.embeddings)
      this.#statements.insertVectors(Number(lastInsertRowid), embedding, write.models);
    return { id, createdAt: entry.createdAt, replaced: false };
  }

  #replaceEntry(existing: Row, entry: EntryToWrite, revision: number, size: number): WrittenEntry {
    const row = Number(existing['row']);
    const createdAt = entry.keepId === undefined ? Number(existing['created_at']) : entry.createdAt;
    this.#statements.keepVersion(row, entry.updatedAt);
    this.#statements.updateRow(row, { ...entry, createdAt }, revision, size);
    this.#statements.replaceVectors(row, entry.embeddings);
    return { id: String(existing['id']), createdAt, replaced: true };
  }
}

/** Thrown to undo what the transaction did so far. */
export class QuotaExceeded extends Error {}
