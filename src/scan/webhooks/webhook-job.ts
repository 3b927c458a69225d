import type { Logger } from 'pino';
import type { HopelessClaim, JobClaim, JobQueue } from '../../jobs/job-queue.ts';
import type { JobHandler } from '../../jobs/job-worker.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Sealing } from '../credentials/sealing.ts';
import { sendWebhook, type WebhookTransport } from './send-webhook.ts';
import { signedHeaders, type WebhookPayload, webhookUrlLabel } from './webhook-message.ts';
import type { WebhookSecrets } from './webhook-secrets.ts';
import { checkWebhookUrl } from './webhook-url.ts';

export interface WebhookJobOptions {
  queue: JobQueue;
  secrets: WebhookSecrets;
  sealing: Sealing;
  transport: WebhookTransport;
  clock: Clock;
  log: Pick<Logger, 'warn'>;
}

/** Delivers one webhook. Anything but a 2xx is tried again; 410 means that the receiver does not want it any more. */
export class WebhookJob implements JobHandler {
  readonly #options: WebhookJobOptions;

  constructor(options: WebhookJobOptions) {
    this.#options = options;
  }

  async run(claim: JobClaim, signal: AbortSignal): Promise<'done' | 'retry'> {
    const { secrets, sealing, transport, clock, log } = this.#options;
    const { scanId, sealedUrl, message } = claim.payload as WebhookPayload;
    const keys = await secrets.reveal(claim.tenantId);
    if (keys.length === 0) {
      log.warn({ jobId: claim.jobId }, 'a webhook was dropped because its tenant has no secret left');
      return 'done';
    }
    const body = JSON.stringify(message);
    try {
      const url = sealing.open(Buffer.from(sealedUrl, 'base64'), webhookUrlLabel(claim.tenantId, scanId));
      const target = checkWebhookUrl(url, transport.allowHosts);
      const headers = signedHeaders(claim.jobId, body, keys, clock.now());
      const status = await sendWebhook(target, body, headers, transport, signal);
      if ((status >= 200 && status < 300) || status === 410) return 'done';
      log.warn({ jobId: claim.jobId, attempt: claim.attempt, status }, 'a webhook was not accepted');
    } catch (error) {
      if (signal.aborted) throw error;
      log.warn(
        { err: error, jobId: claim.jobId, attempt: claim.attempt },
        'a webhook could not be delivered',
      );
    }
    return 'retry';
  }

  async giveUp(claim: JobClaim, reason: HopelessClaim['reason']): Promise<void> {
    const { queue, log } = this.#options;
    log.warn({ jobId: claim.jobId, attempt: claim.attempt, reason }, 'a webhook was given up');
    await queue.finish(claim);
  }
}
