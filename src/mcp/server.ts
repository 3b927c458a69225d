import { type CallToolResult, McpServer, type ServerContext } from '@modelcontextprotocol/server';
import type { Api } from '../contract/api.ts';
import { ServiceError } from '../kernel/errors.ts';
import type { McpParts } from './parts.ts';
import { addPrompts } from './prompts.ts';
import { publishedSchema } from './published-schema.ts';
import { addResources } from './resources.ts';
import type { Tool, ToolContext } from './tool.ts';
import { chooseTools } from './tools/index.ts';

const listHint = { ttlMs: 300_000, cacheScope: 'private' } as const;

/** An MCP server for one caller: the same tools over HTTP and stdio, in both generations of the protocol. */
export function createMcpServer(given: McpParts): McpServer {
  const parts = { ...given, api: asMcp(given.api) };
  const server = new McpServer(
    { name: 'lorekeep', version: parts.version },
    {
      capabilities: { tools: {}, resources: {}, prompts: {} },
      cacheHints: { 'tools/list': listHint, 'resources/list': listHint, 'prompts/list': listHint },
    },
  );
  const called = parts.onlyCall;
  for (const tool of parts.tools ?? chooseTools(parts))
    if (called === undefined || tool.name === called) addTool(server, tool, parts);
  if (called !== undefined) return server;
  addResources(server, parts);
  addPrompts(server, parts);
  return server;
}

/** Says of every call that a model makes it, so that what it writes is guarded accordingly. */
function asMcp(api: Api): Api {
  return {
    call: (operation, input, options) => api.call(operation, { ...input, transport: 'mcp' }, options),
  };
}

function addTool(server: McpServer, tool: Tool, parts: McpParts): void {
  const { description, changes } = tool;
  server.registerTool(
    tool.name,
    {
      description,
      inputSchema: publishedSchema(tool.input) as never,
      annotations: {
        readOnlyHint: changes === 'nothing',
        destructiveHint: changes === 'deletes',
        idempotentHint: changes !== 'adds',
        openWorldHint: tool.openWorld ?? false,
      },
    },
    (async (args: never, context: ServerContext): Promise<CallToolResult> => {
      try {
        await parts.prepare?.();
        return text(await tool.run(args, contextOf(parts, context)));
      } catch (error) {
        return { ...text(explain(error, parts)), isError: true };
      }
    }) as never,
  );
}

function contextOf(parts: McpParts, { mcpReq }: ServerContext): ToolContext {
  const token = mcpReq._meta?.progressToken;
  return {
    api: parts.api,
    namespace: parts.namespace,
    countTokens: parts.countTokens,
    folders: parts.folders,
    signal: mcpReq.signal,
    progress: (progress, message) => {
      if (token === undefined) return;
      const params = { progressToken: token, progress, total: 100, message };
      // A client that has gone away is noticed by the call itself.
      mcpReq.notify({ method: 'notifications/progress', params }).catch(parts.onFailure);
    },
  };
}

function text(content: string): CallToolResult {
  return { content: [{ type: 'text', text: content }] };
}

/** What a model can act on; anything internal stays in the log. */
function explain(error: unknown, { onFailure }: McpParts): string {
  if (error instanceof ServiceError && error.code !== 'internal_error')
    return `${error.code}: ${error.message}`;
  onFailure(error);
  return 'internal_error: Something went wrong; it has been logged.';
}
