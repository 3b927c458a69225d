import type { FastifyRequest } from 'fastify';
import type { Authenticator } from '../access/authenticator.ts';
import type { Allowance, Limiter } from '../access/limiter.ts';
import { hasScope, type Principal } from '../access/principal.ts';
import type { Clock } from '../kernel/clock.ts';
import { ServiceError } from '../kernel/errors.ts';
import { RateLimiter } from './rate-limit.ts';
import type { Route } from './route.ts';

interface GateOptions {
  authenticator: Authenticator;
  clock: Clock;
  /** Of requests, where several nodes share it; each process counts alone by default. */
  requests?: Limiter | undefined;
  /** 0 for any number. */
  authFailuresPerMinute: number;
  /** Whether another node sent it, which has counted it already. */
  isForwarded?: ((request: FastifyRequest) => boolean) | undefined;
}

/** Decides who comes in, before a byte of the body is read: authentication, then scope, then rate limit. */
export class Gate {
  readonly #authenticator: Authenticator;
  readonly #requests: Limiter;
  readonly #failures: RateLimiter;
  readonly #failuresPerMinute: number;
  readonly #isForwarded: ((request: FastifyRequest) => boolean) | undefined;
  readonly #policies = new Map<number, string>();

  constructor({ authenticator, clock, requests, authFailuresPerMinute, isForwarded }: GateOptions) {
    this.#authenticator = authenticator;
    this.#requests = requests ?? new RateLimiter(clock);
    this.#failures = new RateLimiter(clock);
    this.#failuresPerMinute = authFailuresPerMinute;
    this.#isForwarded = isForwarded;
  }

  /** At once where it can be: waiting, even for nothing, is dearer than the rest of it. */
  admit(request: FastifyRequest, scope: Route['scope']): Principal | Promise<Principal> {
    const found = this.#authenticator.authenticate(request.headers.authorization, request.raw.socket);
    return found instanceof Promise
      ? found.then((principal) => this.#judge(principal, request, scope))
      : this.#judge(found, request, scope);
  }

  #judge(
    principal: Principal | undefined,
    request: FastifyRequest,
    scope: Route['scope'],
  ): Principal | Promise<Principal> {
    if (!principal) throw this.#refuse(request);
    if (scope !== 'any' && scope !== 'public' && !hasScope(principal, scope)) {
      throw new ServiceError('insufficient_scope', `This key lacks the scope "${scope}".`);
    }
    const perMinute = principal.plan.requestsPerMinute;
    if (!principal.rateLimited || perMinute === 0 || this.#isForwarded?.(request)) return principal;
    const taken = this.#requests.take(principal.keyId, perMinute);
    if (taken instanceof Promise)
      return taken.then((allowance) => this.#limit(principal, allowance, request.head));
    return this.#limit(principal, taken, request.head);
  }

  #refuse({ ip, headers }: FastifyRequest): ServiceError {
    if (this.#failuresPerMinute > 0) {
      const { allowed, resetSeconds } = this.#failures.take(ip, this.#failuresPerMinute);
      if (!allowed) {
        return new ServiceError('rate_limited', 'Too many failed authentications from this address.', {
          retryAfterSeconds: resetSeconds,
        });
      }
    }
    return new ServiceError('unauthenticated', whatIsMissing(headers.authorization));
  }

  /** There are as many as there are plans. */
  #policyOf(limit: number): string {
    let policy = this.#policies.get(limit);
    if (policy === undefined) {
      policy = `"key";q=${limit};w=60`;
      this.#policies.set(limit, policy);
    }
    return policy;
  }

  #limit(
    principal: Principal,
    { allowed, limit, remaining, resetSeconds }: Allowance,
    head: string[],
  ): Principal {
    head.push('RateLimit-Policy', this.#policyOf(limit));
    head.push('RateLimit', `"key";r=${remaining};t=${resetSeconds}`);
    if (!allowed) throw new ServiceError('rate_limited', undefined, { retryAfterSeconds: resetSeconds });
    return principal;
  }
}

/** Says what the caller can see for themselves; whether a key was ever known, revoked or has expired stays ours. */
function whatIsMissing(authorization: string | undefined): string {
  if (authorization === undefined || authorization.trim() === '')
    return 'The header Authorization is missing; send "Authorization: Bearer key_…".';
  const [, key] = /^Bearer\s+(\S.*)$/i.exec(authorization) ?? [];
  if (key === undefined) return 'The header Authorization has another form than "Bearer key_…".';
  if (!key.startsWith('key_')) return 'API keys begin with "key_"; this one does not.';
  return 'This API key is not valid here. "lorekeep key list" shows the keys that are.';
}
