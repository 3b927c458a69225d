import type { EnqueueResult, JobClaim, NewJob, QueueBounds } from '../../jobs/job-queue.ts';
import type { Sql } from './database.ts';

/** The time of the database's clock, in milliseconds. A test that decides what time it is gives its own instead. */
export const timeNow = (parameter: string): string =>
  `coalesce(${parameter}::bigint, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)`;

export interface QueueTimes {
  /** What the caller's own clock says. */
  now: number;
  /** The time that counts; null for that of the database. */
  fixed: number | null;
}

/**
 * To be called in the transaction of what the job is about. Times of a job come from the caller's clock and are stored as
 * distances from the database's: nodes whose clocks differ by minutes still agree on what is due.
 */
export async function insertJob(
  sql: Sql,
  job: NewJob,
  times: QueueTimes,
  bounds?: QueueBounds,
): Promise<EnqueueResult> {
  if (bounds !== undefined) {
    // One at a time for each kind: otherwise two nodes would both take the last place.
    await sql.get('SELECT pg_advisory_xact_lock($1, hashtext($2))', enqueueLock, job.kind);
    const waiting = await sql.get(
      `SELECT count(*) AS all_keys, count(*) FILTER (WHERE key_id = $2) AS own
       FROM jobs WHERE kind = $1 AND state = 'ready'`,
      job.kind,
      job.keyId,
    );
    if (Number(waiting!['own']) >= bounds.maxWaitingPerKey) return 'key_full';
    if (Number(waiting!['all_keys']) >= bounds.maxWaiting) return 'queue_full';
  }
  await sql.run(
    `INSERT INTO jobs (id, kind, tenant_id, key_id, payload, state, created_at, run_at, expires_at)
     SELECT $1, $2, $3, $4, $5, 'ready', t.now, t.now + $6::bigint, t.now + $7::bigint
     FROM (SELECT ${timeNow('$8')} AS now) t`,
    job.id,
    job.kind,
    job.tenantId,
    job.keyId,
    JSON.stringify(job.payload),
    job.runAt - times.now,
    job.expiresAt === undefined ? null : job.expiresAt - times.now,
    times.fixed,
  );
  return 'queued';
}

/** To be called in the transaction that stores the result. False when the claim is not valid any more: then nothing else may be written either. */
export async function removeClaimedJob(sql: Sql, claim: JobClaim): Promise<boolean> {
  return (await sql.run('DELETE FROM jobs WHERE id = $1 AND token = $2', claim.jobId, claim.token)) === 1;
}

/** Numbers of advisory locks; the second half of each is a hash of what is locked. */
export const enqueueLock = 7_001;
export const claimLock = 7_002;
