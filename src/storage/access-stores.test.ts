import { describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../test/support/app.ts';
import { openEpoch, useTestDatabase } from '../../test/support/postgres.ts';
import type { AccessStore, StoredKey } from '../access/store.ts';
import type { AuditEntry } from '../kernel/audit.ts';
import type { Receipt, ReceiptStore } from '../kernel/receipt.ts';
import { EmbeddedAccessStore } from './embedded/access-store.ts';
import { openDataFolder } from './embedded/data-folder.ts';
import { EmbeddedReceiptStore } from './embedded/receipt-store.ts';
import { PostgresAccessStore } from './postgres/access-store.ts';
import { PostgresReceiptStore } from './postgres/receipt-store.ts';

interface Stores {
  access: AccessStore;
  receipts: ReceiptStore;
}

const postgres = useTestDatabase();

/** Every backend keeps the same promises; a new one is a line here. */
const backends: Record<string, () => Promise<Stores>> = {
  embedded: async () => {
    const folder = openDataFolder(temporaryFolder());
    return {
      access: new EmbeddedAccessStore(folder.database),
      receipts: new EmbeddedReceiptStore(folder.database),
    };
  },
  postgres: async () => {
    const database = await postgres.open();
    onTestFinished(() => database.close());
    return {
      access: new PostgresAccessStore(database, await openEpoch(database)),
      receipts: new PostgresReceiptStore(database),
    };
  },
};

const audit = (id: string, tenantId = 'ten_1'): AuditEntry => ({
  id,
  tenantId,
  at: 1,
  actor: 'local',
  action: 'test',
  subject: 'x',
  details: { n: 1 },
});

const keyOf = (id: string, changes: Partial<StoredKey> = {}): StoredKey => ({
  id,
  tenantId: 'ten_1',
  name: 'name',
  secretHash: Buffer.alloc(32, 7),
  scopes: ['memory:read'],
  plan: 'free',
  origin: 'issued',
  createdAt: 10,
  ...changes,
});

const receipt: Receipt<{ secret: string; id: string }> = {
  id: 'r1',
  tenantId: 'ten_1',
  bodyHash: 'h',
  expiresAt: 1_000,
  answer: ({ id }) => ({ id }),
};

describe.each(Object.entries(backends))('access store: %s', (_, open) => {
  async function withTenant(): Promise<Stores> {
    const stores = await open();
    await stores.access.createTenant({ id: 'ten_1', name: 'one', createdAt: 5 }, audit('aud_0'));
    return stores;
  }

  test('a tenant name is given once', async () => {
    const { access } = await withTenant();
    expect(await access.createTenant({ id: 'ten_2', name: 'one', createdAt: 6 }, audit('aud_9'))).toBe(
      'name_taken',
    );
    expect(await access.listTenants()).toEqual([{ id: 'ten_1', name: 'one', createdAt: 5 }]);
    expect((await access.listAudit('ten_1', 10)).items.map(({ id }) => id)).toEqual(['aud_0']);
  });

  test('a key comes back as it was stored, with every optional field or without', async () => {
    const { access } = await withTenant();
    const full = keyOf('key_2', { namespaces: ['a-*'], expiresAt: 99, origin: 'generated' });
    await access.insertKey(keyOf('key_1'), audit('aud_1'), {});
    await access.insertKey(full, audit('aud_2'), {});
    const found = await access.findKey('key_2');
    expect({ ...found, secretHash: Buffer.from(found!.secretHash) }).toEqual(full);
    expect(await access.findKey('key_1')).not.toHaveProperty('expiresAt');
    expect(await access.findKey('key_3')).toBeUndefined();
  });

  test('keys are listed newest first, page by page, of one tenant only', async () => {
    const { access } = await withTenant();
    await access.createTenant({ id: 'ten_2', name: 'two', createdAt: 5 }, audit('aud_00', 'ten_2'));
    for (const n of [1, 2, 3, 4, 5]) await access.insertKey(keyOf(`key_${n}`), audit(`aud_${n}`), {});
    await access.insertKey(keyOf('key_6', { tenantId: 'ten_2' }), audit('aud_6', 'ten_2'), {});
    const first = await access.listKeys('ten_1', 2);
    expect(first.items.map(({ id }) => id)).toEqual(['key_5', 'key_4']);
    const second = await access.listKeys('ten_1', 2, first.next);
    const third = await access.listKeys('ten_1', 2, second.next);
    expect(third).toMatchObject({ items: [{ id: 'key_1' }] });
    expect(third.next).toBeUndefined();
  });

  test('revoking works once and only for the owner', async () => {
    const { access } = await withTenant();
    await access.insertKey(keyOf('key_1'), audit('aud_1'), {});
    expect(await access.revokeKey('ten_2', 'key_1', 50, audit('aud_2', 'ten_2'))).toBe(false);
    expect(await access.revokeKey('ten_1', 'key_1', 50, audit('aud_3'))).toBe(true);
    expect(await access.revokeKey('ten_1', 'key_1', 51, audit('aud_4'))).toBe(false);
    expect(await access.findKey('key_1')).toMatchObject({ revokedAt: 50 });
    expect((await access.listAudit('ten_1', 10)).items.map(({ id }) => id)).toEqual([
      'aud_3',
      'aud_1',
      'aud_0',
    ]);
  });

  test('rotation ends the old key at the grace time, never later than its own expiry, and happens once', async () => {
    const { access } = await withTenant();
    await access.insertKey(keyOf('key_1', { expiresAt: 60 }), audit('aud_1'), {});
    await access.insertKey(keyOf('key_2'), audit('aud_2'), {});
    expect(await access.rotateKey('key_1', 100, keyOf('key_3'), audit('aud_3'), {})).toBe(true);
    expect(await access.rotateKey('key_2', 100, keyOf('key_4'), audit('aud_4'), {})).toBe(true);
    expect(await access.rotateKey('key_2', 100, keyOf('key_5'), audit('aud_5'), {})).toBe(false);
    expect(await access.findKey('key_1')).toMatchObject({ expiresAt: 60, replacedBy: 'key_3' });
    expect(await access.findKey('key_2')).toMatchObject({ expiresAt: 100, replacedBy: 'key_4' });
    expect(await access.findKey('key_5')).toBeUndefined();
  });

  test('a receipt is stored with its write, without what it must not show, and expires', async () => {
    const { access, receipts } = await withTenant();
    await access.insertKey(keyOf('key_1'), audit('aud_1'), { id: 'key_1', secret: 's' }, receipt);
    expect(await receipts.find('r1', 999)).toEqual({ bodyHash: 'h', data: { id: 'key_1' } });
    expect(await receipts.find('r1', 1_000)).toBeUndefined();
    expect(await receipts.removeExpired(1_000)).toBe(1);
  });

  test('a write that fails leaves neither its rows nor its receipt', async () => {
    const { access, receipts } = await withTenant();
    await access.insertKey(keyOf('key_1'), audit('aud_1'), {});
    const twice = access.insertKey(keyOf('key_1'), audit('aud_2'), { id: 'x', secret: 's' }, receipt);
    await expect(twice).rejects.toThrow();
    expect(await receipts.find('r1', 1)).toBeUndefined();
    expect((await access.listAudit('ten_1', 10)).items).toHaveLength(2);
  });

  test('only working keys that the operator issued count as issued', async () => {
    const { access } = await withTenant();
    expect(await access.hasAnyKey()).toBe(false);
    await access.insertKey(keyOf('key_1', { origin: 'generated' }), audit('aud_1'), {});
    await access.insertKey(keyOf('key_2', { expiresAt: 50 }), audit('aud_2'), {});
    expect(await access.hasAnyKey()).toBe(true);
    expect(await access.hasIssuedKey(49)).toBe(true);
    expect(await access.hasIssuedKey(50)).toBe(false);
  });

  test('deleting a tenant takes its keys and receipts along and keeps the audit trail', async () => {
    const { access, receipts } = await withTenant();
    await access.insertKey(keyOf('key_1'), audit('aud_1'), { id: 'key_1', secret: 's' }, receipt);
    expect(await access.deleteTenant('ten_1', audit('aud_2'))).toBe(true);
    expect(await access.deleteTenant('ten_1', audit('aud_3'))).toBe(false);
    expect(await access.findKey('key_1')).toBeUndefined();
    expect(await receipts.find('r1', 1)).toBeUndefined();
    expect((await access.listAudit('ten_1', 10)).items.map(({ id }) => id)).toEqual([
      'aud_2',
      'aud_1',
      'aud_0',
    ]);
  });

  test('last use is kept per key and old audit entries go', async () => {
    const { access } = await withTenant();
    await access.insertKey(keyOf('key_1'), { ...audit('aud_1'), at: 100 }, {});
    await access.touchKeys(new Map([['key_1', 77]]));
    expect(await access.findKey('key_1')).toMatchObject({ lastUsedAt: 77 });
    expect(await access.removeAuditBefore(100)).toBe(1);
  });

  test('the guard of a key is set and taken away, of a working key and by its owner only', async () => {
    const { access } = await withTenant();
    await access.insertKey(keyOf('key_1', { guard: { pii: 'redact' } }), audit('aud_1'), {});
    expect(await access.findKey('key_1')).toMatchObject({ guard: { pii: 'redact' } });
    expect(await access.setKeyGuard('ten_2', 'key_1', { pii: 'flag' }, audit('aud_2', 'ten_2'))).toBe(false);
    expect(await access.setKeyGuard('ten_1', 'key_1', { pii: 'flag' }, audit('aud_3'))).toBe(true);
    expect(await access.findKey('key_1')).toMatchObject({ guard: { pii: 'flag' } });
    expect(await access.setKeyGuard('ten_1', 'key_1', undefined, audit('aud_4'))).toBe(true);
    expect(await access.findKey('key_1')).not.toHaveProperty('guard');
    await access.revokeKey('ten_1', 'key_1', 50, audit('aud_5'));
    expect(await access.setKeyGuard('ten_1', 'key_1', { pii: 'flag' }, audit('aud_6'))).toBe(false);
    const records = (await access.listAudit('ten_1', 10)).items.map(({ id }) => id);
    expect(records).toEqual(['aud_5', 'aud_4', 'aud_3', 'aud_1', 'aud_0']);
    expect((await access.listAudit('ten_2', 10)).items).toEqual([]);
  });

  test('the audit trail has pages, and is what was recorded', async () => {
    const { access } = await withTenant();
    for (const n of [1, 2])
      await access.insertKey(keyOf(`key_${n}`), { ...audit(`aud_${n}`), at: n * 100 }, {});
    const first = await access.listAudit('ten_1', 2);
    expect(first.items).toEqual([
      { ...audit('aud_2'), at: 200 },
      { ...audit('aud_1'), at: 100 },
    ]);
    const second = await access.listAudit('ten_1', 2, first.next);
    expect(second.items.map(({ id }) => id)).toEqual(['aud_0']);
    expect(second.next).toBeUndefined();
    expect((await access.listAudit('ten_1', 3)).next).toBeUndefined();
    expect(await access.removeAuditBefore(100)).toBe(1);
    expect(await access.removeAuditBefore(101)).toBe(1);
    expect((await access.listAudit('ten_1', 3)).items.map(({ id }) => id)).toEqual(['aud_2']);
  });

  test('a rotated key leaves a receipt; one that was revoked or is not there is not rotated', async () => {
    const { access, receipts } = await withTenant();
    await access.insertKey(keyOf('key_1'), audit('aud_1'), {});
    const result = { id: 'key_2', secret: 's' };
    expect(await access.rotateKey('key_1', 100, keyOf('key_2'), audit('aud_2'), result, receipt)).toBe(true);
    expect(await receipts.find('r1', 1)).toEqual({ bodyHash: 'h', data: { id: 'key_2' } });
    expect(await access.findKey('key_2')).toMatchObject({ id: 'key_2', createdAt: 10 });
    await access.revokeKey('ten_1', 'key_2', 50, audit('aud_3'));
    const again = { ...receipt, id: 'r2' };
    expect(await access.rotateKey('key_2', 100, keyOf('key_3'), audit('aud_4'), result, again)).toBe(false);
    expect(await access.rotateKey('key_9', 100, keyOf('key_3'), audit('aud_5'), result, again)).toBe(false);
    expect(await receipts.find('r2', 1)).toBeUndefined();
    expect(await access.findKey('key_3')).toBeUndefined();
    expect((await access.listAudit('ten_1', 10)).items).toHaveLength(4);
    expect(await access.hasIssuedKey(1)).toBe(true);
    expect(await access.hasIssuedKey(100)).toBe(false);
  });

  test('tenants are found by their name and listed by their id', async () => {
    const { access } = await withTenant();
    await access.createTenant({ id: 'ten_0', name: 'zero', createdAt: 9 }, audit('aud_1', 'ten_0'));
    expect((await access.listTenants()).map(({ id }) => id)).toEqual(['ten_0', 'ten_1']);
    expect(await access.findTenantByName('zero')).toEqual({ id: 'ten_0', name: 'zero', createdAt: 9 });
    expect(await access.findTenantByName('none')).toBeUndefined();
    expect((await access.listAudit('ten_0', 10)).items).toHaveLength(1);
  });

  test('receipts that have expired are removed, and no others', async () => {
    const { access, receipts } = await withTenant();
    const result = { id: 'key_1', secret: 's' };
    await access.insertKey(keyOf('key_1'), audit('aud_1'), result, receipt);
    await access.insertKey(keyOf('key_2'), audit('aud_2'), result, {
      ...receipt,
      id: 'r2',
      expiresAt: 1_001,
    });
    expect(await receipts.removeExpired(999)).toBe(0);
    expect(await receipts.removeExpired(1_000)).toBe(1);
    expect(await receipts.find('r1', 1)).toBeUndefined();
    expect(await receipts.find('r2', 1_000)).toBeDefined();
  });
});
