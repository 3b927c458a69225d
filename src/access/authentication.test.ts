import { describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../test/support/app.ts';
import { openEpoch, useTestDatabase } from '../../test/support/postgres.ts';
import { loadConfig } from '../config/load.ts';
import { createIdMaker } from '../kernel/ids.ts';
import { EmbeddedAccessStore } from '../storage/embedded/access-store.ts';
import { openDataFolder } from '../storage/embedded/data-folder.ts';
import { PostgresAccessStore } from '../storage/postgres/access-store.ts';
import { Authenticator } from './authenticator.ts';
import { Keys } from './keys.ts';
import { Plans } from './plans.ts';
import type { AccessStore } from './store.ts';

const postgres = useTestDatabase();

/** Every backend keeps the same promises; a new one is a line here. */
const backends: Record<string, () => Promise<AccessStore>> = {
  embedded: async () => new EmbeddedAccessStore(openDataFolder(temporaryFolder()).database),
  postgres: async () => {
    const database = await postgres.open();
    onTestFinished(() => database.close());
    return new PostgresAccessStore(database, await openEpoch(database));
  },
};

describe.each(Object.entries(backends))('authentication over the access store: %s', (_, open) => {
  async function setUp() {
    const store = await open();
    const time = { now: 1_000_000 };
    const clock = { now: () => time.now };
    const plans = new Plans(loadConfig({}, temporaryFolder()).plans);
    const keys = new Keys({ store, plans, clock, newId: createIdMaker(clock) });
    await store.createTenant(
      { id: 'ten_1', name: 'one', createdAt: 1 },
      { id: 'aud_0', tenantId: 'ten_1', at: 1, actor: 'local', action: 'x', subject: 'x', details: {} },
    );
    const options = { store, plans, clock, configuredKeys: ['key_configured'], bootstrapTenantId: 'ten_0' };
    const authenticator = new Authenticator(options);
    const actor = { tenantId: 'ten_1', keyId: 'local' };
    const issue = (expiresAt?: number) => keys.issue(actor, { name: 'a', scopes: ['admin'], expiresAt });
    // The same connection throughout: what it sent before must never stand for what the key may do now.
    const connection = {};
    const present = (key: string, from: object = connection) =>
      authenticator.authenticate(`Bearer ${key}`, from);
    return { time, keys, actor, issue, present, authenticator };
  }

  test('a key that was let in is refused from the moment its revocation returned', async () => {
    const { keys, actor, issue, present } = await setUp();
    const { id, key } = await issue();
    for (let i = 0; i < 3; i++) expect((await present(key))?.keyId).toBe(id);
    await keys.revoke(actor, id);
    expect(await present(key)).toBeUndefined();
    expect(await present(key, {})).toBeUndefined();
  });

  test('a key that was let in is refused from its expiry on', async () => {
    const { time, issue, present } = await setUp();
    const { key } = await issue(2_000_000);
    time.now = 1_999_999;
    expect(await present(key)).toBeDefined();
    time.now = 2_000_000;
    expect(await present(key)).toBeUndefined();
  });

  test('one wrong letter is refused, before and after the right key was seen, on the same connection and another', async () => {
    const { issue, present } = await setUp();
    const { key } = await issue();
    const wrong = key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a');
    expect(await present(wrong)).toBeUndefined();
    expect(await present(key)).toBeDefined();
    expect(await present(wrong)).toBeUndefined();
    expect(await present(wrong, {})).toBeUndefined();
    expect(await present(key)).toBeDefined();
  });

  test('two keys on one connection are told apart, as behind a proxy', async () => {
    const { issue, present } = await setUp();
    const [one, two] = [await issue(), await issue()];
    for (const { id, key } of [one, two, one, two]) expect((await present(key))?.keyId).toBe(id);
    expect((await present('key_configured'))?.tenantId).toBe('ten_0');
  });

  test('whoever is known is let in at once', async () => {
    const { issue, present } = await setUp();
    const { key } = await issue();
    await present(key);
    expect(present(key)).not.toBeInstanceOf(Promise);
  });

  test.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'Basic key_configured',
    'Bearer key_configured x',
    'key_configured',
  ])('%j is nobody', async (header) => {
    const { authenticator } = await setUp();
    expect(await authenticator.authenticate(header, {})).toBeUndefined();
  });
});
