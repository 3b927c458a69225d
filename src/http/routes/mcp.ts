import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { z } from 'zod';
import type { Principal } from '../../access/principal.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { RawResponse, type Route, route } from '../route.ts';

export interface McpRouteParts {
  /** Answers one message of the protocol as this caller. */
  serve(principal: Principal, request: Request, body: unknown): Promise<Response>;
  /** The whole response to a message that needs no stream; undefined where `serve` has to answer it. */
  answerDirectly(principal: Principal, body: unknown, revision: unknown): Promise<unknown>;
  /** The service listens on loopback alone, where only loopback names are honest. */
  onLoopback: boolean;
  corsOrigins: readonly string[];
}

const message = z
  .unknown()
  .meta({ type: 'object', additionalProperties: true, description: 'A JSON-RPC message of the protocol.' });

/** The Model Context Protocol behind the same gate as everything else. It holds no session: every message stands for itself. */
export function mcpRoutes(parts: McpRouteParts): Route[] {
  return [
    route({
      name: 'callMcp',
      method: 'POST',
      path: '/mcp',
      scope: 'any',
      tag: 'operation',
      summary: 'The Model Context Protocol over streamable HTTP.',
      description: 'For MCP clients; the tools they see depend on the scopes of the key.',
      body: message,
      bodyLimitBytes: Number.POSITIVE_INFINITY,
      produces: ['application/json', 'text/event-stream'],
      errors: ['host_not_allowed'],
      handle: async (call) => {
        refuseForeign(call.headers, parts);
        const direct = await answerDirectly(call, parts);
        if (direct) return direct;
        const response = await parts.serve(call.principal, requestOf(call), call.body);
        return responseOf(response);
      },
    }),
  ];
}

interface Call {
  principal: Principal;
  headers: Headers;
  body?: unknown;
}

async function answerDirectly({ principal, headers, body }: Call, parts: McpRouteParts) {
  const { accept = '*/*' } = headers;
  if (!/application\/json|\*\/\*/.test(String(accept))) return undefined;
  const message = await parts.answerDirectly(principal, body, headers['mcp-protocol-version']);
  return message ? new RawResponse('application/json; charset=utf-8', JSON.stringify(message)) : undefined;
}

interface Headers {
  host?: string | undefined;
  origin?: string | undefined;
  [name: string]: string | string[] | undefined;
}

/** A page of a stranger, or a name of theirs that leads here, must not reach a local service through a browser. */
function refuseForeign({ host = '', origin }: Headers, { onLoopback, corsOrigins }: McpRouteParts): void {
  const name = host.replace(/:\d+$/, '').toLowerCase();
  if (onLoopback && !['localhost', '127.0.0.1', '[::1]'].includes(name))
    throw new ServiceError(
      'host_not_allowed',
      'The header Host is not a name of this machine; call it localhost or 127.0.0.1.',
    );
  if (origin === undefined || corsOrigins.includes(origin)) return;
  if (URL.parse(origin)?.host !== host.toLowerCase())
    throw new ServiceError(
      'host_not_allowed',
      'The header Origin is not allowed; corsOrigins (LOREKEEP_CORS_ORIGINS) lists those that are.',
    );
}

function requestOf({ headers, gone }: { headers: Headers; gone: AbortSignal }): Request {
  const given = Object.entries(headers).flatMap(([name, value]) =>
    // The length is that of bytes that were read already.
    typeof value === 'string' && name !== 'content-length' ? [[name, value] as [string, string]] : [],
  );
  const request = new Request('http://localhost/mcp', {
    method: 'POST',
    headers: given,
    signal: gone,
    body: '{}',
  });
  // The protocol wants both named; whoever takes anything takes both.
  const accept = request.headers.get('accept') ?? '*/*';
  if (accept.includes('*/*')) request.headers.set('accept', 'application/json, text/event-stream');
  return request;
}

async function responseOf(response: Response): Promise<RawResponse> {
  const type = response.headers.get('content-type') ?? 'application/json; charset=utf-8';
  const streams = response.body !== null && type.startsWith('text/event-stream');
  const body = streams ? Readable.fromWeb(response.body as ReadableStream) : await response.text();
  return new RawResponse(type, body, { 'X-Accel-Buffering': 'no' }, response.status);
}
