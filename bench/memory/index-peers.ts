// The same vectors and queries through our index and through others: `node bench/memory/index-peers.ts TEXTS.json [rows]`. The others are looked for in
// LOREKEEP_BENCH_PEERS, a folder with `npm install sqlite-vec hnswlib-node usearch @lancedb/lancedb@0.31.0`; what does not load is left out by name.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { configSchema } from '../../src/config/schema.ts';
import { createEmbedder } from '../../src/memory/embedding/create-embedder.ts';
import { NamespaceIndex } from '../../src/memory/index/namespace-index.ts';
import { VectorArena } from '../../src/memory/index/vectors/vector-arena.ts';
import { cachedVectors } from './vector-cache.ts';

interface Engine {
  search(query: Float32Array): Promise<number[]> | number[];
  close?(): void;
}

const [path, rows = '20000'] = process.argv.slice(2);
if (!path) throw new Error('usage: index-peers.ts TEXTS.json [rows]');
const count = Number(rows);
const embedder = await createEmbedder('local', configSchema.parse({}).embedding);
const { dims, calibration } = embedder;
const texts = JSON.parse(readFileSync(path, 'utf8')) as string[];
const all = await cachedVectors(
  process.env['LOREKEEP_BENCH_CACHE'] ?? 'bench/.cache',
  embedder,
  texts,
  'document',
);
await embedder.close();
const vectors = all.slice(0, count);
const queries = all.slice(-100);
const exact = queries.map((query) => exactTop(query));
const peers = createRequire(join(process.env['LOREKEEP_BENCH_PEERS'] ?? '.', 'package.json'));

const engines: Record<string, () => Promise<Engine>> = {
  lorekeep: async () => {
    const index = new NamespaceIndex({ dims, calibration, arena: await VectorArena.create() });
    index.put(
      vectors.map((vector, i) => ({
        id: String(i),
        metadata: {},
        createdAt: 0,
        updatedAt: 0,
        passages: [{ text: '', vector }],
      })),
    );
    return {
      search: async (vector) =>
        (await index.search({ vector, text: '', mode: 'dense', limit: 10, now: 0 })).map(({ id }) =>
          Number(id),
        ),
    };
  },
  'sqlite-vec': async () => {
    const database = new DatabaseSync(':memory:', { allowExtension: true });
    database.loadExtension((peers('sqlite-vec') as { getLoadablePath(): string }).getLoadablePath());
    database.exec(`create virtual table v using vec0(e float[${dims}])`);
    const insert = database.prepare('insert into v(rowid, e) values (?, ?)');
    database.exec('begin');
    vectors.forEach((vector, i) => void insert.run(BigInt(i + 1), bytesOf(vector)));
    database.exec('commit');
    const select = database.prepare('select rowid from v where e match ? and k = 10 order by distance');
    return {
      search: (query) => select.all(bytesOf(query)).map((row) => Number(row['rowid']) - 1),
      close: () => database.close(),
    };
  },
  'hnswlib-node': async () => {
    const { HierarchicalNSW } = peers('hnswlib-node') as {
      HierarchicalNSW: new (space: string, dims: number) => Hnsw;
    };
    const index = new HierarchicalNSW('ip', dims);
    index.initIndex(count, 16, 200);
    vectors.forEach((vector, i) => void index.addPoint([...vector], i));
    index.setEf(100);
    return { search: (query) => index.searchKnn([...query], 10).neighbors };
  },
  usearch: async () => {
    const { Index } = peers('usearch') as { Index: new (options: object) => Usearch };
    const index = new Index({ dimensions: dims, metric: 'ip', connectivity: 16 });
    vectors.forEach((vector, i) => void index.add(BigInt(i), vector));
    return { search: (query) => [...index.search(query, 10, 1).keys].map(Number) };
  },
  lancedb: async () => {
    const lancedb = peers('@lancedb/lancedb') as Lance;
    const folder = mkdtempSync(join(tmpdir(), 'lorekeep-lance-'));
    const table = await (await lancedb.connect(folder)).createTable(
      'v',
      vectors.map((vector, id) => ({ id, vector: [...vector] })),
    );
    await table.createIndex('vector', {
      config: lancedb.Index.hnswSq({ distanceType: 'cosine', numPartitions: 1 }),
    });
    return {
      search: async (query) =>
        (
          await table
            .search([...query])
            .distanceType('cosine')
            .limit(10)
            .toArray()
        ).map(({ id }) => Number(id)),
      close: () => rmSync(folder, { recursive: true }),
    };
  },
};

const results: Record<string, unknown> = {};
for (const [name, open] of Object.entries(engines)) {
  try {
    results[name] = await measure(open);
    console.log(name.padEnd(13), JSON.stringify(results[name]));
  } catch (reason) {
    console.log(name.padEnd(13), `left out: ${(reason as Error).message.split('\n')[0]}`);
  }
}
mkdirSync('bench/results', { recursive: true });
writeFileSync(
  'bench/results/memory-index-peers.json',
  `${JSON.stringify({ rows: count, results }, null, 2)}\n`,
);
process.exit(0);

async function measure(open: () => Promise<Engine>) {
  const rssBefore = process.memoryUsage().rss;
  const building = process.cpuUsage();
  const engine = await open();
  const buildCpuSeconds = cpuSeconds(building);
  const rssGrowthMb = Math.round((process.memoryUsage().rss - rssBefore) / 1e6);
  let found = 0;
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5; round++) {
    const start = process.cpuUsage();
    for (const [i, query] of queries.entries()) {
      const ids = new Set(await engine.search(query));
      if (round === 0) found += exact[i]!.filter((id) => ids.has(id)).length;
    }
    best = Math.min(best, (cpuSeconds(start) * 1000) / queries.length);
  }
  engine.close?.();
  return {
    recallAt10: found / (10 * queries.length),
    cpuMs: Number(best.toFixed(3)),
    buildCpuSeconds: Number(buildCpuSeconds.toFixed(1)),
    rssGrowthMb,
  };
}

function exactTop(query: Float32Array): number[] {
  return vectors
    .map((vector, i) => [vector.reduce((sum, x, j) => sum + x * query[j]!, 0), i] as const)
    .sort((a, b) => b[0] - a[0])
    .slice(0, 10)
    .map(([, i]) => i);
}

function bytesOf(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}

function cpuSeconds(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
}

interface Hnsw {
  initIndex(max: number, m: number, ef: number): void;
  addPoint(vector: number[], label: number): void;
  setEf(ef: number): void;
  searchKnn(vector: number[], k: number): { neighbors: number[] };
}

interface Usearch {
  add(key: bigint, vector: Float32Array): void;
  search(vector: Float32Array, k: number, threads: number): { keys: BigUint64Array };
}

interface Lance {
  connect(folder: string): Promise<{
    createTable(
      name: string,
      rows: object[],
    ): Promise<{
      createIndex(column: string, options: object): Promise<void>;
      search(vector: number[]): {
        distanceType(type: string): { limit(n: number): { toArray(): Promise<Array<{ id: number }>> } };
      };
    }>;
  }>;
  Index: { hnswSq(options: object): object };
}
