import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type App, type AppOptions, createApp } from '../../src/app/app.ts';
import { loadConfig } from '../../src/config/load.ts';
import { createLogger } from '../../src/telemetry/logger.ts';
import { naiveIndexes } from '../memory/naive-index.ts';
import { StubEmbedder } from '../memory/stub-embedder.ts';
import { temporaryFolder, testKey } from '../support/app.ts';
import { openedOnce } from '../support/opened-once.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

export interface Cluster {
  database: TestDatabase;
  /** Starts one more node. */
  node(settings?: Record<string, string>, options?: AppOptions): Promise<App>;
}

/** Whole applications in this process that share a database, as nodes do. */
export async function openCluster(): Promise<Cluster> {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const keyFile = join(temporaryFolder(), 'secret.key');
  writeFileSync(keyFile, randomBytes(32).toString('base64'));
  return {
    database,
    async node(settings = {}, options = {}) {
      const config = loadConfig({
        LOREKEEP_DATA_DIR: temporaryFolder(),
        LOREKEEP_DATABASE_URL: database.url,
        LOREKEEP_SECRET_KEY_FILE: keyFile,
        LOREKEEP_API_KEYS: testKey,
        LOREKEEP_PORT: '0',
        ...settings,
      });
      const app = await createApp(config, {
        ...(await openedOnce(config)),
        logger: createLogger('silent'),
        embedder: new StubEmbedder(),
        indexes: naiveIndexes,
        ...options,
      });
      onTestFinished(() => app.close());
      return app;
    },
  };
}
