import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../../kernel/clock.ts';

export const forwardHeader = 'x-lorekeep-forwarded';
/** On the response to a marked request: which node of this service it reached. */
export const reachedHeader = 'x-lorekeep-reached';

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
    return isSame(given, this.#sign(`${node};${time}`, request));
  }

  /** What shows the sender of a marked request that it reached `node`, and no stranger; undefined where it is not marked. */
  answer(node: string, request: Marked): string | undefined {
    const mark = request.headers[forwardHeader];
    if (typeof mark !== 'string' || !this.isOn(request)) return undefined;
    return this.#signAnswer(node, mark).toString('base64url');
  }

  isAnswer(node: string, mark: string, answer: unknown): boolean {
    if (typeof answer !== 'string') return false;
    return isSame(Buffer.from(answer, 'base64url'), this.#signAnswer(node, mark));
  }

  #signAnswer(node: string, mark: string): Buffer {
    return createHmac('sha256', this.#key).update(['reached', node, mark].join('\n')).digest();
  }

  #sign(head: string, { method, url, headers }: Marked): Buffer {
    const caller = createHash('sha256')
      .update(headers.authorization ?? '')
      .digest('base64url');
    return createHmac('sha256', this.#key).update([head, method, url, caller].join('\n')).digest();
  }
}

function isSame(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}
