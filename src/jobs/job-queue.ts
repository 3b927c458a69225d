/**
 * Work that must not be lost. A job is leased to one worker at a time; every lease has a fencing token that rises, so that a
 * worker which was thought dead cannot finish a job that somebody else runs by now. A finished job is gone from the queue.
 */
export interface JobQueue {
  enqueue(job: NewJob, bounds?: QueueBounds): Promise<EnqueueResult>;

  /**
   * Leases the next job that may run: the tenant with the fewest running jobs first, then the one that was served longest ago, then
   * the oldest job; a key at its limit is passed over.
   */
  claim(request: ClaimRequest): Promise<JobClaim | undefined>;

  /** Leases a job that must not run any more, whatever the limits: it waited too long, or its worker was lost too often. */
  claimHopeless(request: HopelessRequest): Promise<HopelessClaim | undefined>;

  /** Prolongs the lease; false when the claim is no longer valid, and then the worker has to stop. */
  heartbeat(claim: JobClaim, leaseMs: number): Promise<boolean>;

  /** Removes a job that is done; false when the claim is no longer valid. */
  finish(claim: JobClaim): Promise<boolean>;

  /** Gives the job back for another attempt at that time; false when the claim is no longer valid. */
  retry(claim: JobClaim, runAt: number): Promise<boolean>;

  /** Gives the job back as if it had never been claimed: a worker that shuts down is not a failed attempt. */
  release(claim: JobClaim): Promise<boolean>;

  /**
   * Makes jobs of lost workers ready again: every lease that ran out, and every lease of `deadNode` (at boot a node
   * knows that what it held before is not running). Returns how many.
   */
  recover(kind: string, deadNode?: string): Promise<number>;

  depth(): Promise<QueueDepth[]>;
}

export interface NewJob {
  id: string;
  kind: string;
  tenantId: string;
  keyId: string;
  /** Plain JSON. Never a secret: it is stored as it is. */
  payload: unknown;
  runAt: number;
  /** Not started by then, the job is hopeless. */
  expiresAt?: number;
}

/** How many jobs of a kind may wait. */
export interface QueueBounds {
  maxWaiting: number;
  maxWaitingPerKey: number;
}

export type EnqueueResult = 'queued' | 'queue_full' | 'key_full';

export interface ClaimRequest {
  kind: string;
  node: string;
  leaseMs: number;
  /** Of all nodes together. */
  maxRunning: number;
  maxRunningPerKey: number;
  maxAttempts: number;
}

export interface HopelessRequest {
  kind: string;
  node: string;
  leaseMs: number;
  maxAttempts: number;
}

export interface JobClaim {
  jobId: string;
  /** Rises with every lease of the job. */
  token: number;
  kind: string;
  tenantId: string;
  keyId: string;
  payload: unknown;
  /** 1 for the first. */
  attempt: number;
  startedAt: number;
}

export interface HopelessClaim {
  claim: JobClaim;
  reason: 'expired' | 'attempts_used_up';
}

export interface QueueDepth {
  kind: string;
  waiting: number;
  running: number;
  oldestWaitingSince?: number;
}
