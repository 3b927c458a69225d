import type { AllowanceStore } from '../access/limiter.ts';
import type { AccessStore } from '../access/store.ts';
import type { UsageStore } from '../access/usage-store.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { ErrorCode } from '../kernel/errors.ts';
import type { Peers } from '../kernel/peers.ts';
import type { ReceiptStore } from '../kernel/receipt.ts';
import type { Signals } from '../kernel/signals.ts';
import type { SnapshotStore } from '../memory/search-index.ts';
import type { MemoryStore } from '../memory/store.ts';
import type { SecretStore } from '../scan/credentials/secret-store.ts';
import type { FindingListStore } from '../scan/service/finding-list-store.ts';
import type { ScanStore } from '../scan/service/store.ts';
import type { TrendStore } from '../scan/service/trend-store.ts';
import type { TriageStore } from '../scan/service/triage-store.ts';

/** Everything that a service keeps, wherever that is. */
export interface Storage {
  /** Files of this process: its caches, and all data where the database is the embedded one. */
  readonly folder: string;
  /** Names this process among those that share the queue, also over restarts. */
  readonly node: string;
  /** Seals stored credentials; what identifies findings is derived from it. */
  readonly secretKey: Uint8Array;
  readonly access: AccessStore;
  readonly usage: UsageStore;
  readonly receipts: ReceiptStore;
  readonly memory: MemoryStore;
  readonly snapshots: SnapshotStore;
  readonly queue: JobQueue;
  readonly scans: ScanStore;
  readonly triage: TriageStore;
  readonly findingLists: FindingListStore;
  readonly trends: TrendStore;
  readonly scanSecrets: SecretStore;
  /** Rate limits that several processes share; absent where there is one process. */
  readonly allowances?: AllowanceStore;
  /** The processes that share this storage; absent where there is one. */
  readonly peers?: Peers;
  /** Tells the others that this process is about to end. */
  drain(): Promise<void>;
  /** Between the processes that share this storage. */
  readonly signals: Signals;
  /** Whether this process does the upkeep for all that share the storage. */
  leads(): boolean;
  /** Calls back when another process changed what processes remember: keys, tenants, the choice of model. */
  onChange(listener: () => void): void;
  /** What can be measured of it at any time. */
  readonly gauges: readonly Gauge[];
  readonly readiness: readonly StorageReadiness[];
  /** Runs `work` while no other process that shares this storage does the same. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  backUp(target: string, now: number, report: (done: number, total: number) => void): Promise<BackupManifest>;
  /** Reads everything and says what does not hold together. */
  verify(): Promise<Check[]>;
  close(): Promise<void>;
}

export interface Gauge {
  name: string;
  help: string;
  read(): number;
}

/** What must work before the service can serve. */
export interface StorageReadiness {
  name: string;
  code: ErrorCode;
  problem(): string | undefined;
}

export interface BackupManifest {
  format: string;
  createdAt: string;
  schemaVersion: number;
  files: Array<{ name: string; bytes: number; sha256: string }>;
}

/** The outcome of one check; `problems` is empty when all is well. */
export interface Check {
  name: string;
  problems: string[];
}
