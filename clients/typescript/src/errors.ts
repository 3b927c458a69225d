import type { ErrorCode, ErrorDetail } from './types.ts';

/** What the service, or the way to it, has to say about a failed call. */
export interface ErrorFacts {
  /** Of the catalogue; `connection_failed`, `timeout` and `invalid_response` are the client's own. */
  code: ErrorCode | 'connection_failed' | 'timeout' | 'invalid_response';
  /** 0 where there was no response. */
  status: number;
  message: string;
  retryable: boolean;
  requestId?: string | undefined;
  details?: ErrorDetail[] | undefined;
  retryAfterMs?: number | undefined;
  cause?: unknown;
}

/** Every failed call throws one of these. */
export class LorekeepError extends Error {
  readonly code: ErrorFacts['code'];
  readonly status: number;
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;
  /** Name it when you ask the operator: the log has it too. */
  readonly requestId: string | undefined;
  /** The wrong fields, where fields are wrong. */
  readonly details: ErrorDetail[];
  readonly retryAfterMs: number | undefined;

  constructor(facts: ErrorFacts) {
    super(facts.message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = new.target.name;
    this.code = facts.code;
    this.status = facts.status;
    this.retryable = facts.retryable;
    this.requestId = facts.requestId;
    this.details = facts.details ?? [];
    this.retryAfterMs = facts.retryAfterMs;
  }
}

/** 400 and 422: the request is wrong; `details` names the fields. */
export class ValidationFailed extends LorekeepError {}
/** 401: there is no key, or not a valid one. */
export class Unauthenticated extends LorekeepError {}
/** 404: nothing has this id. */
export class NotFound extends LorekeepError {}
/** 429: a rate limit or quota; `retryAfterMs` says how long to wait. */
export class RateLimited extends LorekeepError {}
/** 5xx: the service cannot answer now. */
export class Unavailable extends LorekeepError {}
/** The connection could not be made, or broke before the response was whole. */
export class ConnectionFailed extends LorekeepError {}
/** No response in time. */
export class Timeout extends LorekeepError {}

export function errorOf(facts: ErrorFacts): LorekeepError {
  const { status } = facts;
  if (status === 401) return new Unauthenticated(facts);
  if (status === 404) return new NotFound(facts);
  if (status === 429) return new RateLimited(facts);
  if (status === 400 || status === 422) return new ValidationFailed(facts);
  if (status >= 500) return new Unavailable(facts);
  return new LorekeepError(facts);
}
