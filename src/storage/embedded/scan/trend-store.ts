import type { CompletedScanRow, TrendStore } from '../../../scan/service/trend-store.ts';
import { toCompletedScan, toFindingIds } from '../../rows/trend-rows.ts';
import type { Database } from '../database.ts';

export class EmbeddedTrendStore implements TrendStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async completedSince(
    tenantId: string,
    query: Parameters<TrendStore['completedSince']>[1],
  ): Promise<CompletedScanRow[]> {
    const rows = this.#database.all(
      `SELECT id, repo_url, branch, finished_at, result FROM scans
       WHERE tenant_id = ?1 AND status = 'completed' AND finished_at >= ?2
         AND (?3 IS NULL OR repo_url = ?3) AND (?4 IS NULL OR branch = ?4)
       ORDER BY finished_at DESC, id DESC LIMIT ?5`,
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
    const rows = this.#database.all(
      `SELECT id, repo_url, branch, finished_at, result FROM scans WHERE id IN (
         SELECT max(id) FROM scans
         WHERE tenant_id = ?1 AND status = 'completed' AND finished_at < ?2
           AND (?3 IS NULL OR repo_url = ?3) AND (?4 IS NULL OR branch = ?4)
         GROUP BY repo_url, branch ORDER BY 1 DESC LIMIT ?5
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
    const sql = 'SELECT suppressed, ids FROM findings WHERE scan_id = ?1 ORDER BY position';
    return toFindingIds(this.#database.all(sql, scanId));
  }
}
