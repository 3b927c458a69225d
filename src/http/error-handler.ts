import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorCode, errorCatalogue, ServiceError } from '../kernel/errors.ts';
import type { Logger } from '../telemetry/logger.ts';
import { CallerGone, callerGoneStatus } from './caller-gone.ts';
import { failText } from './envelope.ts';
import { headOf, type Responder } from './responder.ts';

export type SendError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;

/** The one place that turns what was thrown into a status and an envelope. Anything unknown is a 500 that tells nothing. */
export function createErrorHandler(logger: Logger, responder: Responder, maxBodyBytes: number): SendError {
  return (error, request, reply) => {
    if (error instanceof CallerGone) {
      reply.code(callerGoneStatus);
      responder.recordUnsent(request, reply);
      return;
    }
    const known = asServiceError(error, request, maxBodyBytes);
    if (known.code === 'internal_error')
      logger.error({ requestId: request.id, err: error }, 'handler failed');
    else if (known.cause)
      logger.warn({ requestId: request.id, code: known.code, err: known.cause }, 'request failed');
    request.head = headOfError(request);
    // Fastify hands the head of a stream over before its first byte.
    if (!reply.raw.headersSent) for (const name of ofContent) reply.raw.removeHeader(name);
    request.head.push('Content-Type', 'application/json; charset=utf-8');
    if (known.code === 'unauthenticated') request.head.push('WWW-Authenticate', 'Bearer');
    if (known.retryAfterSeconds !== undefined)
      request.head.push('Retry-After', String(known.retryAfterSeconds));
    if (!request.raw.complete && !isWorthReading(request) && !request.head.includes('Connection'))
      request.head.push('Connection', 'close');
    reply.code(errorCatalogue[known.code].status);
    responder.sendWhole(failText(known, request.id), request, reply);
  };
}

/** What was set on the way, without what described the response that failed. Nothing was where the request could not even be routed. */
function headOfError({ head, id }: FastifyRequest): string[] {
  if (head === undefined) return headOf(id);
  return head.filter((_, i) => !ofContent.has(head[i - (i % 2)]!));
}

const ofContent = new Set(['Content-Type', 'Content-Length', 'Content-Disposition']);

const maxUnreadBytes = 32 * 1_024 * 1_024;

/**
 * Closing while the caller still sends resets the connection, and many clients then report a broken pipe instead of the response.
 * So Node throws away what a known caller announced, if it is bounded; nobody else may keep the connection busy with a body.
 */
function isWorthReading({ raw: { headers }, principal }: FastifyRequest): boolean {
  if (headers['transfer-encoding'] !== undefined) return false;
  return Number(headers['content-length'] ?? 0) <= (principal ? maxUnreadBytes : 0);
}

const frameworkCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_request',
  FST_ERR_MAX_PARAM_LENGTH: 'uri_too_long',
  ECONNRESET: 'malformed_request',
};

function asServiceError(error: unknown, request: FastifyRequest, maxBodyBytes: number): ServiceError {
  if (error instanceof ServiceError) return error;
  const frameworkCode = (error as { code?: string } | undefined)?.code ?? '';
  if (frameworkCode === 'FST_ERR_BAD_URL') {
    return new ServiceError('malformed_request', 'The address is not UTF-8 in percent-encoding.');
  }
  // A body that is put aside in a file needs room as well.
  if (frameworkCode === 'ENOSPC' || frameworkCode === 'EDQUOT') {
    return new ServiceError('storage_full', undefined, { cause: error });
  }
  if (frameworkCode === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const { bodyLimit } = request.routeOptions;
    const reason =
      bodyLimit === maxBodyBytes
        ? 'the setting limits.bodyBytes (LOREKEEP_LIMITS_BODY_BYTES) says so'
        : 'this route never needs more';
    return new ServiceError(
      'payload_too_large',
      `The request body is larger than ${bodyLimit} bytes; ${reason}.`,
    );
  }
  const code = frameworkCodes[frameworkCode];
  return code ? new ServiceError(code) : new ServiceError('internal_error', undefined, { cause: error });
}
