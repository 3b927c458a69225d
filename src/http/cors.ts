import type { FastifyRequest } from 'fastify';

/** Lets pages of the listed origins call the API from a browser. With no origin listed, no CORS header is ever sent. */
export class Cors {
  readonly #origins: ReadonlySet<string>;

  constructor(origins: readonly string[]) {
    this.#origins = new Set(origins);
  }

  /** Adds the headers; true if the request was a preflight and needs nothing more than an empty response. */
  apply({ head, headers, method }: FastifyRequest): boolean {
    if (this.#origins.size === 0) return false;
    head.push('Vary', 'Origin');
    const origin = headers.origin;
    if (!origin || !this.#origins.has(origin)) return false;
    head.push('Access-Control-Allow-Origin', origin);
    head.push('Access-Control-Expose-Headers', 'X-Request-Id, RateLimit, RateLimit-Policy, Retry-After');
    if (method !== 'OPTIONS' || !headers['access-control-request-method']) return false;
    head.push('Access-Control-Allow-Methods', 'GET, POST, PATCH, DELETE');
    head.push('Access-Control-Allow-Headers', 'Authorization, Content-Type, Idempotency-Key, Accept');
    head.push('Access-Control-Max-Age', '600');
    return true;
  }
}
