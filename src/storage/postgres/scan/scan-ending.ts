import type { ScanEnding } from '../../../scan/service/store.ts';
import { endingColumns, type PackedOutcome } from '../../rows/scan-endings.ts';
import type { Sql } from '../database.ts';
import { insertJob, type QueueTimes } from '../job-rows.ts';

/** Stores how a scan ended, what it found and the jobs that follow; in the transaction that removed its job. */
export async function storeEnding(
  sql: Sql,
  scanId: string,
  { outcome, finishedAt, followUps }: ScanEnding,
  packed: PackedOutcome,
  run: { attempt: number; startedAt: number | undefined },
  times: QueueTimes,
): Promise<void> {
  const columns = endingColumns(outcome, packed);
  const scan = await sql.get(
    `UPDATE scans SET status = $2, started_at = $3, finished_at = $4, attempt = $5, commit_id = $6,
            error = $7, error_code = $8, result = $9, stored_bytes = $10
     WHERE id = $1 AND status IS NULL RETURNING tenant_id`,
    scanId,
    outcome.status,
    run.startedAt ?? null,
    finishedAt,
    run.attempt,
    columns.commit,
    columns.error,
    columns.errorCode,
    columns.result,
    columns.bytes,
  );
  if (scan === undefined) throw new Error('A job was claimed whose scan is finished or does not exist.');
  for (const [position, { suppressed, ids, body }] of packed.chunks.entries()) {
    await sql.run(
      'INSERT INTO findings (scan_id, position, tenant_id, suppressed, ids, body) VALUES ($1, $2, $3, $4, $5, $6)',
      scanId,
      position,
      String(scan['tenant_id']),
      suppressed,
      ids,
      body,
    );
  }
  if (packed.inventory !== undefined) {
    await sql.run('INSERT INTO inventories (scan_id, body) VALUES ($1, $2)', scanId, packed.inventory);
  }
  for (const job of followUps) await insertJob(sql, job, times);
}
