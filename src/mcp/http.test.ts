import { expect, test } from 'vitest';
import type { Principal } from '../access/principal.ts';
import { McpHttp } from './http.ts';

test.each([[[]], [{ __proto: 1 }], ['text']])(
  'a message that is none, such as %j, is refused and no failure',
  async (body) => {
    const failures: unknown[] = [];
    const mcp = new McpHttp({
      version: '1',
      apiOf: () => ({ call: async () => ({}) }) as never,
      countTokens: () => 0,
      onFailure: (error) => failures.push(error),
    });
    const request = new Request('http://127.0.0.1/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify(body),
    });
    const principal = { keyId: 'key_a', scopes: [] } as unknown as Principal;
    expect((await mcp.serve(principal, request, body)).status).toBe(400);
    expect(failures).toEqual([]);
  },
);
