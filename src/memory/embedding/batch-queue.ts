import { ServiceError } from '../../kernel/errors.ts';
import type { EmbedKind, EmbedOptions } from './embedder.ts';

export interface BatchLimits {
  /** Texts in one run of the model. */
  maxTexts: number;
  /** Padded tokens in one run: beyond some hundreds a bigger batch is slower, for it falls out of the processor's caches. */
  maxTokens: number;
  /** Texts that may wait; more are refused, so that a flood fails fast instead of filling the memory. */
  maxWaiting: number;
  /** Batches that run at the same time. */
  atOnce: number;
}

type RunBatch = (batch: ReadonlyArray<readonly number[]>) => Promise<Float32Array[]>;

interface Job {
  readonly tokens: readonly number[];
  readonly order: number;
  readonly done: (vector: Float32Array) => void;
  readonly failed: (reason: unknown) => void;
  cancelled: boolean;
}

/**
 * Puts texts of all callers into common batches of like length. Queries overtake documents, and tenants take turns, so that one
 * caller's import delays a query of another by one batch at most.
 */
export class BatchQueue {
  readonly #run: RunBatch;
  readonly #limits: BatchLimits;
  readonly #lanes: Record<EmbedKind, Lane> = { query: new Lane(), document: new Lane() };
  #running = 0;
  #order = 0;

  constructor(run: RunBatch, limits: BatchLimits) {
    this.#run = run;
    this.#limits = limits;
  }

  get waiting(): number {
    return this.#lanes.query.size + this.#lanes.document.size;
  }

  async add(
    texts: ReadonlyArray<readonly number[]>,
    kind: EmbedKind,
    { tenant = '', signal }: EmbedOptions = {},
  ): Promise<Float32Array[]> {
    signal?.throwIfAborted();
    if (this.waiting + texts.length > this.#limits.maxWaiting) {
      throw new ServiceError('overloaded', 'Too many texts are waiting to be embedded; try again shortly.');
    }
    const jobs: Job[] = [];
    const vectors = texts.map(
      (tokens) =>
        new Promise<Float32Array>((done, failed) => {
          const job = { tokens, order: this.#order++, done, failed, cancelled: false };
          jobs.push(job);
          this.#lanes[kind].push(tenant, job);
        }),
    );
    const cancel = () => {
      for (const job of jobs) {
        job.cancelled = true;
        job.failed(signal?.reason);
      }
    };
    signal?.addEventListener('abort', cancel, { once: true });
    void this.#work();
    try {
      return await Promise.all(vectors);
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  async #work(): Promise<void> {
    if (this.#running >= this.#limits.atOnce) return;
    this.#running++;
    // Callers that arrive in the same turn of the event loop share the first batch.
    await new Promise((resolve) => setImmediate(resolve));
    for (let batch = this.#nextBatch(); batch.length > 0; batch = this.#nextBatch()) {
      try {
        const vectors = await this.#run(batch.map((job) => job.tokens));
        batch.forEach((job, i) => {
          job.done(vectors[i]!);
        });
      } catch (reason) {
        for (const job of batch) job.failed(reason);
      }
    }
    this.#running--;
  }

  #nextBatch(): Job[] {
    const { query, document } = this.#lanes;
    const lead = query.take() ?? document.take();
    if (!lead) return [];
    const batch = [lead];
    const bucket = bucketOf(lead.tokens.length);
    const room = Math.min(this.#limits.maxTexts, Math.floor(this.#limits.maxTokens / bucket));
    while (batch.length < room) {
      const next = query.take(bucket) ?? document.take(bucket);
      if (!next) break;
      batch.push(next);
    }
    return batch;
  }
}

/** Waiting jobs of one kind, by tenant and by length. */
class Lane {
  size = 0;
  // The order of the map's keys is the order of turns: a tenant that was served goes to the end.
  readonly #tenants = new Map<string, Map<number, Fifo>>();

  push(tenant: string, job: Job): void {
    const buckets = this.#tenants.get(tenant) ?? new Map<number, Fifo>();
    this.#tenants.set(tenant, buckets);
    const bucket = bucketOf(job.tokens.length);
    const fifo = buckets.get(bucket) ?? new Fifo();
    buckets.set(bucket, fifo);
    fifo.push(job);
    this.size++;
  }

  /** The next tenant's oldest job, or its oldest of the given length. */
  take(bucket?: number): Job | undefined {
    for (const [tenant, buckets] of this.#tenants) {
      const fifo = bucket === undefined ? oldest(buckets) : buckets.get(bucket);
      const job = fifo && this.#shift(fifo);
      if (fifo && fifo.length === 0)
        for (const [key, value] of buckets) if (value === fifo) buckets.delete(key);
      if (buckets.size === 0) this.#tenants.delete(tenant);
      if (!job) {
        // A fifo of cancelled jobs only; the tenant's other lengths may still hold work.
        if (bucket === undefined && buckets.size > 0) return this.take();
        continue;
      }
      if (buckets.size > 0) {
        this.#tenants.delete(tenant);
        this.#tenants.set(tenant, buckets);
      }
      return job;
    }
    return undefined;
  }

  #shift(fifo: Fifo): Job | undefined {
    for (let job = fifo.shift(); job; job = fifo.shift()) {
      this.size--;
      if (!job.cancelled) return job;
    }
    return undefined;
  }
}

/** A queue whose head moves: `Array.shift` would copy thousands of waiting jobs again and again. */
class Fifo {
  #jobs: Job[] = [];
  #head = 0;

  get length(): number {
    return this.#jobs.length - this.#head;
  }

  get first(): Job | undefined {
    return this.#jobs[this.#head];
  }

  push(job: Job): void {
    this.#jobs.push(job);
  }

  shift(): Job | undefined {
    const job = this.#jobs[this.#head];
    if (job) this.#head++;
    if (this.#head > 1024) {
      this.#jobs = this.#jobs.slice(this.#head);
      this.#head = 0;
    }
    return job;
  }
}

function oldest(buckets: ReadonlyMap<number, Fifo>): Fifo | undefined {
  let best: Fifo | undefined;
  for (const fifo of buckets.values()) {
    if (!best || (fifo.first?.order ?? 0) < (best.first?.order ?? 0)) best = fifo;
  }
  return best;
}

// Lengths within a bucket differ by a quarter at most, which bounds what padding wastes.
function bucketOf(tokens: number): number {
  let bucket = 8;
  while (bucket < tokens) bucket = bucket < 32 ? bucket + 8 : Math.ceil((bucket * 1.25) / 8) * 8;
  return bucket;
}
