/**
 * What things cost on one core of a 64-bit ARM processor, and which command measured it. Change a number here and run the simulation again:
 * `node bench/fleet/run.ts`.
 */
export const costs = {
  /** A query by the local model; half of all queries are in the cache. `node bench/memory/embedding-speed.ts` */
  embedMs: 1.56,
  embedCachedShare: 0.5,
  /** Receiving and answering. `node bench/http/run.ts` */
  httpMs: 0.05,
  /** What a search asks of Postgres, in the node and in the server. `node bench/cluster/costs.ts` */
  storeNodeMs: 0.33,
  storeServerMs: 0.23,
  /** The exact scan, for each entry of the namespace. `node bench/memory/index-speed.ts` */
  scanMsPerEntry: 2.6 / 100_000,
  /** Restoring an index from the snapshot in Postgres, for each entry, in the node. `node bench/cluster/take-over.ts` */
  restoreMsPerEntry: 860 / 100_000,
  /** Loading one from its rows; below so many entries there is no snapshot. The same command. */
  rowsMsPerEntry: 12_500 / 100_000,
  snapshotMinEntries: 2_000,
  /** In memory, in Postgres, and as a snapshot in Postgres. */
  indexBytesPerEntry: 1_860,
  storedBytesPerEntry: 2_400,
  snapshotBytesPerEntry: 1_120,
  /** An entry of 200 words: embedding, then node and server in joined writes. `node bench/cluster/costs.ts` */
  writeEmbedMs: 14.6,
  writeNodeMs: 0.06,
  writeServerMs: 0.07,
  /** A scan of a repository of middle size. */
  scanCpuSeconds: 42,
} as const;

/** Orders of size in US dollars a month: assumed, not looked up. */
export const prices = {
  nodeOf16CoresAnd128GB: 450,
  postgresOf32Cores: 2_000,
  gigabyteOfStorage: 0.1,
} as const;

/** What the service does when many indexes have to be loaded, as in `src/memory/admission/load-admission.ts`. */
export const admission = {
  smallEntries: 10_000,
  largeEntries: 100_000,
  maxWaitingEntriesPerSlot: 2_000_000,
  /** About what those entries take, where they are small. */
  maxSmallWaitMs: 20_000,
} as const;
