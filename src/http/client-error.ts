import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ErrorCode, errorCatalogue, ServiceError } from '../kernel/errors.ts';
import type { NewId } from '../kernel/ids.ts';
import { failText } from './envelope.ts';

/** Answers what is not a request at all: broken HTTP, headers that are too large, a client that is too slow. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket, newId: NewId): void {
  // The other side has gone, or is gone as far as answering goes.
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  respondRaw(socket, new ServiceError(codeOf(error)), newId);
}

/** A response on a connection for which there is no response object. It is the last one. */
export function respondRaw(socket: Duplex, error: ServiceError, newId: NewId): void {
  const requestId = newId('req');
  const body = failText(error, requestId);
  const { status } = errorCatalogue[error.code];
  socket.end(
    `HTTP/1.1 ${status} Error\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `X-Request-Id: ${requestId}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

function codeOf(error: NodeJS.ErrnoException): ErrorCode {
  if (error.code === 'HPE_HEADER_OVERFLOW') return 'headers_too_large';
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout';
  return 'malformed_request';
}
