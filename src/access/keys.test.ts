import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/support/app.ts';
import { createIdMaker } from '../kernel/ids.ts';
import { EmbeddedAccessStore } from '../storage/embedded/access-store.ts';
import { openDataFolder } from '../storage/embedded/data-folder.ts';
import { Authenticator } from './authenticator.ts';
import { parseKey } from './key-format.ts';
import { Keys } from './keys.ts';
import { type Plan, Plans } from './plans.ts';
import { scopes } from './principal.ts';
import { Tenants } from './tenants.ts';

const plan = (requestsPerMinute: number) => ({
  searchLimitDefault: 5,
  requestsPerMinute,
  maxEntries: 0,
  scansPerDay: 0,
});
const plans = new Plans({ free: plan(10), team: plan(100), large: plan(0) });

async function setUp() {
  const time = { now: Date.UTC(2026, 0, 2) };
  const clock = { now: () => time.now };
  const newId = createIdMaker(clock);
  const store = new EmbeddedAccessStore(openDataFolder(temporaryFolder()).database);
  const purged: string[] = [];
  const tenants = new Tenants({ store, clock, newId, purge: [async (id) => void purged.push(id)] });
  const tenant = await tenants.create('one');
  const other = await tenants.create('two');
  const keys = new Keys({ store, plans, clock, newId });
  const local = { tenantId: tenant.id, keyId: 'local' };
  const authenticator = new Authenticator({
    store,
    plans,
    clock,
    configuredKeys: ['key_configured'],
    bootstrapTenantId: tenant.id,
  });
  const present = async (key: string) => authenticator.authenticate(`Bearer ${key}`, {});
  return { time, store, keys, local, tenant, other, tenants, purged, authenticator, present };
}

test('a key is shown whole once, and says what it may do', async () => {
  const { keys, local, store, tenant } = await setUp();
  const expiresAt = Date.UTC(2026, 5, 1);
  const issued = await keys.issue(local, {
    name: 'ci',
    scopes: ['scan:write'],
    namespaces: ['app-*'],
    plan: 'free',
    expiresAt,
    guard: { pii: 'redact' },
  });
  const { key, ...view } = issued;
  expect(view).toEqual({
    id: issued.id,
    name: 'ci',
    scopes: ['scan:write'],
    namespaces: ['app-*'],
    plan: 'free',
    guard: { pii: 'redact' },
    status: 'active',
    createdAt: '2026-01-02T00:00:00.000Z',
    expiresAt: '2026-06-01T00:00:00.000Z',
  });
  expect(parseKey(key)).toEqual({ id: issued.id, secret: key.slice(issued.id.length + 1) });
  expect((await keys.list(tenant.id, 10)).items).toEqual([view]);
  const [entry] = (await store.listAudit(tenant.id, 1)).items;
  expect(entry).toMatchObject({
    action: 'key.issue',
    subject: issued.id,
    actor: 'local',
    details: {
      name: 'ci',
      scopes: ['scan:write'],
      plan: 'free',
      namespaces: ['app-*'],
      guard: { pii: 'redact' },
    },
  });
});

test('what a key was not given is not there', async () => {
  const { keys, local } = await setUp();
  const issued = await keys.issue(local, { name: 'a', scopes: ['admin'], guard: {} });
  expect(Object.keys(issued).sort()).toEqual(['createdAt', 'id', 'key', 'name', 'plan', 'scopes', 'status']);
  expect(issued.plan).toBe('team');
});

test.each([
  ['no plan of its own', {}, 'large', true],
  ['a larger plan', { plan: plans.get('large') }, 'team', true],
  ['the same plan', { plan: plans.get('team') }, 'team', true],
  ['a smaller plan', { plan: plans.get('free') }, 'team', false],
  ['a smaller plan, but no limit of requests', { plan: plans.get('free'), rateLimited: false }, 'team', true],
  ['a smaller plan and its limit', { plan: plans.get('free'), rateLimited: true }, 'team', false],
])('an issuer with %s', async (_, issuer, wanted, granted) => {
  const { keys, local } = await setUp();
  const issue = keys.issue({ ...local, ...issuer }, { name: 'a', scopes: [], plan: wanted });
  if (granted) expect((await issue).plan).toBe(wanted);
  else await expect(issue).rejects.toMatchObject({ code: 'insufficient_scope' });
  const own = (issuer as { plan?: Plan }).plan?.name ?? 'team';
  expect((await keys.issue({ ...local, ...issuer }, { name: 'b', scopes: [] })).plan).toBe(own);
});

test('an unknown plan and an end that is over are refused', async () => {
  const { keys, local, time } = await setUp();
  const issue = (wanted: object) => keys.issue(local, { name: 'a', scopes: [], ...wanted });
  await expect(issue({ plan: 'gold' })).rejects.toMatchObject({
    details: [{ path: 'plan', code: 'unknown_plan', message: 'Known plans: free, team, large.' }],
  });
  await expect(issue({ expiresAt: time.now })).rejects.toMatchObject({ details: [{ path: 'expiresAt' }] });
  expect(await issue({ expiresAt: time.now + 1 })).toMatchObject({ status: 'active' });
});

test('who is bound to namespaces touches no key beyond them', async () => {
  const { keys, local } = await setUp();
  const bound = { ...local, namespaces: ['app-*'] };
  const refused = { code: 'insufficient_scope' };
  const free = await keys.issue(local, { name: 'a', scopes: [] });
  await expect(keys.issue(bound, { name: 'b', scopes: [] })).rejects.toMatchObject(refused);
  await expect(keys.rotate(bound, free.id, 0)).rejects.toMatchObject(refused);
  await expect(keys.setGuard(bound, free.id, {})).rejects.toMatchObject(refused);
  await expect(keys.revoke(bound, free.id)).rejects.toMatchObject(refused);
  const own = await keys.issue(bound, { name: 'c', scopes: [], namespaces: ['app-1'] });
  expect((await keys.rotate(bound, own.id, 0)).namespaces).toEqual(['app-1']);
});

test('another tenant finds no key, and nobody finds one that is revoked or expired', async () => {
  const { keys, local, other, time } = await setUp();
  const stranger = { tenantId: other.id, keyId: 'local' };
  const refused = { code: 'not_found' };
  const issued = await keys.issue(local, { name: 'a', scopes: [] });
  const soon = await keys.issue(local, { name: 'b', scopes: [], expiresAt: time.now + 10 });
  for (const act of [
    (actor: typeof local, id: string) => keys.rotate(actor, id, 0),
    (actor: typeof local, id: string) => keys.setGuard(actor, id, {}),
    (actor: typeof local, id: string) => keys.revoke(actor, id),
  ])
    await expect(act(stranger, issued.id)).rejects.toMatchObject(refused);
  time.now += 10;
  await expect(keys.rotate(local, soon.id, 0)).rejects.toMatchObject(refused);
  await keys.revoke(local, issued.id);
  await expect(keys.revoke(local, issued.id)).rejects.toMatchObject(refused);
  await expect(keys.setGuard(local, issued.id, { pii: 'flag' })).rejects.toMatchObject(refused);
  expect((await keys.list(local.tenantId, 10)).items.map(({ name, status }) => [name, status])).toEqual([
    ['b', 'expired'],
    ['a', 'revoked'],
  ]);
});

test('a rotated key works for its grace, the new one has the same rights', async () => {
  const { keys, local, present, time, store } = await setUp();
  const old = await keys.issue(local, { name: 'a', scopes: ['admin'], plan: 'free', guard: { pii: 'flag' } });
  const actor = { ...local, guard: { pii: 'reject', secrets: 'off' } };
  const next = await keys.rotate(actor, old.id, 60);
  expect(next).toMatchObject({ name: 'a', scopes: ['admin'], plan: 'free' });
  expect(next.guard).toEqual({ pii: 'reject', secrets: 'off' });
  expect((await store.listAudit(local.tenantId, 1)).items[0]).toMatchObject({
    action: 'key.rotate',
    details: { replacedBy: next.id, graceSeconds: 60 },
  });
  time.now += 59_999;
  expect(await present(old.key)).toMatchObject({ keyId: old.id });
  time.now += 1;
  expect(await present(old.key)).toBeUndefined();
  expect(await present(next.key)).toMatchObject({ keyId: next.id, rateLimited: true });
});

test('nobody rotates a key of a larger plan to get to know it', async () => {
  const { keys, local } = await setUp();
  const large = await keys.issue(local, { name: 'a', scopes: [], plan: 'large' });
  await expect(keys.rotate({ ...local, plan: plans.get('free') }, large.id, 0)).rejects.toMatchObject({
    code: 'insufficient_scope',
  });
});

test('the guard of a key is replaced, and is never milder than that of the one who sets it', async () => {
  const { keys, local } = await setUp();
  const { id } = await keys.issue(local, { name: 'a', scopes: [], guard: { pii: 'flag' } });
  expect((await keys.setGuard(local, id, { secrets: 'reject' })).guard).toEqual({ secrets: 'reject' });
  const strict = { ...local, guard: { secrets: 'redact' } };
  expect((await keys.setGuard(strict, id, { secrets: 'off' })).guard).toEqual({ secrets: 'redact' });
  expect(await keys.setGuard(local, id, {})).not.toHaveProperty('guard');
  expect((await keys.list(local.tenantId, 10)).items[0]).not.toHaveProperty('guard');
});

test('the first key is saved before it works, may do everything and is not slowed down', async () => {
  const { keys, tenant, present } = await setUp();
  const saved: string[] = [];
  const first = await keys.generateFirst(tenant.id, (key) => saved.push(key));
  expect(saved).toEqual([first.key]);
  expect(await present(first.key)).toMatchObject({
    scopes,
    plan: { name: 'team' },
    rateLimited: false,
    tenantId: tenant.id,
  });
});

test('keys of the configuration are those of the operator', async () => {
  const { present, tenant } = await setUp();
  const principal = await present('key_configured');
  expect(principal).toMatchObject({
    tenantId: tenant.id,
    scopes,
    plan: { name: 'team' },
    rateLimited: false,
  });
  expect(principal?.keyId).toMatch(/^key_configured_[0-9a-f]{12}$/);
});

test.each(['', 'key_x', 'Basic key_configured', 'Bearer  ', 'Bearer key_configured2', 'Bearer nokey'])(
  'the header "%s" is nobody',
  async (header) => {
    const { authenticator } = await setUp();
    expect(await authenticator.authenticate(header, {})).toBeUndefined();
  },
);

test('no header is nobody, and the scheme may be written in any case', async () => {
  const { authenticator } = await setUp();
  expect(authenticator.authenticate(undefined, {})).toBeUndefined();
  expect(await authenticator.authenticate('bearer   key_configured', {})).toBeDefined();
});

test('a right id with another secret is nobody, and the same connection can correct itself', async () => {
  const { keys, local, authenticator } = await setUp();
  const { id, key } = await keys.issue(local, {
    name: 'a',
    scopes: [],
    namespaces: ['x'],
    guard: { pii: 'flag' },
  });
  const connection = {};
  const wrong = `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`;
  expect(await authenticator.authenticate(`Bearer ${wrong}`, connection)).toBeUndefined();
  const known = await authenticator.authenticate(`Bearer ${key}`, connection);
  expect(known).toMatchObject({
    keyId: id,
    namespaces: ['x'],
    guard: { pii: 'flag' },
    plan: { name: 'team' },
  });
  // From now on the answer comes at once, and is the same object.
  expect(authenticator.authenticate(`Bearer ${key}`, connection)).toBe(known);
});

test('when keys were last used is written down once, and only for keys that were', async () => {
  const { keys, local, authenticator, present, time } = await setUp();
  const { id, key } = await keys.issue(local, { name: 'a', scopes: [] });
  await authenticator.saveLastUsed();
  expect((await keys.list(local.tenantId, 1)).items[0]).not.toHaveProperty('lastUsedAt');
  time.now += 5_000;
  await present(key);
  await authenticator.saveLastUsed();
  expect((await keys.list(local.tenantId, 1)).items[0]).toMatchObject({
    id,
    lastUsedAt: '2026-01-02T00:00:05.000Z',
  });
});

test('a tenant is made once, and goes with what it has', async () => {
  const { tenants, tenant, purged, store } = await setUp();
  await expect(tenants.create('one')).rejects.toMatchObject({ code: 'version_conflict' });
  expect(await tenants.get('one')).toEqual(tenant);
  await expect(tenants.get('three')).rejects.toMatchObject({ code: 'not_found' });
  await tenants.delete('one');
  expect(purged).toEqual([tenant.id]);
  expect((await tenants.list()).map(({ name }) => name)).toEqual(['two']);
  expect((await store.listAudit(tenant.id, 1)).items[0]).toMatchObject({
    action: 'tenant.delete',
    details: { name: 'one' },
  });
  const first = await tenants.bootstrap();
  expect(first.name).toBe('default');
  expect(await tenants.bootstrap()).toEqual(first);
  await expect(tenants.delete('default')).rejects.toMatchObject({ code: 'validation_failed' });
});
