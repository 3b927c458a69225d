import { randomUUID } from 'node:crypto';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../telemetry/logger.ts';
import { takeOwnership } from '../embedded/data-folder.ts';
import type { Storage } from '../storage.ts';
import { PostgresUsageStore } from './access/usage-store.ts';
import { PostgresAccessStore } from './access-store.ts';
import { PostgresAllowances } from './allowances.ts';
import { firstStartLock } from './bootstrap-lock.ts';
import { ControlConnection } from './control-connection.ts';
import { PostgresDatabase } from './database.ts';
import { Epoch } from './epoch.ts';
import { PostgresJobQueue } from './job-queue.ts';
import { PostgresMemoryStore } from './memory/memory-store.ts';
import { SnapshotRows } from './memory/snapshot-rows.ts';
import { DatabaseUnusable, migrate, readMigrations } from './migrate.ts';
import { readNodeId } from './node-id.ts';
import { NodeRegistry } from './node-registry.ts';
import { keepsStatements, losesStatements } from './pooler.ts';
import { PostgresReceiptStore } from './receipt-store.ts';
import { PostgresFindingListStore } from './scan/finding-list-store.ts';
import { PostgresScanSecretStore } from './scan/scan-secret-store.ts';
import { PostgresScanStore } from './scan/scan-store.ts';
import { PostgresTrendStore } from './scan/trend-store.ts';
import { PostgresTriageStore } from './scan/triage-store.ts';
import { checkSecretKey, readSecretKey } from './secret-key.ts';

export interface PostgresStorageOptions {
  url: string;
  /** Past a pooler, for migrations and locks of a session; the same as `url` where there is none. */
  directUrl: string;
  poolSize: number;
  statementTimeoutMs: number;
  secretKeyFile: string;
  dataDir: string;
  nodeId: string | undefined;
  /** Where other nodes reach this one. */
  nodeUrl: string | undefined;
  version: string;
  /** A command that opens the database for a moment is no node. */
  isNode: boolean;
  clock: Clock;
  logger: Pick<Logger, 'warn' | 'error'>;
}

/** Ten times what a node lets pass before it stands again. */
const idleControlMs = 20_000;

/** Everything in a Postgres that several nodes share; the folder holds only caches of this one. */
export async function openPostgresStorage(options: PostgresStorageOptions): Promise<Storage> {
  const { dataDir, logger, clock } = options;
  const secretKey = readSecretKey(options.secretKeyFile);
  const migrations = readMigrations();
  const newestSchemaVersion = migrations.at(-1)!.number;
  await migrate(options.directUrl, migrations);
  if (!(await keepsStatements(options.url))) {
    throw new DatabaseUnusable(`The database cannot be used: ${losesStatements}.`);
  }
  const release = options.isNode ? takeOwnership(dataDir) : () => {};
  const database = new PostgresDatabase({
    url: options.url,
    poolSize: options.poolSize,
    statementTimeoutMs: options.statementTimeoutMs,
    onLost: (error) => logger.warn({ err: error }, 'a connection to the database was lost'),
  });
  const epoch = new Epoch(database, (error) => logger.warn({ err: error }, 'the epoch could not be read'));
  const node = options.isNode ? readNodeId(dataDir, options.nodeId) : `command-${randomUUID()}`;
  const control = new ControlConnection({
    url: options.directUrl,
    node,
    log: logger,
    idleMs: options.isNode ? idleControlMs : 0,
    mayLead: options.isNode,
  });
  const registry = new NodeRegistry({
    database,
    epoch,
    node,
    url: options.nodeUrl,
    version: options.version,
    clock,
    onSkew: (aheadMs, isTooFar) => {
      if (isTooFar)
        logger.error(
          { aheadMs },
          'the clock of this node is not that of the database; it leaves the upkeep to another node',
        );
      else logger.warn({ aheadMs }, 'the clock of this node is that of the database again');
    },
    onFailure: (error) => logger.warn({ err: error }, 'the heartbeat of this node failed'),
  });
  const standing = setInterval(() => {
    (registry.isOnTime ? control.stand() : control.resign()).catch((error: unknown) =>
      logger.warn({ err: error }, 'the lock of the leader could not be asked for'),
    );
  }, 2_000).unref();
  // Behind a pooler no session can hold the lock; then it is the node that has run for longest.
  const leads = () => registry.isOnTime && (control.hears ? control.leads : registry.isOldest);
  const close = async () => {
    clearInterval(standing);
    if (options.isNode)
      await registry
        .stop()
        .catch((error: unknown) => logger.warn({ err: error }, 'this node could not sign off'));
    await control.close();
    await epoch.stop();
    await database.close();
    release();
  };
  try {
    await firstStartLock.hold(database, () => checkSecretKey(database, secretKey));
    await epoch.look();
    epoch.start();
    await control.open();
    control.listen(
      'epoch',
      () =>
        void epoch
          .look()
          .catch((error: unknown) => logger.warn({ err: error }, 'the epoch could not be read')),
    );
    epoch.announceBy(async (value) => {
      control.tell('epoch', String(value));
      await registry.acknowledged(value);
    });
    if (options.isNode) await registry.start();
    return {
      folder: dataDir,
      node,
      allowances: new PostgresAllowances(database, registry),
      signals: control,
      peers: registry,
      drain: () => registry.drain(),
      leads,
      onChange: (listener) => epoch.onChange(listener),
      secretKey,
      access: new PostgresAccessStore(database, epoch),
      usage: new PostgresUsageStore(database),
      receipts: new PostgresReceiptStore(database),
      memory: new PostgresMemoryStore(database, epoch),
      snapshots: new SnapshotRows(database),
      queue: new PostgresJobQueue(database, { clock }),
      scans: new PostgresScanStore(database),
      triage: new PostgresTriageStore(database),
      findingLists: new PostgresFindingListStore(database),
      trends: new PostgresTrendStore(database),
      scanSecrets: new PostgresScanSecretStore(database),
      gauges: [
        {
          name: 'lorekeep_database_connections',
          help: 'Connections of this node to the database.',
          read: () => database.load.open,
        },
        {
          name: 'lorekeep_database_waiting',
          help: 'Statements of this node that wait for a connection.',
          read: () => database.load.waiting,
        },
        {
          name: 'lorekeep_database_up',
          help: 'Whether this node reached the database within the last two seconds.',
          read: () => Number(epoch.isCurrent),
        },
        {
          name: 'lorekeep_nodes',
          help: 'Live nodes, as this one sees them; take the maximum over nodes.',
          read: () => registry.live.length,
        },
        {
          name: 'lorekeep_notifications',
          help: 'Whether notifications of other nodes arrive at this one.',
          read: () => Number(control.hears),
        },
        {
          name: 'lorekeep_leader',
          help: 'Whether this node does the upkeep; the sum over nodes is 1.',
          read: () => Number(leads()),
        },
      ],
      readiness: [
        {
          name: 'database',
          code: 'storage_unavailable',
          problem: () => (epoch.isCurrent ? undefined : 'it cannot be reached.'),
        },
        {
          name: 'schema',
          code: 'storage_unavailable',
          problem: () =>
            epoch.oldestReader > newestSchemaVersion
              ? 'a newer version of Lorekeep has removed what this one needs; upgrade this node.'
              : undefined,
        },
        {
          name: 'node',
          code: 'overloaded',
          problem: () => (registry.replaced ? 'another node has the same LOREKEEP_NODE_ID.' : undefined),
        },
      ],
      exclusively: (work) => firstStartLock.hold(database, work),
      // Loaded when they are needed, together with the embedded database that a backup is made of.
      backUp: async (target, now, report) =>
        (await import('../transfer/move.ts')).backUpPostgres(
          options.directUrl,
          options.secretKeyFile,
          target,
          now,
          report,
        ),
      verify: async () => (await import('./verify.ts')).verifyPostgres(database, options.directUrl),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
