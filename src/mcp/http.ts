import type { McpHttpHandler } from '@modelcontextprotocol/server';
import { hasScope, type Principal } from '../access/principal.ts';
import type { Api } from '../contract/api.ts';
import type { CountTokens } from './budget.ts';

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
  readonly #handlers = new WeakMap<Principal, McpHttpHandler>();

  constructor(parts: McpHttpParts) {
    this.#parts = parts;
  }

  async serve(principal: Principal, request: Request, body: unknown): Promise<Response> {
    const handler = this.#handlers.get(principal) ?? (await this.#open(principal));
    // The library hands this to the factory untouched; who is calling was settled at the gate.
    const authInfo = { token: '', clientId: principal.keyId, scopes: [], extra: { tool: calledTool(body) } };
    return handler.fetch(request, { parsedBody: body, authInfo });
  }

  async #open(principal: Principal): Promise<McpHttpHandler> {
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
    const handler = createMcpHandler(
      ({ authInfo }) =>
        createMcpServer({ ...parts, onlyCall: authInfo?.extra?.['tool'] as string | undefined }),
      { onerror: onFailure },
    );
    // A principal is one object as long as its key stays what it is.
    this.#handlers.set(principal, handler);
    return handler;
  }
}

/** The tool that a message calls; undefined where it asks for anything else. */
function calledTool(body: unknown): string | undefined {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { name?: unknown } };
  return method === 'tools/call' && typeof params?.name === 'string' ? params.name : undefined;
}
