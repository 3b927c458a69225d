import { expect } from 'vitest';
import type { JobClaim, JobQueue, NewJob } from '../../src/jobs/job-queue.ts';
import type { AuditEntry } from '../../src/kernel/audit.ts';
import type { Clock } from '../../src/kernel/clock.ts';
import type { SealedCredential, SecretStore } from '../../src/scan/credentials/secret-store.ts';
import type { ScanOutcome } from '../../src/scan/model/outcome.ts';
import type { FindingListStore } from '../../src/scan/service/finding-list-store.ts';
import type { NewScan, ScanStore } from '../../src/scan/service/store.ts';
import type { TrendStore } from '../../src/scan/service/trend-store.ts';
import type { StoredDecision, TriageStore } from '../../src/scan/service/triage-store.ts';
import { sampleScan } from '../support/sample-scan.ts';

export interface ScanStoresUnderTest {
  scans: ScanStore;
  triage: TriageStore;
  lists: FindingListStore;
  trends: TrendStore;
  secrets: SecretStore;
  queue: JobQueue;
  addTenant(id: string): Promise<void>;
  /** The data that was stored under the receipt. */
  findReceipt(id: string): Promise<unknown>;
  /** The records of who changed what. */
  audited(): Promise<string[]>;
  close(): Promise<void>;
}

export type OpenStores = (clock: Clock) => Promise<ScanStoresUnderTest>;

export interface ScanBench extends ScanStoresUnderTest {
  clock: Clock & { time: number };
  create(change?: Partial<NewScan>): Promise<string>;
  claim(): Promise<JobClaim>;
}

/** Opens fresh stores with two tenants, and closes them whatever happens. */
export async function withStores(open: OpenStores, work: (bench: ScanBench) => Promise<void>): Promise<void> {
  const clock = { time: 1_000_000, now: () => clock.time };
  const stores = await open(clock);
  await stores.addTenant('ten_a');
  await stores.addTenant('ten_b');
  let count = 0;
  const create: ScanBench['create'] = async (change = {}) => {
    const number = String(++count).padStart(5, '0');
    const scan: NewScan = {
      scanId: `scan_${number}`,
      tenantId: 'ten_a',
      keyId: 'key_a',
      request: {
        repoUrl: 'https://example.com/a',
        history: false,
        trustRepositoryConfig: false,
        labels: {},
      },
      createdAt: clock.time,
      ...change,
    };
    expect(await stores.scans.create(scan, jobOf(scan, `job_${number}`), bounds)).toBe('queued');
    return scan.scanId;
  };
  const claim: ScanBench['claim'] = async () => (await stores.queue.claim(claimRequest))!;
  try {
    await work({ ...stores, clock, create, claim });
  } finally {
    await stores.close();
  }
}

export const completed = sampleScan();
export const failed: ScanOutcome = { status: 'failed', errorCode: 'auth_failed', error: 'No.' };
export const bounds = { maxWaiting: 100, maxWaitingPerKey: 100, quota: { max: 0, since: 0 } };
export const claimRequest = {
  kind: 'scan',
  node: 'node-1',
  leaseMs: 30_000,
  maxRunning: 10,
  maxRunningPerKey: 10,
  maxAttempts: 3,
};
let entries = 0;

/** A record of an act, as every change of decisions and secrets takes one along. */
export function act(): AuditEntry {
  const id = `aud_${++entries}`;
  return { id, tenantId: 'ten_a', at: 1, actor: 'key_a', action: 'test', subject: 'x', details: {} };
}

export const credential: SealedCredential = {
  credentialId: 'cred_1',
  tenantId: 'ten_a',
  host: 'git.example.com',
  name: 'CI',
  username: 'ci',
  sealed: new Uint8Array([1, 2, 3]),
  createdAt: 5,
};

export function ending(outcome: ScanOutcome, finishedAt: number) {
  return { outcome, finishedAt, followUps: [] };
}

export function newScan(scanId: string, createdAt: number): NewScan {
  return {
    scanId,
    tenantId: 'ten_a',
    keyId: 'key_a',
    request: { repoUrl: 'https://example.com/a', history: false, trustRepositoryConfig: false, labels: {} },
    createdAt,
  };
}

export function jobOf(scan: { tenantId: string; keyId: string; scanId: string }, id: string): NewJob {
  const { tenantId, keyId, scanId } = scan;
  return { id, kind: 'scan', tenantId, keyId, payload: { scanId }, runAt: 0 };
}

/** Decides about one finding; without a decision it is open again. */
export function decide(
  triage: TriageStore,
  tenantId: string,
  findingId: string,
  decision?: StoredDecision,
): Promise<void> {
  const changes = [{ findingId, ...(decision && { decision }) }];
  return triage.change({ tenantId, at: 1, changes, audit: [act()], jobs: [] });
}
