import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { App } from '../../src/app/app.ts';
import type { Clock } from '../../src/kernel/clock.ts';
import { call, startApp } from '../support/app.ts';
import { onPostgres } from '../support/backend.ts';

interface Issued {
  id: string;
  key: string;
  status: string;
  replacedBy?: string;
}

async function issue(app: App, payload: Record<string, unknown> = {}): Promise<Issued> {
  const answer = await call<Issued>(app, 'POST', '/v1/keys', {
    payload: { name: 'test', scopes: ['memory:read'], ...payload },
  });
  expect(answer.status).toBe(200);
  return answer.data;
}

const as = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });

class SteppedClock implements Clock {
  #time = Date.parse('2026-01-01T00:00:00Z');
  now(): number {
    return this.#time;
  }
  pass(ms: number): void {
    this.#time += ms;
  }
}

test('a key works from the moment it is issued until it is revoked', async () => {
  const app = await startApp();
  const { id, key } = await issue(app);
  expect((await call(app, 'GET', '/v1/limits', as(key))).status).toBe(200);
  expect((await call(app, 'DELETE', `/v1/keys/${id}`)).status).toBe(200);
  expect((await call(app, 'GET', '/v1/limits', as(key))).status).toBe(401);
  expect((await call(app, 'DELETE', `/v1/keys/${id}`)).status).toBe(404);
});

test('a key does only what its scopes say', async () => {
  const app = await startApp();
  const { key } = await issue(app);
  expect((await call(app, 'GET', '/v1/keys', as(key))).data).toMatchObject({ code: 'insufficient_scope' });
});

test('an admin who is bound to namespaces gives out no key that reaches further, be it new or rotated', async () => {
  const app = await startApp();
  const free = await issue(app);
  const bound = await issue(app, { scopes: ['admin', 'memory:read'], namespaces: ['app-*'] });
  const give = (payload: object) =>
    call(app, 'POST', '/v1/keys', {
      payload: { name: 'x', scopes: ['memory:read'], ...payload },
      ...as(bound.key),
    });
  expect(await give({})).toMatchObject({ status: 403, data: { code: 'insufficient_scope' } });
  expect((await give({ namespaces: ['app-1', '*'] })).status).toBe(403);
  expect((await give({ namespaces: ['app-1', 'app-x-*'] })).status).toBe(200);
  expect((await call(app, 'POST', `/v1/keys/${free.id}/rotate`, as(bound.key))).status).toBe(403);
  expect((await call(app, 'POST', `/v1/keys/${bound.id}/rotate`, as(bound.key))).status).toBe(200);
});

test('an admin who is bound to namespaces revokes only keys within them', async () => {
  const app = await startApp();
  const free = await issue(app);
  const within = await issue(app, { namespaces: ['app-1'] });
  const beyond = await issue(app, { namespaces: ['app-1', 'other'] });
  const bound = await issue(app, { scopes: ['admin'], namespaces: ['app-*'] });
  const revoke = (id: string) => call(app, 'DELETE', `/v1/keys/${id}`, as(bound.key));
  for (const { id, key } of [free, beyond]) {
    expect(await revoke(id)).toMatchObject({ status: 403, data: { code: 'insufficient_scope' } });
    expect((await call(app, 'GET', '/v1/limits', as(key))).status).toBe(200);
  }
  expect((await revoke(within.id)).status).toBe(200);
  expect((await call(app, 'GET', '/v1/limits', as(within.key))).status).toBe(401);
  expect((await revoke('key_00000000000000000000000000')).status).toBe(404);
});

test('a key gives out its own plan or a smaller one, be it in a new key or by rotation', async () => {
  const app = await startApp();
  const admin = (plan: string) => issue(app, { scopes: ['admin'], plan });
  const [free, team, scale] = [await admin('free'), await admin('team'), await admin('scale')];
  const give = async (key: string, plan?: string) => {
    const answer = await call<{ plan: string; code: string }>(app, 'POST', '/v1/keys', {
      payload: { name: 'x', scopes: ['memory:read'], ...(plan && { plan }) },
      ...as(key),
    });
    return answer.status === 200 ? answer.data.plan : answer.data.code;
  };
  expect(await give(free.key, 'free')).toBe('free');
  expect(await give(free.key, 'team')).toBe('insufficient_scope');
  expect(await give(free.key)).toBe('free');
  expect(await give(team.key, 'free')).toBe('free');
  expect(await give(team.key, 'scale')).toBe('insufficient_scope');
  expect(await give(team.key)).toBe('team');
  expect(await give(scale.key, 'team')).toBe('team');
  expect(await give(scale.key, 'scale')).toBe('scale');
  const rotate = (id: string, key: string) => call(app, 'POST', `/v1/keys/${id}/rotate`, as(key));
  expect(await rotate(scale.id, free.key)).toMatchObject({
    status: 403,
    data: { code: 'insufficient_scope' },
  });
  expect((await call(app, 'GET', '/v1/limits', as(scale.key))).status).toBe(200);
  expect((await rotate(free.id, scale.key)).status).toBe(200);
});

test('an expired key does not work', async () => {
  const clock = new SteppedClock();
  const app = await startApp({}, { clock });
  const { key } = await issue(app, { expiresAt: '2026-01-01T01:00:00Z' });
  expect((await call(app, 'GET', '/v1/limits', as(key))).status).toBe(200);
  clock.pass(3_600_000);
  expect((await call(app, 'GET', '/v1/limits', as(key))).status).toBe(401);
});

test('after a rotation both keys work for the grace time, then only the new one', async () => {
  const clock = new SteppedClock();
  const app = await startApp({}, { clock });
  const old = await issue(app);
  const rotated = await call<Issued>(app, 'POST', `/v1/keys/${old.id}/rotate`, {
    payload: { graceSeconds: 60 },
  });
  const works = async (key: string) => (await call(app, 'GET', '/v1/limits', as(key))).status === 200;
  expect([await works(old.key), await works(rotated.data.key)]).toEqual([true, true]);
  clock.pass(60_000);
  expect([await works(old.key), await works(rotated.data.key)]).toEqual([false, true]);
  expect((await call(app, 'POST', `/v1/keys/${old.id}/rotate`)).status).toBe(404);
});

test.each([
  ['a wrong secret', (key: string) => `Bearer ${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`],
  ['another scheme', (key: string) => `Basic ${key}`],
  ['the key alone', (key: string) => key],
  ['an unknown id', (key: string) => `Bearer ${key.replace(/_.{4}/, '_0000')}`],
  ['two keys', (key: string) => `Bearer ${key} ${key}`],
  ['nothing', () => ''],
])('%s is 401', async (_, header) => {
  const app = await startApp();
  const { key } = await issue(app);
  const response = await app.server.inject({ url: '/v1/limits', headers: { authorization: header(key) } });
  expect(response.statusCode).toBe(401);
});

test('tenants never see each other', async () => {
  const app = await startApp();
  await app.operations['tenant.create']!({ name: 'other' }, () => {});
  const foreign = (await app.operations['key.create']!(
    { tenant: 'other', name: 'k', scopes: ['admin'] },
    () => {},
  )) as Issued;
  const own = await issue(app);
  const asForeign = as(foreign.key);
  const listed = await call<{ items: Issued[] }>(app, 'GET', '/v1/keys', asForeign);
  expect(listed.data.items.map(({ id }) => id)).toEqual([foreign.id]);
  expect((await call(app, 'DELETE', `/v1/keys/${own.id}`, asForeign)).status).toBe(404);
  expect((await call(app, 'POST', `/v1/keys/${own.id}/rotate`, asForeign)).status).toBe(404);
  const audit = await call<{ items: Array<{ subject: string }> }>(app, 'GET', '/v1/audit', asForeign);
  expect(audit.data.items.some(({ subject }) => subject === own.id)).toBe(false);
});

test('a cursor of another tenant is refused', async () => {
  const app = await startApp();
  await app.operations['tenant.create']!({ name: 'other' }, () => {});
  const foreign = (await app.operations['key.create']!(
    { tenant: 'other', name: 'k', scopes: ['admin'] },
    () => {},
  )) as Issued;
  await issue(app);
  await issue(app);
  const page = await call<{ nextCursor: string }>(app, 'GET', '/v1/keys?limit=1');
  const answer = await call(app, 'GET', `/v1/keys?cursor=${page.data.nextCursor}`, as(foreign.key));
  expect(answer.data).toMatchObject({ code: 'invalid_cursor' });
});

test('the lists of keys walk through all of them once', async () => {
  const app = await startApp();
  const ids = [];
  for (let i = 0; i < 5; i++) ids.unshift((await issue(app)).id);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const query: string = cursor ? `?limit=2&cursor=${cursor}` : '?limit=2';
    const page = await call<{ items: Issued[]; nextCursor?: string }>(app, 'GET', `/v1/keys${query}`);
    seen.push(...page.data.items.map(({ id }) => id));
    cursor = page.data.nextCursor;
  } while (cursor);
  expect(seen).toEqual(ids);
});

// With several nodes the clock of the database refills it; see test/cluster.
test.skipIf(onPostgres())(
  'a key over its rate is told when to come back, and the operator is never slowed down',
  async () => {
    const clock = new SteppedClock();
    const app = await startApp({}, { clock });
    const { key } = await issue(app, { plan: 'free' });
    const statuses = [];
    for (let i = 0; i < 121; i++) statuses.push((await call(app, 'GET', '/v1/limits', as(key))).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(120);
    const refused = await call(app, 'GET', '/v1/limits', as(key));
    expect(refused).toMatchObject({ status: 429, data: { code: 'rate_limited', retryable: true } });
    expect(refused.headers).toMatchObject({ 'retry-after': '1', 'ratelimit-policy': '"key";q=120;w=60' });
    clock.pass(1_000);
    expect((await call(app, 'GET', '/v1/limits', as(key))).status).toBe(200);
    for (let i = 0; i < 300; i++) await call(app, 'GET', '/v1/limits');
    expect((await call(app, 'GET', '/v1/limits')).status).toBe(200);
  },
);

test('an address that keeps failing to authenticate is slowed down, its valid key is not', async () => {
  const app = await startApp({ LOREKEEP_LIMITS_AUTH_FAILURES_PER_MINUTE: '3' });
  const attempt = () =>
    app.server.inject({ url: '/v1/limits', headers: { authorization: 'Bearer key_wrong' } });
  const statuses = [];
  for (let i = 0; i < 5; i++) statuses.push((await attempt()).statusCode);
  expect(statuses).toEqual([401, 401, 401, 429, 429]);
  expect((await call(app, 'GET', '/v1/limits')).status).toBe(200);
});

test('the same Idempotency-Key gives the first answer again without the secret, and makes one key', async () => {
  const app = await startApp();
  const request = {
    payload: { name: 'once', scopes: ['admin'] },
    headers: { 'idempotency-key': 'abc' },
  };
  const first = await call<Issued>(app, 'POST', '/v1/keys', request);
  const again = await call<Issued>(app, 'POST', '/v1/keys', request);
  expect(first.data.key).toMatch(/^key_/);
  expect(again.data).toEqual({ ...first.data, key: undefined });
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect((await call<{ items: unknown[] }>(app, 'GET', '/v1/keys')).data.items).toHaveLength(1);
});

test('another body under the same Idempotency-Key is 422, another caller with it is independent', async () => {
  const app = await startApp();
  const headers = { 'idempotency-key': 'abc' };
  await call(app, 'POST', '/v1/keys', { payload: { name: 'a', scopes: ['admin'] }, headers });
  const other = await call(app, 'POST', '/v1/keys', { payload: { name: 'b', scopes: ['admin'] }, headers });
  expect(other).toMatchObject({ status: 422, data: { code: 'idempotency_key_reused' } });
  const { key } = await issue(app, { scopes: ['admin'] });
  const independent = await call<Issued>(app, 'POST', '/v1/keys', {
    payload: { name: 'b', scopes: ['admin'] },
    headers: { ...headers, authorization: `Bearer ${key}` },
  });
  expect(independent.status).toBe(200);
});

test('of requests at the same time under one Idempotency-Key one is carried out', async () => {
  const app = await startApp();
  const request = { payload: { name: 'once', scopes: ['admin'] }, headers: { 'idempotency-key': 'race' } };
  const answers = await Promise.all(Array.from({ length: 8 }, () => call(app, 'POST', '/v1/keys', request)));
  const codes = answers.map(({ status }) => status);
  expect(codes.filter((status) => status === 200).length).toBeGreaterThanOrEqual(1);
  expect(codes.every((status) => status === 200 || status === 409)).toBe(true);
  expect((await call<{ items: unknown[] }>(app, 'GET', '/v1/keys')).data.items).toHaveLength(1);
});

test('a failed request leaves its Idempotency-Key free', async () => {
  const app = await startApp();
  const headers = { 'idempotency-key': 'abc' };
  const failed = await call(app, 'POST', '/v1/keys', {
    payload: { name: 'a', scopes: ['admin'], plan: 'x' },
    headers,
  });
  expect(failed.status).toBe(400);
  const good = await call(app, 'POST', '/v1/keys', { payload: { name: 'a', scopes: ['admin'] }, headers });
  expect(good.status).toBe(200);
});

test('every action on keys is in the audit trail, and no secret is', async () => {
  const app = await startApp();
  const { id, key } = await issue(app);
  const rotated = await call<Issued>(app, 'POST', `/v1/keys/${id}/rotate`);
  await call(app, 'DELETE', `/v1/keys/${rotated.data.id}`);
  const audit = await call<{ items: Array<{ action: string; actor: string }> }>(app, 'GET', '/v1/audit');
  expect(audit.data.items.map(({ action }) => action)).toEqual([
    'key.revoke',
    'key.rotate',
    'key.issue',
    'tenant.create',
  ]);
  expect(audit.data.items[0]?.actor).toMatch(/^key_configured_/);
  expect(JSON.stringify(audit.data)).not.toContain(key.split('_')[2]);
});

test('no secret of a key is in any file of the data folder but the saved first key', async () => {
  const app = await startApp({ LOREKEEP_API_KEYS: '' });
  expect(readFileSync(app.firstKeyFile, 'utf8').trim()).toBe(app.firstKey!.key);
  const response = await app.server.inject({
    method: 'POST',
    url: '/v1/keys',
    headers: { authorization: `Bearer ${app.firstKey!.key}` },
    payload: { name: 'x', scopes: ['admin'] },
  });
  const secrets = [app.firstKey!.key, (response.json() as { data: Issued }).data.key].map(
    (key) => key.split('_')[2]!,
  );
  await app.close();
  for (const file of ['lorekeep.db', 'lorekeep.db-wal']) {
    let bytes = '';
    try {
      bytes = readFileSync(join(app.config.dataDir, file), 'latin1');
    } catch {
      // The log is gone after a clean end.
    }
    for (const secret of secrets) expect(bytes.includes(secret)).toBe(false);
  }
});
