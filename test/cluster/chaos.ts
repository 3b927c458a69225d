import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import { type RunningService, serviceProgram, startService } from '../support/process.ts';
import { ChaosModel, type KnownEntry } from './chaos-model.ts';

export interface ChaosOptions {
  durationMs: number;
  /** How long until the next thing goes wrong. */
  faultEveryMs: number;
  clients: number;
  say?: (text: string) => void;
}

const key = 'key_of_chaos';
const namespaces = ['red', 'green', 'blue'];
const skews = [0, 5 * 60_000, -5 * 60_000];

/**
 * Three real services over a real Postgres, while processes are killed and stopped, clocks differ by minutes and the database is put back to
 * an older copy. After every answer another node is asked whether it agrees.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosModel> {
  const folder = mkdtempSync(join(tmpdir(), 'lk-chaos-'));
  const postgres = await startPostgres({ durable: true });
  const chaos = new Chaos(options, folder, postgres);
  try {
    await chaos.run();
    return chaos.model;
  } finally {
    await chaos.stop();
    await postgres.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

class Chaos {
  readonly model = new ChaosModel();
  readonly #options: ChaosOptions;
  readonly #folder: string;
  readonly #postgres: PostgresServer;
  readonly #nodes: Array<RunningService | undefined> = [undefined, undefined, undefined];
  #until = 0;
  #paused = false;
  #busy = 0;

  constructor(options: ChaosOptions, folder: string, postgres: PostgresServer) {
    this.#options = options;
    this.#folder = folder;
    this.#postgres = postgres;
  }

  async run(): Promise<void> {
    const admin = new pg.Client({ connectionString: this.#postgres.url('postgres') });
    await admin.connect();
    await admin.query('CREATE DATABASE chaos');
    await admin.end();
    writeFileSync(join(this.#folder, 'secret.key'), randomBytes(32).toString('base64'));
    for (const i of this.#nodes.keys()) await this.#startNode(i);
    this.#until = Date.now() + this.#options.durationMs;
    const clients = Array.from({ length: this.#options.clients }, () => this.#client());
    await this.#faults();
    await Promise.all(clients);
    await this.#checkAll();
  }

  async stop(): Promise<void> {
    for (const node of this.#nodes) {
      node?.child.kill('SIGCONT');
      await node?.stop('SIGKILL');
    }
  }

  async #startNode(i: number): Promise<void> {
    const dataDir = join(this.#folder, `node-${i}`);
    mkdirSync(dataDir, { recursive: true });
    for (let attempt = 1; ; attempt++) {
      try {
        this.#nodes[i] = await startService(
          {
            LOREKEEP_DATA_DIR: dataDir,
            LOREKEEP_DATABASE_URL: this.#postgres.url('chaos'),
            LOREKEEP_SECRET_KEY_FILE: join(this.#folder, 'secret.key'),
            LOREKEEP_API_KEYS: key,
            LOREKEEP_LOG_LEVEL: 'fatal',
            SKEW_MS: String(skews[i]),
          },
          [serviceProgram[0]!, '--import', join(import.meta.dirname, 'skewed-clock.mjs'), serviceProgram[1]!],
        );
        return;
      } catch (error) {
        if (attempt === 20) throw error;
        await sleep(500);
      }
    }
  }

  async #client(): Promise<void> {
    while (Date.now() < this.#until) {
      if (this.#paused) {
        await sleep(50);
        continue;
      }
      this.#busy++;
      try {
        const dice = Math.random();
        if (dice < 0.55) await this.#write();
        else if (dice < 0.7) await this.#race();
        else await this.#delete();
      } finally {
        this.#busy--;
      }
    }
  }

  async #write(): Promise<void> {
    const [here, there] = this.#twoNodes();
    const [namespace, token] = [pick(namespaces), newToken()];
    const answer = await this.#call<{ ids: string[] }>(
      here,
      'POST',
      '/v1/memory/entries',
      entryOf(namespace, token),
    );
    if (!answer) return;
    this.model.written(answer.ids[0]!, namespace, token);
    await this.#expectFound(there, this.model.entries.get(answer.ids[0]!)!);
  }

  /** The same request under one Idempotency-Key on two nodes at once. */
  async #race(): Promise<void> {
    const [here, there] = this.#twoNodes();
    const [namespace, token] = [pick(namespaces), newToken()];
    const headers = { 'Idempotency-Key': randomUUID() };
    this.model.raced.add(`${namespace} ${token}`);
    this.model.counts.races++;
    const answers = await Promise.all(
      [here, there].map((node) =>
        this.#call<{ ids: string[] }>(node, 'POST', '/v1/memory/entries', entryOf(namespace, token), headers),
      ),
    );
    const ids = new Set(answers.flatMap((answer) => answer?.ids ?? []));
    if (ids.size > 1) this.model.problems.push(`doubled: ${[...ids].join(' and ')} under one key`);
    const [id] = ids;
    if (id === undefined) return;
    this.model.written(id, namespace, token);
    await this.#expectFound(there, this.model.entries.get(id)!);
  }

  async #delete(): Promise<void> {
    const known = [...this.model.entries.values()].filter(({ state }) => state === 'there');
    const entry = known[randomInt(Math.max(1, known.length))];
    if (!entry) return;
    const [here, there] = this.#twoNodes();
    entry.state = 'unsure';
    const answer = await this.#call(here, 'DELETE', `/v1/memory/entries/${entry.id}`);
    if (!answer) return;
    this.model.counts.deletes++;
    entry.state = 'gone';
    const found = await this.#search(there, entry);
    if (found === true)
      this.model.report('resurrected', `${entry.id} was deleted and is found on another node`);
  }

  async #expectFound(node: number, entry: KnownEntry): Promise<void> {
    const found = await this.#search(node, entry);
    // Another client may have deleted it meanwhile.
    if (found === false && entry.state === 'there')
      this.model.report('stale', `${entry.id} was acknowledged and is not found on another node`);
  }

  async #search(node: number, { namespace, token, id }: KnownEntry): Promise<boolean | undefined> {
    const body = { namespace, query: token, limit: 5, mode: 'lexical' };
    const hits = await this.#call<Array<{ id: string }>>(node, 'POST', '/v1/memory/search', body);
    if (hits) this.model.counts.reads++;
    return hits?.some((hit) => hit.id === id);
  }

  /** Undefined where there was no answer, or one that promises nothing. */
  async #call<Data>(
    node: number,
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Data | undefined> {
    const base = this.#nodes[node]?.base;
    if (base === undefined) return undefined;
    try {
      const response = await fetch(`${base}${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${key}`,
          ...(body && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(15_000),
      });
      const answer = (await response.json()) as {
        success: boolean;
        data: Data & { code?: string; message?: string };
      };
      if (answer.success) return answer.data;
      if (response.status === 500) this.model.problems.push(`500 on ${path}: ${answer.data.message}`);
    } catch {
      // Killed, stopped or without its database: what it did is unsure.
    }
    this.model.counts.errors++;
    return undefined;
  }

  #twoNodes(): [number, number] {
    const first = randomInt(3);
    return [first, (first + 1 + randomInt(2)) % 3];
  }

  async #faults(): Promise<void> {
    const restoreAt = Date.now() + this.#options.durationMs / 3;
    let copied: KnownEntry[] | undefined;
    while (Date.now() < this.#until - this.#options.faultEveryMs) {
      await sleep(this.#options.faultEveryMs * (0.5 + Math.random()));
      this.model.counts.faults++;
      if (Date.now() > restoreAt && this.model.counts.restores === 0) {
        if (!copied) copied = await this.#copyDatabase();
        else await this.#restoreDatabase(copied);
        continue;
      }
      await pick([
        () => this.#killNode(),
        () => this.#stopNode(),
        () => this.#killPostgres('SIGKILL'),
        () => this.#killPostgres('SIGINT'),
      ])();
    }
  }

  async #killNode(): Promise<void> {
    const i = randomInt(3);
    this.#options.say?.(`kill -9 of node ${i}`);
    await this.#nodes[i]!.stop('SIGKILL');
    await this.#startNode(i);
  }

  async #stopNode(): Promise<void> {
    const node = this.#nodes[randomInt(3)]!;
    this.#options.say?.('a node stands still for 3 s');
    node.child.kill('SIGSTOP');
    await sleep(3_000);
    node.child.kill('SIGCONT');
  }

  async #killPostgres(signal: 'SIGKILL' | 'SIGINT'): Promise<void> {
    this.#options.say?.(`${signal} of Postgres`);
    await this.#postgres.stop(signal);
    await this.#postgres.start();
  }

  /** With the server stopped and nobody writing, so that the model is exact. */
  async #copyDatabase(): Promise<KnownEntry[]> {
    this.#options.say?.('the database is copied');
    return this.#whileQuiet(async () => {
      const copy = this.model.copy();
      cpSync(this.#postgres.dataFolder, join(this.#folder, 'copy'), {
        recursive: true,
        preserveTimestamps: true,
      });
      return copy;
    });
  }

  async #restoreDatabase(copy: KnownEntry[]): Promise<void> {
    this.#options.say?.('the database is put back to its copy');
    await this.#whileQuiet(async () => {
      this.#postgres.replaceData(join(this.#folder, 'copy'));
      this.model.restore(copy);
      this.model.counts.restores++;
    });
  }

  async #whileQuiet<T>(work: () => Promise<T>): Promise<T> {
    this.#paused = true;
    while (this.#busy > 0) await sleep(20);
    await this.#postgres.stop('SIGINT');
    try {
      return await work();
    } finally {
      await this.#postgres.start();
      this.#paused = false;
    }
  }

  /** At the end every node says the same, and that is what was acknowledged. */
  async #checkAll(): Promise<void> {
    const lists: string[] = [];
    for (const i of this.#nodes.keys()) {
      const held = new Map<string, string>();
      for (const namespace of namespaces)
        for (const { id, content } of await this.#listAll(i, namespace))
          held.set(id, `${namespace} ${content}`);
      for (const { id, state } of this.model.entries.values()) {
        if (state === 'there' && !held.has(id)) this.model.problems.push(`lost: ${id} on node ${i}`);
        if (state === 'gone' && held.has(id)) this.model.report('resurrected', `${id} on node ${i}`);
      }
      const contents = [...held.values()];
      for (const raced of this.model.raced)
        if (contents.filter((content) => content.startsWith(raced)).length > 1)
          this.model.problems.push(`doubled: ${raced} on node ${i}`);
      lists.push([...held.keys()].sort().join());
    }
    if (new Set(lists).size !== 1) this.model.problems.push('the nodes do not agree on what there is');
  }

  async #listAll(node: number, namespace: string): Promise<Array<{ id: string; content: string }>> {
    const all: Array<{ id: string; content: string }> = [];
    let cursor: string | undefined;
    do {
      const query = new URLSearchParams({ namespace, limit: '100', ...(cursor && { cursor }) });
      let page: { items: typeof all; nextCursor?: string } | undefined;
      for (let attempt = 0; !page && attempt < 60; attempt++) {
        page = await this.#call(node, 'GET', `/v1/memory/entries?${query}`);
        if (!page) await sleep(500);
      }
      if (!page) throw new Error(`Node ${node} does not come back.`);
      all.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return all;
  }
}

function pick<T>(items: readonly T[]): T {
  return items[randomInt(items.length)]!;
}

function newToken(): string {
  return `token${randomBytes(8).toString('hex')}`;
}

function entryOf(namespace: string, token: string): object {
  return { namespace, entries: [{ content: `${token} is what this entry says` }] };
}
