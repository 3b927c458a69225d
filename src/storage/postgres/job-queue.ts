import type {
  ClaimRequest,
  EnqueueResult,
  HopelessClaim,
  HopelessRequest,
  JobClaim,
  JobQueue,
  NewJob,
  QueueBounds,
  QueueDepth,
} from '../../jobs/job-queue.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { PostgresDatabase, Sql } from './database.ts';
import { claimLock, insertJob, type QueueTimes, removeClaimedJob, timeNow } from './job-rows.ts';

export interface QueueOptions {
  /** The node's own clock. */
  clock: Clock;
  /** Whether the node's clock decides instead of the database's; for tests. */
  ownClock?: boolean;
}

/** The job queue of all nodes. Leases are by the database's clock, and whoever claims holds a lock, so that limits are exact. */
export class PostgresJobQueue implements JobQueue {
  readonly #database: PostgresDatabase;
  readonly #clock: Clock;
  readonly #ownClock: boolean;

  constructor(database: PostgresDatabase, { clock, ownClock = false }: QueueOptions) {
    this.#database = database;
    this.#clock = clock;
    this.#ownClock = ownClock;
  }

  enqueue(job: NewJob, bounds?: QueueBounds): Promise<EnqueueResult> {
    return this.#database.transaction((sql) => insertJob(sql, job, this.#times(), bounds));
  }

  async claim(request: ClaimRequest): Promise<JobClaim | undefined> {
    // A read first: an idle queue must not cost a transaction at every look.
    if ((await this.#next(this.#database, request)) === undefined) return undefined;
    return this.#database.transaction(async (sql) => {
      await sql.get('SELECT pg_advisory_xact_lock($1, hashtext($2))', claimLock, request.kind);
      const id = await this.#next(sql, request);
      if (id === undefined) return undefined;
      const claim = await this.#lease(sql, id, request, 1);
      if (claim === undefined) return undefined;
      await sql.run(
        `INSERT INTO job_turns (kind, tenant_id, turn)
         VALUES ($1, $2, (SELECT coalesce(max(turn), 0) + 1 FROM job_turns WHERE kind = $1))
         ON CONFLICT (kind, tenant_id) DO UPDATE SET turn = excluded.turn`,
        claim.kind,
        claim.tenantId,
      );
      return claim;
    });
  }

  async claimHopeless(request: HopelessRequest): Promise<HopelessClaim | undefined> {
    const isHopeless = `kind = $1 AND state = 'ready' AND (expires_at <= ${timeNow('$2')} OR attempt >= $3)`;
    const values = [request.kind, this.#fixed(), request.maxAttempts] as const;
    if (!(await this.#database.get(`SELECT 1 FROM jobs WHERE ${isHopeless} LIMIT 1`, ...values)))
      return undefined;
    return this.#database.transaction(async (sql) => {
      const row = await sql.get(
        `SELECT id, attempt FROM jobs WHERE ${isHopeless} LIMIT 1 FOR UPDATE SKIP LOCKED`,
        ...values,
      );
      if (row === undefined) return undefined;
      const reason = Number(row['attempt']) >= request.maxAttempts ? 'attempts_used_up' : 'expired';
      const claim = await this.#lease(sql, String(row['id']), request, 0);
      return claim && { claim, reason };
    });
  }

  heartbeat(claim: JobClaim, leaseMs: number): Promise<boolean> {
    return this.#changeClaimed(
      `UPDATE jobs SET lease_until = ${timeNow('$3')} + $4 WHERE id = $1 AND token = $2`,
      claim,
      this.#fixed(),
      leaseMs,
    );
  }

  finish(claim: JobClaim): Promise<boolean> {
    return removeClaimedJob(this.#database, claim);
  }

  retry(claim: JobClaim, runAt: number): Promise<boolean> {
    return this.#changeClaimed(
      `UPDATE jobs SET state = 'ready', run_at = ${timeNow('$3')} + $4, token = token + 1, leased_by = NULL,
         lease_until = NULL WHERE id = $1 AND token = $2`,
      claim,
      this.#fixed(),
      runAt - this.#clock.now(),
    );
  }

  release(claim: JobClaim): Promise<boolean> {
    return this.#changeClaimed(
      `UPDATE jobs SET state = 'ready', attempt = attempt - 1, token = token + 1, leased_by = NULL, lease_until = NULL
       WHERE id = $1 AND token = $2`,
      claim,
    );
  }

  recover(kind: string, deadNode?: string): Promise<number> {
    return this.#database.run(
      `UPDATE jobs SET state = 'ready', token = token + 1, leased_by = NULL, lease_until = NULL
       WHERE kind = $1 AND state = 'leased' AND (lease_until <= ${timeNow('$2')} OR leased_by = $3)`,
      kind,
      this.#fixed(),
      deadNode ?? null,
    );
  }

  async depth(): Promise<QueueDepth[]> {
    const rows = await this.#database.all(
      `SELECT kind, count(*) FILTER (WHERE state = 'ready') AS waiting, count(*) FILTER (WHERE state = 'leased') AS running,
              min(created_at) FILTER (WHERE state = 'ready') AS oldest
       FROM jobs GROUP BY kind ORDER BY kind`,
    );
    return rows.map((row) => ({
      kind: String(row['kind']),
      waiting: Number(row['waiting']),
      running: Number(row['running']),
      ...(row['oldest'] === null ? {} : { oldestWaitingSince: Number(row['oldest']) }),
    }));
  }

  #fixed(): number | null {
    return this.#ownClock ? this.#clock.now() : null;
  }

  #times(): QueueTimes {
    return { now: this.#clock.now(), fixed: this.#fixed() };
  }

  async #next(sql: Sql, request: ClaimRequest): Promise<string | undefined> {
    const row = await sql.get(
      nextJob,
      request.kind,
      this.#fixed(),
      request.maxAttempts,
      request.maxRunningPerKey,
      request.maxRunning,
    );
    return row && String(row['id']);
  }

  async #lease(
    sql: Sql,
    id: string,
    request: { node: string; leaseMs: number },
    countsAs: 0 | 1,
  ): Promise<JobClaim | undefined> {
    // It may have been cancelled since it was found; then there is no row.
    const row = await sql.get(
      `UPDATE jobs SET state = 'leased', token = token + 1, attempt = attempt + $2,
              leased_by = $3, lease_until = t.now + $4, started_at = t.now
       FROM (SELECT ${timeNow('$5')} AS now) t WHERE id = $1 AND state = 'ready' RETURNING jobs.*`,
      id,
      countsAs,
      request.node,
      request.leaseMs,
      this.#fixed(),
    );
    return (
      row && {
        jobId: id,
        token: Number(row['token']),
        kind: String(row['kind']),
        tenantId: String(row['tenant_id']),
        keyId: String(row['key_id']),
        payload: JSON.parse(String(row['payload'])),
        attempt: Number(row['attempt']),
        startedAt: Number(row['started_at']),
      }
    );
  }

  async #changeClaimed(sql: string, claim: JobClaim, ...values: Array<number | null>): Promise<boolean> {
    return (await this.#database.run(sql, claim.jobId, claim.token, ...values)) === 1;
  }
}

// One row per key: the oldest of its jobs that is due. Then the tenants take turns, and within a tenant the oldest job goes first.
const nextJob = `
  WITH t AS (SELECT ${timeNow('$2')} AS now),
  running AS (
    SELECT tenant_id, key_id, count(*) AS n FROM jobs WHERE kind = $1 AND state = 'leased' GROUP BY tenant_id, key_id
  ),
  due AS (
    SELECT tenant_id, key_id, min(id) AS id FROM jobs, t
    WHERE kind = $1 AND state = 'ready' AND run_at <= t.now AND attempt < $3 AND (expires_at IS NULL OR expires_at > t.now)
    GROUP BY tenant_id, key_id
  )
  SELECT due.id FROM due
  LEFT JOIN job_turns ON job_turns.kind = $1 AND job_turns.tenant_id = due.tenant_id
  WHERE coalesce((SELECT n FROM running WHERE running.tenant_id = due.tenant_id AND running.key_id = due.key_id), 0) < $4
    AND coalesce((SELECT sum(n) FROM running), 0) < $5
  ORDER BY coalesce((SELECT sum(n) FROM running WHERE running.tenant_id = due.tenant_id), 0),
           coalesce(job_turns.turn, 0), due.id
  LIMIT 1`;
