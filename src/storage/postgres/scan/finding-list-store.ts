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
import { type Dialect, selectCounts, selectGroups, selectRows } from '../../rows/finding-list-sql.ts';
import { selectNewestScans } from '../../rows/scan-list-sql.ts';
import type { PostgresDatabase } from '../database.ts';
import { scanDialect } from './scan-dialect.ts';

const dialect: Dialect = {
  placeholder: (number, type) => `$${number}::${type}`,
  isAmong: (column, texts, add) => `${column} = ANY (string_to_array(${add(texts.join(','))}, ','))`,
  indexOf: 'strpos',
};

export class PostgresFindingListStore implements FindingListStore {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  async newestScans(tenantId: string, query: NewestQuery) {
    const { sql, values } = selectNewestScans(scanDialect, tenantId, query);
    const rows = await this.#database.all(sql, ...values);
    return rows.map((row) => ({ scanId: String(row['id']), repoUrl: String(row['repo_url']) }));
  }

  async prepare(scanId: string): Promise<void> {
    const [missing] = await this.unprepared([scanId]);
    if (missing === undefined) return;
    const chunks = await this.#database.all(
      'SELECT position FROM findings WHERE scan_id = $1 ORDER BY position',
      scanId,
    );
    let [ordinal, bytes] = [0, 0];
    for (const { position } of chunks) {
      const chunk = await this.#database.get(
        'SELECT body FROM findings WHERE scan_id = $1 AND position = $2',
        scanId,
        Number(position),
      );
      // Deleted meanwhile, and its rows with it.
      if (!chunk) return;
      const findings = await unpackFindings(chunk['body'] as Uint8Array);
      const rows = findings.map((finding, i) => listColumns(scanId, ordinal + i, finding));
      ordinal += rows.length;
      for (const row of rows) bytes += listBytes(row);
      await this.#insert(scanId, rows);
    }
    await this.#database.run('UPDATE scans SET list_bytes = $2 WHERE id = $1', scanId, bytes);
  }

  /** As arrays, one of each column: a statement for each chunk. A scan that was deleted meanwhile gets none. */
  async #insert(scanId: string, rows: ReadonlyArray<ReturnType<typeof listColumns>>): Promise<void> {
    const column = (index: number) => rows.map((row) => row[index]!);
    await this.#database.transaction(async (sql) => {
      const scan = await sql.get('SELECT 1 AS found FROM scans WHERE id = $1 FOR SHARE', scanId);
      if (!scan) return;
      await sql.run(
        `INSERT INTO finding_rows (scan_id, severity, ordinal, finding_id, rule_id, title, confidence, category, engine,
           file, line, status, flags)
         SELECT $1, * FROM unnest($2::int[], $3::int[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
           $9::text[], $10::text[], $11::int[], $12::text[], $13::int[])
         ON CONFLICT DO NOTHING`,
        scanId,
        ...Array.from({ length: 12 }, (_, i) => column(i + 1)),
      );
    });
  }

  async unprepared(scanIds: readonly string[]): Promise<string[]> {
    const rows = await this.#database.all(
      `SELECT id FROM scans WHERE id = ANY ($1) AND status = 'completed' AND list_bytes IS NULL ORDER BY id`,
      scanIds,
    );
    return rows.map((row) => String(row['id']));
  }

  async rows(source: RowSource, filter: RowFilter, page: Page<RowPlace>) {
    const { sql, values } = selectRows(dialect, source, filter, page);
    return (await this.#database.all(sql, ...values)).map(toListRow);
  }

  async groups(source: RowSource, filter: RowFilter, kind: GroupKind, page: Page<GroupPlace>) {
    const { sql, values } = selectGroups(dialect, source, filter, kind, page);
    return (await this.#database.all(sql, ...values)).map(toListGroup);
  }

  async counts(source: RowSource, filter: Pick<RowFilter, 'file' | 'text'>) {
    const { sql, values } = selectCounts(dialect, source, filter);
    return (await this.#database.all(sql, ...values)).map(toListCount);
  }
}
