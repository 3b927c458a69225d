import { existsSync, readFileSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import type { Config } from '../config/schema.ts';
import { JobWorker } from '../jobs/job-worker.ts';
import type { Clock } from '../kernel/clock.ts';
import type { NewId } from '../kernel/ids.ts';
import { removeOldCaches } from '../scan/cache/cache-retention.ts';
import { RuleCatalogue } from '../scan/catalogue/rule-catalogue.ts';
import { Credentials } from '../scan/credentials/credentials.ts';
import { Sealing } from '../scan/credentials/sealing.ts';
import { advisoryFolder, advisoryIndexFile } from '../scan/engines/dependencies/advisories/index-file.ts';
import { licencePolicyOf } from '../scan/engines/dependencies/licence-policy.ts';
import type { RunScan } from '../scan/model/outcome.ts';
import type { Sandbox, SandboxKind } from '../scan/model/sandbox.ts';
import { runScan } from '../scan/pipeline/run-scan.ts';
import { chooseSandbox } from '../scan/sandbox/choose-sandbox.ts';
import type { CodeMemory } from '../scan/service/code-memory.ts';
import { FindingHistories } from '../scan/service/finding-history.ts';
import { FindingLists } from '../scan/service/finding-lists.ts';
import { ScanPackages } from '../scan/service/packages.ts';
import type { DecisionMemory } from '../scan/service/recall/decision-memory.ts';
import type { FindingMemory } from '../scan/service/recall/finding-memory.ts';
import { FindingSearch } from '../scan/service/recall/finding-search.ts';
import { rememberJobKind } from '../scan/service/recall/remember-job.ts';
import { Remembering } from '../scan/service/recall/remembering.ts';
import { SimilarDecisions } from '../scan/service/recall/similar-decisions.ts';
import { removeOldScans } from '../scan/service/retention.ts';
import { ScanJob } from '../scan/service/scan-job.ts';
import { ScanWatch } from '../scan/service/scan-watch.ts';
import { Scans, scanJobKind } from '../scan/service/scans.ts';
import { ScanTrends } from '../scan/service/trends.ts';
import { Triage } from '../scan/service/triage.ts';
import { TriageBatches, triageLimits } from '../scan/service/triage-batches.ts';
import { resolveWithSystem } from '../scan/source/guard/resolve-host.ts';
import { WebhookJob } from '../scan/webhooks/webhook-job.ts';
import { webhookJobKind } from '../scan/webhooks/webhook-message.ts';
import { WebhookSecrets } from '../scan/webhooks/webhook-secrets.ts';
import type { Storage } from '../storage/storage.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { rememberLimits, webhookLimits, workerLimits } from './job-limits.ts';

export interface ScanningParts {
  storage: Storage;
  config: Config['scan'];
  /** A folder of advisories: an index, or records that are imported into that of the data folder at every start. */
  advisoriesDir?: string;
  /** Where commands of this user keep what can be made again; the advisories there serve where they are newer. */
  userCacheFolder?: string;
  clock: Clock;
  newId: NewId;
  logger: Logger;
  metrics: Metrics;
  /** Where scanned code is kept, if it is asked for. */
  codeMemory?: CodeMemory;
  /** Where decisions and open findings are remembered. */
  recall: { decisions: DecisionMemory; findings: FindingMemory; mask(text: string): string };
  /** What a test puts in place of the real one. */
  runScan?: RunScan;
  /** Instead of the strongest that works here. */
  sandbox?: Sandbox;
}

/** The scan half of the service, put together. */
export interface Scanning {
  readonly scans: Scans;
  readonly watch: ScanWatch;
  readonly triage: Triage;
  readonly triageBatches: TriageBatches;
  readonly findingSearch: FindingSearch;
  readonly findingLists: FindingLists;
  readonly rules: RuleCatalogue;
  readonly trends: ScanTrends;
  packages: ScanPackages;
  findingHistories: FindingHistories;
  readonly credentials: Credentials;
  readonly webhookSecrets: WebhookSecrets;
  /** What the processes of a scan run in. */
  sandboxKind(): SandboxKind;
  /** Takes back what a dead process left and begins to work. */
  start(): Promise<void>;
  removeOld(): Promise<void>;
  /** Removes what a tenant has outside of the database. */
  purge(tenantId: string): Promise<void>;
  /** Gives running scans back and takes no new ones. */
  stop(): Promise<void>;
}

export async function createScanning(parts: ScanningParts): Promise<Scanning> {
  const { storage, config, clock, newId, logger, metrics } = parts;
  const { secretKey, queue, scans: store, triage: triageStore, scanSecrets: secretStore, folder } = storage;
  const sealing = new Sealing(secretKey);
  const { allowHosts } = config;

  const watch = new ScanWatch(storage.signals);
  const credentials = new Credentials({ store: secretStore, sealing, clock, newId, allowHosts });
  const webhookSecrets = new WebhookSecrets({ store: secretStore, sealing, clock, newId });
  const similar = new SimilarDecisions({
    memory: parts.recall.decisions,
    store: triageStore,
    clock,
    onFailure: (error) => {
      logger.warn({ err: error }, 'findings are shown without similar decisions');
      metrics.count('lorekeep_similar_failures_total', 'Looks for similar decisions that failed.', {});
    },
  });
  const findingLists = new FindingLists({
    store: storage.findingLists,
    scans: store,
    findings: triageStore,
    similar,
    clock,
  });
  const remember = () => {
    rememberWorker.wake();
    storage.signals.tell('jobs', rememberJobKind);
  };
  const scans = new Scans({
    store,
    trends: storage.trends,
    credentials,
    webhookSecrets,
    watch,
    sealing,
    clock,
    newId,
    allowHosts,
    bounds: { maxWaiting: config.maxWaiting, maxWaitingPerKey: config.maxWaitingPerKey },
    queueDeadlineMs: config.queueDeadlineMs,
    worker: {
      wake: () => {
        scanWorker.wake();
        storage.signals.tell('jobs', scanJobKind);
      },
      abort: (jobId) => {
        scanWorker.abort(jobId);
        storage.signals.tell('cancelled', jobId);
        webhookWorker.wake();
      },
    },
    similar,
    onFindingsChanged: remember,
  });

  const ownIndex = advisoryIndexFile(advisoryFolder(folder));
  const namedIndex = parts.advisoriesDir === undefined ? undefined : advisoryIndexFile(parts.advisoriesDir);
  const advisoryIndexes =
    namedIndex !== undefined && existsSync(namedIndex)
      ? [namedIndex]
      : [
          ownIndex,
          ...(parts.userCacheFolder ? [advisoryIndexFile(advisoryFolder(parts.userCacheFolder))] : []),
        ];
  let sandbox: Sandbox | undefined;
  const scratchFolder = join(folder, 'scratch');
  const cacheFolder = join(folder, 'scan-cache');
  const scanJob = new ScanJob({
    store,
    triage: triageStore,
    credentials,
    scans,
    watch,
    runScan: parts.runScan ?? runScan,
    limits: config.limits,
    sandbox: () => sandbox,
    network: { allowHosts, ...(config.caFile === undefined ? {} : { caFile: config.caFile }) },
    scratchFolder,
    cacheFolder,
    advisoryIndexFile: () => newestFile(advisoryIndexes),
    ...licencePolicyOf(config.licences),
    ...(config.secretRulesFile !== undefined && { secretRules: await customRules(config.secretRulesFile) }),
    ...(parts.codeMemory && { codeMemory: parts.codeMemory }),
    ...(config.codeRules.length > 0 && { codeRules: await codeRules(config.codeRules) }),
    secretKey,
    onCrash: ({ scanId, tenantId }, crash) => {
      logger.error({ scanId, tenantId, ...crash }, 'an engine crashed');
      const { engine, step } = crash;
      metrics.count('lorekeep_scan_engine_errors_total', 'Crashes of scan engines.', { engine, step });
    },
    onFinished: (scan, outcome) => {
      const { status } = outcome;
      const errorCode = outcome.status === 'failed' ? outcome.errorCode : undefined;
      const { scanId, tenantId, createdAt, attempt } = scan;
      const sinceStartMs = clock.now() - createdAt;
      logger.info({ scanId, tenantId, status, errorCode, attempt, sinceStartMs }, 'a scan ended');
      metrics.count('lorekeep_scans_total', 'Scans that ended.', { status, error_code: errorCode ?? 'none' });
      webhookWorker.wake();
      rememberWorker.wake();
      findingLists.prepareSoon(scanId, (error) =>
        logger.warn(
          { err: error, scanId, tenantId },
          'the list of findings could not be prepared; the first request for it will',
        ),
      );
    },
  });
  const webhookJob = new WebhookJob({
    queue,
    secrets: webhookSecrets,
    sealing,
    transport: {
      allowHosts,
      resolveHost: resolveWithSystem,
      ...(config.caFile === undefined
        ? {}
        : { certificates: [...rootCertificates, readFileSync(config.caFile, 'utf8')] }),
      timeoutMs: 15_000,
    },
    clock,
    log: logger,
  });

  const shared = { queue, node: storage.node, clock, random: Math.random, log: logger };
  const { maxRunning, maxRunningTotal, maxRunningPerKey } = config;
  const scanWorker = new JobWorker({
    ...shared,
    kind: scanJobKind,
    handler: scanJob,
    limits: {
      ...workerLimits,
      maxRunning,
      maxRunningPerKey,
      ...(maxRunningTotal > 0 && { maxRunningTotal }),
    },
  });
  const webhookWorker = new JobWorker({
    ...shared,
    kind: webhookJobKind,
    handler: webhookJob,
    limits: { ...workerLimits, ...webhookLimits },
  });
  const rememberWorker = new JobWorker({
    ...shared,
    kind: rememberJobKind,
    handler: new Remembering({
      queue,
      triage: triageStore,
      scans: store,
      lists: storage.findingLists,
      ...parts.recall,
      clock,
      onGivenUp: ({ tenantId, jobId }) => {
        logger.error({ tenantId, jobId }, 'findings could not be remembered; the next scan tries again');
        metrics.count(
          'lorekeep_remember_failures_total',
          'Jobs that were given up: some findings cannot be asked for.',
          {},
        );
      },
    }),
    limits: { ...workerLimits, ...rememberLimits },
  });
  storage.signals.listen('jobs', () => {
    scanWorker.wake();
    rememberWorker.wake();
  });
  storage.signals.listen('cancelled', (jobId) => scanWorker.abort(jobId));
  metrics.observe('lorekeep_scans_running', 'Scans that this process runs now.', () => scanWorker.running);
  metrics.observe(
    'lorekeep_remember_jobs_unfinished',
    'Jobs of the kind remember that wait or run, of all nodes; take the maximum over nodes.',
    async () => {
      const depth = (await queue.depth()).find(({ kind }) => kind === rememberJobKind);
      return (depth?.waiting ?? 0) + (depth?.running ?? 0);
    },
  );
  for (const kind of [scanJobKind, webhookJobKind, rememberJobKind]) {
    metrics.observe(
      `lorekeep_${kind}_jobs_waiting`,
      `Jobs of the kind ${kind} that wait, of all nodes; take the maximum over nodes.`,
      async () => {
        const depths = await queue.depth();
        return depths.find((depth) => depth.kind === kind)?.waiting ?? 0;
      },
    );
  }

  const triage = new Triage({ store: triageStore, similar, clock, newId, onChanged: remember });
  return {
    scans,
    watch,
    triage,
    triageBatches: new TriageBatches({
      triage,
      store: triageStore,
      lists: storage.findingLists,
      clock,
      newId,
      onChanged: remember,
    }),
    findingSearch: new FindingSearch({ memory: parts.recall.findings, lists: storage.findingLists, clock }),
    findingLists,
    rules: new RuleCatalogue(),
    trends: new ScanTrends(storage.trends, clock),
    packages: new ScanPackages(store),
    findingHistories: new FindingHistories({ scans: store, triage: triageStore }),
    credentials,
    webhookSecrets,
    sandboxKind: () => sandbox?.kind ?? 'off',
    async start() {
      sandbox = parts.sandbox ?? chooseSandbox(config.sandbox, process.env['PATH'] ?? '');
      logSandbox(logger, sandbox);
      // What a killed process was fetching is of no use to anyone.
      await rm(scratchFolder, { recursive: true, force: true });
      if (parts.advisoriesDir !== undefined && advisoryIndexes.includes(ownIndex))
        await importAdvisories(ownIndex, parts.advisoriesDir, clock, logger);
      await scanWorker.start();
      await webhookWorker.start();
      await rememberWorker.start();
    },
    async removeOld() {
      if (storage.leads()) {
        await removeOldScans(
          { scans: store, secrets: secretStore, clock, newId },
          { maxAgeMs: config.retentionDays * dayMs, maxBytesPerTenant: config.retentionBytes },
        );
        await triageStore.removeBatchesBefore(clock.now() - triageLimits.undoDays * dayMs);
      }
      rememberWorker.wake();
      const cacheLimits = { maxAgeMs: config.cacheDays * dayMs, maxBytes: config.cacheBytes };
      await removeOldCaches(cacheFolder, cacheLimits, clock.now());
    },
    async purge(tenantId) {
      await rm(join(cacheFolder, tenantId), { recursive: true, force: true });
    },
    async stop() {
      await Promise.all([scanWorker.stop(), webhookWorker.stop(), rememberWorker.stop()]);
      await findingLists.idle();
    },
  };
}

// Most services have neither, and reading the code for it would make every start slower.
async function customRules(file: string) {
  return (await import('../scan/engines/secrets/rules/custom-rules.ts')).readCustomRules(file);
}

async function codeRules(folders: readonly string[]) {
  const [{ readCodeRules }, { dialects }] = await Promise.all([
    import('../scan/engines/code/packs/read-pack.ts'),
    import('../scan/engines/code/library-dialects.ts'),
  ]);
  return folders.map((folder) => readCodeRules(folder, dialects).pack);
}

async function importAdvisories(
  indexFile: string,
  advisoriesDir: string,
  clock: Clock,
  logger: Logger,
): Promise<void> {
  const { prepareAdvisoryIndex } = await import('../scan/engines/dependencies/advisories/prepare-index.ts');
  const unreadable = prepareAdvisoryIndex(indexFile, advisoriesDir, clock);
  if (unreadable.count > 0)
    logger.warn({ ...unreadable, folder: advisoriesDir }, 'some advisories are no records and were skipped');
}

/** The file that was written last; undefined where there is none of them. */
function newestFile(files: readonly string[]): string | undefined {
  const found = files.flatMap((file) => {
    const writtenAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    return writtenAt === undefined ? [] : [{ file, writtenAt }];
  });
  return found.sort((a, b) => b.writtenAt - a.writtenAt)[0]?.file;
}

const dayMs = 86_400_000;

/** What is left open without namespaces is in SECURITY.md; the operator should know that it is. */
function logSandbox(logger: Logger, { kind, reason }: Sandbox): void {
  if (kind === 'bubblewrap' || kind === 'namespaces')
    logger.info({ sandbox: kind }, 'scans run in a sandbox');
  else logger.warn({ sandbox: kind, reason }, 'scans run without a sandbox of the kernel');
}
