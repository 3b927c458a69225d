import type { FastifyInstance } from 'fastify';
import { Authenticator } from './access/authenticator.ts';
import { type IssuedKey, Keys } from './access/keys.ts';
import { Plans } from './access/plans.ts';
import { Tenants } from './access/tenants.ts';
import type { Config } from './config/schema.ts';
import { Gate } from './http/gate.ts';
import { Idempotency } from './http/idempotency.ts';
import { createRoutes } from './http/routes/index.ts';
import { createServer } from './http/server.ts';
import { type Clock, systemClock } from './kernel/clock.ts';
import { createIdMaker } from './kernel/ids.ts';
import { EmbeddedAccessStore } from './storage/embedded/access-store.ts';
import { openDataFolder } from './storage/embedded/data-folder.ts';
import { EmbeddedReceiptStore } from './storage/embedded/receipt-store.ts';
import { createLogger, type Logger } from './telemetry/logger.ts';
import { Metrics } from './telemetry/metrics.ts';
import { readVersion } from './version.ts';

/** What a test or a benchmark may put in place of the real thing. */
export interface Replacements {
  clock?: Clock;
  logger?: Logger;
}

export interface App {
  readonly config: Config;
  readonly server: FastifyInstance;
  readonly logger: Logger;
  readonly keys: Keys;
  readonly tenants: Tenants;
  /** The key that this start made, because there was none; to be shown once. */
  readonly firstKey: IssuedKey | undefined;
  /** Whether there is a key that the operator knows of: configured or issued. */
  hasOperatorKey(): Promise<boolean>;
  /** Stops taking requests, finishes the open ones, closes storage. Safe to call twice. */
  close(): Promise<void>;
}

/** Builds the whole application from its configuration. The one file that knows every part. */
export async function createApp(config: Config, replacements: Replacements = {}): Promise<App> {
  const clock = replacements.clock ?? systemClock;
  const logger = replacements.logger ?? createLogger(config.logLevel);
  const newId = createIdMaker(clock);
  const metrics = new Metrics();
  const draining = new AbortController();

  const folder = openDataFolder(config.dataDir, { maxBytes: config.storage.maxBytes });
  const accessStore = new EmbeddedAccessStore(folder.database);
  const receipts = new EmbeddedReceiptStore(folder.database);

  const plans = new Plans(config.plans);
  const keys = new Keys({ store: accessStore, plans, clock, newId });
  const tenants = new Tenants({ store: accessStore, clock, newId, purge: [] });
  const bootstrap = await tenants.bootstrap();
  const authenticator = new Authenticator({
    store: accessStore,
    plans,
    clock,
    configuredKeys: config.apiKeys,
    bootstrapTenantId: bootstrap.id,
  });
  const hasKeys = config.apiKeys.length > 0 || (await accessStore.listKeys(bootstrap.id, 1)).items.length > 0;
  const firstKey = hasKeys ? undefined : await keys.generateFirst(bootstrap.id);

  const routes = createRoutes({
    version: readVersion(),
    keys,
    audit: accessStore,
    limits: { request: { bodyBytes: config.limits.bodyBytes, listItems: 200 } },
    metrics,
    metricsOpen: config.metricsOpen,
    readiness: [],
    draining: draining.signal,
  });
  const server = createServer({
    config,
    routes,
    gate: new Gate({ authenticator, clock, authFailuresPerMinute: config.limits.authFailuresPerMinute }),
    idempotency: new Idempotency(receipts, clock),
    newId,
    logger,
    metrics,
    draining: draining.signal,
  });

  let closing: Promise<void> | undefined;
  return {
    config,
    server,
    logger,
    keys,
    tenants,
    firstKey,
    hasOperatorKey: async () => config.apiKeys.length > 0 || (await accessStore.hasIssuedKey(clock.now())),
    close: () => {
      closing ??= (async () => {
        draining.abort();
        await server.close();
        await authenticator.saveLastUsed();
        folder.close();
      })();
      return closing;
    },
  };
}
