import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Usage } from '../access/usage.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { createRequestLog } from '../telemetry/request-log.ts';
import type { Tracer } from '../telemetry/tracing.ts';
import { succeedText } from './envelope.ts';
import { RawResponse } from './route.ts';
import { usageKindOf } from './usage-kinds.ts';

/** The headers that every response has. */
export function headOf(requestId: string): string[] {
  return ['X-Request-Id', requestId, 'X-Content-Type-Options', 'nosniff', 'Cache-Control', 'no-store'];
}

/** Gives a response another id than the one that `headOf` gave it. */
export function nameRequest(head: string[], requestId: unknown): void {
  if (typeof requestId === 'string') head[1] = requestId;
}

/** Says something else than what `headOf` says for every response, or something more. */
function setHeader(head: string[], name: string, value: string): void {
  const at = head.indexOf(name);
  if (at >= 0) head[at + 1] = value;
  else head.push(name, value);
}

interface AnswererParts {
  logger: Logger;
  metrics: Metrics;
  /** Only where tracing is configured. */
  tracer?: Tracer | undefined;
  clock: Clock;
  /** Counts what tenants ask for. */
  usage?: Usage | undefined;
  /** A request that another node passed on is counted there. */
  forwarder?: { isForwarded(request: FastifyRequest): boolean } | undefined;
}

/**
 * Sends responses, and leaves the trace of each: its log line, its count, its span. Here and not in a hook of fastify, which would listen
 * for the end of every response; that costs more than the trace itself.
 */
export class Responder {
  readonly #metrics: Metrics;
  readonly #tracer: Tracer | undefined;
  readonly #clock: Clock;
  readonly #log: ReturnType<typeof createRequestLog>;
  readonly #usage: Usage | undefined;
  readonly #forwarder: AnswererParts['forwarder'];

  constructor({ logger, metrics, tracer, clock, usage, forwarder }: AnswererParts) {
    this.#usage = usage;
    this.#forwarder = forwarder;
    this.#metrics = metrics;
    this.#tracer = tracer;
    this.#clock = clock;
    this.#log = createRequestLog(logger, () => clock.now());
  }

  /**
   * What a handler gave: data for the envelope, or a response of its own kind. Gives the reply where it is not yet over, for fastify to wait for;
   * waiting for every one would cost listeners on every response.
   */
  send(data: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
    if (!(data instanceof RawResponse)) {
      request.head.push('Content-Type', 'application/json; charset=utf-8');
      return this.sendWhole(succeedText(data, request.id), request, reply);
    }
    reply.code(data.status);
    request.head.push('Content-Type', data.contentType);
    for (const [name, value] of Object.entries(data.headers)) setHeader(request.head, name, value);
    if (data.status === 304) return this.sendWhole(undefined, request, reply);
    if (!(data.body instanceof Readable)) return this.sendWhole(data.body, request, reply);
    for (let i = 0; i < request.head.length; i += 2) reply.header(request.head[i]!, request.head[i + 1]!);
    reply.raw.once('close', () => this.#record(request, reply));
    return reply.send(data.body);
  }

  /** A response that is known as a whole, or has no body; its headers are in `head`. Straight to Node: fastify has nothing to add to it. */
  sendWhole(body: string | Uint8Array | undefined, request: FastifyRequest, reply: FastifyReply): undefined {
    const { raw } = reply;
    reply.hijack();
    if (raw.headersSent) return;
    const length = body === undefined ? 0 : Buffer.byteLength(body);
    if (body === undefined) raw.writeHead(reply.statusCode, request.head).end();
    else {
      request.head.push('Content-Length', String(length));
      raw.writeHead(reply.statusCode, request.head);
      // A text as long as its bytes is ASCII, which needs no encoding.
      raw.end(body, typeof body === 'string' && length === body.length ? 'latin1' : 'utf8');
    }
    this.#record(request, reply, length);
  }

  /** Leaves the trace of a request whose caller did not wait for the response. */
  recordUnsent(request: FastifyRequest, reply: FastifyReply): void {
    reply.hijack();
    this.#record(request, reply);
  }

  #record(request: FastifyRequest, reply: FastifyReply, bytesSent = 0): void {
    // A stream that fails before its first byte is answered as an error, and then ends as well.
    if (request.recorded) return;
    request.recorded = true;
    const route = request.matched?.route?.path ?? 'none';
    const { method, principal, receivedAt } = request;
    const status = reply.statusCode;
    const durationMs = receivedAt === undefined ? 0 : performance.now() - receivedAt;
    this.#metrics.countRequest(method, route, status, durationMs / 1_000);
    if (principal && !this.#forwarder?.isForwarded(request))
      this.#usage?.countRequest(principal.tenantId, {
        kind: usageKindOf(request.matched?.route?.name),
        status,
        bytesReceived: Number(request.headers['content-length']) || 0,
        bytesSent,
      });
    this.#log({
      requestId: request.id,
      method,
      route,
      status,
      durationMs,
      tenantId: principal?.tenantId,
      keyId: principal?.keyId,
    });
    this.#tracer?.record({
      name: `${method} ${route}`,
      traceparent: request.headers['traceparent'] as string | undefined,
      startMs: this.#clock.now() - durationMs,
      durationMs,
      failed: status >= 500,
      attributes: { 'http.request.method': method, 'http.route': route, 'http.response.status_code': status },
    });
  }
}
