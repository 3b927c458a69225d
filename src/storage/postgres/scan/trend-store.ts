import type { CompletedScanRow, TrendStore } from '../../../scan/service/trend-store.ts';
import { selectCompletedSince, selectLastBefore } from '../../rows/scan-list-sql.ts';
import { toCompletedScan, toFindingIds } from '../../rows/trend-rows.ts';
import type { PostgresDatabase } from '../database.ts';
import { scanDialect } from './scan-dialect.ts';

export class PostgresTrendStore implements TrendStore {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  async completedSince(
    tenantId: string,
    query: Parameters<TrendStore['completedSince']>[1],
  ): Promise<CompletedScanRow[]> {
    const { sql, values } = selectCompletedSince(scanDialect, tenantId, query);
    return (await this.#database.all(sql, ...values)).map(toCompletedScan);
  }

  async lastBefore(
    tenantId: string,
    query: Parameters<TrendStore['lastBefore']>[1],
  ): Promise<CompletedScanRow[]> {
    const { sql, values } = selectLastBefore(scanDialect, tenantId, query);
    return (await this.#database.all(sql, ...values)).map(toCompletedScan);
  }

  async findingIds(scanId: string): Promise<{ open: string[]; suppressed: string[] }> {
    const sql = 'SELECT suppressed, ids FROM findings WHERE scan_id = $1 ORDER BY position';
    return toFindingIds(await this.#database.all(sql, scanId));
  }
}
