import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type App, createApp } from '../../src/app/app.ts';
import { loadConfig } from '../../src/config/load.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import type { JsonObject } from '../../src/kernel/json.ts';
import type { RunScan, ScanOutcome, ScanSurroundings } from '../../src/scan/model/outcome.ts';
import type { ScanTask } from '../../src/scan/model/task.ts';
import { createLogger } from '../../src/telemetry/logger.ts';
import { storageSettings } from './backend.ts';
import { openedOnce } from './opened-once.ts';
import { sampleScan } from './sample-scan.ts';

/** A scan that runs until the test says how it ends. */
export interface HeldScan {
  task: ScanTask;
  surroundings: ScanSurroundings;
  end(outcome: ScanOutcome): void;
}

export interface ScanApp {
  app: App;
  /** Scans that were begun, in order. */
  begun: HeldScan[];
  clock: { ahead: number };
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  data: any;
}

export const testKey = 'key_test_of_scans';

export const completed: ScanOutcome = { ...sampleScan() };

/** The real application over a temporary folder, with scans that the test ends itself. */
export async function openScanApp(
  settings: Record<string, string> = {},
  options: {
    dataDir?: string;
    userCacheFolder?: string;
    runScan?: RunScan;
    heartbeatMs?: number;
    log?: (line: string) => void;
  } = {},
): Promise<ScanApp> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'lorekeep-scan-'));
  const begun: HeldScan[] = [];
  const clock = { ahead: 0, now: () => systemClock.now() + clock.ahead };
  const hold: RunScan = (task, surroundings) =>
    new Promise((resolve) => {
      begun.push({ task, surroundings, end: resolve });
      surroundings.signal.addEventListener('abort', () =>
        resolve({ status: 'failed', errorCode: 'cancelled', error: 'Cancelled.' }),
      );
    });
  const config = loadConfig({
    LOREKEEP_DATA_DIR: dataDir,
    ...(await storageSettings(dataDir)),
    LOREKEEP_API_KEYS: testKey,
    LOREKEEP_LOG_LEVEL: 'silent',
    LOREKEEP_EMBEDDER: 'fast',
    ...settings,
  });
  const app = await createApp(config, {
    ...(await openedOnce(config)),
    clock,
    runScan: options.runScan ?? hold,
    heartbeatMs: options.heartbeatMs ?? 10_000,
    ...(options.userCacheFolder !== undefined && { userCacheFolder: options.userCacheFolder }),
    ...(options.log && { logger: createLogger(config.logLevel, { write: options.log }) }),
  });
  onTestFinished(async () => {
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return {
    app,
    begun,
    clock,
    async call(method, path, body, headers = {}) {
      const response = await app.server.inject({
        method: method as 'GET',
        url: path,
        headers: { authorization: `Bearer ${testKey}`, ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
      });
      const isJson = String(response.headers['content-type']).startsWith('application/json');
      return {
        status: response.statusCode,
        headers: response.headers as Record<string, string>,
        text: response.body,
        data: isJson ? response.json().data : undefined,
      };
    },
  };
}

/** Headers with a key of another tenant, made the way the operator does it. */
export async function keyOfOtherTenant({ app }: ScanApp): Promise<Record<string, string>> {
  const ask = (name: string, args: JsonObject) => app.operations[name]!(args, () => {});
  await ask('tenant.create', { name: 'other' });
  const scopes = ['scan:read', 'scan:write', 'admin'];
  const { key } = (await ask('key.create', { tenant: 'other', name: 'k', scopes })) as { key: string };
  return { authorization: `Bearer ${key}` };
}
