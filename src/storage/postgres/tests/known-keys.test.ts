import { expect, test } from 'vitest';
import { PostgresAccessStore } from '../access-store.ts';
import { PostgresDatabase } from '../database.ts';
import type { Epoch } from '../epoch.ts';

/** A store over a database that holds every key, and how often that was asked for one. */
function storeOf() {
  const read: string[] = [];
  const epoch = { isCurrent: true, value: 1, changes: [] as Array<() => void> };
  const database = {
    get: async (_: string, id: string) => {
      read.push(id);
      if (id === 'none') return undefined;
      if (id === 'late') epoch.value++;
      return {
        id,
        tenant_id: 'ten_1',
        name: id,
        scopes: '[]',
        ...{ namespaces: null, guard: null, expires_at: null, revoked_at: null },
        ...{ last_used_at: null, replaced_by: null },
        plan: '{}',
        origin: 'issued',
        created_at: 0,
      };
    },
  };
  const known = { ...epoch, onChange: (listener: () => void) => epoch.changes.push(listener) };
  Object.defineProperties(known, {
    isCurrent: { get: () => epoch.isCurrent },
    value: { get: () => epoch.value },
  });
  const store = new PostgresAccessStore(database as unknown as PostgresDatabase, known as unknown as Epoch);
  return { store, read, epoch };
}

test('a key is read once while the epoch is the current one, and again where it may not be', async () => {
  const { store, read, epoch } = storeOf();
  expect(store.findKeyAtOnce('a')).toBeUndefined();
  expect(await store.findKey('a')).toMatchObject({ id: 'a' });
  expect(await store.findKey('a')).toMatchObject({ id: 'a' });
  expect([store.findKeyAtOnce('a')?.id, read]).toEqual(['a', ['a']]);
  epoch.isCurrent = false;
  expect(store.findKeyAtOnce('a')).toBeUndefined();
  await store.findKey('a');
  expect(read).toEqual(['a', 'a']);
});

test('a key that was read before a change is not remembered, and one that is not there neither', async () => {
  const { store, read } = storeOf();
  for (let i = 0; i < 2; i++) await store.findKey('late');
  for (let i = 0; i < 2; i++) expect(await store.findKey('none')).toBeUndefined();
  expect(read).toEqual(['late', 'late', 'none', 'none']);
});

test('a database that cannot be reached is told as an error of the service', async () => {
  const options = {
    url: 'postgres://127.0.0.1:1/none',
    poolSize: 1,
    statementTimeoutMs: 1_000,
    onLost: () => {},
  };
  const database = new PostgresDatabase(options);
  for (const asked of [database.all('SELECT 1'), database.get('SELECT 1'), database.run('SELECT 1')])
    await expect(asked).rejects.toMatchObject({ code: 'storage_unavailable' });
  await database.close();
  await expect(database.all('SELECT 1')).rejects.toMatchObject({ code: 'shutting_down' });
});

test('ten thousand keys are known at most', async () => {
  const { store, read } = storeOf();
  for (let i = 0; i <= 10_000; i++) await store.findKey(`k${i}`);
  expect([store.findKeyAtOnce('k10000')?.id, store.findKeyAtOnce('k9999')]).toEqual(['k10000', undefined]);
  expect(read).toHaveLength(10_001);
});
