import type { JobClaim, NewJob } from '../../../jobs/job-queue.ts';
import type { Receipt } from '../../../kernel/receipt.ts';
import type { Finding } from '../../../scan/model/finding.ts';
import type { Inventory } from '../../../scan/model/inventory.ts';
import type { ScanRecord } from '../../../scan/model/scan-record.ts';
import type {
  NewScan,
  RemovalJob,
  ScanEnding,
  ScanListQuery,
  ScanStore,
  StartBounds,
  StartResult,
} from '../../../scan/service/store.ts';
import { pickFindings, toSightings, unpackFindings } from '../../rows/finding-chunks.ts';
import { endingColumns, type PackedOutcome, packOutcome, unpackInventory } from '../../rows/scan-endings.ts';
import { selectScanList } from '../../rows/scan-list-sql.ts';
import { removalJobs, roomOf, selectScans, toRecord } from '../../rows/scan-rows.ts';
import type { Database } from '../database.ts';
import { insertJob, removeClaimedJob } from '../job-queue.ts';
import { saveReceipt } from '../receipt-store.ts';
import { scanDialect } from './scan-dialect.ts';

export class EmbeddedScanStore implements ScanStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  create(
    scan: NewScan,
    job: NewJob,
    bounds: StartBounds,
    receipt?: Receipt<ScanRecord>,
  ): Promise<StartResult> {
    return this.#database.write(() => {
      const { max, since } = bounds.quota;
      if (max > 0 && this.#countStarts(scan.tenantId, since) >= max) return 'quota_used_up';
      const queued = insertJob(this.#database, job, scan.createdAt, bounds);
      if (queued !== 'queued') return queued;
      this.#database.run(
        `INSERT INTO scans (id, tenant_id, key_id, job_id, repo_url, branch, request, labels, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        scan.scanId,
        scan.tenantId,
        scan.keyId,
        job.id,
        scan.request.repoUrl,
        scan.request.branch ?? null,
        JSON.stringify(scan.request),
        JSON.stringify(scan.request.labels),
        scan.createdAt,
      );
      this.#noteStart(scan, since);
      saveReceipt(this.#database, receipt, { ...scan, jobId: job.id, status: 'pending', attempt: 0 });
      return queued;
    });
  }

  async find(tenantId: string, scanId: string): Promise<ScanRecord | undefined> {
    const row = this.#database.get(`${selectScans} WHERE s.tenant_id = ? AND s.id = ?`, tenantId, scanId);
    return row && toRecord(row);
  }

  async findings(scanId: string): Promise<{ findings: Finding[]; suppressedFindings: Finding[] }> {
    const findings: Finding[] = [];
    const suppressedFindings: Finding[] = [];
    const rows = this.#database.all(
      'SELECT suppressed, body FROM findings WHERE scan_id = ? ORDER BY position',
      scanId,
    );
    for (const row of rows) {
      const part = await unpackFindings(row['body'] as Uint8Array);
      (row['suppressed'] === 1 ? suppressedFindings : findings).push(...part);
    }
    return { findings, suppressedFindings };
  }

  findingsById(scanId: string, ids: readonly string[]): Promise<Finding[]> {
    const rows = this.#database
      .all('SELECT position, ids FROM findings WHERE scan_id = ? ORDER BY position', scanId)
      .map((row) => ({ position: Number(row['position']), ids: String(row['ids']) }));
    return pickFindings(rows, ids, async (position) => {
      const sql = 'SELECT body FROM findings WHERE scan_id = ? AND position = ?';
      return this.#database.get(sql, scanId, position)?.['body'] as Uint8Array | undefined;
    });
  }

  async scansWithFinding(scanIds: readonly string[], findingId: string) {
    const rows = this.#database.all(
      `SELECT scan_id, suppressed FROM findings
       WHERE scan_id IN (SELECT value FROM json_each(?)) AND instr(ids, ?) > 0`,
      JSON.stringify(scanIds),
      `\n${findingId}\n`,
    );
    return toSightings(rows);
  }

  async list(tenantId: string, query: ScanListQuery): Promise<ScanRecord[]> {
    const { sql, values } = selectScanList(scanDialect, tenantId, query);
    return this.#database.all(sql, ...values).map(toRecord);
  }

  async inventory(scanId: string): Promise<Inventory | undefined> {
    const row = this.#database.get('SELECT body FROM inventories WHERE scan_id = ?', scanId);
    return row && unpackInventory(row['body'] as Uint8Array);
  }

  async finish(claim: JobClaim, scanId: string, ending: ScanEnding): Promise<boolean> {
    const packed = await packOutcome(ending);
    return this.#database.write(() => {
      if (!removeClaimedJob(this.#database, claim)) return false;
      this.#storeEnding(scanId, ending, packed, claim);
      return true;
    });
  }

  async endNow(scanId: string, ending: ScanEnding): Promise<boolean> {
    const packed = await packOutcome(ending);
    return this.#database.write(() => {
      const job = this.#database.get(
        'DELETE FROM jobs WHERE id = (SELECT job_id FROM scans WHERE id = ?) RETURNING attempt, started_at',
        scanId,
      );
      if (job === undefined) return false;
      const startedAt = job['started_at'] === null ? undefined : Number(job['started_at']);
      this.#storeEnding(scanId, ending, packed, { attempt: Number(job['attempt']), startedAt });
      return true;
    });
  }

  remove(
    tenantId: string,
    scanId: string,
    followUp?: RemovalJob,
  ): Promise<'removed' | 'unfinished' | 'unknown'> {
    return this.#database.free(() => {
      const row = this.#database.get(
        'SELECT status FROM scans WHERE tenant_id = ? AND id = ?',
        tenantId,
        scanId,
      );
      if (row === undefined) return 'unknown';
      if (row['status'] === null) return 'unfinished';
      this.#removeThose(followUp, 'SELECT ?', scanId);
      return 'removed';
    });
  }

  removeFinishedBefore(time: number, limit: number, followUp?: RemovalJob): Promise<number> {
    return this.#database.free(() =>
      this.#removeThose(
        followUp,
        'SELECT id FROM scans WHERE finished_at < ? ORDER BY finished_at LIMIT ?',
        time,
        limit,
      ),
    );
  }

  removeAboveBytes(bytesPerTenant: number, limit: number, followUp?: RemovalJob): Promise<number> {
    return this.#database.free(() =>
      this.#removeThose(
        followUp,
        `SELECT id FROM (
           SELECT id, finished_at, ${roomOf} AS room, sum(${roomOf}) OVER (PARTITION BY tenant_id ORDER BY id DESC) AS up_to_here
           FROM scans
         )
         WHERE up_to_here - room >= ? AND finished_at IS NOT NULL ORDER BY id LIMIT ?`,
        bytesPerTenant,
        limit,
      ),
    );
  }

  async usage(tenantId: string): Promise<{ scans: number; bytes: number }> {
    const row = this.#database.get(
      `SELECT count(*) AS scans, coalesce(sum(${roomOf}), 0) AS bytes FROM scans WHERE tenant_id = ?`,
      tenantId,
    )!;
    return { scans: Number(row['scans']), bytes: Number(row['bytes']) };
  }

  #removeThose(followUp: RemovalJob | undefined, ids: string, ...values: Array<string | number>): number {
    const removed = this.#database.all(
      `DELETE FROM scans WHERE id IN (${ids}) RETURNING tenant_id, repo_url`,
      ...values,
    );
    for (const job of removalJobs(removed, followUp)) insertJob(this.#database, job, job.runAt);
    return removed.length;
  }

  #countStarts(tenantId: string, since: number): number {
    const sql = 'SELECT count(*) AS n FROM scan_starts WHERE tenant_id = ? AND at > ?';
    return Number(this.#database.get(sql, tenantId, since)!['n']);
  }

  #noteStart({ tenantId, scanId, createdAt }: NewScan, since: number): void {
    this.#database.run('DELETE FROM scan_starts WHERE tenant_id = ? AND at <= ?', tenantId, since);
    const sql = 'INSERT INTO scan_starts (tenant_id, at, scan_id) VALUES (?, ?, ?)';
    this.#database.run(sql, tenantId, createdAt, scanId);
  }

  #storeEnding(
    scanId: string,
    { outcome, finishedAt, followUps }: ScanEnding,
    { chunks, inventory }: PackedOutcome,
    run: { attempt: number; startedAt: number | undefined },
  ): void {
    const columns = endingColumns(outcome, { chunks, inventory });
    const scan = this.#database.get(
      `UPDATE scans SET status = ?2, started_at = ?3, finished_at = ?4, attempt = ?5, commit_id = ?6,
              error = ?7, error_code = ?8, result = ?9, stored_bytes = ?10
       WHERE id = ?1 AND status IS NULL RETURNING tenant_id`,
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
    for (const [position, { suppressed, ids, body }] of chunks.entries()) {
      this.#database.run(
        'INSERT INTO findings (scan_id, position, tenant_id, suppressed, ids, body) VALUES (?, ?, ?, ?, ?, ?)',
        scanId,
        position,
        scan['tenant_id']!,
        suppressed,
        ids,
        body,
      );
    }
    if (inventory !== undefined) {
      this.#database.run('INSERT INTO inventories (scan_id, body) VALUES (?, ?)', scanId, inventory);
    }
    for (const job of followUps) insertJob(this.#database, job, finishedAt);
  }
}
