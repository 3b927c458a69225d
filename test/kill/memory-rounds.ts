import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createIndexFactory } from '../../src/memory/index/index-factory.ts';
import { storedIndexedEntry } from '../../src/memory/indexed-entries.ts';
import type { NamespaceState, StoredEmbedding } from '../../src/memory/store.ts';
import { anna, type MemoryHarness, openMemory } from '../memory/harness.ts';
import { NaiveIndex } from '../memory/naive-index.ts';
import {
  applyBatches,
  type Effect,
  embedderOf,
  killOptions,
  type LaneState,
  lanes,
  randomOf,
} from './memory-model.ts';

export interface RoundFigures {
  /** Operations that were acknowledged before the kill. */
  acknowledged: number;
  /** Operations that were under way when it came, and how many of them are there nevertheless. */
  underWay: number;
  completed: number;
  entries: number;
  /** Whether namespaces were in the middle of a change of model. */
  midModelChange: boolean;
}

/** Kills a process at work, again and again, and compares what it left with what it had acknowledged. */
export class MemoryKillRounds {
  readonly #path: string;
  readonly #random: () => number;
  #states = new Map<string, LaneState>(lanes.map((lane) => [lane, new Map()]));
  #round = 0;

  constructor(path: string, seed: number) {
    this.#path = path;
    this.#random = randomOf(seed);
  }

  /** Throws when something is missing, something is extra, or an index differs from the store. */
  async run(): Promise<RoundFigures> {
    const round = this.#round++;
    // The configured model alternates, so that every round begins with namespaces of the other one.
    const models: [string, string] = round % 2 === 0 ? ['even', 'odd'] : ['odd', 'even'];
    const seed = Math.floor(this.#random() * 2 ** 31);
    const { begun, acknowledged } = await this.#workAndKill(
      models,
      seed,
      Math.floor(this.#random() * 24),
      this.#random() * 40,
    );

    const harness = await openMemory({
      ...killOptions,
      path: this.#path,
      indexes: await createIndexFactory(1),
      embedder: embedderOf(models[0]),
      others: [embedderOf(models[1])],
    });
    try {
      const figures = { acknowledged, underWay: begun.size, completed: 0, entries: 0, midModelChange: false };
      requireIntact(harness);
      while (await harness.store.purgeDropped(1_000));
      for (const lane of lanes) {
        const found = await readLane(harness, lane);
        const pending = begun.get(lane);
        const done = matchOutcome(lane, found, this.#states.get(lane)!, pending);
        if (pending && done > 0) figures.completed++;
        figures.entries += found.size;
        await requireIndexEqual(harness, lane);
        this.#states.set(lane, found);
      }
      const models = new Set(
        (await harness.memory.namespaces(anna, { limit: 200 })).items.map(({ model }) => model),
      );
      figures.midModelChange = models.size > 1;
      return figures;
    } finally {
      await harness.close();
    }
  }

  async #workAndKill(
    models: [string, string],
    seed: number,
    killAfter: number,
    jitterMs: number,
  ): Promise<{ begun: Map<string, Effect>; acknowledged: number }> {
    const script = fileURLToPath(new URL('./memory-child.ts', import.meta.url));
    const child = spawn(process.execPath, [script, this.#path, String(seed), ...models], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let complaint = '';
    child.stderr.on('data', (chunk: Buffer) => {
      complaint += chunk;
    });
    const begun = new Map<string, Effect>();
    let acknowledged = 0;
    let armed = false;
    const exited = once(child, 'exit');
    for await (const line of createInterface({ input: child.stdout })) {
      const said = JSON.parse(line) as { lane: string; begin?: Effect; done?: true };
      if (said.begin) begun.set(said.lane, said.begin);
      else {
        acknowledged++;
        const { batches } = begun.get(said.lane)!;
        const state = this.#states.get(said.lane)!;
        this.#states.set(said.lane, applyBatches(state, { batches }, batches.length));
        begun.delete(said.lane);
      }
      // Counted in what was done: a slow machine is killed in the middle of work like a fast one.
      if (acknowledged >= killAfter && !armed) {
        armed = true;
        setTimeout(() => child.kill('SIGKILL'), jitterMs);
      }
    }
    const [, signal] = await exited;
    if (signal !== 'SIGKILL') throw new Error(`The process ended by itself:\n${complaint}`);
    return { begun, acknowledged };
  }
}

function requireIntact({ folder }: MemoryHarness): void {
  const integrity = folder.database.all('PRAGMA integrity_check').map((row) => row['integrity_check']);
  const references = folder.database.all('PRAGMA foreign_key_check');
  if (integrity.join() !== 'ok' || references.length > 0) {
    throw new Error(
      `The database is damaged: ${integrity.join('; ')}, ${references.length} broken references`,
    );
  }
}

async function readLane({ transfer, memory }: MemoryHarness, lane: string): Promise<LaneState> {
  const found: LaneState = new Map();
  for await (const { content, metadata } of transfer.export(anna, lane)) {
    const key = String(metadata['key']);
    const version = Number(metadata['version']);
    if (found.has(key)) throw new Error(`${lane}: ${key} is there twice`);
    if (content !== `content of ${key} version ${version}`) {
      throw new Error(`${lane}: content and metadata of ${key} are of two versions`);
    }
    found.set(key, version);
  }
  const namespace = (await memory.namespaces(anna, { limit: 200 })).items.find(({ name }) => name === lane);
  if ((namespace?.entries ?? 0) !== found.size) {
    throw new Error(`${lane}: counts ${namespace?.entries} entries and has ${found.size}`);
  }
  return found;
}

/** How many batches of the operation under way were done; throws when no number explains what was found. */
function matchOutcome(lane: string, found: LaneState, state: LaneState, pending: Effect | undefined): number {
  const effect = pending ?? { batches: [] };
  const differences: string[] = [];
  for (let count = effect.batches.length; count >= 0; count--) {
    const expected = applyBatches(state, count > 0 && effect.inPages ? doneOf(effect, found) : effect, count);
    const missing = [...expected].filter(([key, version]) => found.get(key) !== version);
    const extra = [...found].filter(([key]) => !expected.has(key));
    if (missing.length + extra.length === 0) return count;
    differences.push(
      `with ${count} batches of the last operation: ${missing.length} missing or old (${missing[0]}), ` +
        `${extra.length} extra (${extra[0]})`,
    );
  }
  throw new Error(`${lane} is not what was acknowledged:\n${differences.join('\n')}`);
}

/** What was done of an operation that may be done in part: what is no longer there. */
function doneOf(effect: Effect, found: LaneState): Effect {
  return { batches: effect.batches.map((batch) => batch.filter(([key]) => !found.has(key))) };
}

async function requireIndexEqual(harness: MemoryHarness, lane: string): Promise<void> {
  const { store, cache } = harness;
  const state = await store.findNamespace(anna.tenantId, lane);
  if (!state) return;
  const stored: StoredEmbedding[] = [];
  let after = '';
  for (;;) {
    const page = await store.readEmbeddings(state.id, state.model, after, 500);
    for (const item of page.items) {
      if (!item.vectors || item.vectors.some((vector) => vector.length !== state.dims)) {
        throw new Error(`${lane}: ${item.entry.id} has no vectors of the model that answers here`);
      }
      stored.push(item);
    }
    if (page.next === undefined) break;
    after = page.next;
  }
  const indexed = await cache.use(state, (index) => [...index.matching(undefined, Date.now())]);
  const ids = stored.map(({ entry }) => entry.id);
  if (indexed.toSorted().join() !== ids.toSorted().join()) {
    throw new Error(
      `${lane}: the index has ${indexed.length} entries and the store ${ids.length}, or others`,
    );
  }
  await requireSameAnswers(harness, state, stored);
}

/** Vectors and words too: an index that missed an update has the right ids and the wrong content. */
async function requireSameAnswers(
  { cache, models }: MemoryHarness,
  state: NamespaceState,
  stored: readonly StoredEmbedding[],
): Promise<void> {
  const fresh = new NaiveIndex();
  fresh.put(stored.map((item) => storedIndexedEntry(item, state.dims, {})));
  const embedder = (await models.find(state.model))!;
  for (const { entry } of stored.filter((_, i) => i % 7 === 0)) {
    const [vector] = await embedder.embed([entry.content], 'query');
    const request = { text: entry.content, vector: vector!, limit: 10, now: Date.now() };
    const [best] = await cache.use(state, (index) => index.search({ ...request, mode: 'dense' }));
    const [expected] = await fresh.search({ ...request, mode: 'dense' });
    if (Math.abs((best?.score ?? 0) - expected!.score) > 1e-4) {
      throw new Error(`${state.name}: by meaning, the best for ${entry.id} is not what its rows say`);
    }
    const words = await cache.use(state, (index) =>
      index.search({ ...request, mode: 'lexical', limit: 1_000 }),
    );
    if (!words.some(({ id, score }) => id === entry.id && score > 0)) {
      throw new Error(`${state.name}: ${entry.id} is not found by its own words`);
    }
  }
}
