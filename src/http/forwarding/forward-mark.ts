import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../../kernel/clock.ts';

export const forwardHeader = 'x-lorekeep-forwarded';

/** Clocks of nodes may differ by minutes. */
const validMs = 15 * 60_000;

interface Marked {
  method?: string | undefined;
  url?: string | undefined;
  headers: IncomingHttpHeaders;
}

/**
 * Marks a request that one node hands to another, by the key that all nodes share: `node;time;signature`. A marked request was counted
 * against its rate limit already, and is not handed on once more. It gives no other right: the API key is checked again where it arrives.
 */
export class ForwardMark {
  readonly #key: Uint8Array;
  readonly #clock: Clock;

  constructor(secretKey: Uint8Array, clock: Clock) {
    this.#key = new Uint8Array(hkdfSync('sha256', secretKey, '', 'lorekeep: forwarded requests', 32));
    this.#clock = clock;
  }

  make(node: string, request: Marked): string {
    const head = `${node};${this.#clock.now()}`;
    return `${head};${this.#sign(head, request).toString('base64url')}`;
  }

  isOn(request: Marked): boolean {
    const mark = request.headers[forwardHeader];
    if (typeof mark !== 'string' || mark.length > 256) return false;
    const [node, time, signature, ...rest] = mark.split(';');
    if (signature === undefined || rest.length > 0 || !/^\d{1,16}$/.test(time!)) return false;
    if (Math.abs(this.#clock.now() - Number(time)) > validMs) return false;
    const given = Buffer.from(signature, 'base64url');
    const expected = this.#sign(`${node};${time}`, request);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  #sign(head: string, { method, url, headers }: Marked): Buffer {
    const caller = createHash('sha256')
      .update(headers.authorization ?? '')
      .digest('base64url');
    return createHmac('sha256', this.#key).update([head, method, url, caller].join('\n')).digest();
  }
}
