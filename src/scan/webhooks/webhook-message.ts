import { Webhook } from 'standardwebhooks';
import type { NewJob } from '../../jobs/job-queue.ts';
import type { ScanOutcome } from '../model/outcome.ts';
import type { ScanRecord } from '../model/scan-record.ts';

export const webhookJobKind = 'webhook';

/** What a webhook job needs; the receiver fetches everything else with the scan's id and its own key. */
export interface WebhookPayload {
  scanId: string;
  sealedUrl: string;
  message: { type: 'scan.completed' | 'scan.failed'; timestamp: string; data: Record<string, unknown> };
}

/** The job that tells a receiver how a scan ended. Its id is the message's id, so that receivers recognise a repetition. */
export function webhookJob(id: string, scan: ScanRecord, outcome: ScanOutcome, now: number): NewJob {
  const { branch, repoUrl, labels } = scan.request;
  const payload: WebhookPayload = {
    scanId: scan.scanId,
    sealedUrl: scan.request.sealedWebhookUrl!,
    message: {
      type: outcome.status === 'completed' ? 'scan.completed' : 'scan.failed',
      timestamp: new Date(now).toISOString(),
      data: {
        scanId: scan.scanId,
        status: outcome.status,
        repoUrl,
        ...(branch === undefined ? {} : { branch }),
        ...(Object.keys(labels).length === 0 ? {} : { labels }),
        ...(outcome.status === 'completed'
          ? {
              ...(outcome.commit === undefined ? {} : { commit: outcome.commit }),
              summary: outcome.summary,
              ...(outcome.policy === undefined ? {} : { policy: outcome.policy }),
            }
          : { error: outcome.error, errorCode: outcome.errorCode }),
      },
    },
  };
  return { id, kind: webhookJobKind, tenantId: scan.tenantId, keyId: scan.keyId, payload, runAt: now };
}

/** What the address of a scan's webhook is sealed for. */
export function webhookUrlLabel(tenantId: string, scanId: string): string {
  return `webhook-url:${tenantId}:${scanId}`;
}

/** The headers of Standard Webhooks 1.0; while secrets rotate there is a signature of each. */
export function signedHeaders(
  messageId: string,
  body: string,
  secrets: readonly string[],
  now: number,
): Record<string, string> {
  const at = new Date(now);
  return {
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(now / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(messageId, at, body)).join(' '),
  };
}
