import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { Authenticator } from '../access/authenticator.ts';
import { type IssuedKey, Keys } from '../access/keys.ts';
import { operatorPlan, Plans } from '../access/plans.ts';
import { type Principal, scopes } from '../access/principal.ts';
import { Tenants } from '../access/tenants.ts';
import { Usage } from '../access/usage.ts';
import type { Config } from '../config/schema.ts';
import type { Operations } from '../control/operations.ts';
import { Forwarder } from '../http/forwarding/forwarder.ts';
import { Gate } from '../http/gate.ts';
import { Idempotency } from '../http/idempotency.ts';
import { LeasedLimiter } from '../http/leased-limit.ts';
import { isLoopback } from '../http/listen-guard.ts';
import type { Route } from '../http/route.ts';
import { consoleRoutes } from '../http/routes/console.ts';
import { createRoutes } from '../http/routes/index.ts';
import { createServer } from '../http/server.ts';
import { type Clock, systemClock } from '../kernel/clock.ts';
import { createIdMaker } from '../kernel/ids.ts';
import { jsonLimits } from '../kernel/json/json-outline.ts';
import { McpHttp } from '../mcp/http.ts';
import { createEmbedder, isOwnModel, openShippedEmbedder } from '../memory/embedding/create-embedder.ts';
import type { Embedder } from '../memory/embedding/embedder.ts';
import { modelsFolder } from '../memory/embedding/installable-models.ts';
import type { ContentGuard } from '../memory/guard/content-guard.ts';
import { createIndexFactory } from '../memory/index/index-factory.ts';
import { memoryLimits } from '../memory/limits.ts';
import { createReranker } from '../memory/reranking/create-reranker.ts';
import type { IndexFactory } from '../memory/search-index.ts';
import { useWideVectors } from '../platform/wide-vectors.ts';
import type { RunScan } from '../scan/model/outcome.ts';
import type { Sandbox } from '../scan/model/sandbox.ts';
import { writeSecretFile } from '../storage/embedded/secret-file.ts';
import { createProcessLogger, type Logger } from '../telemetry/logger.ts';
import { Metrics } from '../telemetry/metrics.ts';
import { createCodeMemory } from './code-memory.ts';
import { composeMemory, type MemoryParts } from './compose-memory.ts';
import { createScanning } from './compose-scan.ts';
import { createContentGuard } from './content-guard.ts';
import { endStep } from './end-step.ts';
import { LocalApi } from './local-api.ts';
import { logKernels } from './log-kernels.ts';
import { metered } from './metered-embedder.ts';
import { openStorage } from './open-storage.ts';
import { accessOperations } from './operations/access.ts';
import { apiOperations } from './operations/api.ts';
import { memoryOperations } from './operations/memory.ts';
import { decisionMemory } from './recall/decision-memory.ts';
import { findingMemory } from './recall/finding-memory.ts';
import { maskText } from './recall/masked-text.ts';
import { readVersion } from './version.ts';

export interface AppOptions {
  /** `local` is for a command that opens the data folder itself: nothing runs in the background and no key is made. */
  mode?: 'serve' | 'local';
  /** Where commands of this user keep what can be made again. */
  userCacheFolder?: string;
  /** What a test or a benchmark puts in place of the real thing. */
  clock?: Clock;
  logger?: Logger;
  extraRoutes?: Route[];
  runScan?: RunScan;
  /** How long a waiting call is silent; shorter in tests. */
  heartbeatMs?: number;
  embedder?: Embedder;
  sandbox?: Sandbox;
  indexes?: IndexFactory;
  guard?: ContentGuard;
}

export interface App {
  readonly config: Config;
  readonly server: FastifyInstance;
  readonly logger: Logger;
  readonly operations: Operations;
  /** The key that this start made, because there was none; to be shown once. */
  readonly firstKey: IssuedKey | undefined;
  /** Where the first key is saved. */
  readonly firstKeyFile: string;
  /** Whether this process does the upkeep for all that share its storage. */
  leads(): boolean;
  /** Stops taking requests, finishes the open ones, closes storage. Safe to call twice. */
  close(): Promise<void>;
}

/** Listening where others can reach it needs a key that the operator chose; the generated one is only for a first try. */
export class NoKeyForOthers extends Error {
  constructor(host: string) {
    super(
      `Will not listen on ${host} without a key of yours. Set LOREKEEP_API_KEYS, or make a key with ` +
        '"lorekeep key create", or listen on 127.0.0.1.',
    );
  }
}

/** What one JSON body may hold, as `GET /v1/limits` reports it. */
const bodyLimits = {
  bodyDepth: jsonLimits.depth,
  bodyKeys: jsonLimits.keys,
  bodyValues: jsonLimits.values,
  bodyLongNumbers: jsonLimits.longNumbers,
  bodyEscapes: jsonLimits.escapes,
  bodyBytesOutsideStrings: jsonLimits.bytesOutsideStrings,
};

/** Builds the whole application from its configuration. The one file that knows every part. */
export async function createApp(config: Config, options: AppOptions = {}): Promise<App> {
  const mode = options.mode ?? 'serve';
  const clock = options.clock ?? systemClock;
  const logger =
    options.logger ??
    // What a service reports about its start is noise next to the output of a command.
    createProcessLogger(
      mode === 'local' && config.logLevel === 'info' ? 'warn' : config.logLevel,
      config.logFormat,
      {
        isTerminal: process.stderr.isTTY === true,
        colour: !process.env['NO_COLOR'],
      },
    );
  const newId = createIdMaker(clock);
  const metrics = new Metrics();
  const version = readVersion();
  const tracer = config.otlpEndpoint
    ? new (await import('../telemetry/tracing.ts')).Tracer(config.otlpEndpoint, version, logger)
    : undefined;
  const draining = new AbortController();

  const storage = await openStorage(config, { clock, logger, isNode: mode === 'serve' });
  const { access: accessStore, receipts } = storage;

  for (const { name, help, read } of storage.gauges) metrics.observe(name, help, read);

  const usage = new Usage(storage.usage, clock);
  const contentGuard = options.guard ?? createContentGuard();
  let openedMemory: Promise<MemoryParts> | undefined;
  const openMemory = (): Promise<MemoryParts> => {
    openedMemory ??= (async () => {
      useWideVectors();
      logKernels(config, logger);
      return composeMemory({
        storage,
        clock,
        newId,
        embedder: metered(
          options.embedder ??
            (await createEmbedder(config.embedder, config.embedding, modelsFolder(config.dataDir))),
          (tenantId, ms) => usage.countEmbedding(tenantId, ms),
        ),
        reranker: createReranker(config.reranker, config.reranking, config.embedding),
        openEmbedder: (id) => openShippedEmbedder(id, config.embedding, modelsFolder(config.dataDir)),
        indexes:
          options.indexes ??
          (await createIndexFactory(undefined, {
            onFailure: (error) => logger.error({ err: error }, 'an index could not be compacted'),
          })),
        indexBytes: config.memory.indexBytes,
        guard: contentGuard,
        onFailure: (error) => logger.error({ err: error }, 'memory upkeep failed'),
      });
    })();
    return openedMemory;
  };
  const memory = mode === 'serve' ? await openMemory() : undefined;
  if (memory) observeIndexes(metrics, memory.cache);

  const plans = new Plans(config.plans);
  const keys = new Keys({ store: accessStore, plans, clock, newId });
  const tenants = new Tenants({
    store: accessStore,
    clock,
    newId,
    // Without a service running there is nothing in memory to forget, and the rows go with the tenant's.
    purge: [
      ...(memory ? [(tenantId: string) => memory.memory.deleteTenant(tenantId)] : []),
      (tenantId) => scanning.purge(tenantId),
    ],
  });
  const firstKeyFile = join(config.dataDir, 'initial-key');
  // Two nodes that start for the first time in the same moment must not make two tenants or two keys.
  const { bootstrap, firstKey, hasOperatorKey } = await storage.exclusively(async () => {
    const tenant = await tenants.bootstrap();
    const operated = config.apiKeys.length > 0 || (await accessStore.hasIssuedKey(clock.now()));
    const needsKey = mode === 'serve' && config.apiKeys.length === 0 && !(await accessStore.hasAnyKey());
    const mayListen = isLoopback(config.host) || operated;
    const key =
      needsKey && mayListen
        ? await keys.generateFirst(tenant.id, (text) => writeSecretFile(firstKeyFile, `${text}\n`))
        : undefined;
    return { bootstrap: tenant, firstKey: key, hasOperatorKey: operated };
  });
  if (mode === 'serve' && !isLoopback(config.host) && !hasOperatorKey) {
    await storage.close();
    throw new NoKeyForOthers(config.host);
  }
  const authenticator = new Authenticator({
    store: accessStore,
    plans,
    clock,
    configuredKeys: config.apiKeys,
    bootstrapTenantId: bootstrap.id,
  });
  const memoryOf = async () => (await openMemory()).memory;
  const scanning = await createScanning({
    storage,
    recall: {
      decisions: decisionMemory(memoryOf),
      findings: findingMemory(memoryOf, { enabled: remembersFindings(config) }),
      mask: maskText(contentGuard),
    },
    config: config.scan,
    ...(config.advisoriesDir !== undefined && { advisoriesDir: config.advisoriesDir }),
    ...(options.userCacheFolder !== undefined && { userCacheFolder: options.userCacheFolder }),
    clock,
    newId,
    logger,
    metrics,
    ...(memory && { codeMemory: createCodeMemory(memory) }),
    ...(options.runScan && { runScan: options.runScan }),
    ...(options.sandbox && { sandbox: options.sandbox }),
  });
  const mcp = new McpHttp({
    version,
    apiOf: (principal) => localApi.as(principal),
    countTokens: (text) => memory?.memory.countTokens(text) ?? 0,
    onFailure: (error) => logger.error({ err: error }, 'mcp call failed'),
  });
  const isWithdrawn = (principal: Principal) => authenticator.isWithdrawn(principal);
  const routesOver = (opened: MemoryParts | undefined) =>
    createRoutes({
      version,
      security: {
        ...scanning,
        tool: { version },
        maxWaitMs: config.scan.maxWaitMs,
        heartbeatMs: options.heartbeatMs ?? 10_000,
        isWithdrawn,
        maxFollowersPerKey: config.scan.maxFollowersPerKey,
      },
      keys,
      audit: accessStore,
      usage,
      memory: opened && { ...opened, isWithdrawn, heartbeatMs: options.heartbeatMs ?? 10_000 },
      mcp: opened && {
        serve: (principal, request, body) => mcp.serve(principal, request, body),
        answerDirectly: (principal, body, revision) => mcp.answerDirectly(principal, body, revision),
        onLoopback: isLoopback(config.host),
        corsOrigins: config.corsOrigins,
      },
      limits: {
        request: { bodyBytes: config.limits.bodyBytes, ...bodyLimits, listItems: 200 },
        memory: memoryLimits,
        scan: { ...config.scan.limits, maxWaitingPerKey: config.scan.maxWaitingPerKey },
      },
      metrics,
      metricsOpen: config.metricsOpen,
      readiness: storage.readiness,
      sandbox: () => scanning.sandboxKind(),
      draining: draining.signal,
    });
  const routes = routesOver(memory);
  const localApi = new LocalApi({ routes, newId, draining: draining.signal });
  const onSharedLimitFailure = (error: unknown) =>
    logger.warn({ err: error }, 'the shared rate limit cannot be asked; this node limits alone');
  const forwarder =
    storage.peers &&
    new Forwarder({
      peers: storage.peers,
      secretKey: storage.secretKey,
      copies: config.memory.copies,
      clock,
      onOutcome: (outcome, error) => {
        metrics.count('lorekeep_forwarded_total', 'Requests for a namespace that another node holds.', {
          outcome,
        });
        if (error) logger.warn({ err: error }, 'another node did not answer; this one does');
      },
    });
  const server = createServer({
    config,
    forwarder,
    routes: [...routes, ...consoleRoutes(), ...(options.extraRoutes ?? [])],
    gate: new Gate({
      authenticator,
      clock,
      requests: storage.allowances && new LeasedLimiter(storage.allowances, clock, onSharedLimitFailure),
      authFailuresPerMinute: config.limits.authFailuresPerMinute,
      isForwarded: forwarder && ((request) => forwarder.isForwarded(request)),
    }),
    idempotency: new Idempotency(receipts, clock),
    newId,
    logger,
    metrics,
    usage,
    tracer,
    clock,
    draining: draining.signal,
  });

  if (mode === 'serve') await scanning.start();
  if (mode === 'serve') memory?.upkeep.start();
  const timers = mode === 'serve' ? startHousekeeping() : [];
  function startHousekeeping(): NodeJS.Timeout[] {
    // What belongs to all that share the storage is removed by one of them, whose clock is right.
    const ifLeading = (work: () => Promise<unknown>) => async () => storage.leads() && (await work());
    const every = (ms: number, work: () => Promise<unknown>) =>
      setInterval(() => {
        work().catch((error: unknown) => logger.error({ err: error }, 'housekeeping failed'));
      }, ms).unref();
    return [
      every(60_000, () => authenticator.saveLastUsed()),
      every(10_000, () => usage.flush()),
      every(
        3_600_000,
        ifLeading(() => usage.removeOld()),
      ),
      every(
        3_600_000,
        ifLeading(() => receipts.removeExpired(clock.now())),
      ),
      every(3_600_000, () => scanning.removeOld()),
      every(
        3_600_000,
        ifLeading(() =>
          accessStore.removeAuditBefore(clock.now() - config.storage.auditRetentionDays * 86_400_000),
        ),
      ),
    ];
  }

  let closing: Promise<void> | undefined;
  return {
    config,
    server,
    logger,
    operations: {
      ...accessOperations({ keys, tenants, storage, clock }),
      ...memoryOperations(tenants, openMemory),
      ...apiOperations({
        tenants,
        localPrincipal: (tenantId) => ({
          tenantId,
          keyId: 'local',
          scopes,
          plan: plans.get(operatorPlan),
          rateLimited: false,
        }),
        // A command without a service opens memory only now: most commands do without.
        apiOf: async (principal, operation) =>
          (memory || localApi.has(operation)
            ? localApi
            : new LocalApi({ routes: routesOver(await openMemory()), newId, draining: draining.signal })
          ).as(principal),
      }),
    },
    firstKey,
    firstKeyFile,
    leads: () => storage.leads(),
    close: () => {
      closing ??= (async () => {
        draining.abort();
        const step = (name: string, work: () => unknown, limitMs?: number) =>
          endStep(name, work, { log: logger, ...(limitMs !== undefined && { limitMs }) });
        const answers = await step('telling other nodes', () => storage.drain(), shortStepMs);
        // A connection that is kept alive after its last response would hold up the end.
        const sweep = setInterval(() => server.server.closeIdleConnections(), 50);
        const openMs = answers ? config.shutdownTimeoutMs + shortStepMs : shortStepMs;
        const shortMs = answers ? shortStepMs : lostStepMs;
        await Promise.all([
          step('open requests', () => server.close(), openMs),
          step('scans', () => scanning.stop(), openMs),
        ]);
        clearInterval(sweep);
        for (const timer of timers) clearInterval(timer);
        forwarder?.close();
        await step('traces', () => tracer?.close());
        await step('last uses of keys', () => authenticator.saveLastUsed(), shortMs);
        await step('usage counts', () => usage.flush(), shortMs);
        // Snapshots of large indexes take their time, and none can be brought up to date without the database.
        await step('memory', async () => (await openedMemory)?.close(), answers ? undefined : shortMs);
        await step('storage', () => storage.close(), answers ? openMs : shortMs);
      })();
      return closing;
    },
  };
}

/** For what takes a moment where the database answers. */
const shortStepMs = 2_000;
/** Where it does not, which the first step has found out. */
const lostStepMs = 500;

/** A model of our own reads what a server elsewhere must not get unasked. */
function remembersFindings({ embedder, scan: { rememberFindings } }: Config): boolean {
  if (rememberFindings !== 'auto') return rememberFindings === 'on';
  return isOwnModel(embedder);
}

function observeIndexes(metrics: Metrics, cache: MemoryParts['cache']): void {
  metrics.observe('lorekeep_memory_indexes', 'Namespaces whose index is in memory here.', () => cache.size);
  metrics.observe('lorekeep_memory_index_bytes', 'Memory of these indexes.', () => cache.memoryBytes);
  metrics.observe(
    'lorekeep_memory_loads_waiting',
    'Namespaces that wait to be loaded here.',
    () => cache.waiting,
  );
}
