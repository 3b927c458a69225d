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
import type { Database, Row } from './database.ts';

export class EmbeddedJobQueue implements JobQueue {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  enqueue(job: NewJob, bounds?: QueueBounds): Promise<EnqueueResult> {
    return this.#database.write(() => insertJob(this.#database, job, this.#clock.now(), bounds));
  }

  claim(request: ClaimRequest): Promise<JobClaim | undefined> {
    // A read first: an idle queue must not cost a disk flush at every look.
    if (this.#next(request) === undefined) return Promise.resolve(undefined);
    return this.#database.write(() => {
      const id = this.#next(request);
      if (id === undefined) return undefined;
      const claim = this.#lease(id, request, 1);
      this.#database.run(
        `INSERT INTO job_turns (kind, tenant_id, turn)
         VALUES (?1, ?2, (SELECT coalesce(max(turn), 0) + 1 FROM job_turns WHERE kind = ?1))
         ON CONFLICT (kind, tenant_id) DO UPDATE SET turn = excluded.turn`,
        claim.kind,
        claim.tenantId,
      );
      return claim;
    });
  }

  claimHopeless(request: HopelessRequest): Promise<HopelessClaim | undefined> {
    if (this.#nextHopeless(request) === undefined) return Promise.resolve(undefined);
    return this.#database.write(() => {
      const row = this.#nextHopeless(request);
      if (row === undefined) return undefined;
      const reason = Number(row['attempt']) >= request.maxAttempts ? 'attempts_used_up' : 'expired';
      return { claim: this.#lease(String(row['id']), request, 0), reason };
    });
  }

  heartbeat(claim: JobClaim, leaseMs: number): Promise<boolean> {
    return this.#changeClaimed(
      claim,
      'UPDATE jobs SET lease_until = ?3 WHERE id = ?1 AND token = ?2',
      this.#clock.now() + leaseMs,
    );
  }

  finish(claim: JobClaim): Promise<boolean> {
    return this.#database.free(() => removeClaimedJob(this.#database, claim));
  }

  retry(claim: JobClaim, runAt: number): Promise<boolean> {
    return this.#changeClaimed(
      claim,
      `UPDATE jobs SET state = 'ready', run_at = ?3, token = token + 1, leased_by = NULL, lease_until = NULL
       WHERE id = ?1 AND token = ?2`,
      runAt,
    );
  }

  release(claim: JobClaim): Promise<boolean> {
    return this.#changeClaimed(
      claim,
      `UPDATE jobs SET state = 'ready', attempt = attempt - 1, token = token + 1, leased_by = NULL, lease_until = NULL
       WHERE id = ?1 AND token = ?2`,
    );
  }

  recover(kind: string, deadNode?: string): Promise<number> {
    const lost = "kind = ?1 AND state = 'leased' AND (lease_until <= ?2 OR leased_by = ?3)";
    const values = [kind, this.#clock.now(), deadNode ?? null] as const;
    if (this.#database.get(`SELECT 1 FROM jobs WHERE ${lost} LIMIT 1`, ...values) === undefined) {
      return Promise.resolve(0);
    }
    return this.#database.write(
      () =>
        this.#database.run(
          `UPDATE jobs SET state = 'ready', token = token + 1, leased_by = NULL, lease_until = NULL WHERE ${lost}`,
          ...values,
        ).changes,
    );
  }

  async depth(): Promise<QueueDepth[]> {
    return this.#database
      .all(
        `SELECT kind, sum(state = 'ready') AS waiting, sum(state = 'leased') AS running,
                min(CASE WHEN state = 'ready' THEN created_at END) AS oldest
         FROM jobs GROUP BY kind ORDER BY kind`,
      )
      .map((row) => ({
        kind: String(row['kind']),
        waiting: Number(row['waiting']),
        running: Number(row['running']),
        ...(row['oldest'] === null ? {} : { oldestWaitingSince: Number(row['oldest']) }),
      }));
  }

  #next(request: ClaimRequest): string | undefined {
    const running = this.#database.get(
      "SELECT count(*) AS n FROM jobs WHERE kind = ? AND state = 'leased'",
      request.kind,
    )!;
    if (Number(running['n']) >= request.maxRunning) return undefined;
    const row = this.#database.get(
      nextJob,
      request.kind,
      this.#clock.now(),
      request.maxAttempts,
      request.maxRunningPerKey,
    );
    return row && String(row['id']);
  }

  #nextHopeless(request: HopelessRequest): Row | undefined {
    return this.#database.get(
      `SELECT id, attempt FROM jobs
       WHERE kind = ?1 AND state = 'ready' AND (expires_at <= ?2 OR attempt >= ?3) LIMIT 1`,
      request.kind,
      this.#clock.now(),
      request.maxAttempts,
    );
  }

  #lease(id: string, request: { node: string; leaseMs: number }, countsAs: 0 | 1): JobClaim {
    const now = this.#clock.now();
    const row = this.#database.get(
      `UPDATE jobs SET state = 'leased', token = token + 1, attempt = attempt + ?2,
              leased_by = ?3, lease_until = ?4, started_at = ?5
       WHERE id = ?1 RETURNING *`,
      id,
      countsAs,
      request.node,
      now + request.leaseMs,
      now,
    )!;
    return {
      jobId: id,
      token: Number(row['token']),
      kind: String(row['kind']),
      tenantId: String(row['tenant_id']),
      keyId: String(row['key_id']),
      payload: JSON.parse(String(row['payload'])),
      attempt: Number(row['attempt']),
      startedAt: now,
    };
  }

  #changeClaimed(claim: JobClaim, sql: string, ...values: number[]): Promise<boolean> {
    return this.#database.write(
      () => this.#database.run(sql, claim.jobId, claim.token, ...values).changes === 1,
    );
  }
}

/** Call inside the `work` of a write, so that the job and what it is about are one transaction. */
export function insertJob(database: Database, job: NewJob, now: number, bounds?: QueueBounds): EnqueueResult {
  if (bounds !== undefined) {
    if (countWaiting(database, job.kind, job.keyId) >= bounds.maxWaitingPerKey) return 'key_full';
    if (countWaiting(database, job.kind) >= bounds.maxWaiting) return 'queue_full';
  }
  database.run(
    `INSERT INTO jobs (id, kind, tenant_id, key_id, payload, state, created_at, run_at, expires_at)
     VALUES (?, ?, ?, ?, ?, 'ready', ?, ?, ?)`,
    job.id,
    job.kind,
    job.tenantId,
    job.keyId,
    JSON.stringify(job.payload),
    now,
    job.runAt,
    job.expiresAt ?? null,
  );
  return 'queued';
}

/** Call inside the `work` of a write. False when the claim is not valid any more: then nothing else may be written either. */
export function removeClaimedJob(database: Database, claim: JobClaim): boolean {
  return database.run('DELETE FROM jobs WHERE id = ? AND token = ?', claim.jobId, claim.token).changes === 1;
}

function countWaiting(database: Database, kind: string, keyId?: string): number {
  const row =
    keyId === undefined
      ? database.get("SELECT count(*) AS n FROM jobs WHERE kind = ? AND state = 'ready'", kind)
      : database.get(
          "SELECT count(*) AS n FROM jobs WHERE kind = ? AND state = 'ready' AND key_id = ?",
          kind,
          keyId,
        );
  return Number(row!['n']);
}

// One row a key: the oldest of its jobs that is due. Then the tenants take turns, and within a tenant the oldest job goes first.
const nextJob = `
  WITH running AS (
    SELECT tenant_id, key_id, count(*) AS n FROM jobs WHERE kind = ?1 AND state = 'leased' GROUP BY tenant_id, key_id
  ),
  due AS (
    SELECT tenant_id, key_id, min(id) AS id FROM jobs
    WHERE kind = ?1 AND state = 'ready' AND run_at <= ?2 AND attempt < ?3 AND (expires_at IS NULL OR expires_at > ?2)
    GROUP BY tenant_id, key_id
  )
  SELECT due.id FROM due
  LEFT JOIN job_turns ON job_turns.kind = ?1 AND job_turns.tenant_id = due.tenant_id
  WHERE coalesce((SELECT n FROM running WHERE running.tenant_id = due.tenant_id AND running.key_id = due.key_id), 0) < ?4
  ORDER BY coalesce((SELECT sum(n) FROM running WHERE running.tenant_id = due.tenant_id), 0),
           coalesce(job_turns.turn, 0), due.id
  LIMIT 1`;
