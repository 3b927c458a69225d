import type { JSONRPCMessage, McpServer, Transport } from '@modelcontextprotocol/server';

/** Calls of these end soon and have nothing to report before their result; scans stream, so that the connection stays open. */
const shortTools = new Set(['remember', 'recall', 'forget']);

/** Revisions of the protocol whose messages need nothing but themselves; a client that names none speaks one of these too. */
const plainRevisions = new Set<unknown>([undefined, '2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']);

export interface DirectCall {
  tool: string;
  message: JSONRPCMessage;
}

/**
 * A message that can be answered with one JSON document: a call of a short tool, by a client before the revision of 2026-07-28, that
 * follows no progress. The library would answer it with a stream of one event, at half as much again as the whole call costs.
 * Everything else, whatever is malformed included, is left to the library.
 */
export function readDirectCall(body: unknown, revision: unknown): DirectCall | undefined {
  if (!plainRevisions.has(revision) || body === null || typeof body !== 'object') return undefined;
  const { jsonrpc, id, method, params } = body as Record<string, unknown>;
  if (jsonrpc !== '2.0' || method !== 'tools/call') return undefined;
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return undefined;
  const { name, _meta } = (params ?? {}) as Record<string, unknown>;
  if (typeof name !== 'string' || !shortTools.has(name) || _meta !== undefined) return undefined;
  return { tool: name, message: body as JSONRPCMessage };
}

/** Hands a server its only message. It is not closed after: it holds nothing, and closing would only report a lost connection. */
export async function answerDirectly(server: McpServer, message: JSONRPCMessage): Promise<JSONRPCMessage> {
  const answered = Promise.withResolvers<JSONRPCMessage>();
  const transport: Transport = {
    start: async () => {},
    send: async (answer) => answered.resolve(answer),
    close: async () => {},
  };
  await server.connect(transport);
  transport.onmessage?.(message);
  return answered.promise;
}
