import { ServiceError } from '../../kernel/errors.ts';

const retryAfterSeconds = 2;

/** What a failed statement means for the caller; anything that is our own mistake stays as it is. */
export function asServiceError(error: unknown): unknown {
  if (error instanceof ServiceError) return error;
  const code = codeOf(error);
  if (code === diskFull) return new ServiceError('storage_full', undefined, { cause: error });
  if (code === statementTimeout) return unavailable('The database took too long to answer.', error);
  if (isConnectFailure(error)) {
    return unavailable('The database cannot be reached; nothing was written. Try again shortly.', error);
  }
  if (isConnectionLoss(error)) {
    return unavailable(
      'The connection to the database was lost. A write may have been stored or not: repeat it with the same Idempotency-Key.',
      error,
    );
  }
  return error;
}

/** Two transactions got in each other's way; the same work can be done again. */
export function isRetryable(error: unknown): boolean {
  return codeOf(error) === '40001' || codeOf(error) === '40P01';
}

export function isConnectionLoss(error: unknown): boolean {
  const code = codeOf(error);
  if (code.startsWith('08') || lostCodes.has(code)) return true;
  return lostMessages.test(messageOf(error));
}

function isConnectFailure(error: unknown): boolean {
  return connectCodes.has(codeOf(error)) || connectMessages.test(messageOf(error));
}

function unavailable(message: string, cause: unknown): ServiceError {
  return new ServiceError('storage_unavailable', message, { cause, retryAfterSeconds });
}

const diskFull = '53100';
const statementTimeout = '57014';

// Before anything was sent: nobody listens, the name is unknown, the server is starting up or has no connection to spare.
const connectCodes = new Set([
  'ECONNREFUSED',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '57P03',
  '53300',
  // A standby, in the moment of a failover.
  '25006',
]);
const connectMessages =
  /timeout exceeded when trying to connect|due to connection timeout|Cannot use a pool after calling end/;

const lostCodes = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', '57P01', '57P02', '57P05', '53200']);
const lostMessages =
  /Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout/;

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | undefined)?.code ?? '');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}
