import { request } from 'node:https';
import { pinAddress, pinnedLookup, type ResolveHost } from '../source/guard/resolve-host.ts';
import type { WebhookUrl } from './webhook-url.ts';

export interface WebhookTransport {
  allowHosts: readonly string[];
  resolveHost: ResolveHost;
  /** Root certificates as PEM; absent: Node's own. */
  certificates?: string[];
  timeoutMs: number;
}

/**
 * Posts one message and returns the status of the response. The name is resolved once, checked, and the connection goes to that
 * address; redirects are not followed and the body of the response is not read.
 */
export async function sendWebhook(
  url: WebhookUrl,
  body: string,
  headers: Record<string, string>,
  transport: WebhookTransport,
  signal: AbortSignal,
): Promise<number> {
  const { allowHosts, resolveHost } = transport;
  const address = await pinAddress(url.target, allowHosts, resolveHost, signal);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url.href,
      {
        method: 'POST',
        agent: false,
        signal: AbortSignal.any([signal, AbortSignal.timeout(transport.timeoutMs)]),
        lookup: pinnedLookup(address),
        ...(transport.certificates && { ca: transport.certificates }),
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'Lorekeep-Webhooks',
        },
      },
      (response) => {
        resolve(response.statusCode!);
        response.destroy();
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
