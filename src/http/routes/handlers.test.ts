import { describe, expect, test } from 'vitest';
import type { Principal } from '../../access/principal.ts';
import { encodeCursor } from '../cursor.ts';
import type { Call, Route } from '../route.ts';
import { decisionRoutes } from './findings/decide.ts';
import { findingRoutes } from './findings/list-and-read.ts';
import { keyRoutes } from './keys.ts';
import { memoryExplorationRoutes } from './memory-exploration.ts';
import { scanRoutes } from './security.ts';

const principal = {
  tenantId: 'ten_a',
  keyId: 'key_a',
  scopes: ['scan:write', 'memory:write', 'memory:read'],
  namespaces: ['mine'],
  plan: { searchLimitDefault: 7, scansPerDay: 3, maxEntries: 100 },
} as unknown as Principal;
const { signal } = new AbortController();

/** A service that answers what it is told to, and what it was asked, without who asked. */
function service(answers: Record<string, unknown>) {
  const asked: unknown[][] = [];
  const named = new Proxy(
    {},
    {
      get:
        (_, name: string) =>
        async (...args: unknown[]) => {
          asked.push([name, ...args.filter((arg) => arg !== principal)]);
          return answers[name];
        },
    },
  );
  return { asked, named: named as never };
}

function ask(routes: readonly Route[], name: string, call: object): Promise<unknown> {
  const found = routes.find((each) => each.name === name)!;
  return found.handle({
    principal,
    params: {},
    query: {},
    headers: {},
    gone: signal,
    draining: signal,
    requestId: 'req_1',
    receipt: (answer: (result: object) => unknown) =>
      answer({ id: 'key_b', key: 'secret', scanId: 'scan_1' }),
    ...call,
  } as unknown as Call) as Promise<unknown>;
}

describe('routes of scans', () => {
  const routesOf = (scans: ReturnType<typeof service>, maxWaitMs = 0, triage = service({})) =>
    scanRoutes({
      scans: scans.named,
      triage: triage.named,
      watch: {} as never,
      tool: { version: '1' } as never,
      maxWaitMs,
      heartbeatMs: 60_000,
      isWithdrawn: async () => false,
      maxFollowersPerKey: 1,
    });
  const scan = { scanId: 'scan_1', status: 'completed' };

  test('a page has as many scans as were asked for, and a cursor only where there is one more', async () => {
    const three = ['scan_3', 'scan_2', 'scan_1'].map((scanId) => ({ scanId }));
    const scans = service({ list: three });
    const nextCursor = encodeCursor('scans', 'ten_a', 'scan_2');
    expect(await ask(routesOf(scans), 'listScans', { query: { limit: 2 } })).toEqual({
      items: three.slice(0, 2),
      nextCursor,
    });
    expect(await ask(routesOf(scans), 'listScans', { query: { limit: 3 } })).toEqual({ items: three });
    await ask(routesOf(scans), 'listScans', { query: { limit: 2, cursor: nextCursor } });
    expect(scans.asked).toEqual([
      ['list', { limit: 3 }],
      ['list', { limit: 4 }],
      ['list', { limit: 3, before: 'scan_2' }],
    ]);
  });

  test('a list is of what was asked for; a label is split at its first colon', async () => {
    const scans = service({ list: [] });
    const query = { limit: 1, status: 'failed', repoUrl: 'https://a/b', branch: 'main', label: 'team:a:b' };
    await ask(routesOf(scans), 'listScans', { query });
    await ask(routesOf(scans), 'listScans', { query: { limit: 1, label: ':x' } });
    expect(scans.asked).toEqual([
      [
        'list',
        { limit: 2, status: 'failed', repoUrl: 'https://a/b', branch: 'main', label: ['team', 'a:b'] },
      ],
      ['list', { limit: 2, label: ['', 'x'] }],
    ]);
  });

  test('similar decisions come with a scan where they are asked for', async () => {
    const scans = service({ get: scan });
    for (const similar of ['true', 'false', undefined])
      await ask(routesOf(scans), 'getScan', { params: { scanId: 'scan_1' }, query: { similar } });
    expect(scans.asked.map(([, , options]) => options)).toEqual([
      { similar: true },
      { similar: false },
      { similar: false },
    ]);
  });

  test('decisions about the repository are removed with a scan only where that is asked for', async () => {
    const [scans, triage] = [service({ glance: { repoUrl: 'https://a/b' } }), service({})];
    const params = { scanId: 'scan_1' };
    for (const decisions of [undefined, 'false'])
      expect(await ask(routesOf(scans, 0, triage), 'deleteScan', { params, query: { decisions } })).toEqual({
        scanId: 'scan_1',
        deleted: true,
      });
    expect(triage.asked).toEqual([]);
    await ask(routesOf(scans, 0, triage), 'deleteScan', { params, query: { decisions: 'true' } });
    expect(triage.asked).toEqual([['forgetRepository', 'https://a/b']]);
    expect(scans.asked.filter(([name]) => name === 'remove')).toHaveLength(3);
  });

  test.each<[string, object, object, string | undefined]>([
    ['all of it', {}, { page: undefined }, undefined],
    ['so many of each list', { limit: 2 }, { page: { limit: 2, list: undefined, from: 0 } }, undefined],
    [
      'a list to its end',
      { list: 'new' },
      { page: { limit: Number.POSITIVE_INFINITY, list: 'new', from: 0 } },
      '2',
    ],
    ['a page of a list', { list: 'new', limit: 2 }, { page: { limit: 2, list: 'new', from: 0 } }, '2'],
    [
      'a list that ends here',
      { list: 'fixed', limit: 2 },
      { page: { limit: 2, list: 'fixed', from: 0 } },
      undefined,
    ],
  ])('two scans are compared: %s', async (_, query, { page }: { page?: unknown }, next) => {
    const diff = { new: ['a', 'b'], fixed: ['c'], unchanged: [] };
    const lengths = { new: 3, fixed: 1, unchanged: 0 };
    const scans = service({ diff: { diff, lengths } });
    const whole = { against: 'scan_0', ...query } as { list?: string };
    const list = `diff scan_1 scan_0 ${whole.list}`;
    const answer = await ask(routesOf(scans), 'diffScans', { params: { scanId: 'scan_1' }, query: whole });
    expect(scans.asked).toEqual([['diff', 'scan_1', 'scan_0', page]]);
    expect(answer).toEqual({
      scanId: 'scan_1',
      against: 'scan_0',
      summary: lengths,
      ...diff,
      ...(next !== undefined && { nextCursor: encodeCursor(list, 'ten_a', next) }),
    });
    if (next === undefined) return;
    const cursor = encodeCursor(list, 'ten_a', '1');
    const further = await ask(routesOf(scans), 'diffScans', {
      params: { scanId: 'scan_1' },
      query: { ...whole, cursor },
    });
    expect(scans.asked[1]![3]).toMatchObject({ from: 1 });
    expect(further).not.toHaveProperty('nextCursor');
  });

  test('a scan is waited for where that is asked for, also by whoever asks again', async () => {
    const waiting = { scanId: 'scan_1', status: 'running' };
    for (const [body, isWaited] of [
      [{ repoUrl: 'https://a.example/b', waitForCompletion: true }, true],
      [{ repoUrl: 'https://a.example/b', waitForCompletion: false }, false],
      [{ repoUrl: 'https://a.example/b' }, false],
    ] as const) {
      const scans = service({ start: waiting, wait: scan });
      const routes = routesOf(scans);
      expect(
        await ask(routes, 'startScan', {
          receipt: () => undefined,
          body,
        }),
      ).toEqual(isWaited ? scan : waiting);
      const repeat = routes.find(({ name }) => name === 'startScan')!.repeat!;
      const call = { principal, body, gone: signal, draining: signal, requestId: 'req_1' };
      expect(await repeat(call as never, waiting)).toEqual(isWaited ? scan : waiting);
      expect(scans.asked.filter(([name]) => name === 'wait')).toHaveLength(isWaited ? 2 : 0);
      expect(scans.asked[0]![2]).toBe(3);
    }
  });

  test.each([
    [0, undefined, undefined],
    [50, undefined, 50],
    [0, 60, 60],
    [50, 60, 50],
    [70, 60, 60],
  ])('of a longest wait of %s ms and %s ms that are asked for, %s ms are waited', async (most, asked, ms) => {
    const limits: number[] = [];
    const timeout = AbortSignal.timeout;
    AbortSignal.timeout = (given) => {
      limits.push(given);
      return signal;
    };
    try {
      const body = { repoUrl: 'https://a.example/b', waitForCompletion: true, waitTimeoutMs: asked };
      await ask(routesOf(service({ start: scan, wait: scan }), most), 'startScan', {
        receipt: () => undefined,
        body,
      });
    } finally {
      AbortSignal.timeout = timeout;
    }
    expect(limits).toEqual(ms === undefined ? [] : [ms]);
  });

  test('whoever has code remembered may write to memory, and to that namespace', async () => {
    const remember = (namespace: string) => ({ repoUrl: 'https://a.example/b', remember: { namespace } });
    const scans = service({ start: scan });
    await expect(
      ask(routesOf(scans), 'startScan', {
        receipt: () => undefined,
        body: remember('theirs'),
      }),
    ).rejects.toThrow('This key may not use that namespace.');
    const reader = { ...principal, scopes: ['scan:write'] };
    await expect(
      ask(routesOf(scans), 'startScan', {
        receipt: () => undefined,
        principal: reader,
        body: remember('mine'),
      }),
    ).rejects.toThrow('`remember` needs a key with the scope memory:write.');
    expect(scans.asked).toEqual([]);
    expect(
      await ask(routesOf(scans), 'startScan', {
        receipt: () => undefined,
        body: remember('mine'),
      }),
    ).toEqual(scan);
  });
});

describe('routes of keys', () => {
  test('a key that replaces another lets it live for a day, unless it is told how long', async () => {
    const keys = service({});
    const routes = keyRoutes(keys.named);
    await ask(routes, 'rotateKey', { params: { id: 'key_b' }, body: {} });
    await ask(routes, 'rotateKey', { params: { id: 'key_b' }, body: { graceSeconds: 0 } });
    // What is kept for a repetition has no secret in it.
    const receipt = { id: 'key_b', scanId: 'scan_1' };
    expect(keys.asked).toEqual([
      ['rotate', 'key_b', 86_400, receipt],
      ['rotate', 'key_b', 0, receipt],
    ]);
  });

  test('a key that is revoked is named', async () => {
    const keys = service({});
    const answer = await ask(keyRoutes(keys.named), 'revokeKey', { params: { id: 'key_b' } });
    expect([answer, keys.asked]).toEqual([{ id: 'key_b', revoked: true }, [['revoke', 'key_b']]]);
  });

  test('a key is issued with each scope once, and ends when it is told to', async () => {
    const keys = service({});
    const body = { name: 'k', scopes: ['admin', 'admin'], expiresAt: '2026-01-01T00:00:00Z' };
    await ask(keyRoutes(keys.named), 'issueKey', { body });
    await ask(keyRoutes(keys.named), 'issueKey', { body: { name: 'k', scopes: [], guard: { act: 'flag' } } });
    expect(keys.asked.map(([, key]) => key)).toMatchObject([
      { name: 'k', scopes: ['admin'], expiresAt: Date.UTC(2026, 0, 1), guard: undefined },
      { name: 'k', scopes: [], expiresAt: undefined, guard: { act: 'flag' } },
    ]);
  });

  test('keys are listed from a cursor on, and with one where there are more', async () => {
    const keys = service({ list: { items: ['a'], next: 'key_b' } });
    const cursor = encodeCursor('keys', 'ten_a', 'key_c');
    expect(await ask(keyRoutes(keys.named), 'listKeys', { query: { limit: 1, cursor } })).toEqual({
      items: ['a'],
      nextCursor: encodeCursor('keys', 'ten_a', 'key_b'),
    });
    expect(keys.asked).toEqual([['list', 'ten_a', 1, 'key_c']]);
    const last = service({ list: { items: [], next: undefined } });
    expect(await ask(keyRoutes(last.named), 'listKeys', { query: { limit: 1 } })).toEqual({ items: [] });
  });
});

describe('routes of findings', () => {
  const found = { items: ['a'], next: { severity: 3, scanId: 's', ordinal: 1 }, total: 4 };

  test('findings are listed one by one or in groups, each from a cursor of its own', async () => {
    const lists = service({ rows: found, groups: { items: ['g'], next: { severity: 3, key: 'k' } } });
    const routes = findingRoutes({} as never, lists.named);
    const list = (query: object) => ask(routes, 'listFindings', { query });
    const cursor = encodeCursor('findings ', 'ten_a', JSON.stringify(found.next));
    expect(await list({})).toEqual({ items: ['a'], total: 4, nextCursor: cursor });
    await list({ cursor });
    const ofGroup = encodeCursor('findings by rule s', 'ten_a', JSON.stringify({ severity: 3, key: 'k' }));
    expect(await list({ group: 'rule', scanId: 's' })).toEqual({
      items: [],
      groups: ['g'],
      nextCursor: ofGroup,
    });
    await list({ group: 'rule', scanId: 's', cursor: ofGroup });
    expect(lists.asked.map(([name, , , ...rest]) => [name, rest.at(-1)])).toEqual([
      ['rows', undefined],
      ['rows', found.next],
      ['groups', undefined],
      ['groups', { severity: 3, key: 'k' }],
    ]);
    await expect(list({ group: 'rule', cursor })).rejects.toMatchObject({ code: 'invalid_cursor' });
    const other = encodeCursor('findings ', 'ten_a', '{"severity":3}');
    await expect(list({ cursor: other })).rejects.toMatchObject({ code: 'invalid_cursor' });
  });

  test('words are looked for in small letters, and values are counted where that is asked for', async () => {
    const lists = service({ rows: { items: [] } });
    const routes = findingRoutes({} as never, lists.named);
    expect(await ask(routes, 'listFindings', { query: { q: 'ÄPathX', facets: 'true' } })).toEqual({
      items: [],
    });
    await ask(routes, 'listFindings', { query: { facets: 'false' } });
    expect(lists.asked.map(([, , query]) => query)).toEqual([
      { text: 'Äpathx', facets: true },
      { text: undefined, facets: false },
    ]);
  });

  test('a decision carries its reason and its end only where it has them', async () => {
    const [triage, batches] = [service({}), service({})];
    const routes = decisionRoutes(triage.named, batches.named);
    const whole = { status: 'ignored', reason: 'r', expiresAt: '2026-01-01T00:00:00Z' };
    await ask(routes, 'triageFinding', { params: { id: 'f' }, body: { status: 'open' } });
    await ask(routes, 'triageFinding', { params: { id: 'f' }, body: whole });
    expect(triage.asked).toEqual([
      ['change', 'f', { status: 'open' }],
      ['change', 'f', whole],
    ]);
    await ask(routes, 'triageFindings', { body: { ids: ['f'], status: 'open' } });
    await ask(routes, 'triageFindings', { body: { likeFinding: 'f', dryRun: true, status: 'open' } });
    expect(batches.asked).toEqual([
      ['apply', { ids: ['f'], likeFinding: undefined, dryRun: false, status: 'open' }],
      ['apply', { ids: undefined, likeFinding: 'f', dryRun: true, status: 'open' }],
    ]);
  });
});

describe('routes that look at memory', () => {
  test('a search has as many results as it asks for, or as the plan says', async () => {
    const memory = service({ searchMany: [[]], similar: [] });
    const routes = memoryExplorationRoutes(memory.named);
    const searches = [
      { namespace: 'n', query: 'a' },
      { namespace: 'n', query: 'b', limit: 2 },
    ];
    expect(await ask(routes, 'searchBatch', { body: { searches } })).toEqual([[]]);
    expect((memory.asked[0]![2] as Array<{ limit: number }>).map(({ limit }) => limit)).toEqual([7, 2]);
    await ask(routes, 'similarEntries', { params: { id: 'e' }, body: {} });
    await ask(routes, 'similarEntries', { params: { id: 'e' }, body: { limit: 3 } });
    expect(memory.asked.slice(1).map(([, , id, query]) => [id, query])).toMatchObject([
      ['e', { limit: 7 }],
      ['e', { limit: 3 }],
    ]);
  });

  test('values are counted up to 20 of each field, and fields are named as pointers', async () => {
    const counts = { values: [], others: 0 };
    const memory = service({
      facets: {
        entries: 2,
        paths: [
          { ...counts, isPartial: true },
          { ...counts, isPartial: false },
        ],
      },
    });
    const paths = [['a~b', 'c/d'], ['e']];
    const routes = memoryExplorationRoutes(memory.named);
    const answer = await ask(routes, 'countValues', { params: { name: 'n' }, body: { paths } });
    expect(answer).toEqual({
      entries: 2,
      facets: [
        { path: '/a~0b/c~1d', ...counts, partial: true },
        { path: '/e', ...counts },
      ],
    });
    await ask(routes, 'countValues', { params: { name: 'n' }, body: { paths, limit: 5 } });
    expect(memory.asked.map(([, , query]) => (query as { limit: number }).limit)).toEqual([20, 5]);
  });
});
