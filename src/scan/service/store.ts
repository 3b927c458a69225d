import type { EnqueueResult, JobClaim, NewJob, QueueBounds } from '../../jobs/job-queue.ts';
import type { Receipt } from '../../kernel/receipt.ts';
import type { Finding } from '../model/finding.ts';
import type { Inventory } from '../model/inventory.ts';
import type { CompletedScan, FailedScan } from '../model/outcome.ts';
import type { ScanRecord, ScanRequest, ScanStatus } from '../model/scan-record.ts';

export interface NewScan {
  scanId: string;
  tenantId: string;
  keyId: string;
  request: ScanRequest;
  createdAt: number;
}

export interface ScanListQuery {
  /** Only scans before this one, newest first. */
  before?: string;
  limit: number;
  status?: ScanStatus;
  repoUrl?: string;
  branch?: string;
  /** Name and value of a label. */
  label?: [name: string, value: string];
}

/**
 * How many scans may wait, and how many a tenant may start in a time; 0 for any number. Starts count whether or not their scans are
 * still there; what began before `since` may be forgotten.
 */
export interface StartBounds extends QueueBounds {
  quota: { max: number; since: number };
}

export type StartResult = EnqueueResult | 'quota_used_up';

/** How a scan ended, and the jobs that follow from it. */
export interface ScanEnding {
  outcome: CompletedScan | FailedScan;
  finishedAt: number;
  followUps: NewJob[];
}

/** Scans and their findings. An unfinished scan is pending or running as its job is; a finished one never changes. */
export interface ScanStore {
  /** The scan, its job and the receipt in one transaction; nothing of them when a bound is reached. */
  create(
    scan: NewScan,
    job: NewJob,
    bounds: StartBounds,
    receipt?: Receipt<ScanRecord>,
  ): Promise<StartResult>;
  find(tenantId: string, scanId: string): Promise<ScanRecord | undefined>;
  findings(scanId: string): Promise<{ findings: Finding[]; suppressedFindings: Finding[] }>;
  /** Those of a scan's findings that have these ids, in this order; one that the scan does not have is missing. */
  findingsById(scanId: string, ids: readonly string[]): Promise<Finding[]>;
  /** Which of these scans found this, and whether it counted there. */
  scansWithFinding(
    scanIds: readonly string[],
    findingId: string,
  ): Promise<Map<string, 'open' | 'suppressed'>>;
  /** The packages of a completed scan, where dependencies were looked at. */
  inventory(scanId: string): Promise<Inventory | undefined>;
  list(tenantId: string, query: ScanListQuery): Promise<ScanRecord[]>;

  /** Stores result, findings and follow-ups and removes the job, in one transaction; false when the claim is not valid any more. */
  finish(claim: JobClaim, scanId: string, ending: ScanEnding): Promise<boolean>;
  /** Ends a scan whose job may be running: whoever runs it loses its claim. False when it was finished already. */
  endNow(scanId: string, ending: ScanEnding): Promise<boolean>;

  /** `followUp` gives the job that is stored in the transaction that removes a scan; the same goes for the two below. */
  remove(
    tenantId: string,
    scanId: string,
    followUp?: RemovalJob,
  ): Promise<'removed' | 'unfinished' | 'unknown'>;
  /** Removes finished scans that are older than this, oldest first, at most `limit`. */
  removeFinishedBefore(time: number, limit: number, followUp?: RemovalJob): Promise<number>;
  /** Removes the oldest finished scans of every tenant that holds more than this, at most `limit` of them. */
  removeAboveBytes(bytesPerTenant: number, limit: number, followUp?: RemovalJob): Promise<number>;
  usage(tenantId: string): Promise<{ scans: number; bytes: number }>;
}

/** The job that follows from a scan's removal: what was derived from its findings goes as well. */
export type RemovalJob = (scan: { tenantId: string; repoUrl: string }) => NewJob;
