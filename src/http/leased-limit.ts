import type { Allowance, AllowanceStore, Limiter } from '../access/limiter.ts';
import type { Clock } from '../kernel/clock.ts';
import { RateLimiter } from './rate-limit.ts';

interface Lease {
  tokens: number;
  /** Left for all nodes when it was taken. */
  left: number;
  at: number;
  /** Nothing is to be had before. */
  refusedUntil: number;
  asking?: Promise<void>;
}

/** A lease is a twentieth of the minute: few trips to the store, and little is lost with a node that dies. */
const leaseShare = 20;
const leaseMs = 60_000;
const maxSubjects = 10_000;
/** Until one request is due where one a minute is allowed. */
const longestRefusalMs = 60_000;

/**
 * One limit for all nodes: each borrows a twentieth of a key's minute at a time and spends it alone. A refusal is remembered until
 * the next request is due, so that a caller above its limit costs no trip per request. Without the store each node limits alone.
 */
export class LeasedLimiter implements Limiter {
  readonly #store: AllowanceStore;
  readonly #clock: Clock;
  readonly #alone: RateLimiter;
  readonly #leases = new Map<string, Lease>();
  readonly #onFailure: (error: unknown) => void;

  constructor(store: AllowanceStore, clock: Clock, onFailure: (error: unknown) => void) {
    this.#store = store;
    this.#clock = clock;
    this.#alone = new RateLimiter(clock);
    this.#onFailure = onFailure;
  }

  take(subject: string, perMinute: number): Allowance | Promise<Allowance> {
    const lease = this.#leaseOf(subject);
    return this.#spend(lease, perMinute) ?? this.#borrow(lease, subject, perMinute);
  }

  /** Undefined where more has to be borrowed first. */
  #spend(lease: Lease, perMinute: number): Allowance | undefined {
    const now = this.#clock.now();
    if (lease.tokens >= 1 && now - lease.at < leaseMs) {
      lease.tokens -= 1;
      return allowance(true, perMinute, lease.tokens + lease.left);
    }
    // No refusal lasts longer: a clock that was set back must not refuse a key until it comes to where it was.
    if (now < lease.refusedUntil && lease.refusedUntil - now <= longestRefusalMs) {
      return {
        ...allowance(false, perMinute, 0),
        resetSeconds: Math.ceil((lease.refusedUntil - now) / 1_000),
      };
    }
    return undefined;
  }

  async #borrow(lease: Lease, subject: string, perMinute: number): Promise<Allowance> {
    try {
      // Those that come meanwhile wait for the same response.
      lease.asking ??= this.#ask(lease, subject, perMinute).finally(() => {
        delete lease.asking;
      });
      await lease.asking;
    } catch (error) {
      this.#onFailure(error);
      return this.#alone.take(subject, Math.max(1, Math.floor(perMinute / this.#store.nodes)));
    }
    return this.#spend(lease, perMinute) ?? this.#borrow(lease, subject, perMinute);
  }

  async #ask(lease: Lease, subject: string, perMinute: number): Promise<void> {
    const { granted, left } = await this.#store.lease(subject, perMinute, Math.ceil(perMinute / leaseShare));
    lease.at = this.#clock.now();
    lease.tokens = granted;
    lease.left = left;
    const dueMs = Math.ceil(((1 - left) * 60_000) / perMinute);
    lease.refusedUntil = granted >= 1 ? 0 : lease.at + Math.min(longestRefusalMs, Math.max(1, dueMs));
  }

  #leaseOf(subject: string): Lease {
    const known = this.#leases.get(subject);
    if (known) return known;
    if (this.#leases.size >= maxSubjects) this.#leases.delete(this.#leases.keys().next().value!);
    const lease = { tokens: 0, left: 0, at: 0, refusedUntil: 0 };
    this.#leases.set(subject, lease);
    return lease;
  }
}

function allowance(allowed: boolean, perMinute: number, left: number): Allowance {
  const remaining = Math.max(0, Math.floor(left));
  return {
    allowed,
    limit: perMinute,
    remaining,
    resetSeconds: Math.ceil(((perMinute - remaining) * 60) / perMinute),
  };
}
