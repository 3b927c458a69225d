// Quality of the three modes on sets of questions: `node bench/memory/quality.ts local|fast|multilingual SET.json …`. Vectors are cached under
// LOREKEEP_BENCH_CACHE (bench/.cache). Even and odd queries are shown apart; while the weights were chosen both were in view, so that neither half is a clean test.
import { mkdirSync, writeFileSync } from 'node:fs';
import { configSchema } from '../../src/config/schema.ts';
import { createEmbedder } from '../../src/memory/embedding/create-embedder.ts';
import type { Embedder } from '../../src/memory/embedding/embedder.ts';
import { NamespaceIndex } from '../../src/memory/index/namespace-index.ts';
import type { SearchMode } from '../../src/memory/index/search-request.ts';
import { VectorArena } from '../../src/memory/index/vectors/vector-arena.ts';
import { average, judge, type Quality, type RetrievalSet, readSet } from './retrieval-set.ts';
import { passagesOf } from './set-index.ts';
import { cachedVectors } from './vector-cache.ts';

const cache = process.env['LOREKEEP_BENCH_CACHE'] ?? 'bench/.cache';
const [tier, ...files] = process.argv.slice(2);
if (tier !== 'local' && tier !== 'fast' && tier !== 'multilingual')
  throw new Error('usage: quality.ts local|fast|multilingual SET.json …');
const embedder = await createEmbedder(tier, configSchema.parse({}).embedding);
const arena = await VectorArena.create();
const results: Record<string, unknown> = {};
for (const file of files) {
  const set = readSet(file);
  results[set.name] = await measure(set, embedder);
}
mkdirSync('bench/results', { recursive: true });
writeFileSync(`bench/results/memory-quality-${tier}.json`, `${JSON.stringify(results, null, 2)}\n`);
await embedder.close();

async function measure(set: RetrievalSet, model: Embedder) {
  const indexes = await indexSet(set, model);
  const vectors = await cachedVectors(
    cache,
    model,
    set.queries.map(({ text }) => text),
    'query',
  );
  const report: Record<string, Record<string, Quality>> = {};
  for (const mode of ['dense', 'lexical', 'blended'] as const satisfies SearchMode[]) {
    const judged: Quality[] = [];
    for (const [i, { text, ns = '', relevant }] of set.queries.entries()) {
      const hits = await indexes.get(ns)!.search({ vector: vectors[i]!, text, mode, limit: 10, now: 0 });
      judged.push(
        judge(
          hits.map(({ id }) => id),
          relevant,
        ),
      );
    }
    const tuned = average(judged.filter((_, i) => i % 2 === 0));
    const heldOut = average(judged.filter((_, i) => i % 2 === 1));
    report[mode] = { all: average(judged), tuned, heldOut };
    console.log(
      `${set.name.padEnd(12)} ${mode.padEnd(8)} NDCG@10 ${show(average(judged).ndcg)} recall@10 ${show(average(judged).recall)}` +
        `  tuned on ${show(tuned.ndcg)}/${show(tuned.recall)}  held out ${show(heldOut.ndcg)}/${show(heldOut.recall)}`,
    );
  }
  return report;
}

async function indexSet(set: RetrievalSet, model: Embedder): Promise<Map<string, NamespaceIndex>> {
  const passages = await passagesOf(set, model, cache);
  const indexes = new Map<string, NamespaceIndex>();
  set.docs.forEach(({ id, ns = '' }, i) => {
    const index =
      indexes.get(ns) ?? new NamespaceIndex({ dims: model.dims, calibration: model.calibration, arena });
    indexes.set(ns, index);
    index.put([{ id, metadata: {}, createdAt: 0, updatedAt: 0, passages: passages[i]! }]);
  });
  return indexes;
}

function show(value: number): string {
  return value.toFixed(4);
}
