import { expect, test } from 'vitest';
import { page, readAudit, readKey, readTenant } from './access-rows.ts';
import { addedUp, toUsageDay, usageColumns, usageValues } from './usage-rows.ts';

test('a page has as many items as asked for, and says where the next one begins', () => {
  const items = ['a', 'b', 'c'].map((id) => ({ id }));
  expect(page(items, 3)).toEqual({ items });
  expect(page(items, 2)).toEqual({ items: items.slice(0, 2), next: 'b' });
});

test('keys, tenants and acts have what their rows have, and nothing where a column is NULL', () => {
  const row = {
    id: 'key_1',
    tenant_id: 'ten_1',
    name: 'ci',
    secret_hash: Uint8Array.of(1),
    scopes: '["admin"]',
    plan: 'team',
    origin: 'issued',
    created_at: 1n,
    namespaces: null,
    guard: null,
    expires_at: null,
    revoked_at: null,
    last_used_at: null,
    replaced_by: null,
  };
  const key = {
    id: 'key_1',
    tenantId: 'ten_1',
    name: 'ci',
    secretHash: Uint8Array.of(1),
    scopes: ['admin'],
    plan: 'team',
    origin: 'issued',
    createdAt: 1,
  };
  expect(readKey(row)).toStrictEqual(key);
  const full = {
    namespaces: '["a"]',
    guard: '{"pii":"off"}',
    expires_at: 2,
    revoked_at: 3,
    last_used_at: 4,
    replaced_by: 'key_2',
  };
  expect(readKey({ ...row, ...full })).toStrictEqual({
    ...key,
    namespaces: ['a'],
    guard: { pii: 'off' },
    expiresAt: 2,
    revokedAt: 3,
    lastUsedAt: 4,
    replacedBy: 'key_2',
  });
  expect(readTenant({ id: 'ten_1', name: 'one', created_at: '5' })).toEqual({
    id: 'ten_1',
    name: 'one',
    createdAt: 5,
  });
  const act = {
    id: 'aud_1',
    tenant_id: 'ten_1',
    at: '6',
    actor: 'local',
    action: 'x',
    subject: 'y',
    details: '{"a":1}',
  };
  expect(readAudit(act)).toEqual({
    id: 'aud_1',
    tenantId: 'ten_1',
    at: 6,
    actor: 'local',
    action: 'x',
    subject: 'y',
    details: { a: 1 },
  });
});

test('usage is read back from its columns, and added to what is there', () => {
  const day = {
    day: 5,
    requests: 1,
    errors: 2,
    writes: 3,
    searches: 4,
    scans: 5,
    embedWaitMs: 6,
    bytesReceived: 7,
    bytesSent: 8,
  };
  const row = Object.fromEntries(usageValues(day).map((value, i) => [usageColumns[i]!, String(value)]));
  expect(toUsageDay({ day: '5', ...row })).toEqual(day);
  expect(addedUp).toContain('embed_ms = usage_days.embed_ms + excluded.embed_ms');
});
