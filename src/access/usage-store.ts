/** What a tenant asked for on one day. */
export interface UsageCounts {
  requests: number;
  /** Of them, those that were answered with a status of 400 or more. */
  errors: number;
  /** Requests that wrote entries. */
  writes: number;
  searches: number;
  /** Scans that were started. */
  scans: number;
  /** How long requests waited for the embedding model, its queue included. */
  embedWaitMs: number;
  bytesReceived: number;
  bytesSent: number;
}

export interface UsageDay extends UsageCounts {
  /** Days since the epoch, UTC. */
  day: number;
}

/** Usage by tenant and day; what several nodes add comes together. */
export interface UsageStore {
  /** All or nothing. Tenants that are gone meanwhile are skipped. */
  add(days: ReadonlyArray<UsageDay & { tenantId: string }>): Promise<void>;
  /** Those from this day on, oldest first; days without a request are not there. */
  list(tenantId: string, from: number): Promise<UsageDay[]>;
  /** Forgets the days before this one. */
  removeBefore(day: number): Promise<number>;
}
