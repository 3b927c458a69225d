import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServiceError } from '../kernel/errors.ts';
import { ExactNumber } from '../kernel/json/exact-number.ts';
import { isJsonObject, type JsonValue } from '../kernel/json.ts';
import { parseStrictJson } from '../kernel/strict-json.ts';

/** What bodies may be: strict JSON in UTF-8 everywhere, lines of it where a route takes a stream. */
export function readBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    try {
      refuseCompressed(request);
      // Many clients name the type of a body that they do not send, on a DELETE for instance.
      if (bytes.length === 0) return done(null, undefined);
      const charset = /charset\s*=\s*"?([^\s;"]+)/i.exec(request.headers['content-type'] ?? '')?.[1];
      if (charset && !/^utf-?8$/i.test(charset)) {
        throw new ServiceError('unsupported_media_type', 'Send JSON in UTF-8.');
      }
      const body = withPlainFields(parseStrictJson(bytes as Buffer));
      if (request.matched?.route?.namespaceOf) request.rawBody = bytes as Buffer;
      if (request.headers['idempotency-key'] !== undefined) {
        request.bodyHash = createHash('sha256').update(bytes).digest('base64url');
      }
      done(null, body);
    } catch (error) {
      done(error as Error);
    }
  });
  server.addContentTypeParser('application/x-ndjson', (request, payload, done) => {
    try {
      refuseCompressed(request);
      if (!request.matched?.route?.ndjsonBody) throw new ServiceError('unsupported_media_type');
      done(null, payload);
    } catch (error) {
      done(error as Error);
    }
  });
}

/** The fields of a request are plain numbers; only data of the caller, further down, is kept to the last digit. */
function withPlainFields(body: JsonValue): JsonValue {
  if (!isJsonObject(body)) return body;
  for (const key of Object.keys(body)) {
    if (body[key] instanceof ExactNumber) body[key] = Number(body[key]);
  }
  return body;
}

function refuseCompressed({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new ServiceError('unsupported_media_type', 'Send the body as it is, without Content-Encoding.');
  }
}
