import { createReadStream, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { configSchema } from '../../src/config/schema.ts';
import { createEmbedder } from '../../src/memory/embedding/create-embedder.ts';
import { type PeerIndex, peerIndexes } from './peer-indexes.ts';
import { TopicTexts } from './topic-texts.ts';
import { exactTop, topicVectors } from './topic-vectors.ts';

/**
 * Our index next to others in one run, with filters: `node bench/memory/index-peers-giants.ts [rows] [names…]`. Vectors of the fast model over made-up texts, or over the lines of a file in LOREKEEP_BENCH_TEXTS, whose last
 * lines are the queries; recall@10 is against comparing with all vectors, CPU is the least of five rounds. The others are looked for in LOREKEEP_BENCH_PEERS, a folder with
 * `npm install sqlite-vec hnswlib-node usearch @lancedb/lancedb@0.31.0`; what is not there is named and skipped. With names, what was measured of the others before stays in the results.
 */
const [size = '100000', ...names] = process.argv.slice(2);
const rows = Number(size);
const queryCount = 50;
const real = process.env['LOREKEEP_BENCH_TEXTS'];
const steps: Record<string, number> = { none: 1, '10 %': 10, '1 %': 100, '0.1 %': 1_000 };
const embedder = await createEmbedder('fast', { ...configSchema.parse({}).embedding, cacheBytes: 0 });
const { dims, calibration } = embedder;
const { vectors, queries } = real === undefined ? await madeUp() : await ofFile(real);
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

const file = `bench/results/memory-index-peers-${rows}${real === undefined ? '' : '-real'}.json`;
const results: Record<string, unknown> =
  names.length > 0 && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).results : {};
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
writeFileSync(file, `${JSON.stringify({ rows, dims, results }, null, 2)}\n`);
process.exit(0);

interface Material {
  vectors: Float32Array;
  queries: readonly Float32Array[];
}

async function madeUp(): Promise<Material> {
  const texts = new TopicTexts();
  const asked = Array.from({ length: queryCount }, (_, i) => texts.query(i * 7_919));
  return {
    vectors: await topicVectors(embedder, texts, rows),
    queries: await embedder.embed(asked, 'query', { tenant: 'bench' }),
  };
}

async function ofFile(path: string): Promise<Material> {
  const texts: string[] = [];
  for await (const line of createInterface({ input: createReadStream(path) })) {
    texts.push(line);
    if (texts.length === rows + queryCount) break;
  }
  if (texts.length < rows + queryCount) throw new Error(`${path} has fewer than ${rows + queryCount} lines.`);
  const vectors = new Float32Array(rows * dims);
  for (let i = 0; i < rows; i += 1_000) {
    const some = texts.slice(i, Math.min(i + 1_000, rows));
    for (const [k, vector] of (await embedder.embed(some, 'document', { tenant: 'bench' })).entries())
      vectors.set(vector, (i + k) * dims);
  }
  return { vectors, queries: await embedder.embed(texts.slice(rows), 'query', { tenant: 'bench' }) };
}

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
