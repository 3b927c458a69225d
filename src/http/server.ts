import { Readable } from 'node:stream';
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type HTTPMethods,
} from 'fastify';
import { z } from 'zod';
import type { Principal } from '../access/principal.ts';
import type { Usage } from '../access/usage.ts';
import type { Config } from '../config/schema.ts';
import { check, checker } from '../contract/validation.ts';
import type { Clock } from '../kernel/clock.ts';
import { ServiceError } from '../kernel/errors.ts';
import type { NewId } from '../kernel/ids.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Tracer } from '../telemetry/tracing.ts';
import { readBodies } from './body-parsers.ts';
import { answerClientError } from './client-error.ts';
import { Cors } from './cors.ts';
import { createErrorHandler } from './error-handler.ts';
import { FairTurns } from './fair-turns.ts';
import type { Forwarder } from './forwarding/forwarder.ts';
import type { Gate } from './gate.ts';
import type { Idempotency } from './idempotency.ts';
import { answerProtocol, refuseAmbiguous, refuseBrokenQuery } from './protocol.ts';
import { RequestCall } from './request-call.ts';
import { headOf, Responder } from './responder.ts';
import type { Route } from './route.ts';

export interface ServerParts {
  config: Config;
  routes: readonly Route[];
  gate: Gate;
  idempotency: Idempotency;
  /** Only where several nodes share the storage. */
  forwarder?: Forwarder | undefined;
  newId: NewId;
  logger: Logger;
  metrics: Metrics;
  /** Counts what tenants ask for. */
  usage?: Usage | undefined;
  /** Only where tracing is configured. */
  tracer?: Tracer | undefined;
  clock: Clock;
  /** Fires when the service begins to shut down. */
  draining: AbortSignal;
}

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | undefined;
    /** The configuration of the route that was met; asking fastify for it costs more than all that is done with it. */
    matched: FastifyContextConfig | undefined;
    /** Whether the trace of its response was left. */
    recorded: boolean;
    /** The headers of the response, name and value in turn. */
    head: string[];
    /** On the clock of `performance`. */
    receivedAt: number | undefined;
    /** Of the body as it arrived; only where an Idempotency-Key asks for it. */
    bodyHash: string | undefined;
    /** The body as it arrived; only where another node may answer. */
    rawBody: Buffer | undefined;
  }
  interface FastifyContextConfig {
    route?: Route;
    /** The methods of this path; set where the method asked for is not among them. */
    allow?: string;
    /** Whether that path needs no key. */
    openToAll?: boolean;
  }
}

const maxUrlLength = 8_192;
const maxHeaderBytes = 16_384;
const usualBodyBytes = 65_536;
const allMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

function isUsual(method: string): boolean {
  return (allMethods as readonly string[]).includes(method);
}

/** The HTTP server over a list of routes. It knows how a request is received and answered, and nothing of what it means. */
export function createServer(parts: ServerParts): FastifyInstance {
  const { config, newId } = parts;
  const responder = new Responder(parts);
  const sendError = createErrorHandler(parts.logger, responder, config.limits.bodyBytes);
  const server: FastifyInstance = fastify({
    genReqId: () => newId('req'),
    bodyLimit: config.limits.bodyBytes,
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    routerOptions: { maxParamLength: 1_024 },
    requestTimeout: config.limits.requestTimeoutMs,
    keepAliveTimeout: 72_000,
    return503OnClosing: false,
    // Requests are checked by the schemas of the routes; fastify's own compilers would double the time of a start.
    schemaController: { compilersFactory: { buildValidator: noSchema, buildSerializer: noSchema } },
    forceCloseConnections: 'idle',
    http: {
      headersTimeout: config.limits.headersTimeoutMs,
      connectionsCheckingInterval: Math.min(1_000, config.limits.headersTimeoutMs),
      maxHeaderSize: maxHeaderBytes,
      // Node would answer by itself, without the envelope; `receive` refuses it instead.
      requireHostHeader: false,
    },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, newId),
    frameworkErrors: (error, request, reply) => sendError(error, request as never, reply as never),
  });
  server.server.maxConnections = config.limits.maxConnections;
  answerProtocol(server, newId);
  new FairTurns().watch(server.server);

  server.decorateRequest('principal', undefined);
  server.decorateRequest('matched', undefined);
  server.decorateRequest('head');
  server.decorateRequest('recorded', false);
  server.decorateRequest('receivedAt', undefined);
  server.decorateRequest('bodyHash', undefined);
  server.decorateRequest('rawBody', undefined);
  readBodies(server);
  server.addHook('onRequest', receive(parts, responder));
  server.setErrorHandler(sendError);
  server.setNotFoundHandler((request, reply) => sendError(new ServiceError('not_found'), request, reply));
  for (const route of parts.routes) addRoute(server, route, parts, responder);
  refuseOtherMethods(server, parts.routes);
  return server;
}

function noSchema(): never {
  throw new Error('Declare the shape of a request with the route, not with fastify.');
}

/** What happens to every request before a byte of its body is read. */
function receive({ gate, draining, config, forwarder }: ServerParts, responder: Responder) {
  const cors = new Cors(config.corsOrigins);
  const begin = (request: FastifyRequest): Principal | undefined | Promise<Principal> => {
    if (request.url.length > maxUrlLength) throw new ServiceError('uri_too_long');
    refuseAmbiguous(request.raw);
    refuseBrokenQuery(request.url);
    const { route, allow, openToAll } = request.matched ?? {};
    if (draining.aborted && route?.tag !== 'health') {
      request.head.push('Connection', 'close');
      throw new ServiceError('shutting_down', undefined, { retryAfterSeconds: 5 });
    }
    if (route?.scope === 'public' || openToAll) return undefined;
    // Which addresses exist under /v1 is nobody's business but a caller's with a key.
    if (!route && !allow && !request.url.startsWith('/v1')) return undefined;
    return gate.admit(request, route?.scope ?? 'any');
  };
  const finish = (request: FastifyRequest, reply: FastifyReply, principal: Principal | undefined): void => {
    request.principal = principal;
    const { route, allow } = request.matched ?? {};
    if (allow) {
      request.head.push('Allow', allow);
      throw new ServiceError('method_not_allowed', `Use ${allow} here.`);
    }
    if (!route) throw new ServiceError(isUsual(request.method) ? 'not_found' : 'method_not_allowed');
    if (request.raw.headers.expect !== undefined && request.raw.httpVersion === '1.1')
      reply.raw.writeContinue();
  };
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    request.receivedAt = performance.now();
    request.matched = request.routeOptions.config;
    request.head = headOf(request.id);
    forwarder?.answer(request);
    if (cors.apply(request)) {
      reply.code(204);
      responder.sendWhole(undefined, request, reply);
      return;
    }
    try {
      const admitted = begin(request);
      if (admitted instanceof Promise) {
        admitted.then((principal) => finish(request, reply, principal)).then(() => done(), done);
        return;
      }
      finish(request, reply, admitted);
    } catch (error) {
      done(error as Error);
      return;
    }
    done();
  };
}

function addRoute(server: FastifyInstance, route: Route, parts: ServerParts, responder: Responder): void {
  const readCall = callReader(route, parts.draining);
  server.route({
    method: route.method,
    url: route.path,
    config: { route },
    bodyLimit: Math.min(route.bodyLimitBytes ?? usualBodyBytes, parts.config.limits.bodyBytes),
    handler: (request, reply) => {
      const call = readCall(request, reply);
      const key = request.headers['idempotency-key'];
      const answerHere = () =>
        route.creates && typeof key === 'string'
          ? respondOnce(call, key, route, request, parts.idempotency)
          : route.handle(call);
      const elsewhere = parts.forwarder?.begin(route, call, request);
      const data = elsewhere ? elsewhere.then((answer) => answer ?? answerHere()) : answerHere();
      if (data instanceof Promise) return data.then((value) => responder.send(value, request, reply));
      // What is known at once is answered at once.
      return responder.send(data, request, reply);
    },
  });
}

const nothing = z.strictObject({}).nullish();

/** Checks what came in by the schemas of the route. */
function callReader(
  route: Route,
  draining: AbortSignal,
): (request: FastifyRequest, reply: FastifyReply) => RequestCall {
  const checkParams = route.params && checker(route.params);
  const checkQuery = route.query && checker(route.query);
  const readBody = bodyReader(route);
  return (request, reply) =>
    new RequestCall(request, reply, draining, {
      params: checkParams?.(withDots(request.params as Record<string, string>)),
      query: checkQuery ? checkQuery(request.query) : refuseAny(request.query),
      body: route.ndjsonBody ? readLines(request) : readBody(request.body),
    });
}

/**
 * A segment of dots alone is a step to whoever resolves a URL, percent-encoded or not: it never arrives. So `.` and `..` may be written with a
 * DEL behind them, which no name holds.
 */
function withDots(params: Record<string, string>): Record<string, string> {
  const read = Object.entries(params).map(([name, text]) => [name, text.replace(/^(\.\.?)\x7f$/, '$1')]);
  return Object.fromEntries(read);
}

function refuseAny(query: unknown): undefined {
  for (const _ in query as object) check(nothing, query);
  return undefined;
}

function readLines(request: FastifyRequest): unknown {
  if (request.body instanceof Readable) return request.body;
  throw new ServiceError(
    'unsupported_media_type',
    'Send lines of JSON with "Content-Type: application/x-ndjson".',
  );
}

function bodyReader(route: Route): (body: unknown) => unknown {
  const checkBody = checker(route.body ?? nothing);
  return (body) => {
    if (route.body && (body === undefined || body === null)) {
      if (route.bodyOptional) return checkBody({});
      throw new ServiceError('invalid_json', 'Send a JSON body with "Content-Type: application/json".');
    }
    return checkBody(body);
  };
}

async function respondOnce(
  call: RequestCall,
  idempotencyKey: string,
  route: Route,
  request: FastifyRequest,
  idempotency: Idempotency,
): Promise<unknown> {
  const attempt = await idempotency.begin({
    idempotencyKey,
    tenantId: call.principal.tenantId,
    keyId: call.principal.keyId,
    target: `${route.method} ${request.url}`,
    bodyHash: request.bodyHash ?? '',
  });
  const replay = (data: unknown): unknown => {
    request.head.push('Idempotent-Replayed', 'true');
    return route.repeat ? route.repeat(call, data) : data;
  };
  if (attempt.repeated) return replay(attempt.data);
  call.useReceipt(attempt.receipt);
  try {
    return await route.handle(call);
  } catch (error) {
    const settled = await idempotency.settled(attempt.receipt, error);
    if (!settled) throw error;
    return replay(settled.data);
  } finally {
    idempotency.end(attempt.receipt.id);
  }
}

/** A known path with another method is 405 with `Allow`, not 404. */
function refuseOtherMethods(server: FastifyInstance, routes: readonly Route[]): void {
  const methodsByPath = new Map<string, Set<HTTPMethods>>();
  const openPaths = new Set<string>();
  for (const { path, method, scope } of routes) {
    const methods = methodsByPath.get(path) ?? new Set();
    methods.add(method);
    if (method === 'GET') methods.add('HEAD');
    methodsByPath.set(path, methods);
    if (scope === 'public') openPaths.add(path);
  }
  for (const [path, methods] of methodsByPath) {
    server.route({
      method: allMethods.filter((method) => !methods.has(method)),
      url: path,
      config: { allow: [...methods].join(', '), openToAll: openPaths.has(path) },
      // The gate in front has refused it already.
      handler: () => {
        throw new ServiceError('method_not_allowed');
      },
    });
  }
}
