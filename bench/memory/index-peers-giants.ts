import { mkdirSync, writeFileSync } from 'node:fs';
import { configSchema } from '../../src/config/schema.ts';
import { createEmbedder } from '../../src/memory/embedding/create-embedder.ts';
import { type PeerIndex, peerIndexes } from './peer-indexes.ts';
import { TopicTexts } from './topic-texts.ts';
import { exactTop, topicVectors } from './topic-vectors.ts';

/**
 * Our index next to others in one run, with filters: `node bench/memory/index-peers-giants.ts [rows] [names…]`. Vectors of the fast model over made-up texts; recall@10 is against comparing with all
 * vectors, CPU is the least of five rounds. The others are looked for in LOREKEEP_BENCH_PEERS, a folder with `npm install sqlite-vec hnswlib-node usearch @lancedb/lancedb@0.31.0`; what is not
 * there is named and skipped.
 */
const [size = '100000', ...names] = process.argv.slice(2);
const rows = Number(size);
const steps: Record<string, number> = { none: 1, '10 %': 10, '1 %': 100, '0.1 %': 1_000 };
const texts = new TopicTexts();
const embedder = await createEmbedder('fast', { ...configSchema.parse({}).embedding, cacheBytes: 0 });
const { dims, calibration } = embedder;
const vectors = await topicVectors(embedder, texts, rows);
const queryTexts = Array.from({ length: 50 }, (_, i) => texts.query(i * 7_919));
const queries = await embedder.embed(queryTexts, 'query', { tenant: 'bench' });
const data = {
  rows,
  dims,
  calibration,
  steps: Object.values(steps),
  vector: (row: number) => vectors.subarray(row * dims, (row + 1) * dims),
};
const exact = new Map(
  Object.values(steps).map((step) => [step, queries.map((query) => exactTop(vectors, dims, query, step))]),
);

const results: Record<string, unknown> = {};
for (const [name, open] of Object.entries(peerIndexes)) {
  if (names.length > 0 && !names.includes(name)) continue;
  try {
    results[name] = await measure(() => open(data));
    console.log(name.padEnd(13), JSON.stringify(results[name]));
  } catch (reason) {
    console.log(name.padEnd(13), `skipped: ${(reason as Error).message.split('\n')[0]}`);
  }
}
mkdirSync('bench/results', { recursive: true });
writeFileSync(
  `bench/results/memory-index-peers-${rows}.json`,
  `${JSON.stringify({ rows, dims, results }, null, 2)}\n`,
);
process.exit(0);

async function measure(open: () => Promise<PeerIndex>) {
  const rssBefore = process.memoryUsage().rss;
  const building = process.cpuUsage();
  const index = await open();
  const buildCpuSeconds = Math.round(cpuMs(building) / 1_000);
  const rssGrowthMb = Math.round((process.memoryUsage().rss - rssBefore) / 1e6);
  const recall: Record<string, number> = {};
  const best: Record<string, number> = {};
  for (let round = 0; round < 5; round++) {
    for (const [name, step] of Object.entries(steps)) {
      if (step > 1 && !index.filters) continue;
      const found: number[][] = [];
      const begun = process.cpuUsage();
      for (const query of queries) found.push(await index.search(query, step));
      const ms = Math.round((cpuMs(begun) / queries.length) * 1_000) / 1_000;
      best[name] = Math.min(best[name] ?? Number.POSITIVE_INFINITY, ms);
      if (round === 0) recall[name] = recallOf(found, exact.get(step)!);
    }
  }
  index.close?.();
  return { recall, cpuMs: best, buildCpuSeconds, rssGrowthMb };
}

function recallOf(found: readonly number[][], exact: readonly number[][]): number {
  const shared = exact.map((list, i) => list.filter((row) => found[i]!.includes(row)).length);
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  return Math.round((sum(shared) / sum(exact.map((list) => list.length))) * 10_000) / 10_000;
}

function cpuMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
}
