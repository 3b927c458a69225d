import type { Config } from '../config/schema.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Storage } from '../storage/storage.ts';
import type { Logger } from '../telemetry/logger.ts';
import { readVersion } from './version.ts';

/** Opens the database that the configuration names. Each is loaded only where it is used. */
export async function openStorage(
  config: Config,
  { clock, logger, isNode }: { clock: Clock; logger: Logger; isNode: boolean },
): Promise<Storage> {
  const { dataDir, databaseUrl } = config;
  if (databaseUrl === undefined) {
    const { openEmbeddedStorage } = await import('../storage/embedded/open-storage.ts');
    const { maxBytes, reserveBytes } = config.storage;
    return openEmbeddedStorage({ dataDir, maxBytes, reserveBytes, clock, logger });
  }
  const { openPostgresStorage } = await import('../storage/postgres/open-storage.ts');
  return openPostgresStorage({
    url: databaseUrl,
    directUrl: config.databaseDirectUrl ?? databaseUrl,
    poolSize: config.databasePool,
    statementTimeoutMs: config.databaseStatementTimeoutMs,
    // The schema asks for it together with the URL.
    secretKeyFile: config.secretKeyFile!,
    dataDir,
    nodeId: config.nodeId,
    nodeUrl: config.nodeUrl,
    version: readVersion(),
    isNode,
    clock,
    logger,
  });
}
