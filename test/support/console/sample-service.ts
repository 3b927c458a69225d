import { type App, createApp } from '../../../src/app/app.ts';
import { loadConfig } from '../../../src/config/load.ts';
import type { Embedder } from '../../../src/memory/embedding/embedder.ts';
import type { RunScan } from '../../../src/scan/model/outcome.ts';
import { createLogger } from '../../../src/telemetry/logger.ts';
import { openedOnce } from '../opened-once.ts';
import { sampleEntries } from './sample-entries.ts';
import { createSampleRun, sampleRepositories } from './sample-repositories.ts';

export const sampleKey = 'key_sample';

export interface SampleService {
  app: App;
  /** Where it listens. */
  base: string;
  call<Data>(method: string, path: string, body?: unknown): Promise<Data>;
}

/** A service with something in it: three namespaces and the scans of three repositories. For tests and for the pictures in the guide. */
export async function startSampleService(
  dataDir: string,
  {
    filled = true,
    runScan = createSampleRun(),
    embedder,
  }: { filled?: boolean; runScan?: RunScan; embedder?: Embedder } = {},
): Promise<SampleService> {
  const config = loadConfig({
    LOREKEEP_DATA_DIR: dataDir,
    LOREKEEP_API_KEYS: sampleKey,
    LOREKEEP_PORT: '0',
    LOREKEEP_EMBEDDER: 'fast',
  });
  const app = await createApp(config, {
    ...(await openedOnce(config)),
    logger: createLogger('silent'),
    runScan,
    ...(embedder && { embedder }),
  });
  const call = async <Data>(method: string, path: string, body?: unknown): Promise<Data> => {
    const response = await app.server.inject({
      method: method as 'GET',
      url: path,
      headers: { authorization: `Bearer ${sampleKey}` },
      ...(body !== undefined && { payload: body as object }),
    });
    const answer = response.json() as { success: boolean; data: Data };
    if (!answer.success) throw new Error(`${method} ${path}: ${response.body}`);
    return answer.data;
  };
  if (filled) {
    for (const { namespace, entries } of sampleEntries())
      await call('POST', '/v1/memory/entries', { namespace, entries });
    for (const body of sampleRepositories)
      await call('POST', '/v1/security/scan', { ...body, waitForCompletion: true });
  }
  return { app, base: await app.server.listen({ host: '127.0.0.1', port: 0 }), call };
}
