import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../kernel/clock.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { createRequestLog } from '../telemetry/request-log.ts';
import type { Tracer } from '../telemetry/tracing.ts';
import { succeedText } from './envelope.ts';
import { RawAnswer } from './route.ts';

interface AnswererParts {
  logger: Logger;
  metrics: Metrics;
  /** Only where tracing is configured. */
  tracer?: Tracer | undefined;
  clock: Clock;
}

/**
 * Sends answers, and leaves the trace of each: its log line, its count, its span. Here and not in a hook of fastify, which would listen
 * for the end of every answer; that costs more than the trace itself.
 */
export class Answerer {
  readonly #metrics: Metrics;
  readonly #tracer: Tracer | undefined;
  readonly #clock: Clock;
  readonly #log: ReturnType<typeof createRequestLog>;

  constructor({ logger, metrics, tracer, clock }: AnswererParts) {
    this.#metrics = metrics;
    this.#tracer = tracer;
    this.#clock = clock;
    this.#log = createRequestLog(logger, () => clock.now());
  }

  /**
   * What a handler gave: data for the envelope, or an answer of its own kind. Gives the reply where it is not yet over, for fastify to wait for;
   * waiting for every one would cost listeners on every answer.
   */
  send(data: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
    if (!(data instanceof RawAnswer)) {
      reply.header('content-type', 'application/json; charset=utf-8');
      return this.#sendWhole(succeedText(data, request.id), request, reply);
    }
    reply.headers({ 'Content-Type': data.contentType, ...data.headers });
    if (!(data.body instanceof Readable)) return this.#sendWhole(data.body, request, reply);
    reply.raw.once('close', () => this.#record(request, reply));
    return reply.send(data.body);
  }

  /** An answer without a body, or the envelope of an error; its headers are set. */
  sendPlain(body: string | undefined, request: FastifyRequest, reply: FastifyReply): void {
    this.#sendWhole(body, request, reply);
  }

  #sendWhole(body: string | Uint8Array | undefined, request: FastifyRequest, reply: FastifyReply): undefined {
    reply.send(body);
    this.#record(request, reply);
  }

  #record(request: FastifyRequest, reply: FastifyReply): void {
    const route = request.matched?.route?.path ?? 'none';
    const { method, principal, receivedAt } = request;
    const status = reply.statusCode;
    const durationMs = receivedAt === undefined ? 0 : performance.now() - receivedAt;
    this.#metrics.countRequest(method, route, status, durationMs / 1_000);
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
