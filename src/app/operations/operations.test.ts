import { expect, test } from 'vitest';
import type { Keys } from '../../access/keys.ts';
import type { Tenants } from '../../access/tenants.ts';
import type { Operations } from '../../control/operations.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { MemoryCaller } from '../../memory/entry.ts';
import type { Storage } from '../../storage/storage.ts';
import type { MemoryParts } from '../compose-memory.ts';
import { accessOperations } from './access.ts';
import { apiOperations } from './api.ts';
import { memoryOperations } from './memory.ts';

const tenants = {
  get: async (name: string) => ({ id: `ten_${name}` }),
  create: async (name: string) => `created ${name}`,
  list: async () => 'tenants',
  delete: async (name: string) => `deleted ${name}`,
} as unknown as Tenants;

/** Every method notes its call and gives the next of the results. */
function noting<T>(results: unknown[], asked: unknown[][]): T {
  return new Proxy({} as object, {
    get:
      (_, name) =>
      async (...args: unknown[]) => {
        asked.push([name, ...args]);
        return results.shift();
      },
  }) as T;
}

const silent = () => {};
const at = 1_000;
const entry = { id: 'mem_1', namespace: 'n', content: 'c', metadata: {}, createdAt: at, updatedAt: at };
const view = {
  id: 'mem_1',
  namespace: 'n',
  content: 'c',
  metadata: {},
  createdAt: '1970-01-01T00:00:01.000Z',
  updatedAt: '1970-01-01T00:00:01.000Z',
};

function memoryOf(...results: unknown[]) {
  const asked: unknown[][] = [];
  const part = noting<never>(results, asked);
  const parts = {
    memory: part,
    transfer: part,
    audit: part,
    reembedding: part,
    eraseTraces: (a: unknown) => ({ a }),
  };
  return { asked, operations: memoryOperations(tenants, async () => parts as unknown as MemoryParts) };
}

/** What is asked of memory, without the caller, who is always the tenant's. */
async function ask(operations: Operations, asked: unknown[][], name: string, args: JsonObject) {
  const result = await operations[name]!({ tenant: 'a', ...args }, silent);
  return {
    result,
    asked: asked.splice(0).map(([method, caller, ...rest]) => {
      expect((caller as MemoryCaller).tenantId).toBe('ten_a');
      expect((caller as MemoryCaller).mayUseNamespace('anything')).toBe(true);
      return [method, ...rest];
    }),
  };
}

test.each<[string, JsonObject, unknown[], unknown, unknown]>([
  [
    'memory.write',
    { namespace: 'n', entries: [{ content: 'c' }] },
    ['w'],
    { entries: [{ content: 'c' }] },
    'w',
  ],
  ['memory.search', { namespace: 'n', query: 'q' }, [[]], { query: 'q', limit: 10, filter: undefined }, []],
  ['memory.search', { namespace: 'n', query: 'q', limit: 3 }, [[]], { query: 'q', limit: 3 }, []],
  [
    'memory.context',
    { namespace: 'n', query: 'q', maxTokens: 100 },
    ['c'],
    { limit: 10, maxTokens: 100 },
    'c',
  ],
  ['memory.context', { namespace: 'n', query: 'q', maxTokens: 100, limit: 4 }, ['c'], { limit: 4 }, 'c'],
  [
    'memory.list',
    { namespace: 'n' },
    [{ items: [entry], next: 'p' }],
    { limit: 10, order: 'newest' },
    { items: [view], more: true },
  ],
  ['memory.list', { namespace: 'n', limit: 5 }, [{ items: [] }], { limit: 5 }, { items: [], more: false }],
  ['memory.delete', { namespace: 'n', ids: ['x'] }, ['d'], { ids: ['x'], dryRun: false }, 'd'],
  ['memory.delete', { namespace: 'n', ids: ['x'], dryRun: true }, ['d'], { dryRun: true }, 'd'],
])('%s with %j asks memory once', async (name, args, results, request, result) => {
  const { operations, asked } = memoryOf(...results);
  const done = await ask(operations, asked, name, args);
  expect(done.result).toEqual(result);
  expect(done.asked).toHaveLength(1);
  expect(done.asked[0]![1]).toMatchObject({ namespace: 'n', ...(request as object) });
});

test('what is found is shown without its namespace, with its score', async () => {
  const { operations, asked } = memoryOf([{ ...entry, score: 0.5 }]);
  const { namespace: _, ...rest } = view;
  const { result } = await ask(operations, asked, 'memory.search', { namespace: 'n', query: 'q' });
  expect(result).toEqual([{ ...rest, score: 0.5 }]);
});

test('namespaces are read to the last page', async () => {
  const namespace = (name: string) => ({ name, settings: {}, createdAt: at, updatedAt: at });
  const { operations, asked } = memoryOf({ items: [namespace('a')], next: 'a' }, { items: [namespace('b')] });
  const done = await ask(operations, asked, 'memory.namespaces', {});
  expect((done.result as Array<{ name: string }>).map(({ name }) => name)).toEqual(['a', 'b']);
  expect(done.asked).toEqual([
    ['namespaces', { after: undefined, limit: 200 }],
    ['namespaces', { after: 'a', limit: 200 }],
  ]);
});

test('an export is a page of a thousand or 8 MiB, with the vectors, and says where the next begins', async () => {
  const asked: unknown[][] = [];
  const operationsOf = (entries: Iterable<object>) => {
    const transfer = {
      async *export(caller: MemoryCaller, ...rest: unknown[]) {
        asked.push([caller.tenantId, ...rest]);
        yield* entries;
      },
    };
    return memoryOperations(tenants, async () => ({ transfer }) as unknown as MemoryParts);
  };
  const page = async (entries: Iterable<object>, after?: string) => {
    const args = { tenant: 'a', namespace: 'n', ...(after !== undefined && { after }) };
    return (await operationsOf(entries)['memory.export']!(args, silent)) as {
      items: object[];
      next: string | null;
    };
  };
  const many = (count: number, rest: object = {}) =>
    Array.from({ length: count }, (_, i) => ({ ...entry, id: `mem_${i}`, ...rest }));
  expect(await page([{ ...entry, vector: Float32Array.of(1) }])).toEqual({
    items: [{ ...view, vector: 'AACAPw==' }],
    next: null,
  });
  expect(await page([], 'mem_9')).toEqual({ items: [], next: null });
  expect(asked).toEqual([
    ['ten_a', 'n', undefined],
    ['ten_a', 'n', 'mem_9'],
  ]);
  expect(await page(many(999))).toMatchObject({ items: { length: 999 }, next: null });
  expect(await page(many(1_001))).toMatchObject({ items: { length: 1_000 }, next: 'mem_999' });
  const long = many(20, { content: 'x'.repeat(1024 * 1024 - 8), vector: Float32Array.of(1) });
  expect(await page(long)).toMatchObject({ items: { length: 8 }, next: 'mem_7' });
  const tooLong = page([], 'x'.repeat(65));
  await expect(tooLong).rejects.toMatchObject({ code: 'validation_failed' });
  expect(await page([], 'x'.repeat(64))).toEqual({ items: [], next: null });
});

test('a part of a file is imported with the numbers that its lines have there', async () => {
  const reported: unknown[] = [];
  const lines: unknown[] = [];
  const transfer = {
    import: async (
      _: MemoryCaller,
      namespace: string,
      source: AsyncIterable<object>,
      options: { linesBefore: number; onProgress(progress: { lastLine: number }): void },
    ) => {
      for await (const line of source) lines.push(line);
      options.onProgress({ lastLine: 8 });
      return { namespace, linesBefore: options.linesBefore };
    },
  };
  const operations = memoryOperations(tenants, async () => ({ transfer }) as unknown as MemoryParts);
  const args = { tenant: 'a', namespace: 'n', lines: '{"content":"a"}\n{"content":"b"}\n', linesBefore: 6 };
  const report = (of: unknown) => reported.push(of);
  expect(await operations['memory.import']!(args, report)).toEqual({ namespace: 'n', linesBefore: 6 });
  expect(lines).toMatchObject([
    { content: 'a', line: 7 },
    { content: 'b', line: 8 },
  ]);
  expect(reported).toEqual([{ lastLine: 8 }]);
  await operations['memory.import']!({ ...args, linesBefore: 0 }, report);
  const negative = operations['memory.import']!({ ...args, linesBefore: -1 }, report);
  await expect(negative).rejects.toMatchObject({ code: 'validation_failed' });
});

test('an audit reports how far it is', async () => {
  const reported: unknown[] = [];
  const audit = {
    run: async (_: MemoryCaller, request: unknown, report: (progress: object) => void) => {
      report({ entries: 2, flagged: 1, more: true });
      return request;
    },
  };
  const operations = memoryOperations(tenants, async () => ({ audit }) as unknown as MemoryParts);
  const request = { namespace: 'n', apply: 'flag', pii: true };
  expect(await operations['memory.audit']!({ tenant: 'a', ...request }, (of) => reported.push(of))).toEqual(
    request,
  );
  expect(reported).toEqual([{ entries: 2, flagged: 1 }]);
});

test('the model is asked for and rolled back; texts that must be absent have a character at least', async () => {
  const { operations, asked } = memoryOf('status', 'back');
  expect(await operations['memory.model']!({}, silent)).toBe('status');
  expect(await operations['memory.rollback']!({}, silent)).toBe('back');
  expect(asked).toEqual([['status'], ['rollBack']]);
  expect(await operations['memory.erase']!({ absent: ['x'] }, silent)).toEqual({ a: ['x'] });
  await expect(operations['memory.erase']!({ absent: [''] }, silent)).rejects.toMatchObject({
    code: 'validation_failed',
  });
});

function accessOf(...results: unknown[]) {
  const asked: unknown[][] = [];
  const keys = noting<Keys>(results, asked);
  const storage = {
    access: { listAudit: async (...args: unknown[]) => ({ items: args }) },
    backUp: async (target: string, now: number, report: (done: number, total: number) => void) => {
      report(1, 2);
      return [target, now];
    },
    verify: async () => 'verified',
  } as unknown as Storage;
  return { asked, operations: accessOperations({ keys, tenants, storage, clock: { now: () => 7 } }) };
}

const actor = { tenantId: 'ten_a', keyId: 'local' };
const key = { name: 'k', scopes: ['admin'] };

test.each<[string, JsonObject, unknown[]]>([
  ['key.create', key, ['issue', actor, { ...key, expiresAt: undefined }]],
  [
    'key.create',
    { ...key, namespaces: ['a-*'], plan: 'free', expiresAt: '1970-01-01T01:00:01+01:00' },
    ['issue', actor, { ...key, namespaces: ['a-*'], plan: 'free', expiresAt: 1_000 }],
  ],
  ['key.create', { ...key, namespaces: ['n'.repeat(256)] }, ['issue', actor, expect.anything()]],
  ['key.rotate', { id: 'key_1', graceSeconds: 0 }, ['rotate', actor, 'key_1', 0]],
  ['key.rotate', { id: 'key_1', graceSeconds: 2_592_000 }, ['rotate', actor, 'key_1', 2_592_000]],
  ['key.revoke', { id: 'key_1' }, ['revoke', actor, 'key_1']],
])('%s with %j acts for the operator', async (name, args, call) => {
  const { operations, asked } = accessOf('done');
  const result = await operations[name]!({ tenant: 'a', ...args }, silent);
  expect(asked).toEqual([call]);
  expect(result).toBe(name === 'key.revoke' ? undefined : 'done');
});

test.each<[string, JsonObject]>([
  ['key.create', { tenant: 'a', name: 'k', scopes: [] }],
  ['key.create', { tenant: 'a', ...key, namespaces: [] }],
  ['key.create', { tenant: 'a', ...key, namespaces: [''] }],
  ['key.create', { tenant: 'a', ...key, namespaces: ['n'.repeat(257)] }],
  ['key.create', { tenant: 'a', ...key, expiresAt: 'tomorrow' }],
  ['key.rotate', { tenant: 'a', id: 'k', graceSeconds: -1 }],
  ['key.rotate', { tenant: 'a', id: 'k', graceSeconds: 2_592_001 }],
  ['tenant.create', { name: '' }],
  ['tenant.create', { name: '-a' }],
  ['tenant.create', { name: `a${'b'.repeat(63)}` }],
  ['audit.list', { tenant: 'a', limit: 0 }],
  ['audit.list', { tenant: 'a', limit: 10_001 }],
  ['backup', { target: '' }],
])('%s with %j is refused', async (name, args) => {
  await expect(accessOf().operations[name]!(args, silent)).rejects.toMatchObject({
    code: 'validation_failed',
  });
});

test('keys are read to the last page, a thousand at a time', async () => {
  const { operations, asked } = accessOf({ items: ['a'], next: 'p' }, { items: ['b'] });
  expect(await operations['key.list']!({ tenant: 'a' }, silent)).toEqual(['a', 'b']);
  expect(asked).toEqual([
    ['list', 'ten_a', 1_000, undefined],
    ['list', 'ten_a', 1_000, 'p'],
  ]);
});

test('tenants, the audit trail, copies and checks are those of the storage', async () => {
  const { operations } = accessOf();
  const reported: unknown[] = [];
  const of = (name: string, args: JsonObject) => operations[name]!(args, (each) => reported.push(each));
  const longest = `A${'b'.repeat(62)}`;
  expect(await of('tenant.create', { name: longest })).toBe(`created ${longest}`);
  expect(await of('tenant.list', {})).toBe('tenants');
  expect(await of('tenant.delete', { name: 'x' })).toBe('deleted x');
  expect(await of('audit.list', { tenant: 'a', limit: 1 })).toEqual(['ten_a', 1]);
  expect(await of('audit.list', { tenant: 'a', limit: 10_000 })).toEqual(['ten_a', 10_000]);
  expect(await of('backup', { target: 't' })).toEqual(['t', 7]);
  expect(await of('verify', {})).toBe('verified');
  expect(reported).toEqual([{ done: 1, total: 2 }]);
});

test.each<[JsonObject, object]>([
  [{}, {}],
  [{ params: { id: 'x' } }, { params: { id: 'x' } }],
  [{ query: { limit: 1 } }, { query: { limit: 1 } }],
  [{ body: { a: 1 } }, { body: { a: 1 } }],
  [{ body: null }, {}],
  [{ body: 0 }, { body: 0 }],
  [{ transport: 'mcp' }, { transport: 'mcp' }],
])('a call of the API with %j is made as the operator', async (args, input) => {
  const asked: unknown[][] = [];
  const operations = apiOperations({
    tenants,
    localPrincipal: (tenantId) => ({ tenantId }) as never,
    apiOf: async (principal, operation) => ({
      call: async (...call: unknown[]) => {
        asked.push([principal, operation, ...call]);
        return 'called' as never;
      },
    }),
  });
  expect(await operations['api.call']!({ tenant: 'a', operation: 'o', ...args }, silent)).toBe('called');
  expect(asked).toEqual([[{ tenantId: 'ten_a' }, 'o', 'o', input]]);
  expect(Object.keys(asked[0]![3] as object)).toEqual(Object.keys(input));
});
