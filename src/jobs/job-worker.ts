import type { Logger } from 'pino';
import type { Clock } from '../kernel/clock.ts';
import { backoffMs } from './backoff.ts';
import type { HopelessClaim, JobClaim, JobQueue } from './job-queue.ts';

/**
 * Does one kind of job. `run` is told by its signal to stop when the claim is lost, the job is cancelled or the worker shuts down.
 * What it returns says what becomes of the job:
 * `settled`: the handler has finished the job itself, in the transaction that stored its result; `done`: remove the job;
 * `retry`: try again later.
 */
export interface JobHandler {
  run(claim: JobClaim, signal: AbortSignal): Promise<'settled' | 'done' | 'retry'>;
  /** The job will not be tried again. Has to settle the job itself. */
  giveUp(claim: JobClaim, reason: HopelessClaim['reason']): Promise<void>;
}

export interface JobWorkerOptions {
  queue: JobQueue;
  kind: string;
  handler: JobHandler;
  /** Names this process among those that share the queue, also over restarts. */
  node: string;
  clock: Clock;
  random: () => number;
  log: Pick<Logger, 'warn' | 'error'>;
  limits: WorkerLimits;
}

export interface WorkerLimits {
  /** Of this process. */
  maxRunning: number;
  /** Of all processes that share the queue; as many as they run together by default. */
  maxRunningTotal?: number;
  maxRunningPerKey: number;
  maxAttempts: number;
  leaseMs: number;
  /** How often the queue is looked at when nobody says that there is something new. */
  pollMs: number;
  /** How often jobs of lost workers and expired jobs are looked for. */
  sweepMs: number;
  retryBaseMs: number;
  retryMaxMs: number;
}

/** Takes jobs of one kind from the queue and runs as many at once as the limits allow. */
export class JobWorker {
  readonly #options: JobWorkerOptions;
  readonly #running = new Map<string, { abort: AbortController; ended: Promise<void> }>();
  #timers: NodeJS.Timeout[] = [];
  #stopped = true;
  #pumping: Promise<void> | undefined;
  #sweeping: Promise<void> | undefined;
  #pumpAgain = false;

  constructor(options: JobWorkerOptions) {
    this.#options = options;
  }

  /** How many jobs this process runs now. */
  get running(): number {
    return this.#running.size;
  }

  /** Takes back what this node held when it died, and begins to work. */
  async start(): Promise<void> {
    const { queue, kind, node, limits } = this.#options;
    this.#stopped = false;
    await queue.recover(kind, node);
    await this.sweep();
    this.#timers = [
      setInterval(() => this.wake(), limits.pollMs),
      setInterval(() => void this.sweep(), limits.sweepMs),
    ];
    for (const timer of this.#timers) timer.unref();
    this.wake();
  }

  /** Says that there may be a job to take. */
  wake(): void {
    if (this.#stopped) return;
    if (this.#pumping !== undefined) {
      this.#pumpAgain = true;
      return;
    }
    this.#pumping = this.#pump().finally(() => {
      this.#pumping = undefined;
      if (this.#pumpAgain) {
        this.#pumpAgain = false;
        this.wake();
      }
    });
  }

  /** Stops a job that this process runs; what becomes of it was decided by the caller. */
  abort(jobId: string): void {
    this.#running.get(jobId)?.abort.abort(new Error('The job was cancelled.'));
  }

  /** Looks for jobs of lost workers and for jobs that must not run any more. */
  sweep(): Promise<void> {
    this.#sweeping ??= this.#sweepOnce().finally(() => {
      this.#sweeping = undefined;
    });
    return this.#sweeping;
  }

  /** Takes nothing new, stops what runs and gives it back; resolves when nothing runs any more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const timer of this.#timers) clearInterval(timer);
    await this.#pumping;
    await this.#sweeping;
    const running = [...this.#running.values()];
    for (const { abort } of running) abort.abort(new Error('The worker is shutting down.'));
    await Promise.all(running.map(({ ended }) => ended));
  }

  async #pump(): Promise<void> {
    const { queue, kind, node, limits, log } = this.#options;
    try {
      while (!this.#stopped && this.#running.size < limits.maxRunning) {
        const maxRunning = limits.maxRunningTotal ?? Number.MAX_SAFE_INTEGER;
        const claim = await queue.claim({ kind, node, ...limits, maxRunning });
        if (claim === undefined) return;
        this.#begin(claim);
      }
    } catch (error) {
      log.error({ err: error, kind }, 'jobs could not be claimed');
    }
  }

  #begin(claim: JobClaim): void {
    const abort = new AbortController();
    const ended = this.#work(claim, abort).finally(() => {
      this.#running.delete(claim.jobId);
      this.wake();
    });
    this.#running.set(claim.jobId, { abort, ended });
  }

  async #work(claim: JobClaim, abort: AbortController): Promise<void> {
    const { queue, handler, log } = this.#options;
    const stopHeartbeat = this.#keepLease(claim, abort);
    try {
      const outcome = await handler.run(claim, abort.signal);
      if (outcome === 'done') await queue.finish(claim);
      else if (outcome === 'retry') await this.#giveBack(claim);
    } catch (error) {
      if (!abort.signal.aborted) log.error({ err: error, jobId: claim.jobId }, 'a job failed unexpectedly');
      await this.#giveBack(claim).catch((giveBackError: unknown) => {
        // The lease will run out, and the job is found by a later sweep.
        log.error({ err: giveBackError, jobId: claim.jobId }, 'a job could not be given back');
      });
    } finally {
      stopHeartbeat();
    }
  }

  /** When the claim is not valid any more both calls change nothing: that is what the fencing token is for. */
  async #giveBack(claim: JobClaim): Promise<void> {
    const { queue, clock, limits, random } = this.#options;
    if (this.#stopped) {
      await queue.release(claim);
      return;
    }
    const wait = backoffMs(claim.attempt, { baseMs: limits.retryBaseMs, maxMs: limits.retryMaxMs }, random);
    await queue.retry(claim, clock.now() + wait);
  }

  #keepLease(claim: JobClaim, abort: AbortController): () => void {
    const { queue, clock, limits, log } = this.#options;
    let safeUntil = clock.now() + limits.leaseMs;
    const beat = async (): Promise<void> => {
      const sentAt = clock.now();
      const valid = await queue.heartbeat(claim, limits.leaseMs).catch((error: unknown) => {
        log.warn({ err: error, jobId: claim.jobId }, 'a lease could not be prolonged');
        // A storage error is not a lost lease until the lease has run out.
        return clock.now() < safeUntil ? undefined : false;
      });
      if (valid === true) safeUntil = sentAt + limits.leaseMs;
      if (valid === false) abort.abort(new Error('The lease was lost.'));
    };
    const timer = setInterval(() => void beat(), limits.leaseMs / 3);
    timer.unref();
    return () => clearInterval(timer);
  }

  async #sweepOnce(): Promise<void> {
    const { queue, kind, node, limits, handler, log } = this.#options;
    try {
      const recovered = await queue.recover(kind);
      for (;;) {
        const hopeless = await queue.claimHopeless({ kind, node, ...limits });
        if (hopeless === undefined) break;
        await handler.giveUp(hopeless.claim, hopeless.reason);
      }
      if (recovered > 0) {
        log.warn({ kind, recovered }, 'jobs of a lost worker wait again');
        this.wake();
      }
    } catch (error) {
      log.error({ err: error, kind }, 'the sweep of the queue failed');
    }
  }
}
