import type { Clock } from '../../kernel/clock.ts';
import { noSignals } from '../../kernel/signals.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Storage } from '../storage.ts';
import { EmbeddedUsageStore } from './access/usage-store.ts';
import { EmbeddedAccessStore } from './access-store.ts';
import { backUp } from './backup.ts';
import { openDataFolder } from './data-folder.ts';
import { EmbeddedJobQueue } from './job-queue.ts';
import { loadSecretKey } from './key-file.ts';
import { EmbeddedMemoryStore } from './memory/memory-store.ts';
import { SnapshotFiles, snapshotFolder } from './memory/snapshot-files.ts';
import { EmbeddedReceiptStore } from './receipt-store.ts';
import { EmbeddedFindingListStore } from './scan/finding-list-store.ts';
import { EmbeddedScanSecretStore } from './scan/scan-secret-store.ts';
import { EmbeddedScanStore } from './scan/scan-store.ts';
import { EmbeddedTrendStore } from './scan/trend-store.ts';
import { EmbeddedTriageStore } from './scan/triage-store.ts';
import { verifyDataFolder } from './verify.ts';

export interface EmbeddedOptions {
  dataDir: string;
  /** 0 for as much as the disk holds. */
  maxBytes: number;
  /** Set aside for deletes on a full disk; 0 for none. */
  reserveBytes: number;
  clock: Clock;
  logger: Logger;
}

const watchMs = 5_000;

/** Everything in one folder, with SQLite; open in at most one process at a time. */
export function openEmbeddedStorage(options: EmbeddedOptions): Storage {
  const { dataDir, clock, logger } = options;
  const folder = openDataFolder(dataDir, {
    maxBytes: options.maxBytes,
    reserveBytes: options.reserveBytes,
    onReserveFailure: (error) =>
      logger.warn({ err: error }, 'the disk is too full for upkeep of the reserve'),
    onProblem: (problem) => {
      if (problem)
        logger.error({ problem }, 'the data folder was changed under the service; writes are refused');
      else logger.info('the data folder is back; writes are accepted again');
    },
  });
  const { database, path } = folder;
  // Noticed also while nobody writes or asks. The reserve is filled here and not at the start, which should not wait for it.
  const watch = setInterval(() => {
    if (folder.problem() === undefined) void database.reserve.refill();
  }, watchMs).unref();
  return {
    folder: path,
    // The data folder belongs to one process at a time, so that a fixed name is enough to find what the last one left.
    node: 'embedded',
    secretKey: loadSecretKey(path),
    access: new EmbeddedAccessStore(database),
    usage: new EmbeddedUsageStore(database),
    receipts: new EmbeddedReceiptStore(database),
    memory: new EmbeddedMemoryStore(database),
    snapshots: new SnapshotFiles(snapshotFolder(path)),
    queue: new EmbeddedJobQueue(database, clock),
    scans: new EmbeddedScanStore(database),
    triage: new EmbeddedTriageStore(database),
    findingLists: new EmbeddedFindingListStore(database),
    trends: new EmbeddedTrendStore(database),
    scanSecrets: new EmbeddedScanSecretStore(database),
    signals: noSignals,
    drain: async () => {},
    leads: () => true,
    onChange: () => {},
    gauges: [],
    readiness: [{ name: 'data folder', code: 'storage_unavailable', problem: () => folder.problem() }],
    exclusively: (work) => work(),
    backUp: (target, now, report) => backUp(folder, target, now, report),
    verify: () => verifyDataFolder(folder),
    close: async () => {
      clearInterval(watch);
      await database.reserve.close();
      folder.close();
    },
  };
}
