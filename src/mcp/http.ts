import type { JSONRPCMessage, McpHttpHandler, McpServer } from '@modelcontextprotocol/server';
import { hasScope, type Principal } from '../access/principal.ts';
import type { Api } from '../contract/api.ts';
import type { CountTokens } from './budget.ts';
import { answerDirectly, readDirectCall } from './direct-call.ts';

export interface McpHttpParts {
  version: string;
  /** The API as this caller may use it. */
  apiOf(principal: Principal): Api;
  countTokens: CountTokens;
  onFailure(error: unknown): void;
}

/** The protocol over HTTP. The library and the tools are loaded by the first message: a service that nobody asks for them does without. */
export class McpHttp {
  readonly #parts: McpHttpParts;
  readonly #callers = new WeakMap<Principal, Caller>();

  constructor(parts: McpHttpParts) {
    this.#parts = parts;
  }

  async serve(principal: Principal, request: Request, body: unknown): Promise<Response> {
    const { handler } = await this.#callerOf(principal);
    // The library hands this to the factory untouched; who is calling was settled at the gate.
    const authInfo = { token: '', clientId: principal.keyId, scopes: [], extra: { tool: calledTool(body) } };
    return handler.fetch(request, { parsedBody: body, authInfo });
  }

  /** The whole response to a message that needs no stream; undefined where `serve` has to answer it. */
  async answerDirectly(
    principal: Principal,
    body: unknown,
    revision: unknown,
  ): Promise<JSONRPCMessage | undefined> {
    const call = readDirectCall(body, revision);
    if (!call) return undefined;
    const { createServer } = await this.#callerOf(principal);
    return answerDirectly(createServer(call.tool), call.message);
  }

  async #callerOf(principal: Principal): Promise<Caller> {
    return this.#callers.get(principal) ?? this.#open(principal);
  }

  async #open(principal: Principal): Promise<Caller> {
    const { createMcpHandler } = await import('@modelcontextprotocol/server');
    const { createMcpServer } = await import('./server.ts');
    const { version, apiOf, countTokens, onFailure } = this.#parts;
    const parts = {
      api: apiOf(principal),
      version,
      namespace: 'default',
      countTokens,
      may: (scope: Parameters<typeof hasScope>[1]) => hasScope(principal, scope),
      onFailure,
    };
    const createServer = (onlyCall?: string) => createMcpServer({ ...parts, onlyCall });
    const handler = createMcpHandler(
      ({ authInfo }) => createServer(authInfo?.extra?.['tool'] as string | undefined),
      { onerror: (error) => isRefusal(error) || onFailure(error) },
    );
    // A principal is one object as long as its key stays what it is.
    this.#callers.set(principal, { handler, createServer });
    return { handler, createServer };
  }
}

/** A message that is none is its sender's fault: it was answered with 400, and is in the log of requests. */
function isRefusal(error: Error): boolean {
  return error.message.startsWith('Rejected inbound request');
}

interface Caller {
  handler: McpHttpHandler;
  /** A server for one message, which knows all tools or the one that will be called. */
  createServer(onlyCall?: string): McpServer;
}

/** The tool that a message calls; undefined where it asks for anything else. */
function calledTool(body: unknown): string | undefined {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { name?: unknown } };
  return method === 'tools/call' && typeof params?.name === 'string' ? params.name : undefined;
}
