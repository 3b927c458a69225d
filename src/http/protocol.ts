import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../kernel/errors.ts';
import type { NewId } from '../kernel/ids.ts';
import { respondRaw } from './client-error.ts';

/** Refuses what two readers of the same request, a proxy and this service, could understand in two ways. */
export function refuseAmbiguous({ headers, rawHeaders, httpVersion }: IncomingMessage): void {
  if (headers.host === undefined && httpVersion !== '1.0') {
    throw new ServiceError('malformed_request', 'The request has no Host header.');
  }
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    throw new ServiceError('malformed_request', 'The only Transfer-Encoding here is chunked.');
  }
  // Node keeps the first of several and says nothing. Their length tells most names apart before a letter is looked at.
  let hosts = 0;
  let authorizations = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4) hosts += isNamed(name, 'Host', 'host');
    else if (name.length === 13) authorizations += isNamed(name, 'Authorization', 'authorization');
  }
  if (hosts > 1 || authorizations > 1) {
    throw new ServiceError('malformed_request', 'Send Host and Authorization once each.');
  }
}

/** 1 or 0. Clients write a name in one of two ways; only another way has to be brought into lower case. */
function isNamed(name: string, usual: string, lower: string): number {
  return name === usual || name === lower || name.toLowerCase() === lower ? 1 : 0;
}

/** The parser of queries would take `%ff`, which is no text, for the three characters that it is written with. */
export function refuseBrokenQuery(url: string): void {
  const query = url.indexOf('?');
  if (query < 0 || !url.includes('%', query)) return;
  try {
    decodeURIComponent(url.slice(query + 1));
  } catch {
    throw new ServiceError('malformed_request', 'The query is not UTF-8 in percent-encoding.');
  }
}

/**
 * Takes over what Node would answer by itself, without the envelope or before anybody was asked for a key: `Expect` and CONNECT.
 * "100 Continue" is sent by `receive`, once the caller has been let in.
 */
export function answerProtocol({ server }: FastifyInstance, newId: NewId): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
  server.on('checkExpectation', (request: IncomingMessage) => {
    const error = new ServiceError(
      'malformed_request',
      'The only Expect header that is met here is 100-continue.',
    );
    respondRaw(request.socket, error, newId);
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    respondRaw(socket, new ServiceError('method_not_allowed', 'This is not a proxy.'), newId);
  });
}
