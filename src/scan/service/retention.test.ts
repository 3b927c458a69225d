import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { removeOldCaches } from '../cache/cache-retention.ts';
import type { SecretStore } from '../credentials/secret-store.ts';
import { removeOldScans } from './retention.ts';
import type { ScanStore } from './store.ts';

test('caches go when they are too old or too much, those written longest ago first', async () => {
  const root = mkdtempSync(join(tmpdir(), 'lorekeep-cache-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const now = Date.now();
  const add = (tenant: string, repository: string, bytes: number, ageMs: number) => {
    const folder = join(root, tenant, repository);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'results'), Buffer.alloc(bytes));
    utimesSync(join(folder, 'results'), (now - ageMs) / 1000, (now - ageMs) / 1000);
  };
  add('ten_a', 'new', 100, 1_000);
  add('ten_a', 'older', 100, 60_000);
  add('ten_b', 'oldest', 100, 600_000);
  const left = () => readdirSync(root).flatMap((tenant) => readdirSync(join(root, tenant)));
  expect(await removeOldCaches(root, { maxAgeMs: 0, maxBytes: 0 }, now)).toBe(0);
  expect(await removeOldCaches(root, { maxAgeMs: 300_000, maxBytes: 0 }, now)).toBe(1);
  expect(left()).toEqual(['new', 'older']);
  expect(await removeOldCaches(root, { maxAgeMs: 0, maxBytes: 150 }, now)).toBe(1);
  expect(left()).toEqual(['new']);
  expect(await removeOldCaches(join(root, 'missing'), { maxAgeMs: 1, maxBytes: 1 }, now)).toBe(0);
});

test('old scans are removed a few at a time until none is left that has to go', async () => {
  const calls: string[] = [];
  const asked: unknown[] = [];
  const answer = (name: string, results: number[]) => async (limit: number, most: number) => {
    calls.push(name);
    asked.push([limit, most]);
    return results.shift() ?? 0;
  };
  const scans = {
    removeFinishedBefore: answer('age', [20, 20, 3]),
    removeAboveBytes: answer('room', [1]),
  } as unknown as ScanStore;
  const secrets = { removeExpiredWebhookSecrets: async () => 0 } as unknown as SecretStore;
  const parts = { scans, secrets, clock: { now: () => 1_000 }, newId: () => 'job_1' };
  expect(await removeOldScans(parts, { maxAgeMs: 10, maxBytesPerTenant: 10 })).toBe(44);
  expect(calls).toEqual(['age', 'age', 'age', 'room']);
  expect(asked).toEqual([
    [990, 20],
    [990, 20],
    [990, 20],
    [10, 20],
  ]);
  expect(await removeOldScans(parts, { maxAgeMs: 1, maxBytesPerTenant: 1 })).toBe(0);
  expect(calls.splice(4)).toEqual(['age', 'room']);
  expect(await removeOldScans(parts, { maxAgeMs: 0, maxBytesPerTenant: 0 })).toBe(0);
  expect(calls).toHaveLength(4);
});
