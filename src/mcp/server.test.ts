import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Principal, type Scope, scopes } from '../access/principal.ts';
import { ServiceError } from '../kernel/errors.ts';
import { answerDirectly } from './direct-call.ts';
import { McpHttp } from './http.ts';
import type { McpParts } from './parts.ts';
import { createMcpServer } from './server.ts';
import type { Tool } from './tool.ts';

interface Asked {
  operation: string;
  input: unknown;
}

function setUp(given: Partial<McpParts> = {}, results: Record<string, unknown> = {}) {
  const asked: Asked[] = [];
  const failures: unknown[] = [];
  const parts: McpParts = {
    api: {
      call: async (operation: string, input?: unknown) => {
        asked.push({ operation, input });
        return results[operation] as never;
      },
    },
    version: '1.2.3',
    namespace: 'default',
    countTokens: (text) => text.length,
    may: () => true,
    onFailure: (error) => void failures.push(error),
    ...given,
  };
  const send = async (method: string, params: object = {}) => {
    const message = { jsonrpc: '2.0', id: 1, method, params } as JSONRPCMessage;
    // biome-ignore lint/suspicious/noExplicitAny: results of every shape
    const answer = (await answerDirectly(createMcpServer(parts), message)) as any;
    if (answer.error) throw new Error(answer.error.message);
    return answer.result;
  };
  return { asked, failures, send };
}

const tool = (name: string, more: Partial<Tool> = {}): Tool =>
  ({
    name,
    description: `does ${name}`,
    changes: 'nothing',
    input: z.object({ a: z.string().optional() }),
    run: async () => `${name} is done`,
    ...more,
  }) as unknown as Tool;

const names = (list: Array<{ name: string }>) => list.map(({ name }) => name);

test.each([
  [
    'nothing',
    undefined,
    { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  ],
  [
    'adds',
    false,
    { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  ],
  [
    'deletes',
    true,
    { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  ],
] as const)(
  'a tool that changes %s, in an open world %s, says so',
  async (changes, openWorld, annotations) => {
    const of = { changes, ...(openWorld !== undefined && { openWorld }) } as Partial<Tool>;
    const { tools } = await setUp({ tools: [tool('one', of)] }).send('tools/list');
    expect(tools).toMatchObject([{ name: 'one', description: 'does one', annotations }]);
  },
);

test('a server has the tools that it is given, or all that the caller may use', async () => {
  const { tools } = await setUp({ tools: [tool('one'), tool('two')] }).send('tools/list');
  expect(names(tools)).toEqual(['one', 'two']);
  const all = await setUp().send('tools/list');
  expect(names(all.tools)).toContain('remember');
  const readOnly = await setUp({ may: (scope: Scope) => scope === 'memory:read' }).send('tools/list');
  expect(names(readOnly.tools)).toEqual(['recall']);
});

test('a server for one call has that tool alone, and neither resources nor prompts', async () => {
  const { send } = setUp({ tools: [tool('one'), tool('two')], onlyCall: 'two' });
  expect(names((await send('tools/list')).tools)).toEqual(['two']);
  expect((await send('resources/list')).resources).toEqual([]);
  expect((await send('prompts/list')).prompts).toEqual([]);
});

test('a tool is run after what has to be prepared, and asks the API as a model', async () => {
  const order: string[] = [];
  const { asked, send } = setUp({
    prepare: async () => void order.push('prepared'),
    tools: [
      tool('one', {
        run: async (_: unknown, { api, namespace }) => {
          order.push(`run in ${namespace}`);
          await api.call('getThing', { body: { a: 1 } });
          return 'text';
        },
      } as Partial<Tool>),
    ],
  });
  const result = await send('tools/call', { name: 'one', arguments: {} });
  expect(result).toMatchObject({ content: [{ type: 'text', text: 'text' }] });
  expect(result.isError).toBeFalsy();
  expect(order).toEqual(['prepared', 'run in default']);
  expect(asked).toEqual([{ operation: 'getThing', input: { body: { a: 1 }, transport: 'mcp' } }]);
});

test.each([
  [new ServiceError('not_found', 'Not here.'), 'not_found: Not here.', 0],
  [
    new ServiceError('internal_error', 'At line 5.'),
    'internal_error: Something went wrong; it has been logged.',
    1,
  ],
  [new Error('At line 5.'), 'internal_error: Something went wrong; it has been logged.', 1],
])('of the failure %s a model is told what it can act on', async (error, said, logged) => {
  const { failures, send } = setUp({ tools: [tool('one', { run: () => Promise.reject(error) })] });
  expect(await send('tools/call', { name: 'one', arguments: {} })).toMatchObject({
    content: [{ type: 'text', text: said }],
    isError: true,
  });
  expect(failures).toEqual(logged ? [error] : []);
});

test('progress is reported to who asked for it, in parts of a hundred', async () => {
  const run: Tool['run'] = async (_, { progress }) => {
    progress(40, 'on the way');
    return 'done';
  };
  const sent: unknown[] = [];
  const ask = async (meta: object) => {
    const server = createMcpServer({ ...partsOf(), tools: [tool('one', { run } as Partial<Tool>)] });
    const done = Promise.withResolvers<void>();
    const transport = {
      start: async () => {},
      close: async () => {},
      send: async (message: { method?: string; params?: object }) => {
        if (message.method === undefined) done.resolve();
        else sent.push([message.method, message.params]);
      },
    } as never as { onmessage?(message: unknown): void };
    await server.connect(transport as never);
    const params = { name: 'one', arguments: {}, ...meta };
    transport.onmessage?.({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    await done.promise;
  };
  await ask({});
  expect(sent).toEqual([]);
  await ask({ _meta: { progressToken: 7 } });
  expect(sent).toEqual([
    ['notifications/progress', { progressToken: 7, progress: 40, total: 100, message: 'on the way' }],
  ]);
});

function partsOf(): McpParts {
  return {
    api: { call: async () => undefined as never },
    version: '1',
    namespace: 'default',
    countTokens: () => 0,
    may: () => true,
    onFailure: () => {},
  };
}

test.each<[string, Scope[], string[], string[]]>([
  ['everything', [...scopes], ['scan', 'rule'], ['review-findings', 'fix-finding', 'what-do-we-know']],
  ['nothing', [], ['rule'], []],
  ['memory', ['memory:read'], ['rule'], ['what-do-we-know']],
  ['scans', ['scan:read'], ['scan', 'rule'], ['review-findings', 'fix-finding']],
])('who may read %s is offered what is about that', async (_, may, templates, prompts) => {
  const { send } = setUp({ may: (scope: Scope) => may.includes(scope) });
  expect(names((await send('resources/templates/list')).resourceTemplates)).toEqual(templates);
  const listed = await send('resources/list');
  expect(names(listed.resources)).toEqual(may.includes('memory:read') ? ['namespaces'] : []);
  expect(names((await send('prompts/list')).prompts)).toEqual(prompts);
});

test('namespaces and scans can be attached', async () => {
  const items = [
    { name: 'a', entries: 1, updatedAt: 't1' },
    { name: 'b', entries: 2, updatedAt: 't2' },
  ];
  const { asked, send } = setUp({}, { listNamespaces: { items }, getScan: '# Report' });
  const read = async (uri: string) => (await send('resources/read', { uri })).contents[0];
  expect(await read('lorekeep://namespaces')).toEqual({
    uri: 'lorekeep://namespaces',
    mimeType: 'text/plain',
    text: 'a: 1 entry, updated t1\nb: 2 entries, updated t2',
  });
  expect(await read('lorekeep://scan/scn_1')).toEqual({
    uri: 'lorekeep://scan/scn_1',
    mimeType: 'text/markdown',
    text: '# Report',
  });
  expect(asked).toMatchObject([
    { operation: 'listNamespaces', input: { query: { limit: 200 } } },
    { operation: 'getScan', input: { params: { scanId: 'scn_1' }, query: { format: 'markdown' } } },
  ]);
  const empty = setUp({}, { listNamespaces: { items: [] } });
  expect((await empty.send('resources/read', { uri: 'lorekeep://namespaces' })).contents[0].text).toBe(
    'Memory is empty.',
  );
});

test.each([
  [
    'review-findings',
    {},
    /^Call findings\. Take them worst first; .* points to, say whether .* before you call triage\.$/,
  ],
  ['review-findings', { scanId: 's1' }, /^Call findings with scanId=s1\. Take/],
  ['fix-finding', { id: 'f1' }, /^Call findings with id=f1\. .* removes the problem .* fails without it\.$/],
  ['what-do-we-know', { topic: 'tea' }, /^Call recall about: tea\. /],
])('the prompt %s with %j asks for it', async (name, args, expected) => {
  const { messages } = await setUp().send('prompts/get', { name, arguments: args });
  expect(messages).toMatchObject([
    { role: 'user', content: { type: 'text', text: expect.stringMatching(expected) } },
  ]);
});

test('over HTTP a caller keeps its server, and a call of one tool loads that tool', async () => {
  const opened: Principal[] = [];
  const principal = { keyId: 'k', scopes: ['memory:read', 'memory:write'] } as unknown as Principal;
  const mcp = new McpHttp({
    version: '1',
    apiOf: (of) => {
      opened.push(of);
      return { call: async () => ({ deleted: 0 }) as never };
    },
    countTokens: () => 0,
    onFailure: (error) => {
      throw error;
    },
  });
  const call = (name: string) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: { id: 'mem_1' } },
  });
  expect(await mcp.answerDirectly(principal, call('scan'), undefined)).toBeUndefined();
  expect(opened).toEqual([]);
  for (let i = 0; i < 2; i++)
    expect(await mcp.answerDirectly(principal, call('forget'), undefined)).toMatchObject({
      id: 1,
      result: {},
    });
  expect(opened).toEqual([principal]);
  const post = (body: unknown) =>
    mcp.serve(
      principal,
      new Request('http://localhost/mcp', {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify(body),
      }),
      body,
    );
  const listed = await (await post({ jsonrpc: '2.0', id: 2, method: 'tools/list' })).text();
  for (const name of ['remember', 'recall', 'forget']) expect(listed).toContain(`"name":"${name}"`);
  expect(await (await post(call('forget'))).text()).toContain('"content"');
  expect(await (await post(call('triage'))).text()).toContain('"id":1');
  expect(opened).toEqual([principal]);
});
