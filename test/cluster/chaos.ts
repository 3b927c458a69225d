import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ChaosClients, namespaces } from './chaos-clients.ts';
import { ChaosCluster, nodeCount } from './chaos-cluster.ts';
import { checkAgreement } from './chaos-end.ts';
import { ChaosModel } from './chaos-model.ts';

export interface ChaosOptions {
  /** It is over when all of these are reached. */
  until: { ms?: number; writes?: number; rounds?: number };
  /** How long until the next thing goes wrong. */
  faultEveryMs: number;
  clients: number;
  say?: (text: string) => void;
}

/**
 * Three real services over a real Postgres, while processes are killed and stopped, clocks differ by minutes, versions differ, a pooler is restarted and
 * the database is put back to an older copy. After every answer another node is asked whether it agrees.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosModel> {
  const folder = mkdtempSync(join(tmpdir(), 'lk-chaos-'));
  const cluster = await ChaosCluster.start(folder);
  try {
    const model = new ChaosModel();
    const clients = new ChaosClients(cluster, model);
    const chaos = new Chaos(options, cluster, clients, model);
    const callers = Array.from({ length: options.clients }, () => clients.run(() => chaos.isOver));
    await chaos.run();
    await Promise.all(callers);
    await checkAgreement(clients, model);
    return model;
  } finally {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

class Chaos {
  isOver = false;
  readonly #options: ChaosOptions;
  readonly #cluster: ChaosCluster;
  readonly #clients: ChaosClients;
  readonly #model: ChaosModel;

  constructor(options: ChaosOptions, cluster: ChaosCluster, clients: ChaosClients, model: ChaosModel) {
    this.#options = options;
    this.#cluster = cluster;
    this.#clients = clients;
    this.#model = model;
  }

  /** Rounds in which everything goes wrong once, in any order, until enough was done. */
  async run(): Promise<void> {
    const { ms = 0, writes = 0, rounds = 1 } = this.#options.until;
    const end = performance.now() + ms;
    for (let round = 0; ; round++) {
      for (const fault of shuffled(this.#faults())) {
        await sleep(this.#options.faultEveryMs * (0.5 + Math.random()));
        this.#model.counts.faults++;
        await fault();
      }
      const isLong = performance.now() >= end && this.#model.counts.writes >= writes;
      if (isLong && round + 1 >= rounds) break;
    }
    this.isOver = true;
  }

  #faults(): Array<() => Promise<void>> {
    return [
      () => this.#killNode(),
      () => this.#freezeNode(),
      () => this.#restartPostgres('SIGKILL'),
      () => this.#restartPostgres('SIGINT'),
      () => this.#restartPooler(),
      () => this.#restoreDatabase(),
    ];
  }

  async #killNode(): Promise<void> {
    const i = randomInt(nodeCount);
    this.#say(`kill -9 of node ${i}`);
    await this.#cluster.killNode(i);
    const killed = performance.now();
    const [restarted] = await Promise.all([this.#cluster.startNode(i), this.#takeOver((i + 1) % nodeCount)]);
    this.#model.counts.slowestTakeOverMs = Math.max(
      this.#model.counts.slowestTakeOverMs,
      Math.round(this.#tookOverAt - killed),
    );
    return restarted;
  }

  #tookOverAt = 0;

  /** Until another node has answered for every namespace. */
  async #takeOver(node: number): Promise<void> {
    for (const namespace of namespaces) {
      const body = { namespace, query: 'token', limit: 1 };
      while (!(await this.#clients.call(node, 'POST', '/v1/memory/search', body))) await sleep(20);
    }
    this.#tookOverAt = performance.now();
  }

  async #freezeNode(): Promise<void> {
    this.#say('a node stands still for 3 s');
    await this.#cluster.freezeNode(randomInt(nodeCount), 3_000);
  }

  async #restartPostgres(signal: 'SIGKILL' | 'SIGINT'): Promise<void> {
    this.#say(`${signal} of Postgres`);
    await this.#cluster.restartPostgres(signal);
  }

  async #restartPooler(): Promise<void> {
    this.#say('the pooler is restarted');
    await this.#cluster.restartPooler();
  }

  /** The database is copied, and put back to the copy a moment later: what was acknowledged in between is gone, by the operator's doing. */
  async #restoreDatabase(): Promise<void> {
    this.#say('the database is copied');
    let copy = this.#model.copy();
    await this.#clients.whileQuiet(async () => {
      copy = this.#model.copy();
      await this.#cluster.copyDatabase();
    });
    await sleep(this.#options.faultEveryMs);
    this.#say('the database is put back to its copy');
    await this.#clients.whileQuiet(async () => {
      await this.#cluster.restoreDatabase();
      this.#model.restore(copy);
      this.#model.counts.restores++;
    });
  }

  #say(text: string): void {
    this.#options.say?.(
      `${text}; ${this.#model.counts.writes} writes, ${this.#model.problems.length} problems`,
    );
  }
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
