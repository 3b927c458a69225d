import { mkdirSync, writeFileSync } from 'node:fs';
import { configSchema } from '../../src/config/schema.ts';
import { createEmbedder } from '../../src/memory/embedding/create-embedder.ts';
import type { Filter } from '../../src/memory/filter.ts';
import { NamespaceIndex } from '../../src/memory/index/namespace-index.ts';
import { VectorArena } from '../../src/memory/index/vectors/vector-arena.ts';
import { TopicTexts } from './topic-texts.ts';
import { exactTop, topicVectors } from './topic-vectors.ts';

/**
 * Recall and CPU of the index alone in big namespaces: `node bench/memory/index-giants.ts [rows…]`. Texts are made up, vectors are those of the fast model. Recall@10 by meaning is
 * against comparing with every vector, at every filter; CPU is the least of five rounds in which filters and modes take turns. Vectors are kept under
 * LOREKEEP_BENCH_CACHE, and made once.
 */
const sizes = process.argv.slice(2).map(Number);
if (sizes.length === 0) sizes.push(10_000, 100_000);
const texts = new TopicTexts();
const settings = { ...configSchema.parse({}).embedding, cacheBytes: 0 };
const embedder = await createEmbedder('fast', settings);
const { dims, calibration } = embedder;
const queryTexts = Array.from({ length: 100 }, (_, i) => texts.query(i * 7_919));
const queryVectors = await embedder.embed(queryTexts, 'query', { tenant: 'bench' });
const steps: Record<string, number> = {
  none: 1,
  '50 %': 2,
  '10 %': 10,
  '3 %': 33,
  '1 %': 100,
  '0.1 %': 1_000,
};
const results: object[] = [];
for (const size of sizes) results.push(await measure(size));
mkdirSync('bench/results', { recursive: true });
writeFileSync('bench/results/memory-index-giants.json', `${JSON.stringify(results, null, 2)}\n`);

async function measure(rows: number) {
  const vectors = await topicVectors(embedder, texts, rows);
  const arena = await VectorArena.create();
  const index = new NamespaceIndex({ dims, calibration, arena });
  const start = process.cpuUsage();
  for (let i = 0; i < rows; i++) {
    const metadata = Object.fromEntries(Object.values(steps).map((step) => [`s${step}`, i % step]));
    const vector = vectors.subarray(i * dims, (i + 1) * dims);
    index.put([
      {
        id: `mem_${String(i).padStart(26, '0')}`,
        metadata,
        createdAt: i,
        updatedAt: i,
        passages: [{ text: texts.text(i), vector }],
      },
    ]);
    if (i % 1_000 === 0) await new Promise(setImmediate);
  }
  const buildSeconds = cpuMs(start) / 1_000;
  const recall: Record<string, number> = {};
  for (const [name, step] of Object.entries(steps)) {
    let found = 0;
    let wanted = 0;
    for (const [q, vector] of queryVectors.entries()) {
      const exact = exactTop(vectors, dims, vector, step);
      const hits = await index.search({
        vector,
        text: queryTexts[q]!,
        mode: 'dense',
        limit: 10,
        now: 0,
        ...filterOf(step),
      });
      const ids = new Set(hits.map(({ id }) => Number(id.slice(4))));
      wanted += exact.length;
      found += exact.filter((i) => ids.has(i)).length;
    }
    recall[name] = found / wanted;
  }
  const cpu: Record<string, Record<string, number>> = { dense: {}, lexical: {}, blended: {} };
  for (let round = 0; round < 5; round++) {
    for (const [mode, best] of Object.entries(cpu)) {
      for (const [name, step] of Object.entries(steps)) {
        const begun = process.cpuUsage();
        for (let q = round; q < 100; q += 5) {
          const request = {
            vector: queryVectors[q]!,
            text: queryTexts[q]!,
            mode: mode as 'dense',
            limit: 10,
            now: 0,
          };
          await index.search({ ...request, ...filterOf(step) });
        }
        best[name] = Math.min(
          best[name] ?? Number.POSITIVE_INFINITY,
          Math.round((cpuMs(begun) / 20) * 100) / 100,
        );
      }
    }
  }
  const result = {
    rows,
    buildSeconds: Math.round(buildSeconds),
    indexBytes: index.memoryBytes,
    recall,
    cpuMs: cpu,
  };
  console.log(JSON.stringify(result, null, 1));
  index.release();
  return result;
}

function filterOf(step: number): { filter?: Filter } {
  return step === 1 ? {} : { filter: { op: 'eq', path: ['metadata', `s${step}`], value: 1 } };
}

function cpuMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
}
