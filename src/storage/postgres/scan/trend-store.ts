import type { CompletedScanRow, TrendStore } from '../../../scan/service/trend-store.ts';
import { toCompletedScan, toFindingIds } from '../../rows/trend-rows.ts';
import type { PostgresDatabase } from '../database.ts';

export class PostgresTrendStore implements TrendStore {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  async completedSince(
    tenantId: string,
    query: Parameters<TrendStore['completedSince']>[1],
  ): Promise<CompletedScanRow[]> {
    const rows = await this.#database.all(
      `SELECT id, repo_url, branch, finished_at, result FROM scans
       WHERE tenant_id = $1 AND status = 'completed' AND finished_at >= $2
         AND ($3::text IS NULL OR repo_url = $3) AND ($4::text IS NULL OR branch = $4)
       ORDER BY finished_at DESC, id DESC LIMIT $5`,
      tenantId,
      query.since,
      query.repoUrl ?? null,
      query.branch ?? null,
      query.limit,
    );
    return rows.map(toCompletedScan);
  }

  async lastBefore(
    tenantId: string,
    query: Parameters<TrendStore['lastBefore']>[1],
  ): Promise<CompletedScanRow[]> {
    const rows = await this.#database.all(
      `SELECT id, repo_url, branch, finished_at, result FROM scans WHERE id IN (
         SELECT max(id) FROM scans
         WHERE tenant_id = $1 AND status = 'completed' AND finished_at < $2
           AND ($3::text IS NULL OR repo_url = $3) AND ($4::text IS NULL OR branch = $4)
         GROUP BY repo_url, branch ORDER BY 1 DESC LIMIT $5
       ) ORDER BY id`,
      tenantId,
      query.before,
      query.repoUrl ?? null,
      query.branch ?? null,
      query.limit,
    );
    return rows.map(toCompletedScan);
  }

  async findingIds(scanId: string): Promise<{ open: string[]; suppressed: string[] }> {
    const sql = 'SELECT suppressed, ids FROM findings WHERE scan_id = $1 ORDER BY position';
    return toFindingIds(await this.#database.all(sql, scanId));
  }
}
