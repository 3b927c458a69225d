import { hkdfSync } from 'node:crypto';
import { join } from 'node:path';
import type { HopelessClaim, JobClaim } from '../../jobs/job-queue.ts';
import type { JobHandler } from '../../jobs/job-worker.ts';
import type { Credentials } from '../credentials/credentials.ts';
import type { CodeRulePack } from '../model/code-rule-pack.ts';
import type { EngineCrash } from '../model/engine-crash.ts';
import { ScanFailure } from '../model/failure.ts';
import type { LicencePolicy } from '../model/licence-policy.ts';
import type { FailedScan, RunScan, ScanOutcome } from '../model/outcome.ts';
import type { Sandbox } from '../model/sandbox.ts';
import type { ScanRecord } from '../model/scan-record.ts';
import type { ScanRule } from '../model/secret-rule.ts';
import type { KnownFinding, NetworkSettings, ScanLimits, ScanTask } from '../model/task.ts';
import { acceptedUrl } from './accepted-url.ts';
import type { CodeMemory } from './code-memory.ts';
import type { ScanWatch } from './scan-watch.ts';
import type { Scans } from './scans.ts';
import type { ScanStore } from './store.ts';
import type { TriageStore } from './triage-store.ts';

export interface ScanJobOptions {
  store: ScanStore;
  triage: TriageStore;
  credentials: Credentials;
  scans: Pick<Scans, 'ending'>;
  watch: ScanWatch;
  runScan: RunScan;
  limits: ScanLimits;
  network: NetworkSettings;
  /** What scans run in; known once the service has started. */
  sandbox?(): Sandbox | undefined;
  scratchFolder: string;
  cacheFolder?: string;
  /** The advisories to check by; asked for each scan, since they may come or change while the service runs. */
  advisoryIndexFile?(): string | undefined;
  /** Credential formats of the operator. */
  secretRules?: readonly ScanRule[];
  codeRules?: readonly CodeRulePack[];
  licencePolicy?: LicencePolicy;
  /** Absent where this process has no memory. */
  codeMemory?: CodeMemory;
  /** The service's secret key: what identifies findings of a tenant is derived from it. */
  secretKey: Uint8Array;
  /** Called when an engine crashed: a defect that somebody should hear of. */
  onCrash(scan: ScanRecord, crash: EngineCrash): void;
  /** Called when a scan has ended: there may be a webhook to send, and somebody wants to know how it went. */
  onFinished(scan: ScanRecord, outcome: ScanOutcome): void;
}

/** Runs the scan that a job asks for and stores how it ended. */
export class ScanJob implements JobHandler {
  readonly #options: ScanJobOptions;

  constructor(options: ScanJobOptions) {
    this.#options = options;
  }

  async run(claim: JobClaim, signal: AbortSignal): Promise<'settled'> {
    const { store, watch } = this.#options;
    const scan = await this.#scanOf(claim);
    watch.changed(scan.scanId, true);
    try {
      const outcome = await this.#remembered(scan, await this.#scan(scan, signal), signal);
      // Cancelled, shut down or lost: whoever gave the signal has decided what becomes of the scan.
      signal.throwIfAborted();
      const isStored = await store.finish(claim, scan.scanId, this.#options.scans.ending(scan, outcome));
      if (isStored) this.#options.onFinished(scan, outcome);
    } finally {
      watch.changed(scan.scanId, false);
    }
    return 'settled';
  }

  async giveUp(claim: JobClaim, reason: HopelessClaim['reason']): Promise<void> {
    const { store, scans, watch } = this.#options;
    const scan = await this.#scanOf(claim);
    const isStored = await store.finish(claim, scan.scanId, scans.ending(scan, hopeless[reason]));
    if (isStored) this.#options.onFinished(scan, hopeless[reason]);
    watch.changed(scan.scanId, false);
  }

  async #scanOf(claim: JobClaim): Promise<ScanRecord> {
    const { scanId } = claim.payload as { scanId: string };
    const scan = await this.#options.store.find(claim.tenantId, scanId);
    if (scan === undefined) throw new Error('A job was claimed whose scan does not exist.');
    return scan;
  }

  async #scan(scan: ScanRecord, signal: AbortSignal): Promise<ScanOutcome> {
    const { runScan, watch, network, scratchFolder, cacheFolder } = this.#options;
    const advisoryIndexFile = this.#options.advisoryIndexFile?.();
    const sandbox = this.#options.sandbox?.();
    const task = await this.#taskOrFailure(scan);
    if ('errorCode' in task) return task;
    signal.throwIfAborted();
    return runScan(task, {
      onProgress: (progress) => watch.progressed(scan.scanId, progress),
      onCrash: (crash) => this.#options.onCrash(scan, crash),
      signal,
      network,
      ...(sandbox && { sandbox }),
      scratchFolder,
      // A folder of its own for each tenant: whether something is cached must not tell one tenant about another.
      ...(cacheFolder === undefined ? {} : { cacheFolder: join(cacheFolder, scan.tenantId) }),
      ...(advisoryIndexFile !== undefined && { advisoryIndexFile }),
    });
  }

  /** Hands the code over to memory, where that was asked for. A scan that is run again does it again, which changes nothing. */
  async #remembered(scan: ScanRecord, outcome: ScanOutcome, signal: AbortSignal): Promise<ScanOutcome> {
    if (outcome.status !== 'completed' || !outcome.code) return outcome;
    const { code, ...rest } = outcome;
    const { remember, repoUrl, paths } = scan.request;
    const { codeMemory, watch } = this.#options;
    if (!remember || !codeMemory) return rest;
    signal.throwIfAborted();
    const { tests: _, ...kept } = remember;
    const place = { ...kept, tenantId: scan.tenantId, repository: repoUrl, ...(paths && { paths }) };
    const { files } = outcome.coverage;
    const remembered = await codeMemory.remember(place, code, {
      signal,
      onProgress: (done) =>
        watch.progressed(scan.scanId, {
          phase: 'remembering',
          percent: 99,
          filesDone: Math.floor(done * files),
          filesTotal: files,
        }),
    });
    return { ...rest, remembered };
  }

  async #taskOrFailure(scan: ScanRecord): Promise<ScanTask | FailedScan> {
    try {
      return await this.#taskOf(scan);
    } catch (error) {
      if (error instanceof ScanFailure) return error.toOutcome();
      throw error;
    }
  }

  async #taskOf({ tenantId, request, createdAt }: ScanRecord): Promise<ScanTask | FailedScan> {
    const { store, triage, credentials, limits, network, secretKey, secretRules, codeRules, licencePolicy } =
      this.#options;
    const url = acceptedUrl(request.repoUrl, network.allowHosts);
    const source: ScanTask['source'] = { kind: 'remote', url };
    if (request.branch !== undefined) source.ref = request.branch;
    if (request.credentialId !== undefined) {
      const credential = await credentials.reveal(tenantId, request.credentialId, url);
      if (credential === undefined) return credentialGone;
      source.credential = credential;
    }
    const task: ScanTask = {
      source,
      history: request.history,
      trustRepositoryConfig: request.trustRepositoryConfig,
      triage: await triage.decisions(tenantId, createdAt),
      identityKey: new Uint8Array(hkdfSync('sha256', secretKey, tenantId, 'finding-identity', 32)),
      now: createdAt,
      limits,
      ...(secretRules && { secretRules }),
      ...(codeRules && { codeRules }),
      ...(licencePolicy && { licencePolicy }),
      ...(request.remember && { gatherCode: { tests: request.remember.tests ?? false } }),
    };
    if (request.engines !== undefined) task.engines = request.engines;
    if (request.paths !== undefined) task.paths = request.paths;
    if (request.policy !== undefined) task.policy = request.policy;
    if (request.baseline !== undefined) {
      task.baseline =
        'ref' in request.baseline
          ? request.baseline
          : { known: await knownFindings(store, request.baseline.scanId) };
    }
    return task;
  }
}

const hopeless: Record<HopelessClaim['reason'], FailedScan> = {
  expired: {
    status: 'failed',
    errorCode: 'expired_in_queue',
    error: 'The scan waited too long for a free worker.',
  },
  attempts_used_up: {
    status: 'failed',
    errorCode: 'worker_lost',
    error: 'The worker of this scan was lost several times.',
  },
};

const credentialGone: FailedScan = {
  status: 'failed',
  errorCode: 'auth_failed',
  error: 'The credential of this scan was deleted or cannot be opened any more; store it again.',
};

async function knownFindings(store: ScanStore, scanId: string): Promise<KnownFinding[]> {
  const { findings, suppressedFindings } = await store.findings(scanId);
  return [...findings, ...suppressedFindings].map(({ fingerprint, file, engine }) => ({
    fingerprint,
    file,
    engine,
  }));
}
