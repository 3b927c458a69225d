// NDCG@10 by meaning alone, of any local model and of its shortened vectors: `node bench/memory/dense-quality.ts MANIFEST.json|local|fast SET.json …`.
// The ranking is by cosine over whole lists, without the index, so that only the model is judged.
import { writeFileSync } from 'node:fs';
import { configSchema } from '../../src/config/schema.ts';
import { createEmbedder } from '../../src/memory/embedding/create-embedder.ts';
import { average, judge, type RetrievalSet, readSet } from './retrieval-set.ts';
import { cachedVectors } from './vector-cache.ts';

const cache = process.env['LOREKEEP_BENCH_CACHE'] ?? 'bench/.cache';
const [model, ...files] = process.argv.slice(2);
if (!model) throw new Error('usage: dense-quality.ts MANIFEST.json|local|fast SET.json …');
const settings = configSchema.parse({}).embedding;
const embedder = await createEmbedder(
  model === 'fast' ? 'fast' : 'local',
  model.endsWith('.json') ? { ...settings, modelManifest: model } : settings,
);
const results: Record<string, Record<string, number>> = {};
for (const file of files) {
  const set = readSet(file);
  results[set.name] = {};
  // Each text is cut where the model ends; passages would hide how the model reads a long text.
  const documents = await vectorsOf(
    set.docs.map(({ text }) => text),
    'document',
  );
  const queries = await vectorsOf(
    set.queries.map(({ text }) => text),
    'query',
  );
  for (const dims of [embedder.dims, 256, 128].filter(
    (size, i) => size < embedder.dims || (i === 0 && size === embedder.dims),
  )) {
    const score = 100 * ndcg(set, shortened(documents, dims), shortened(queries, dims));
    results[set.name]![dims] = Number(score.toFixed(2));
    console.log(
      `${embedder.id} ${set.name.padEnd(11)} ${String(dims).padStart(4)} dimensions: NDCG@10 ${score.toFixed(2)}`,
    );
  }
}
writeFileSync(`bench/results/memory-dense-${embedder.id}.json`, `${JSON.stringify(results, null, 2)}\n`);
await embedder.close();

function vectorsOf(texts: readonly string[], kind: 'document' | 'query'): Promise<Float32Array[]> {
  return cachedVectors(cache, embedder, texts, kind);
}

function shortened(vectors: readonly Float32Array[], dims: number): Float32Array[] {
  return vectors.map((vector) => {
    const part = vector.slice(0, dims);
    const length = Math.sqrt(dot(part, part)) || 1;
    return part.map((x) => x / length);
  });
}

function ndcg(
  set: RetrievalSet,
  documents: readonly Float32Array[],
  queries: readonly Float32Array[],
): number {
  const judged = set.queries.map(({ ns = '', relevant }, i) => {
    const ranked = set.docs
      .map((document, j) => ({ document, score: dot(documents[j]!, queries[i]!) }))
      .filter(({ document }) => (document.ns ?? '') === ns)
      .sort((a, b) => b.score - a.score)
      .slice(0, 10);
    return judge(
      ranked.map(({ document }) => document.id),
      relevant,
    );
  });
  return average(judged).ndcg;
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
