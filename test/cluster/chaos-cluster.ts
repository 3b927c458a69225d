import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../support/free-port.ts';
import { type PostgresRelay, startRelay } from '../support/postgres-relay.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import { type RunningService, serviceProgram, startService } from '../support/process.ts';
import { makeNextVersion } from './next-version.ts';

export const nodeCount = 3;
export const chaosKey = 'key_of_chaos';
/** Nobody answers there, so that a scan of it is over soon. */
export const scannedHost = 'localhost:1';

/** Clocks that differ, two that forward, two behind a pooler, and one of the next version. */
const settings = [
  { skewMs: 0, isPooled: false, forwards: false, isNext: false },
  { skewMs: 5 * 60_000, isPooled: true, forwards: true, isNext: false },
  { skewMs: -5 * 60_000, isPooled: true, forwards: true, isNext: true },
] as const;

/** Three real services over a real Postgres, all as processes. */
export class ChaosCluster {
  readonly #folder: string;
  readonly #postgres: PostgresServer;
  readonly #relay: PostgresRelay;
  readonly #nextVersion: string;
  readonly #nodes: Array<RunningService | undefined> = [];
  readonly #ports: number[] = [];

  private constructor(folder: string, postgres: PostgresServer, relay: PostgresRelay) {
    this.#folder = folder;
    this.#postgres = postgres;
    this.#relay = relay;
    this.#nextVersion = makeNextVersion(join(folder, 'next'));
  }

  static async start(folder: string): Promise<ChaosCluster> {
    const postgres = await startPostgres({ durable: true });
    const admin = new pg.Client({ connectionString: postgres.url('postgres') });
    await admin.connect();
    await admin.query('CREATE DATABASE chaos');
    await admin.end();
    const cluster = new ChaosCluster(folder, postgres, await startRelay(postgres.url('chaos')));
    writeFileSync(join(folder, 'secret.key'), randomBytes(32).toString('base64'));
    for (let i = 0; i < nodeCount; i++) {
      cluster.#ports.push(await freePort());
      await cluster.startNode(i);
    }
    return cluster;
  }

  baseOf(node: number): string | undefined {
    return this.#nodes[node]?.base;
  }

  async startNode(i: number): Promise<void> {
    const { skewMs, isPooled, forwards, isNext } = settings[i]!;
    const dataDir = join(this.#folder, `node-${i}`);
    mkdirSync(dataDir, { recursive: true });
    const direct = this.#postgres.url('chaos');
    const variables = {
      LOREKEEP_DATA_DIR: dataDir,
      LOREKEEP_PORT: String(this.#ports[i]),
      LOREKEEP_DATABASE_URL: isPooled ? this.#relay.url : direct,
      ...(isPooled && { LOREKEEP_DATABASE_DIRECT_URL: direct }),
      ...(forwards && { LOREKEEP_NODE_URL: `http://127.0.0.1:${this.#ports[i]}` }),
      LOREKEEP_SECRET_KEY_FILE: join(this.#folder, 'secret.key'),
      LOREKEEP_API_KEYS: chaosKey,
      LOREKEEP_LOG_LEVEL: 'fatal',
      LOREKEEP_SCAN_ALLOW_HOSTS: scannedHost,
      SKEW_MS: String(skewMs),
    };
    const clock = join(import.meta.dirname, 'skewed-clock.mjs');
    const program = [serviceProgram[0]!, '--import', clock, isNext ? this.#nextVersion : serviceProgram[1]!];
    for (let attempt = 1; ; attempt++) {
      try {
        this.#nodes[i] = await startService(variables, program);
        return;
      } catch (error) {
        if (attempt === 40) throw error;
        await sleep(500);
      }
    }
  }

  async killNode(i: number): Promise<void> {
    await this.#nodes[i]!.stop('SIGKILL');
  }

  async freezeNode(i: number, ms: number): Promise<void> {
    const { child } = this.#nodes[i]!;
    child.kill('SIGSTOP');
    await sleep(ms);
    child.kill('SIGCONT');
  }

  async restartPostgres(signal: 'SIGKILL' | 'SIGINT'): Promise<void> {
    await this.#postgres.stop(signal);
    await this.#postgres.start();
  }

  async restartPooler(): Promise<void> {
    await this.#relay.stop();
    await sleep(1_000);
    await this.#relay.start();
  }

  /** With the server stopped. */
  async copyDatabase(): Promise<void> {
    await this.#postgres.stop('SIGINT');
    cpSync(this.#postgres.dataFolder, join(this.#folder, 'copy'), {
      recursive: true,
      preserveTimestamps: true,
    });
    await this.#postgres.start();
  }

  async restoreDatabase(): Promise<void> {
    await this.#postgres.stop('SIGINT');
    this.#postgres.replaceData(join(this.#folder, 'copy'));
    await this.#postgres.start();
  }

  async stop(): Promise<void> {
    for (const node of this.#nodes) {
      node?.child.kill('SIGCONT');
      await node?.stop('SIGKILL');
    }
    await this.#relay.stop();
    await this.#postgres.remove();
  }
}
