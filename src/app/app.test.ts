import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { naiveIndexes } from '../../test/memory/naive-index.ts';
import { StubEmbedder } from '../../test/memory/stub-embedder.ts';
import { call, startApp, temporaryFolder } from '../../test/support/app.ts';
import { memoryLimits } from '../memory/limits.ts';
import { createLogger } from '../telemetry/logger.ts';
import { type AppOptions, NoKeyForOthers } from './app.ts';

const parts = { indexes: naiveIndexes };
const start = (settings: Record<string, string> = {}, options: AppOptions = {}) =>
  startApp(settings, { ...parts, embedder: new StubEmbedder(), ...options });

test('the first start makes a key and saves it; no later one, no command and no service with keys does', async () => {
  const dataDir = temporaryFolder();
  const settings = { LOREKEEP_DATA_DIR: dataDir, LOREKEEP_API_KEYS: '' };
  const file = join(dataDir, 'initial-key');
  const command = await start(settings, { mode: 'local' });
  expect(command.firstKey).toBeUndefined();
  expect(command.firstKeyFile).toBe(file);
  await command.close();
  const configured = await start({ LOREKEEP_DATA_DIR: dataDir });
  expect(configured.firstKey).toBeUndefined();
  await configured.close();
  expect(existsSync(file)).toBe(false);
  const first = await start(settings);
  expect(readFileSync(file, 'utf8')).toBe(`${first.firstKey!.key}\n`);
  await first.close();
  const second = await start(settings);
  expect(second.firstKey).toBeUndefined();
});

test('a service that others can reach needs a key of its operator', async () => {
  const dataDir = temporaryFolder();
  const settings = { LOREKEEP_DATA_DIR: dataDir, LOREKEEP_HOST: '0.0.0.0', LOREKEEP_API_KEYS: '' };
  await expect(start(settings)).rejects.toThrow(NoKeyForOthers);
  await expect(start(settings)).rejects.toThrow(
    'Will not listen on 0.0.0.0 without a key of yours. Set LOREKEEP_API_KEYS, or make a key with "lorekeep key create", or listen on 127.0.0.1.',
  );
  expect(existsSync(join(dataDir, 'initial-key'))).toBe(false);
  const command = await start(settings, { mode: 'local' });
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const args = { tenant: 'default', name: 'k', scopes: ['admin'], expiresAt };
  await command.operations['key.create']!(args, () => {});
  await command.close();
  const issued = await start(settings);
  expect(issued.firstKey).toBeUndefined();
  await issued.close();
  await expect(start(settings, { clock: { now: () => Date.parse(expiresAt) } })).rejects.toThrow(
    NoKeyForOthers,
  );
  expect((await start({ ...settings, LOREKEEP_API_KEYS: 'key_mine' })).firstKey).toBeUndefined();
});

/** Timers that the application asks for, to be called by hand. */
function holdTimers() {
  const held: Array<{ ms: number; work: () => void }> = [];
  const real = globalThis.setInterval;
  vi.spyOn(globalThis, 'setInterval').mockImplementation(((work: () => void, ms: number) => {
    held.push({ ms, work });
    return real(() => {}, 2 ** 30).unref();
  }) as never);
  onTestFinished(() => void vi.restoreAllMocks());
  return held;
}

test('a service cleans up every hour and saves its counts every ten seconds; a command does neither', async () => {
  const dayMs = 86_400_000;
  const began = Date.UTC(2026, 0, 1);
  const clock = { at: began, now: () => clock.at };
  const held = holdTimers();
  const dataDir = temporaryFolder();
  const command = await start({ LOREKEEP_DATA_DIR: dataDir }, { mode: 'local', clock });
  expect(held.filter(({ ms }) => [10_000, 60_000, 3_600_000].includes(ms))).toEqual([]);
  await command.close();
  held.length = 0;
  const app = await start(
    { LOREKEEP_DATA_DIR: dataDir, LOREKEEP_STORAGE_AUDIT_RETENTION_DAYS: '2' },
    { clock },
  );
  const housekeeping = held.slice(-6);
  expect(housekeeping.map(({ ms }) => ms)).toEqual([60_000, 10_000, ...Array(4).fill(3_600_000)]);
  const audited = async () => {
    const list = await app.operations['audit.list']!({ tenant: 'default', limit: 10 }, () => {});
    return (list as unknown[]).length;
  };
  const cleanUp = () => {
    for (const { work } of housekeeping) work();
  };
  expect(await audited()).toBe(1);
  clock.at = began + 2 * dayMs;
  cleanUp();
  expect(await audited()).toBe(1);
  clock.at++;
  cleanUp();
  await vi.waitFor(async () => expect(await audited()).toBe(0), { timeout: 60_000 });
});

test('what one request may hold is reported as it is configured', async () => {
  const app = await start({
    LOREKEEP_LIMITS_BODY_BYTES: '1048576',
    LOREKEEP_SCAN_MAX_WAITING_PER_KEY: '7',
  });
  const { data } = await call<{ limits: unknown }>(app, 'GET', '/v1/limits');
  expect(data.limits).toMatchObject({
    request: {
      bodyBytes: 1_048_576,
      bodyDepth: expect.any(Number),
      bodyKeys: expect.any(Number),
      bodyValues: expect.any(Number),
      bodyLongNumbers: expect.any(Number),
      bodyEscapes: expect.any(Number),
      bodyBytesOutsideStrings: expect.any(Number),
      listItems: 200,
    },
    memory: memoryLimits,
    scan: { maxWaitingPerKey: 7 },
  });
});

test.each([
  ['auto', 'fast', true],
  ['on', 'fast', true],
  ['off', 'fast', false],
  ['auto', 'tei', false],
  ['on', 'tei', true],
])('with the setting %s and the model %s findings are remembered: %s', async (remember, model, enabled) => {
  const app = await start({
    LOREKEEP_SCAN_REMEMBER_FINDINGS: remember,
    LOREKEEP_EMBEDDER: model,
    ...(model === 'tei' && { LOREKEEP_EMBEDDING_URL: 'http://127.0.0.1:9' }),
  });
  const { status } = await call(app, 'POST', '/v1/security/findings/search', {
    payload: { query: 'injection' },
  });
  expect(status).toBe(enabled ? 200 : 503);
});

test('what can be measured of memory and of the queues is measured', async () => {
  const app = await start({ LOREKEEP_METRICS_OPEN: 'true' });
  await call(app, 'POST', '/v1/memory/entries', { payload: { namespace: 'n', entries: [{ content: 'a' }] } });
  await call(app, 'POST', '/v1/memory/search', { payload: { namespace: 'n', query: 'a' } });
  const { body } = await app.server.inject({ method: 'GET', url: '/metrics' });
  const values = Object.fromEntries(
    body
      .split('\n')
      .filter((line) => /^lorekeep_(?:memory_(?:indexes|loads)|scans_running|\w+_jobs_)/.test(line))
      .map((line) => line.split(' ')),
  );
  expect(values).toEqual({
    lorekeep_memory_indexes: '1',
    lorekeep_memory_loads_waiting: '0',
    lorekeep_scans_running: '0',
    lorekeep_remember_jobs_unfinished: '0',
    lorekeep_scan_jobs_waiting: '0',
    lorekeep_webhook_jobs_waiting: '0',
    lorekeep_remember_jobs_waiting: '0',
  });
  expect(body).toMatch(/^lorekeep_memory_index_bytes [1-9]/m);
});

test('a command opens memory when it is asked for, and is told apart from a key by its name', async () => {
  const embedder = new StubEmbedder();
  const app = await start({}, { mode: 'local', embedder });
  const ask = (operation: string, rest: object = {}) =>
    app.operations['api.call']!({ tenant: 'default', operation, ...rest } as never, () => {});
  await ask('listKeys');
  expect(embedder.texts).toBe(0);
  await ask('writeEntries', { body: { namespace: 'n', entries: [{ content: 'a' }] } });
  expect(embedder.texts).toBe(1);
  expect(await ask('searchEntries', { body: { namespace: 'n', query: 'a' } })).toMatchObject({
    0: { content: 'a' },
  });
  const key = await ask('issueKey', { body: { name: 'k', scopes: ['admin'] } });
  expect(key).toMatchObject({ name: 'k' });
  const [made] = (await app.operations['audit.list']!({ tenant: 'default', limit: 1 }, () => {})) as Array<{
    actor: string;
  }>;
  expect(made!.actor).toBe('local');
});

test('a service that ends saves what it has counted, and ends once', async () => {
  const dataDir = temporaryFolder();
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line) => void lines.push(line) });
  const app = await start({ LOREKEEP_DATA_DIR: dataDir }, { logger });
  expect(app.leads()).toBe(true);
  expect(app.logger).toBe(logger);
  await call(app, 'GET', '/v1/limits');
  const closing = app.close();
  expect(app.close()).toBe(closing);
  await closing;
  expect(lines.filter((line) => /"level":(?:40|50)/.test(line) && !line.includes('sandbox'))).toEqual([]);
  const again = await start({ LOREKEEP_DATA_DIR: dataDir });
  const { data } = await call(again, 'GET', '/v1/usage?days=1');
  expect(JSON.stringify(data)).toContain('"requests":1,');
});
