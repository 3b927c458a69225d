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
import { packOutcome, unpackInventory } from '../../rows/scan-endings.ts';
import { selectScanList } from '../../rows/scan-list-sql.ts';
import { removalJobs, roomOf, selectScans, toRecord } from '../../rows/scan-rows.ts';
import type { PostgresDatabase, Sql } from '../database.ts';
import { insertJob, removeClaimedJob } from '../job-rows.ts';
import { saveReceipt } from '../receipt-store.ts';
import { scanDialect } from './scan-dialect.ts';
import { storeEnding } from './scan-ending.ts';

export interface ScanStoreOptions {
  /** Whether the caller's clock decides when jobs run instead of the database's; for tests. */
  ownClock?: boolean;
}

export class PostgresScanStore implements ScanStore {
  readonly #database: PostgresDatabase;
  readonly #ownClock: boolean;

  constructor(database: PostgresDatabase, { ownClock = false }: ScanStoreOptions = {}) {
    this.#database = database;
    this.#ownClock = ownClock;
  }

  create(
    scan: NewScan,
    job: NewJob,
    bounds: StartBounds,
    receipt?: Receipt<ScanRecord>,
  ): Promise<StartResult> {
    return this.#database.transaction(async (sql) => {
      if (bounds.quota.max > 0) {
        // Starts of one tenant are counted one after the other, or two nodes would both take the last one of the day.
        await sql.get('SELECT pg_advisory_xact_lock($1, hashtext($2))', quotaLock, scan.tenantId);
        const row = await sql.get(
          'SELECT count(*) AS n FROM scan_starts WHERE tenant_id = $1 AND at > $2',
          scan.tenantId,
          bounds.quota.since,
        );
        if (Number(row!['n']) >= bounds.quota.max) return 'quota_used_up';
      }
      const queued = await insertJob(sql, job, this.#times(scan.createdAt), bounds);
      if (queued !== 'queued') return queued;
      await sql.run(
        `INSERT INTO scans (id, tenant_id, key_id, job_id, repo_url, branch, request, labels, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
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
      await sql.run(
        `WITH past AS (DELETE FROM scan_starts WHERE tenant_id = $1 AND at <= $4)
         INSERT INTO scan_starts (tenant_id, at, scan_id) VALUES ($1, $2, $3)`,
        scan.tenantId,
        scan.createdAt,
        scan.scanId,
        bounds.quota.since,
      );
      await saveReceipt(sql, receipt, { ...scan, jobId: job.id, status: 'pending', attempt: 0 });
      return queued;
    });
  }

  async find(tenantId: string, scanId: string): Promise<ScanRecord | undefined> {
    const row = await this.#database.get(
      `${selectScans} WHERE s.tenant_id = $1 AND s.id = $2`,
      tenantId,
      scanId,
    );
    return row && toRecord(row);
  }

  async findings(scanId: string): Promise<{ findings: Finding[]; suppressedFindings: Finding[] }> {
    const findings: Finding[] = [];
    const suppressedFindings: Finding[] = [];
    const rows = await this.#database.all(
      'SELECT suppressed, body FROM findings WHERE scan_id = $1 ORDER BY position',
      scanId,
    );
    for (const row of rows) {
      const part = await unpackFindings(row['body'] as Uint8Array);
      (row['suppressed'] === 1 ? suppressedFindings : findings).push(...part);
    }
    return { findings, suppressedFindings };
  }

  async findingsById(scanId: string, ids: readonly string[]): Promise<Finding[]> {
    const rows = await this.#database.all(
      'SELECT position, ids FROM findings WHERE scan_id = $1 ORDER BY position',
      scanId,
    );
    const chunks = rows.map((row) => ({ position: Number(row['position']), ids: String(row['ids']) }));
    return pickFindings(chunks, ids, async (position) => {
      const sql = 'SELECT body FROM findings WHERE scan_id = $1 AND position = $2';
      return (await this.#database.get(sql, scanId, position))?.['body'] as Uint8Array | undefined;
    });
  }

  async scansWithFinding(scanIds: readonly string[], findingId: string) {
    const rows = await this.#database.all(
      'SELECT scan_id, suppressed FROM findings WHERE scan_id = ANY($1) AND position($2 IN ids) > 0',
      [...scanIds],
      `\n${findingId}\n`,
    );
    return toSightings(rows);
  }

  async list(tenantId: string, query: ScanListQuery): Promise<ScanRecord[]> {
    const { sql, values } = selectScanList(scanDialect, tenantId, query);
    return (await this.#database.all(sql, ...values)).map(toRecord);
  }

  async inventory(scanId: string): Promise<Inventory | undefined> {
    const row = await this.#database.get('SELECT body FROM inventories WHERE scan_id = $1', scanId);
    return row && unpackInventory(row['body'] as Uint8Array);
  }

  async finish(claim: JobClaim, scanId: string, ending: ScanEnding): Promise<boolean> {
    const packed = await packOutcome(ending);
    return this.#database.transaction(async (sql) => {
      if (!(await removeClaimedJob(sql, claim))) return false;
      await storeEnding(sql, scanId, ending, packed, claim, this.#times(ending.finishedAt));
      return true;
    });
  }

  async endNow(scanId: string, ending: ScanEnding): Promise<boolean> {
    const packed = await packOutcome(ending);
    return this.#database.transaction(async (sql) => {
      const job = await sql.get(
        'DELETE FROM jobs WHERE id = (SELECT job_id FROM scans WHERE id = $1) RETURNING attempt, started_at',
        scanId,
      );
      if (job === undefined) return false;
      const startedAt = job['started_at'] === null ? undefined : Number(job['started_at']);
      const run = { attempt: Number(job['attempt']), startedAt };
      await storeEnding(sql, scanId, ending, packed, run, this.#times(ending.finishedAt));
      return true;
    });
  }

  remove(
    tenantId: string,
    scanId: string,
    followUp?: RemovalJob,
  ): Promise<'removed' | 'unfinished' | 'unknown'> {
    return this.#database.transaction(async (sql) => {
      const row = await sql.get(
        'SELECT status FROM scans WHERE tenant_id = $1 AND id = $2 FOR UPDATE',
        tenantId,
        scanId,
      );
      if (row === undefined) return 'unknown';
      if (row['status'] === null) return 'unfinished';
      await this.#removeThose(sql, followUp, 'SELECT $1::text', scanId);
      return 'removed';
    });
  }

  removeFinishedBefore(time: number, limit: number, followUp?: RemovalJob): Promise<number> {
    return this.#database.transaction((sql) =>
      this.#removeThose(
        sql,
        followUp,
        'SELECT id FROM scans WHERE finished_at < $1 ORDER BY finished_at LIMIT $2 FOR UPDATE SKIP LOCKED',
        time,
        limit,
      ),
    );
  }

  removeAboveBytes(bytesPerTenant: number, limit: number, followUp?: RemovalJob): Promise<number> {
    return this.#database.transaction((sql) =>
      this.#removeThose(
        sql,
        followUp,
        `SELECT id FROM (
           SELECT id, finished_at, ${roomOf} AS room, sum(${roomOf}) OVER (PARTITION BY tenant_id ORDER BY id DESC) AS up_to_here
           FROM scans
         ) sized
         WHERE up_to_here - room >= $1 AND finished_at IS NOT NULL ORDER BY id LIMIT $2`,
        bytesPerTenant,
        limit,
      ),
    );
  }

  async usage(tenantId: string): Promise<{ scans: number; bytes: number }> {
    const row = await this.#database.get(
      `SELECT count(*) AS scans, coalesce(sum(${roomOf}), 0)::bigint AS bytes FROM scans WHERE tenant_id = $1`,
      tenantId,
    );
    return { scans: Number(row!['scans']), bytes: Number(row!['bytes']) };
  }

  async #removeThose(
    sql: Sql,
    followUp: RemovalJob | undefined,
    ids: string,
    ...values: Array<string | number>
  ): Promise<number> {
    const removed = await sql.all(
      `DELETE FROM scans WHERE id IN (${ids}) RETURNING tenant_id, repo_url`,
      ...values,
    );
    for (const job of removalJobs(removed, followUp)) await insertJob(sql, job, this.#times(job.runAt));
    return removed.length;
  }

  #times(now: number) {
    return { now, fixed: this.#ownClock ? now : null };
  }
}

const quotaLock = 7_003;
