// Recall, CPU, memory and restart of the index on real embeddings: `node --expose-gc bench/memory/index-search.ts TEXTS.json`, a list of 51,000 short texts of
// which the last 1,000 are the queries. Vectors are cached under LOREKEEP_BENCH_CACHE. For 100,000 rows the texts are taken twice, the second
// time with a little noise on their vectors.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configSchema } from '../../src/config/schema.ts';
import { createEmbedder } from '../../src/memory/embedding/create-embedder.ts';
import type { Filter } from '../../src/memory/filter.ts';
import { NamespaceIndex } from '../../src/memory/index/namespace-index.ts';
import { VectorArena } from '../../src/memory/index/vectors/vector-arena.ts';
import { SnapshotFiles } from '../../src/storage/embedded/memory/snapshot-files.ts';
import { cachedVectors } from './vector-cache.ts';

const [path] = process.argv.slice(2);
if (!path) throw new Error('usage: index-search.ts TEXTS.json');
const cache = process.env['LOREKEEP_BENCH_CACHE'] ?? 'bench/.cache';
const embedder = await createEmbedder('local', configSchema.parse({}).embedding);
const { dims, calibration } = embedder;
const texts = JSON.parse(readFileSync(path, 'utf8')) as string[];
const vectors = await cachedVectors(cache, embedder, texts, 'document');
await embedder.close();
const count = 50_000;
const queries = Array.from({ length: 200 }, (_, i) => ({
  text: texts[count + i]!,
  vector: vectors[count + i]!,
}));
const arena = await VectorArena.create();
const result: Record<string, unknown> = {};

const filters: Record<string, Filter | undefined> = {
  none: undefined,
  '50 %': { op: 'eq', path: ['metadata', 'half'], value: 0 },
  '10 %': { op: 'eq', path: ['metadata', 'tenth'], value: 3 },
  '1 %': { op: 'eq', path: ['metadata', 'hundredth'], value: 7 },
  '0.01 %': { op: 'eq', path: ['metadata', 'rare'], value: 11 },
};
const keeps: Record<string, (i: number) => boolean> = {
  none: () => true,
  '50 %': (i) => i % 2 === 0,
  '10 %': (i) => i % 10 === 3,
  '1 %': (i) => i % 100 === 7,
  '0.01 %': (i) => i % 10_000 === 11,
};

result['recall@10, 50,000 rows'] = await measureRecall();
result['100,000 rows'] = await measureSpeed();
mkdirSync('bench/results', { recursive: true });
writeFileSync('bench/results/memory-index.json', `${JSON.stringify(result, null, 2)}\n`);

async function measureRecall() {
  const index = build(count);
  const recalls: Record<string, number> = {};
  for (const [name, filter] of Object.entries(filters)) {
    let found = 0;
    let wanted = 0;
    for (const { text, vector } of queries) {
      const exact = exactTop(vector, keeps[name]!);
      const hits = await index.search({
        vector,
        text,
        mode: 'dense',
        limit: 10,
        now: 0,
        ...(filter && { filter }),
      });
      const ids = new Set(hits.map(({ id }) => Number(id)));
      wanted += exact.length;
      found += exact.filter((i) => ids.has(i)).length;
    }
    recalls[name] = found / wanted;
    console.log(`recall@10 against exact search, filter ${name.padEnd(7)} ${recalls[name].toFixed(4)}`);
  }
  index.release();
  return recalls;
}

async function measureSpeed() {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  const buildStart = process.cpuUsage();
  const index = build(2 * count);
  const buildSeconds = cpuSeconds(buildStart);
  const speed: Record<string, Record<string, number>> = {};
  for (const mode of ['dense', 'lexical', 'blended'] as const) {
    const best: Record<string, number> = {};
    const search = async (list: typeof queries, filter: Filter | undefined) => {
      for (const { text, vector } of list)
        await index.search({ vector, text, mode, limit: 10, now: 0, ...(filter && { filter }) });
    };
    // The least of fifteen rounds: whatever else runs on the machine only ever adds. The filters take turns, so that it is busy for all of them.
    for (let round = 0; round < 15; round++) {
      const from = (round % 5) * 40;
      for (const [name, filter] of Object.entries(filters)) {
        const start = process.cpuUsage();
        await search(queries.slice(from, from + 40), filter);
        best[name] = Math.min(best[name] ?? Number.POSITIVE_INFINITY, (cpuSeconds(start) * 1000) / 40);
      }
    }
    speed[mode] = best;
    for (const [name, ms] of Object.entries(best))
      console.log(`100,000 rows, ${mode.padEnd(8)} filter ${name.padEnd(7)} ${ms.toFixed(2)} ms of CPU`);
  }
  const memory = await measureSnapshot(index);
  globalThis.gc?.();
  const vectorBytes = 2 * count * dims * 4;
  const report = {
    speed,
    buildSeconds,
    indexBytes: index.memoryBytes,
    bytesOfVectorsAsFloats: vectorBytes,
    rssGrowth: process.memoryUsage().rss - before,
    ...memory,
  };
  console.log(
    `built in ${buildSeconds.toFixed(1)} s of CPU; index ${mega(index.memoryBytes)} MB, vectors as floats ${mega(vectorBytes)} MB, ` +
      `process grew by ${mega(report.rssGrowth)} MB; snapshot ${mega(memory.snapshotBytes)} MB written in ${memory.writeSeconds.toFixed(2)} s, ` +
      `restored and searched in ${memory.restoreSeconds.toFixed(2)} s`,
  );
  return report;
}

async function measureSnapshot(index: NamespaceIndex) {
  const folder = mkdtempSync(join(tmpdir(), 'lorekeep-bench-'));
  const files = new SnapshotFiles(folder);
  let start = performance.now();
  const frozen = index.snapshot('1');
  await files.save('bench', frozen.parts);
  frozen.release();
  const writeSeconds = (performance.now() - start) / 1000;
  const names = readdirSync(join(folder, 'bench'));
  const snapshotBytes = names.reduce((sum, name) => sum + statSync(join(folder, 'bench', name)).size, 0);
  start = performance.now();
  const parts = (await files.read('bench'))!;
  const restored = (await NamespaceIndex.restore(parts, { dims, calibration, arena }))!.index;
  void restored.search({ ...queries[0]!, mode: 'blended', limit: 10, now: 0 });
  const restoreSeconds = (performance.now() - start) / 1000;
  restored.release();
  rmSync(folder, { recursive: true });
  return { snapshotBytes, writeSeconds, restoreSeconds };
}

function build(rows: number): NamespaceIndex {
  const index = new NamespaceIndex({ dims, calibration, arena });
  for (let i = 0; i < rows; i++) {
    const source = i % count;
    const vector = i < count ? vectors[source]! : noisy(vectors[source]!, i);
    const metadata = { half: i % 2, tenth: i % 10, hundredth: i % 100, rare: i % 10_000 };
    index.put([
      { id: String(i), metadata, createdAt: i, updatedAt: i, passages: [{ text: texts[source]!, vector }] },
    ]);
  }
  return index;
}

function noisy(vector: Float32Array, seed: number): Float32Array {
  const moved = vector.map((x, i) => x + 0.01 * Math.sin(seed * (i + 1)));
  const length = Math.hypot(...moved);
  return moved.map((x) => x / length);
}

function exactTop(query: Float32Array, keep: (i: number) => boolean): number[] {
  const scored: Array<[score: number, i: number]> = [];
  for (let i = 0; i < count; i++) {
    if (!keep(i)) continue;
    const vector = vectors[i]!;
    let score = 0;
    for (let j = 0; j < dims; j++) score += query[j]! * vector[j]!;
    scored.push([score, i]);
  }
  return scored
    .sort((a, b) => b[0] - a[0])
    .slice(0, 10)
    .map(([, i]) => i);
}

function cpuSeconds(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
}

function mega(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
