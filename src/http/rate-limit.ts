import type { Clock } from '../kernel/clock.ts';

export interface Allowance {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Seconds until one more request is allowed (when refused) or until the allowance is whole again. */
  resetSeconds: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

/** A token bucket per subject: `perMinute` at once, refilled evenly over the minute. */
export class RateLimiter {
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
    const old = this.#buckets.get(subject);
    const tokens = old ? Math.min(perMinute, old.tokens + Math.max(0, now - old.at) * perMs) : perMinute;
    const allowed = tokens >= 1;
    const left = allowed ? tokens - 1 : tokens;
    this.#remember(subject, { tokens: left, at: now });
    return {
      allowed,
      limit: perMinute,
      remaining: Math.floor(left),
      resetSeconds: Math.ceil((allowed ? perMinute - left : 1 - left) / perMs / 1_000),
    };
  }

  #remember(subject: string, bucket: Bucket): void {
    // Delete and set moves the subject to the end: the first one is always the one that was longest away.
    this.#buckets.delete(subject);
    this.#buckets.set(subject, bucket);
    if (this.#buckets.size > this.#maxSubjects) this.#buckets.delete(this.#buckets.keys().next().value!);
  }
}
