import type { NewJob } from '../../jobs/job-queue.ts';
import type { CompletedScan } from '../../scan/model/outcome.ts';
import type { ScanRecord, ScanResult } from '../../scan/model/scan-record.ts';
import type { RemovalJob } from '../../scan/service/store.ts';
import type { Row } from './row.ts';

/** An unfinished scan is pending or running as its job is. */
export const derivedStatus =
  "coalesce(s.status, CASE j.state WHEN 'leased' THEN 'running' ELSE 'pending' END)";

/** What a scan takes: its result and findings, and the rows that they are listed by. */
export const roomOf = '(stored_bytes + coalesce(list_bytes, 0))';

export const selectScans = `
  SELECT s.id, s.tenant_id, s.key_id, s.job_id, s.request, s.created_at, ${derivedStatus} AS status,
         coalesce(s.started_at, j.started_at) AS started_at, s.finished_at,
         CASE WHEN s.status IS NULL THEN coalesce(j.attempt, 0) ELSE s.attempt END AS attempt,
         s.result, s.error, s.error_code
  FROM scans s LEFT JOIN jobs j ON j.id = s.job_id`;

export function toRecord(row: Row): ScanRecord {
  return {
    scanId: String(row['id']),
    tenantId: String(row['tenant_id']),
    keyId: String(row['key_id']),
    jobId: String(row['job_id']),
    request: JSON.parse(String(row['request'])),
    createdAt: Number(row['created_at']),
    status: row['status'] as ScanRecord['status'],
    attempt: Number(row['attempt']),
    ...(row['started_at'] === null ? {} : { startedAt: Number(row['started_at']) }),
    ...(row['finished_at'] === null ? {} : { finishedAt: Number(row['finished_at']) }),
    ...(row['result'] === null ? {} : { result: JSON.parse(String(row['result'])) }),
    ...(row['error'] === null ? {} : { error: String(row['error']) }),
    ...(row['error_code'] === null
      ? {}
      : { errorCode: row['error_code'] as NonNullable<ScanRecord['errorCode']> }),
  };
}

/** Named one by one: what a newer worker adds is stored only when this list knows of it. */
export function resultOf(scan: CompletedScan): ScanResult {
  const { commit, summary, coverage, policy, truncated, rules, remembered } = scan;
  return {
    ...(commit === undefined ? {} : { commit }),
    summary,
    coverage,
    ...(policy === undefined ? {} : { policy }),
    truncated,
    rules,
    ...(remembered && { remembered }),
  };
}

/** One job for each repository of the scans that were removed. */
export function removalJobs(removed: readonly Row[], followUp: RemovalJob | undefined): NewJob[] {
  if (!followUp) return [];
  const repositories = new Map(
    removed.map((row) => [
      `${row['tenant_id']} ${row['repo_url']}`,
      { tenantId: String(row['tenant_id']), repoUrl: String(row['repo_url']) },
    ]),
  );
  return [...repositories.values()].map(followUp);
}
