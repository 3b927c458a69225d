import type { Clock } from '../kernel/clock.ts';
import type { UsageCounts, UsageDay, UsageStore } from './usage-store.ts';

export type UsageKind = 'writes' | 'searches' | 'scans';

const dayMs = 86_400_000;
/** As long as anyone may look back, and a little more. */
const keptDays = 400;

/** Counts what tenants ask for. Kept in memory until `flush`, which is called every few seconds: a process that is killed loses no more than that. */
export class Usage {
  readonly #store: UsageStore;
  readonly #clock: Clock;
  #pending = new Map<string, UsageDay & { tenantId: string }>();
  /** What was counted last: it mostly is the same tenant's day again. */
  #last: (UsageDay & { tenantId: string }) | undefined;

  constructor(store: UsageStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  countRequest(
    tenantId: string,
    request: { kind?: UsageKind | undefined; status: number; bytesReceived: number; bytesSent: number },
  ): void {
    const counts = this.#today(tenantId);
    counts.requests++;
    if (request.status >= 400) counts.errors++;
    else if (request.kind) counts[request.kind]++;
    counts.bytesReceived += request.bytesReceived;
    counts.bytesSent += request.bytesSent;
  }

  countEmbedding(tenantId: string, ms: number): void {
    this.#today(tenantId).embedWaitMs += ms;
  }

  /** Every day of the last `days`, oldest first, today included; what this process has not flushed yet as well. */
  async list(tenantId: string, days: number): Promise<UsageDay[]> {
    const today = this.#day();
    const from = today - days + 1;
    const stored = await this.#store.list(tenantId, from);
    const pending = [...this.#pending.values()].filter((one) => one.tenantId === tenantId);
    return Array.from({ length: days }, (_, i) => {
      const sum: UsageDay = { day: from + i, ...nothing() };
      for (const one of [...stored, ...pending]) if (one.day === sum.day) add(sum, one);
      return { ...sum, embedWaitMs: Math.round(sum.embedWaitMs) };
    });
  }

  /** Stores what was counted. What could not be stored is kept for the next time. */
  async flush(): Promise<void> {
    const flushed = this.#pending;
    if (flushed.size === 0) return;
    this.#pending = new Map();
    this.#last = undefined;
    try {
      await this.#store.add(
        [...flushed.values()].map((one) => ({ ...one, embedWaitMs: Math.round(one.embedWaitMs) })),
      );
    } catch (error) {
      for (const [key, counts] of this.#pending) {
        const older = flushed.get(key);
        if (older) add(older, counts);
        else flushed.set(key, counts);
      }
      this.#pending = flushed;
      this.#last = undefined;
      throw error;
    }
  }

  removeOld(): Promise<number> {
    return this.#store.removeBefore(this.#day() - keptDays);
  }

  #today(tenantId: string): UsageCounts {
    const day = this.#day();
    if (this.#last?.tenantId === tenantId && this.#last.day === day) return this.#last;
    const key = `${tenantId} ${day}`;
    let counts = this.#pending.get(key);
    if (!counts) {
      counts = { tenantId, day, ...nothing() };
      this.#pending.set(key, counts);
    }
    this.#last = counts;
    return counts;
  }

  #day(): number {
    return Math.floor(this.#clock.now() / dayMs);
  }
}

function nothing(): UsageCounts {
  return {
    requests: 0,
    errors: 0,
    writes: 0,
    searches: 0,
    scans: 0,
    embedWaitMs: 0,
    bytesReceived: 0,
    bytesSent: 0,
  };
}

function add(sum: UsageCounts, other: UsageCounts): void {
  for (const name of Object.keys(nothing()) as Array<keyof UsageCounts>) sum[name] += other[name];
}
