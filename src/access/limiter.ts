/** What a caller may still do. */
export interface Allowance {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Seconds until one more request is allowed (when refused) or until the allowance is whole again. */
  resetSeconds: number;
}

/** Counts requests. At once where it can: waiting, even for nothing, is dearer than the rest of it. */
export interface Limiter {
  take(subject: string, perMinute: number): Allowance | Promise<Allowance>;
}

/** Where all nodes of a service keep how much of a minute's requests is left. */
export interface AllowanceStore {
  /** Takes up to `wanted` requests out of the subject's minute; says how many it got and how many are left. */
  lease(subject: string, perMinute: number, wanted: number): Promise<{ granted: number; left: number }>;
  /** How many nodes there are; each limits alone by its share when the store cannot be reached. */
  readonly nodes: number;
}
