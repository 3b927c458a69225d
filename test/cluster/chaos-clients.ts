import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ChaosCluster, chaosKey, nodeCount, scannedHost } from './chaos-cluster.ts';
import type { ChaosModel, KnownEntry } from './chaos-model.ts';

export const namespaces = ['red', 'green', 'blue'];

/** Callers who write, delete and scan on one node and look on another whether it agrees. */
export class ChaosClients {
  readonly #cluster: ChaosCluster;
  readonly #model: ChaosModel;
  #paused = false;
  #busy = 0;

  constructor(cluster: ChaosCluster, model: ChaosModel) {
    this.#cluster = cluster;
    this.#model = model;
  }

  /** One caller, until it is over. */
  async run(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      if (this.#paused) {
        await sleep(50);
        continue;
      }
      this.#busy++;
      try {
        const dice = randomInt(100);
        if (dice < 55) await this.#write();
        else if (dice < 70) await this.#race();
        else if (dice < 97) await this.#delete();
        else await this.#scan();
      } finally {
        this.#busy--;
      }
    }
  }

  /** Runs `work` while nobody asks anything, so that the model is exact. */
  async whileQuiet(work: () => Promise<void>): Promise<void> {
    this.#paused = true;
    while (this.#busy > 0) await sleep(20);
    try {
      await work();
    } finally {
      this.#paused = false;
    }
  }

  /** Undefined where there was no answer, or one that promises nothing. */
  async call<Data>(
    node: number,
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Data | undefined> {
    const base = this.#cluster.baseOf(node);
    if (base === undefined) return undefined;
    try {
      const response = await fetch(`${base}${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${chaosKey}`,
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
      if (response.status === 500) this.#model.problems.push(`500 on ${path}: ${answer.data.message}`);
    } catch {
      // Killed, stopped or without its database: what it did is unsure, and is counted below.
    }
    this.#model.counts.errors++;
    return undefined;
  }

  async search(node: number, { namespace, token, id }: KnownEntry): Promise<boolean | undefined> {
    const body = { namespace, query: token, limit: 5, mode: 'lexical' };
    const hits = await this.call<Array<{ id: string }>>(node, 'POST', '/v1/memory/search', body);
    if (hits) this.#model.counts.reads++;
    return hits?.some((hit) => hit.id === id);
  }

  async #write(): Promise<void> {
    const [here, there] = twoNodes();
    const [namespace, token] = [pick(namespaces), newToken()];
    const answer = await this.call<{ ids: string[] }>(
      here,
      'POST',
      '/v1/memory/entries',
      entryOf(namespace, token),
    );
    if (answer) await this.#expectFound(there, this.#model.written(answer.ids[0]!, namespace, token));
  }

  /** The same request under one Idempotency-Key on two nodes at once. */
  async #race(): Promise<void> {
    const [here, there] = twoNodes();
    const [namespace, token] = [pick(namespaces), newToken()];
    this.#model.raced.add(token);
    this.#model.counts.races++;
    const ids = await this.#callTwice(here, there, '/v1/memory/entries', entryOf(namespace, token), 'ids');
    const [id] = ids;
    if (id !== undefined) await this.#expectFound(there, this.#model.written(id, namespace, token));
  }

  /** The same scan under one Idempotency-Key on two nodes at once: one job, whose result is stored once. */
  async #scan(): Promise<void> {
    const [here, there] = twoNodes();
    const body = { repoUrl: `https://${scannedHost}/${newToken()}`, waitForCompletion: false };
    const [id] = await this.#callTwice(here, there, '/v1/security/scan', body, 'scanId');
    if (id === undefined) return;
    this.#model.counts.scans++;
    this.#model.scans.set(id, undefined);
  }

  async #callTwice(
    here: number,
    there: number,
    path: string,
    body: object,
    field: string,
  ): Promise<Set<string>> {
    const headers = { 'Idempotency-Key': randomUUID() };
    const answers = await Promise.all(
      [here, there].map((node) =>
        this.call<Record<string, string | string[]>>(node, 'POST', path, body, headers),
      ),
    );
    const ids = new Set(answers.flatMap((answer) => answer?.[field] ?? []));
    if (ids.size > 1) this.#model.report('doubled', `${[...ids].join(' and ')} under one key`);
    return ids;
  }

  async #delete(): Promise<void> {
    const known = [...this.#model.entries.values()].filter(({ state }) => state === 'there');
    const entry = known[randomInt(Math.max(1, known.length))];
    if (!entry) return;
    const [here, there] = twoNodes();
    entry.state = 'unsure';
    const answer = await this.call(here, 'DELETE', `/v1/memory/entries/${entry.id}`);
    if (!answer) return;
    this.#model.counts.deletes++;
    entry.state = 'gone';
    if ((await this.search(there, entry)) === true)
      this.#model.report('resurrected', `${entry.id} was deleted and is found on another node`);
  }

  async #expectFound(node: number, entry: KnownEntry): Promise<void> {
    const found = await this.search(node, entry);
    // Another client may have deleted it meanwhile.
    if (found === false && entry.state === 'there')
      this.#model.report('stale', `${entry.id} was acknowledged and is not found on another node`);
  }
}

export function pick<T>(items: readonly T[]): T {
  return items[randomInt(items.length)]!;
}

function twoNodes(): [number, number] {
  const first = randomInt(nodeCount);
  return [first, (first + 1 + randomInt(nodeCount - 1)) % nodeCount];
}

function newToken(): string {
  return `token${randomBytes(8).toString('hex')}`;
}

function entryOf(namespace: string, token: string): object {
  return { namespace, entries: [{ content: `${token} is what this entry says` }] };
}
