import type { NewJob, QueueBounds } from '../../jobs/job-queue.ts';
import type { Clock } from '../../kernel/clock.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { NewId } from '../../kernel/ids.ts';
import type { Receipt } from '../../kernel/receipt.ts';
import type { Credentials } from '../credentials/credentials.ts';
import type { Sealing } from '../credentials/sealing.ts';
import type { Caller } from '../model/caller.ts';
import type { ReportedScan, ScanOutcome } from '../model/outcome.ts';
import type { ScanRecord, ScanRequest } from '../model/scan-record.ts';
import { isValidRef } from '../source/git/ref-name.ts';
import { checkRepositoryUrl } from '../source/guard/url-guard.ts';
import { webhookJob, webhookUrlLabel } from '../webhooks/webhook-message.ts';
import type { WebhookSecrets } from '../webhooks/webhook-secrets.ts';
import { checkWebhookUrl } from '../webhooks/webhook-url.ts';
import { diffScans } from './diff.ts';
import { type DiffPage, type DiffPageQuery, lengthsOf, readDiffPage } from './diff-pages.ts';
import { rememberJob } from './recall/remember-job.ts';
import type { SimilarDecisions } from './recall/similar-decisions.ts';
import { type ScanView, toReportedScan, toScanView } from './scan-view.ts';
import type { ScanWatch } from './scan-watch.ts';
import type { ScanListQuery, ScanStore, StartResult } from './store.ts';
import type { TrendStore } from './trend-store.ts';
import { isFinished, waitForScan } from './wait-for-scan.ts';

export const scanJobKind = 'scan';

/** What a caller asks for; the address of the webhook is not stored as it is. */
export interface StartRequest extends Omit<ScanRequest, 'sealedWebhookUrl'> {
  webhookUrl?: string;
}

export interface ScansOptions {
  store: ScanStore;
  trends: Pick<TrendStore, 'findingIds'>;
  credentials: Credentials;
  webhookSecrets: WebhookSecrets;
  watch: ScanWatch;
  sealing: Sealing;
  clock: Clock;
  newId: NewId;
  allowHosts: readonly string[];
  bounds: QueueBounds;
  /** A scan that has not started by then fails. */
  queueDeadlineMs: number;
  /** The worker that takes scans, as far as it has to be told things. */
  worker: { wake(): void; abort(jobId: string): void };
  similar: Pick<SimilarDecisions, 'attach'>;
  /** Called when what is remembered of findings is to be brought up to date. */
  onFindingsChanged(): void;
}

/** Scans as their callers see them: start, look, wait, cancel, compare, delete. Everything is confined to the caller's tenant. */
export class Scans {
  readonly #options: ScansOptions;

  constructor(options: ScansOptions) {
    this.#options = options;
  }

  /** `scansPerDay` is what the caller's plan allows; 0 for any number. */
  async start(
    caller: Caller,
    request: StartRequest,
    scansPerDay: number,
    receipt?: Receipt<ScanRecord>,
  ): Promise<ScanView> {
    const { store, clock, newId, bounds, queueDeadlineMs, worker } = this.#options;
    await this.#check(caller, request);
    const now = clock.now();
    const scanId = newId('scan');
    const scan = { ...caller, scanId, request: this.#sealed(caller, scanId, request), createdAt: now };
    const job: NewJob = {
      ...caller,
      id: newId('job'),
      kind: scanJobKind,
      payload: { scanId: scan.scanId },
      runAt: now,
      expiresAt: now + queueDeadlineMs,
    };
    const quota = { max: scansPerDay, since: now - dayMs };
    refuse(await store.create(scan, job, { ...bounds, quota }, receipt));
    worker.wake();
    return toScanView({ ...scan, jobId: job.id, status: 'pending', attempt: 0 });
  }

  /** With `similar`, findings say what was decided about those that look like them. */
  async get(caller: Caller, scanId: string, { similar = false } = {}): Promise<ScanView> {
    const view = await this.#view(await this.#find(caller, scanId));
    if (!similar || !view.findings) return view;
    return { ...view, findings: await this.#options.similar.attach(caller.tenantId, view.findings) };
  }

  /** Without findings, whatever the status. */
  async glance(caller: Caller, scanId: string): Promise<ScanView> {
    return toScanView(await this.#find(caller, scanId), this.#options.watch.progress(scanId));
  }

  /** Waits until the scan is finished or `stop` fires; with what is known then. */
  async wait(caller: Caller, scanId: string, stop: AbortSignal): Promise<ScanView> {
    const { store, watch } = this.#options;
    const look = () => store.find(caller.tenantId, scanId);
    const scan = await waitForScan({ watch, scanId, look, stop, lookEveryMs: 2_000 });
    if (scan === undefined) throw new ServiceError('scan_not_found');
    return this.#view(scan);
  }

  /** Without findings. */
  async list(caller: Caller, query: ScanListQuery): Promise<ScanView[]> {
    const { store, watch } = this.#options;
    const scans = await store.list(caller.tenantId, query);
    return scans.map((scan) => toScanView(scan, watch.progress(scan.scanId)));
  }

  async report(caller: Caller, scanId: string): Promise<ReportedScan> {
    const scan = await this.#findCompleted(caller, scanId);
    const { store } = this.#options;
    const [found, inventory] = await Promise.all([store.findings(scanId), store.inventory(scanId)]);
    const findings = await this.#options.similar.attach(caller.tenantId, found.findings);
    return {
      ...toReportedScan(scan, scan.result!, { ...found, findings }),
      ...(inventory && { inventory }),
    };
  }

  /** What changed since another scan: all of it, or a page. */
  async diff(caller: Caller, scanId: string, against: string, page?: DiffPageQuery): Promise<DiffPage> {
    const { store, trends } = this.#options;
    const now = await this.#findCompleted(caller, scanId);
    const before = await this.#findCompleted(caller, against);
    if (page) return readDiffPage({ store, trends }, now, before, page);
    const diff = diffScans(await store.findings(scanId), await store.findings(against));
    return { diff, lengths: lengthsOf(diff) };
  }

  async cancel(caller: Caller, scanId: string): Promise<ScanView> {
    const { store, watch, worker } = this.#options;
    const scan = await this.#find(caller, scanId);
    const cancelled = await store.endNow(scanId, this.ending(scan, cancelledOutcome));
    if (!cancelled) throw new ServiceError('scan_already_finished');
    worker.abort(scan.jobId);
    watch.changed(scanId, false);
    return this.get(caller, scanId);
  }

  async remove(caller: Caller, scanId: string): Promise<void> {
    const { store, clock, newId, onFindingsChanged } = this.#options;
    const { tenantId } = caller;
    const result = await store.remove(tenantId, scanId, ({ repoUrl }) =>
      rememberJob(newId('job'), tenantId, { repoUrl }, clock.now()),
    );
    if (result === 'unknown') throw new ServiceError('scan_not_found');
    if (result === 'unfinished') throw new ServiceError('scan_not_finished', 'Cancel the scan first.');
    onFindingsChanged();
  }

  usage(caller: Caller): Promise<{ scans: number; bytes: number }> {
    return this.#options.store.usage(caller.tenantId);
  }

  /** How a scan ends: the outcome and, where one is wanted, the webhook that tells of it. */
  ending(scan: ScanRecord, outcome: ScanOutcome) {
    const { clock, newId } = this.#options;
    const now = clock.now();
    const { repoUrl, sealedWebhookUrl } = scan.request;
    const followUps = [
      ...(sealedWebhookUrl === undefined ? [] : [webhookJob(newId('job'), scan, outcome, now)]),
      ...(outcome.status === 'completed' ? [rememberJob(newId('job'), scan.tenantId, { repoUrl }, now)] : []),
    ];
    return { outcome, finishedAt: now, followUps };
  }

  #sealed({ tenantId }: Caller, scanId: string, { webhookUrl, ...request }: StartRequest): ScanRequest {
    if (webhookUrl === undefined) return request;
    const sealed = this.#options.sealing.seal(webhookUrl, webhookUrlLabel(tenantId, scanId));
    return { ...request, sealedWebhookUrl: Buffer.from(sealed).toString('base64') };
  }

  async #check(caller: Caller, request: StartRequest): Promise<void> {
    const { allowHosts, credentials, webhookSecrets } = this.#options;
    const url = checkRepositoryUrl(request.repoUrl, allowHosts);
    if (request.branch !== undefined && !isValidRef(request.branch)) throw new ServiceError('invalid_ref');
    if (request.baseline !== undefined) {
      if ('scanId' in request.baseline) await this.#findCompleted(caller, request.baseline.scanId);
      else if (!isValidRef(request.baseline.ref)) {
        throw new ServiceError('invalid_ref', 'baseline.ref is not a valid branch, tag or full commit.');
      }
    }
    if (request.credentialId !== undefined) await credentials.checkUse(caller, request.credentialId, url);
    if (request.webhookUrl !== undefined) {
      checkWebhookUrl(request.webhookUrl, allowHosts);
      if ((await webhookSecrets.list(caller)).length === 0) throw noWebhookSecret();
    }
  }

  async #view(scan: ScanRecord): Promise<ScanView> {
    const { store, watch } = this.#options;
    const found = scan.status === 'completed' ? await store.findings(scan.scanId) : undefined;
    return toScanView(scan, watch.progress(scan.scanId), found);
  }

  async #find(caller: Caller, scanId: string): Promise<ScanRecord> {
    const scan = await this.#options.store.find(caller.tenantId, scanId);
    if (scan === undefined) throw new ServiceError('scan_not_found');
    return scan;
  }

  async #findCompleted(caller: Caller, scanId: string): Promise<ScanRecord> {
    const scan = await this.#find(caller, scanId);
    if (!isFinished(scan)) throw new ServiceError('scan_not_finished');
    if (scan.status === 'failed') {
      throw new ServiceError('validation_failed', `The scan ${scanId} failed; it has no findings.`);
    }
    return scan;
  }
}

const dayMs = 24 * 60 * 60 * 1000;

const cancelledOutcome: ScanOutcome = {
  status: 'failed',
  errorCode: 'cancelled',
  error: 'The scan was cancelled.',
};

function refuse(result: StartResult): void {
  if (result === 'queue_full') throw new ServiceError('queue_full', undefined, { retryAfterSeconds: 30 });
  if (result === 'key_full') {
    throw new ServiceError('concurrent_scan_limit', undefined, { retryAfterSeconds: 30 });
  }
  if (result === 'quota_used_up') {
    throw new ServiceError('quota_exceeded', 'The plan allows no more scans today.', {
      retryAfterSeconds: 3600,
    });
  }
}

function noWebhookSecret(): ServiceError {
  return new ServiceError('validation_failed', undefined, {
    details: [
      {
        path: 'webhookUrl',
        code: 'no_secret',
        message: 'Make a secret first, so that the message can be signed: POST /v1/security/webhook-secrets.',
      },
    ],
  });
}
