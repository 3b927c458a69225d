import type { WebhookMessage } from './types.ts';

type HeaderBag = Headers | Record<string, string | string[] | undefined>;

/** The message is not ours, was changed on the way, or is too old. */
export class InvalidWebhook extends Error {
  override readonly name = 'InvalidWebhook';
}

/**
 * Checks a message as Standard Webhooks 1.0 says, and gives it. `body` must be the bytes or the text as they came: a body that was
 * parsed and written again has another signature.
 */
export async function verifyWebhook(
  headers: HeaderBag,
  body: string | Uint8Array,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now() }: { toleranceSeconds?: number; now?: number } = {},
): Promise<WebhookMessage> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature').split(' ');
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now / 1_000 - Number(timestamp)) > toleranceSeconds)
    throw new InvalidWebhook('The message is too old, or its clock is wrong.');
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  for (const one of [secret].flat()) {
    const raw = decode(one.replace(/^whsec_/, ''));
    if (!raw) throw new InvalidWebhook('The secret is not base64.');
    const key = await crypto.subtle.importKey('raw', raw, algorithm, false, ['verify']);
    for (const signature of signatures.slice(0, 10)) {
      const bytes = signature.startsWith('v1,') ? decode(signature.slice(3)) : undefined;
      // Compares in constant time.
      if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed))) return JSON.parse(text);
    }
  }
  throw new InvalidWebhook('No signature of the message is right.');
}

const algorithm = { name: 'HMAC', hash: 'SHA-256' };

function headerOf(headers: HeaderBag, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value !== 'string') throw new InvalidWebhook(`The header ${name} is missing.`);
  return value;
}

function decode(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}
