interface KnownError {
  status: number;
  retryable: boolean;
  message: string;
  /** Sent as `Retry-After` where the place of the error does not know better. */
  retryAfterSeconds?: number;
}

// Somebody has to make room first. Clients that wait for as long as they are asked to should rather report it.
const untilThereIsRoom = 120;

/**
 * Every error that a caller can meet: code → HTTP status, whether trying again may help, and the sentence that is
 * used where the place of the error has nothing better to say. The reference page is generated from this table.
 */
export const errorCatalogue = {
  invalid_json: { status: 400, retryable: false, message: 'The request body is not valid JSON.' },
  malformed_request: { status: 400, retryable: false, message: 'The request is not valid HTTP.' },
  validation_failed: { status: 400, retryable: false, message: 'The request is not valid; see details.' },
  invalid_cursor: {
    status: 400,
    retryable: false,
    message: 'The cursor is not one that this list gave out.',
  },
  invalid_repo_url: {
    status: 400,
    retryable: false,
    message: 'repoUrl is not a valid https URL of a repository.',
  },
  unsupported_scheme: { status: 400, retryable: false, message: 'Only https repository URLs are supported.' },
  url_credentials_not_allowed: {
    status: 400,
    retryable: false,
    message: 'A URL must not contain a user or a password; store a credential and send credentialId.',
  },
  invalid_ref: {
    status: 400,
    retryable: false,
    message: 'branch is not a valid branch, tag or full commit.',
  },
  unauthenticated: {
    status: 401,
    retryable: false,
    message: 'Send a valid API key in the header "Authorization: Bearer key_…".',
  },
  insufficient_scope: { status: 403, retryable: false, message: 'This key may not do that.' },
  host_not_allowed: { status: 403, retryable: false, message: 'This host may not be contacted.' },
  not_found: {
    status: 404,
    retryable: false,
    message: 'There is no such URL; see /docs.',
  },
  scan_not_found: { status: 404, retryable: false, message: 'No scan with this id.' },
  entry_not_found: { status: 404, retryable: false, message: 'No entry with this id.' },
  method_not_allowed: {
    status: 405,
    retryable: false,
    message: 'This route does not support that method.',
  },
  not_acceptable: {
    status: 406,
    retryable: false,
    message: 'None of the accepted formats is available here.',
  },
  request_timeout: { status: 408, retryable: true, message: 'The request took too long to arrive.' },
  payload_too_large: { status: 413, retryable: false, message: 'The request is larger than the limit.' },
  uri_too_long: { status: 414, retryable: false, message: 'The URL is longer than the limit.' },
  unsupported_media_type: {
    status: 415,
    retryable: false,
    message: 'Send the body as "Content-Type: application/json".',
  },
  idempotency_in_progress: {
    status: 409,
    retryable: true,
    message: 'A request with this Idempotency-Key is still being worked on.',
  },
  scan_not_finished: { status: 409, retryable: true, message: 'The scan has not finished yet.' },
  scan_already_finished: { status: 409, retryable: false, message: 'The scan has finished already.' },
  version_conflict: {
    status: 409,
    retryable: true,
    message: 'It was changed by someone else in the meantime.',
  },
  content_rejected: {
    status: 422,
    retryable: false,
    message: 'The policy of the namespace or of the key rejects what the entry holds; see details.',
  },
  idempotency_key_reused: {
    status: 422,
    retryable: false,
    message: 'This Idempotency-Key was used with another request.',
  },
  headers_too_large: { status: 431, retryable: false, message: 'The headers are larger than the limit.' },
  rate_limited: {
    status: 429,
    retryable: true,
    message: 'Too many requests; wait as long as Retry-After says.',
  },
  quota_exceeded: { status: 429, retryable: true, message: 'The quota of this plan is used up.' },
  concurrent_scan_limit: { status: 429, retryable: true, message: 'Too many scans of this key are waiting.' },
  internal_error: { status: 500, retryable: true, message: 'Something went wrong here; it has been logged.' },
  embedding_unavailable: { status: 503, retryable: true, message: 'The embedding model cannot be reached.' },
  reranking_unavailable: { status: 503, retryable: true, message: 'The re-ranking model cannot be reached.' },
  overloaded: { status: 503, retryable: true, message: 'The service is overloaded; try again shortly.' },
  queue_full: { status: 503, retryable: true, message: 'The queue is full; try again later.' },
  shutting_down: {
    status: 503,
    retryable: true,
    message: 'The service is shutting down; try again shortly.',
  },
  index_memory_full: {
    status: 507,
    retryable: true,
    retryAfterSeconds: untilThereIsRoom,
    message:
      'The memory for search indexes is used up; what was written is stored, but cannot be searched now.',
  },
  storage_unavailable: {
    status: 503,
    retryable: true,
    message: 'The database cannot be reached; try again shortly.',
  },
  storage_full: {
    status: 507,
    retryable: true,
    retryAfterSeconds: untilThereIsRoom,
    message: 'The disk is full; nothing was written.',
  },
} as const satisfies Record<string, KnownError>;

export type ErrorCode = keyof typeof errorCatalogue;

/** One wrong field: where it is (a JSON path such as `entries[3].content`), what is wrong, in a word and in a sentence. */
export interface ErrorDetail {
  path: string;
  code: string;
  message: string;
}

export interface ServiceErrorOptions {
  details?: ErrorDetail[];
  /** Sent as `Retry-After`. */
  retryAfterSeconds?: number;
  /** For the log only; never sent to a caller. */
  cause?: unknown;
}

/** The caller's fault or a known condition. Its message is for the caller; anything internal belongs in `cause`. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetail[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message?: string, options: ServiceErrorOptions = {}) {
    const known: KnownError = errorCatalogue[code];
    super(message ?? firstDetail(options.details) ?? known.message, { cause: options.cause });
    this.name = 'ServiceError';
    this.code = code;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds ?? known.retryAfterSeconds;
  }
}

/** Where nothing better is said, the first wrong field is the message: few callers show more than that. */
function firstDetail(details: ErrorDetail[] | undefined): string | undefined {
  const [first] = details ?? [];
  return first && `${first.path === '' ? 'The request' : first.path}: ${first.message}`;
}
