import type { GroupKind } from '../../../scan/model/finding-row.ts';
import type {
  FindingListStore,
  GroupPlace,
  NewestQuery,
  Page,
  RowFilter,
  RowPlace,
  RowSource,
} from '../../../scan/service/finding-list-store.ts';
import { unpackFindings } from '../../rows/finding-chunks.ts';
import { listBytes, listColumns, toListCount, toListGroup, toListRow } from '../../rows/finding-list-rows.ts';
import {
  type Dialect,
  type Statement,
  selectCounts,
  selectGroups,
  selectRows,
} from '../../rows/finding-list-sql.ts';
import { selectNewestScans } from '../../rows/scan-list-sql.ts';
import type { Database, Row } from '../database.ts';
import { scanDialect } from './scan-dialect.ts';

const dialect: Dialect = {
  placeholder: (number) => `?${number}`,
  isAmong: (column, texts, add) =>
    `${column} IN (SELECT value FROM json_each(${add(JSON.stringify(texts))}))`,
  indexOf: 'instr',
};

export class EmbeddedFindingListStore implements FindingListStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async newestScans(tenantId: string, query: NewestQuery) {
    return this.#all(selectNewestScans(scanDialect, tenantId, query)).map((row) => ({
      scanId: String(row['id']),
      repoUrl: String(row['repo_url']),
    }));
  }

  async prepare(scanId: string): Promise<void> {
    const [missing] = await this.unprepared([scanId]);
    if (missing === undefined) return;
    const chunks = this.#database.all(
      'SELECT position FROM findings WHERE scan_id = ? ORDER BY position',
      scanId,
    );
    let [ordinal, bytes] = [0, 0];
    for (const { position } of chunks) {
      const chunk = this.#database.get(
        'SELECT body FROM findings WHERE scan_id = ? AND position = ?',
        scanId,
        position!,
      );
      // Deleted meanwhile, and its rows with it.
      if (!chunk) return;
      const findings = await unpackFindings(chunk['body'] as Uint8Array);
      const rows = findings.map((finding, i) => listColumns(scanId, ordinal + i, finding));
      ordinal += rows.length;
      for (const row of rows) bytes += listBytes(row);
      await this.#database.write(() => {
        if (!this.#database.get('SELECT 1 AS found FROM scans WHERE id = ?', scanId)) return;
        for (const row of rows) {
          this.#database.run(
            `INSERT OR IGNORE INTO finding_rows (scan_id, severity, ordinal, finding_id, rule_id, title, confidence, category,
               engine, file, line, status, flags) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
            ...row,
          );
        }
      });
    }
    await this.#database.write(() =>
      this.#database.run('UPDATE scans SET list_bytes = ?2 WHERE id = ?1', scanId, bytes),
    );
  }

  async unprepared(scanIds: readonly string[]): Promise<string[]> {
    return this.#database
      .all(
        `SELECT id FROM scans
         WHERE id IN (SELECT value FROM json_each(?)) AND status = 'completed' AND list_bytes IS NULL ORDER BY id`,
        JSON.stringify(scanIds),
      )
      .map((row) => String(row['id']));
  }

  async rows(source: RowSource, filter: RowFilter, page: Page<RowPlace>) {
    return this.#all(selectRows(dialect, source, filter, page)).map(toListRow);
  }

  async groups(source: RowSource, filter: RowFilter, kind: GroupKind, page: Page<GroupPlace>) {
    return this.#all(selectGroups(dialect, source, filter, kind, page)).map(toListGroup);
  }

  async counts(source: RowSource, filter: Pick<RowFilter, 'file' | 'text'>) {
    return this.#all(selectCounts(dialect, source, filter)).map(toListCount);
  }

  #all({ sql, values }: Statement): Row[] {
    return this.#database.all(sql, ...values);
  }
}
