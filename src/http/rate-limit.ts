import type { Allowance, Limiter } from '../access/limiter.ts';
import type { Clock } from '../kernel/clock.ts';

interface Bucket {
  tokens: number;
  at: number;
  /** When it was last put at the end of the line of those that are forgotten. */
  moved: number;
}

const movedEveryMs = 1_000;

/** A token bucket per subject: `perMinute` at once, refilled evenly over the minute. */
export class RateLimiter implements Limiter {
  readonly #clock: Clock;
  readonly #buckets = new Map<string, Bucket>();
  readonly #maxSubjects: number;

  constructor(clock: Clock, maxSubjects = 10_000) {
    this.#clock = clock;
    this.#maxSubjects = maxSubjects;
  }

  take(subject: string, perMinute: number): Allowance {
    const now = this.#clock.now();
    const perMs = perMinute / 60_000;
    const bucket =
      this.#buckets.get(subject) ?? this.#add(subject, { tokens: perMinute, at: now, moved: now });
    const tokens = Math.min(perMinute, bucket.tokens + Math.max(0, now - bucket.at) * perMs);
    const allowed = tokens >= 1;
    const left = allowed ? tokens - 1 : tokens;
    bucket.tokens = left;
    bucket.at = now;
    if (now - bucket.moved >= movedEveryMs) this.#moveToEnd(subject, bucket);
    return {
      allowed,
      limit: perMinute,
      remaining: Math.floor(left),
      resetSeconds: Math.ceil((allowed ? perMinute - left : 1 - left) / perMs / 1_000),
    };
  }

  #add(subject: string, bucket: Bucket): Bucket {
    this.#buckets.set(subject, bucket);
    if (this.#buckets.size > this.#maxSubjects) this.#buckets.delete(this.#buckets.keys().next().value!);
    return bucket;
  }

  /** The first one is then the one that was longest away, give or take a second. */
  #moveToEnd(subject: string, bucket: Bucket): void {
    bucket.moved = bucket.at;
    this.#buckets.delete(subject);
    this.#buckets.set(subject, bucket);
  }
}
