import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AuditEntry } from '../../../kernel/audit.ts';
import { systemClock } from '../../../kernel/clock.ts';
import type { Logger } from '../../../telemetry/logger.ts';
import type { Storage } from '../../storage.ts';
import { DataFolderInUse, openDataFolder } from '../data-folder.ts';
import { openEmbeddedStorage } from '../open-storage.ts';

let root: string;
let storage: Storage | undefined;
let logged: unknown[][];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lorekeep-storage-'));
  logged = [];
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await close();
  rmSync(root, { recursive: true, force: true });
});

function open(options: { maxBytes?: number; reserveBytes?: number } = {}): Storage {
  const log =
    (level: string) =>
    (...said: unknown[]) =>
      logged.push([level, ...said]);
  const logger = { warn: log('warn'), error: log('error'), info: log('info') };
  storage = openEmbeddedStorage({
    dataDir: join(root, 'data'),
    maxBytes: 0,
    reserveBytes: 0,
    clock: systemClock,
    logger: logger as unknown as Logger,
    ...options,
  });
  return storage;
}

async function close(): Promise<void> {
  const opened = storage;
  storage = undefined;
  await opened?.close();
}

const lock = () => join(root, 'data', 'owner.lock');
const problem = 'owner.lock was deleted or replaced under the running service.';

describe('a data folder that is changed under the service', () => {
  test('is noticed within five seconds while nobody asks, and so is that it is back', () => {
    open();
    renameSync(lock(), join(root, 'away'));
    vi.advanceTimersByTime(4_999);
    expect(logged).toEqual([]);
    vi.advanceTimersByTime(1);
    const refused = 'the data folder was changed under the service; writes are refused';
    expect(logged).toEqual([['error', { problem }, refused]]);
    renameSync(join(root, 'away'), lock());
    vi.advanceTimersByTime(5_000);
    expect(logged.slice(1)).toEqual([['info', 'the data folder is back; writes are accepted again']]);
  });

  test('makes the service not ready', () => {
    const { readiness } = open();
    expect(readiness.map(({ name, code }) => [name, code])).toEqual([['data folder', 'storage_unavailable']]);
    expect(readiness[0]!.problem()).toBeUndefined();
    renameSync(lock(), join(root, 'away'));
    expect(readiness[0]!.problem()).toBe(problem);
  });

  test('gets no reserve', async () => {
    open({ reserveBytes: 1_000 });
    renameSync(lock(), join(root, 'away'));
    vi.advanceTimersByTime(5_000);
    await close();
    expect(existsSync(join(root, 'data', 'reserve'))).toBe(false);
  });
});

describe('the reserve', () => {
  const size = () => statSync(join(root, 'data', 'reserve'), { throwIfNoEntry: false })?.size;

  test('is made after the start, not at it', async () => {
    open({ reserveBytes: 1_000 });
    expect(size()).toBeUndefined();
    vi.advanceTimersByTime(5_000);
    await vi.waitFor(() => expect(size()).toBe(1_000));
  });

  test('that cannot be made is logged', async () => {
    mkdirSync(join(root, 'data', 'reserve'), { recursive: true });
    open({ reserveBytes: 1_000_000 });
    vi.advanceTimersByTime(5_000);
    const full = 'the disk is too full for upkeep of the reserve';
    await vi.waitFor(() =>
      expect(logged).toEqual([['warn', { err: expect.objectContaining({ code: 'EISDIR' }) }, full]]),
    );
  });
});

test('a limit of bytes is kept', async () => {
  const { access } = open({ maxBytes: 2_000_000 });
  const tenant = { id: 'ten_1', name: 'x'.repeat(2_000_000), createdAt: 0 };
  const audit = { id: 'aud_1', tenantId: 'ten_1', at: 0, action: 'tenant.create' } as unknown as AuditEntry;
  await expect(access.createTenant(tenant, audit)).rejects.toMatchObject({ code: 'storage_full' });
});

test('one process is all there is: it leads, waits for nobody, and hears of no change elsewhere', async () => {
  const opened = open();
  expect(opened.leads()).toBe(true);
  expect([opened.node, opened.folder, opened.gauges]).toEqual(['embedded', join(root, 'data'), []]);
  expect(await opened.exclusively(async () => 'done')).toBe('done');
  expect(await opened.drain()).toBeUndefined();
  expect(opened.onChange(() => expect.unreachable())).toBeUndefined();
  expect(opened.secretKey).toHaveLength(32);
});

test('it owns its folder until it is closed, and does nothing after that', async () => {
  open({ reserveBytes: 1_000 });
  expect(() => openDataFolder(join(root, 'data'))).toThrow(DataFolderInUse);
  await close();
  openDataFolder(join(root, 'data')).close();
  rmSync(lock());
  vi.advanceTimersByTime(20_000);
  expect(logged).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

test('the secret key is the same after the next start', async () => {
  const first = [...open().secretKey];
  await close();
  expect([...open().secretKey]).toEqual(first);
});
