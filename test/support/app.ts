import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import { onTestFinished } from 'vitest';
import { type App, type AppOptions, createApp } from '../../src/app/app.ts';
import { loadConfig } from '../../src/config/load.ts';
import { createLogger } from '../../src/telemetry/logger.ts';
import { storageSettings } from './backend.ts';
import { openedOnce } from './opened-once.ts';

/** A folder that is gone when the test is. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lorekeep-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export const testKey = 'key_test';
export const authorization = { authorization: `Bearer ${testKey}` };

/** A whole application on a folder of its own, closed when the test ends. */
export async function startApp(
  environment: Record<string, string> = {},
  options: AppOptions = {},
): Promise<App> {
  const dataDir = environment['LOREKEEP_DATA_DIR'] ?? temporaryFolder();
  const config = loadConfig(
    {
      LOREKEEP_DATA_DIR: dataDir,
      ...(await storageSettings(dataDir)),
      LOREKEEP_API_KEYS: testKey,
      LOREKEEP_PORT: '0',
      LOREKEEP_EMBEDDER: 'fast',
      ...environment,
    },
    tmpdir(),
  );
  const app = await createApp(config, {
    logger: createLogger('silent'),
    ...(await openedOnce(config)),
    ...options,
  });
  onTestFinished(() => app.close());
  return app;
}

export interface Answer<Data> {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  success: boolean;
  data: Data;
  requestId: string;
}

/** Calls a route as its user would, with the test's key unless another one is given. */
export async function call<Data = Record<string, unknown>>(
  app: App,
  method: InjectOptions['method'],
  url: string,
  options: Pick<InjectOptions, 'payload' | 'headers'> = {},
): Promise<Answer<Data>> {
  const response = await app.server.inject({
    method: method!,
    url,
    ...(options.payload !== undefined && { payload: options.payload }),
    headers: { ...authorization, ...options.headers },
  });
  const body = response.json() as { success: boolean; data: Data; meta: { requestId: string } };
  return {
    status: response.statusCode,
    headers: response.headers,
    success: body.success,
    data: body.data,
    requestId: body.meta.requestId,
  };
}

/** The headers of a key of another tenant, with every scope. */
export async function otherTenant(app: App): Promise<{ authorization: string }> {
  await app.operations['tenant.create']!({ name: 'other' }, () => {});
  const scopes = ['memory:read', 'memory:write', 'scan:read', 'scan:write', 'admin'];
  const issued = await app.operations['key.create']!({ tenant: 'other', name: 'k', scopes }, () => {});
  return { authorization: `Bearer ${(issued as { key: string }).key}` };
}
