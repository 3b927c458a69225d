import type { FastifyReply, FastifyRequest } from 'fastify';

/** Lets pages of the listed origins call the API from a browser. With no origin listed, no CORS header is ever sent. */
export class Cors {
  readonly #origins: ReadonlySet<string>;

  constructor(origins: readonly string[]) {
    this.#origins = new Set(origins);
  }

  /** Adds the headers; true if the request was a preflight and needs nothing more than an empty answer. */
  apply(request: FastifyRequest, reply: FastifyReply): boolean {
    if (this.#origins.size === 0) return false;
    reply.header('Vary', 'Origin');
    const origin = request.headers.origin;
    if (!origin || !this.#origins.has(origin)) return false;
    reply.header('Access-Control-Allow-Origin', origin);
    reply.header('Access-Control-Expose-Headers', 'X-Request-Id, RateLimit, RateLimit-Policy, Retry-After');
    if (request.method !== 'OPTIONS' || !request.headers['access-control-request-method']) return false;
    reply.header('Access-Control-Allow-Methods', 'GET, POST, PATCH, DELETE');
    reply.header('Access-Control-Allow-Headers', 'Authorization, Content-Type, Idempotency-Key, Accept');
    reply.header('Access-Control-Max-Age', '600');
    return true;
  }
}
