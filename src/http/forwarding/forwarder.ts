import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../kernel/clock.ts';
import type { Peer, Peers } from '../../kernel/peers.ts';
import { nameRequest } from '../responder.ts';
import { type Call, RawResponse, type Route } from '../route.ts';
import { ForwardMark, forwardHeader, reachedHeader } from './forward-mark.ts';
import { Introductions, NotMet } from './introductions.ts';
import { NodeClient, type NodeResponse } from './node-client.ts';
import { ownersOf } from './owners.ts';

export interface ForwarderParts {
  peers: Peers;
  /** Shared by all nodes. */
  secretKey: Uint8Array;
  /** How many nodes hold a namespace. */
  copies: number;
  clock: Clock;
  /** Told how each request that another node should answer ended. */
  onOutcome: (outcome: 'forwarded' | 'answered_here', error?: unknown) => void;
  /** What a test puts in place of the real one. */
  client?: Pick<NodeClient, 'send' | 'close'>;
}

/** A node that did not answer gets nothing for so long. */
const avoidedMs = 5_000;

/**
 * Hands a request for a namespace to the node that has its index in memory. Only a hint: where that node cannot be reached, or ends in
 * the middle, or something else answers in its place, this one answers. So only what may be done twice is handed on: searches, and writes under an Idempotency-Key.
 */
export class Forwarder {
  readonly #parts: ForwarderParts;
  readonly #mark: ForwardMark;
  readonly #client: Pick<NodeClient, 'send' | 'close'>;
  readonly #introductions: Introductions;
  readonly #open = new Map<string, number>();
  readonly #avoidedUntil = new Map<string, number>();

  constructor(parts: ForwarderParts) {
    this.#parts = parts;
    this.#client = parts.client ?? new NodeClient();
    this.#mark = new ForwardMark(parts.secretKey, parts.clock);
    this.#introductions = new Introductions({
      self: parts.peers.self,
      mark: this.#mark,
      client: this.#client,
      onFailure: (peer, error) => {
        this.#avoid(peer);
        parts.onOutcome('answered_here', error);
      },
    });
  }

  /** Whether another node of this service sent it. */
  isForwarded(request: FastifyRequest): boolean {
    return this.#mark.isOn(request.raw);
  }

  /** Puts on the response to a request of another node that it reached this one. */
  answer({ raw, head }: FastifyRequest): void {
    const answer = this.#mark.answer(this.#parts.peers.self, raw);
    if (answer !== undefined) head.push(reachedHeader, answer);
  }

  /** The response of another node, or undefined where this one has to answer; at once where it is known at once. */
  begin(route: Route, call: Call, request: FastifyRequest): Promise<RawResponse | undefined> | undefined {
    if (!route.namespaceOf || !isRepeatable(route, request) || this.isForwarded(request)) return undefined;
    const owner = this.#chooseOwner(`${call.principal.tenantId} ${route.namespaceOf(call)}`);
    return owner && this.#forward(owner, call, request);
  }

  close(): void {
    this.#client.close();
  }

  #chooseOwner(namespace: string): Peer | undefined {
    const { peers, copies } = this.#parts;
    if (!peers.live.some(({ id, url }) => id === peers.self && url !== undefined)) return undefined;
    const owners = ownersOf(namespace, peers.live, copies);
    if (owners.some(({ id }) => id === peers.self)) return undefined;
    const now = performance.now();
    return owners
      .filter((owner) => (this.#avoidedUntil.get(owner.id) ?? 0) <= now && this.#introductions.has(owner))
      .sort((a, b) => this.#openAt(a) - this.#openAt(b))[0];
  }

  #avoid({ id }: Peer): void {
    this.#avoidedUntil.set(id, performance.now() + avoidedMs);
  }

  #openAt({ id }: Peer): number {
    return this.#open.get(id) ?? 0;
  }

  async #forward(owner: Peer, call: Call, request: FastifyRequest): Promise<RawResponse | undefined> {
    this.#open.set(owner.id, this.#openAt(owner) + 1);
    try {
      const { method, url, headers } = request.raw;
      const mark = this.#mark.make(this.#parts.peers.self, request.raw);
      const response = await this.#client.send({
        method: method!,
        url: new URL(url!, owner.url),
        headers: {
          ...passedOn(headers, requestHeaders),
          [forwardHeader]: mark,
          ...(request.rawBody && { 'content-length': String(request.rawBody.length) }),
        },
        body: request.rawBody,
        signal: call.gone,
        isLive: () => this.#parts.peers.live.some(({ id }) => id === owner.id),
        isReached: () =>
          this.#introductions.ask(owner).then(
            () => true,
            () => false,
          ),
      });
      if (!this.#mark.isAnswer(owner.id, mark, response.headers[reachedHeader])) throw new NotMet(owner);
      if (isEnding(response)) throw new Error('The node is shutting down.');
      this.#parts.onOutcome('forwarded');
      // The envelope in the body names the request as the other node's log does.
      nameRequest(request.head, response.headers['x-request-id']);
      return responseOf(response);
    } catch (error) {
      call.gone.throwIfAborted();
      this.#avoid(owner);
      this.#introductions.forget(owner);
      this.#parts.onOutcome('answered_here', error);
      return undefined;
    } finally {
      this.#open.set(owner.id, this.#openAt(owner) - 1);
    }
  }
}

/** Whether it does no harm that two nodes carry it out: the first may have done so before it died. */
function isRepeatable({ readOnly, creates }: Route, { headers }: FastifyRequest): boolean {
  return readOnly === true || (creates === true && headers['idempotency-key'] !== undefined);
}

const requestHeaders = [
  'authorization',
  'content-type',
  'accept',
  'idempotency-key',
  'traceparent',
  'user-agent',
];
const responseHeaders = ['retry-after', 'idempotent-replayed'];

function passedOn(headers: NodeResponse['headers'], names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])),
  );
}

function responseOf({ status, headers, body }: NodeResponse): RawResponse {
  return new RawResponse(
    headers['content-type'] ?? 'application/json; charset=utf-8',
    body,
    passedOn(headers, responseHeaders),
    status,
  );
}

/** It has refused the request without looking at it. */
function isEnding({ status, body }: NodeResponse): boolean {
  return status === 503 && body.includes('"shutting_down"');
}
