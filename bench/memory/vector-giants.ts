import { createReadStream, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { createInterface } from 'node:readline';
import { configSchema } from '../../src/config/schema.ts';
import { createEmbedder } from '../../src/memory/embedding/create-embedder.ts';
import { IndexMemoryFull } from '../../src/memory/index/index-memory-full.ts';
import { readSnapshot, writeSnapshot } from '../../src/memory/index/snapshot/snapshot-format.ts';
import { ScanWorkers } from '../../src/memory/index/vectors/scan-workers.ts';
import { VectorArena } from '../../src/memory/index/vectors/vector-arena.ts';
import { VectorRows } from '../../src/memory/index/vectors/vector-rows.ts';
import type { RowSelection } from '../../src/memory/index/vectors/vector-search.ts';
import { SnapshotFiles } from '../../src/storage/embedded/memory/snapshot-files.ts';

/**
 * The vectors of a very big namespace alone, without entries and words: `node bench/memory/vector-giants.ts [rows] [dims or a file] [rows to a stretch]`. With dimensions, vectors are made up: they lie in clusters of
 * very different sizes and are made from their number, so that only the index holds them, and queries are near the middle of a cluster. With a file of real texts, one a line, they are those of the fast model, and queries are
 * lines that are not in the index. Says what a row takes, what a search costs on one thread, alone and with seven others that wait, and recall@10 against comparing with every vector, at several filters. Where the memory is full before
 * all rows are in, it says after how many, and measures those. With a folder in LOREKEEP_BENCH_FOLDER, vectors and cells are saved there, given back and restored, and the first search after that is measured.
 */
const wanted = Number(process.argv[2] ?? 1_000_000);
const source = process.argv[3] ?? '384';
const isMadeUp = /^\d+$/.test(source);
const queryCount = 16;
const results = 10;
const candidates = 104;
/** Every so manyth row. */
const filters = [1, 2, 10, 100];

const { dims, queries, vectors, vectorsOf } = isMadeUp ? madeUp(Number(source)) : await embedded(source);
const arena = await VectorArena.create(undefined, {
  ...(process.argv[4] !== undefined && { stretchRows: Number(process.argv[4]), cellsFrom: 0 }),
});
const rows = new VectorRows(arena, dims);
let buildSeconds = 0;
let full: string | undefined;
try {
  for await (const vector of vectors) {
    const begun = process.cpuUsage();
    for (let i = 0; i < vector.length; i += dims) rows.append(vector.subarray(i, i + dims));
    buildSeconds += cpuSeconds(begun);
  }
} catch (error) {
  if (!(error instanceof IndexMemoryFull)) throw error;
  full = error.message;
}
const held = rows.count;
const nearest: number[][][] = filters.map(() => []);
for (const query of queries) await compare(query);
const measured: object[] = [];
let firstSearchSeconds: number | undefined;
for (const [f, step] of filters.entries()) {
  const mask = Uint8Array.from({ length: held }, (_, row) => Number(row % step === 0));
  const selection: RowSelection = step === 1 ? { rows: 'all' } : { mask, count: Math.ceil(held / step) };
  const seconds: number[] = [];
  let right = 0;
  for (let round = 0; round < 3; round++) {
    for (const [q, query] of queries.entries()) {
      const begun = process.cpuUsage();
      const top = await rows.search.top(rows.search.turn(query), candidates, selection);
      if (firstSearchSeconds === undefined) firstSearchSeconds = cpuSeconds(begun);
      else seconds.push(cpuSeconds(begun));
      const best = Array.from(top.rows.keys())
        .sort((a, b) => top.cosines[b]! - top.cosines[a]!)
        .slice(0, results);
      const found = new Set(best.map((at) => top.rows[at]!));
      right += nearest[f]![q]!.filter((row) => found.has(row)).length / 3;
    }
  }
  seconds.sort((a, b) => a - b);
  measured.push({
    share: 1 / step,
    recallAt10: Math.round((right / (queryCount * results)) * 10_000) / 10_000,
    searchMs: [0, 0.5, 1].map((at) => round2(seconds[Math.floor(at * (seconds.length - 1))]! * 1_000)),
  });
}
const report = {
  eightTogetherMs: await eightTogether(),
  ...(process.env['LOREKEEP_BENCH_FOLDER'] !== undefined && {
    restart: await restart(process.env['LOREKEEP_BENCH_FOLDER']),
  }),
  source: isMadeUp ? 'made up' : 'real texts, fast model',
  wanted,
  dims,
  held,
  ...(full !== undefined && { full }),
  memories: arena.all.length,
  load: Math.round(loadavg()[0]!),
  buildSeconds: round2(buildSeconds),
  firstSearchSeconds: round2(firstSearchSeconds ?? 0),
  /** Least, median and most CPU of a search. */
  searches: measured,
  reaches: rows.stretches.map(({ cells }) => (cells ? round2(cells.scan.reach) : 'all')),
  indexBytes: rows.memoryBytes,
  residentBytes: process.memoryUsage().rss,
};
console.log(JSON.stringify(report, null, 2));
writeFileSync(
  new URL(`../results/memory-vector-giants${isMadeUp ? '' : '-real'}.json`, import.meta.url),
  `${JSON.stringify(report, null, 2)}\n`,
);

/** CPU of a search where eight wait for one thread. */
async function eightTogether(): Promise<number> {
  const workers = new ScanWorkers(arena, 1, 0);
  const ask = (query: Float32Array) =>
    rows.search.top(rows.search.turn(query), candidates, { rows: 'all' }, { workers });
  const eight = queries.slice(0, 8);
  await Promise.all(eight.map(ask));
  const begun = process.cpuUsage();
  for (let round = 0; round < 4; round++) await Promise.all(eight.map(ask));
  const seconds = cpuSeconds(begun);
  await workers.close();
  return round2((seconds * 1_000) / 32);
}

/** What saving writes, what reading it back and the first search then cost, and whether it finds what was found before. */
async function restart(folder: string): Promise<object> {
  const ask = async () =>
    (await rows.search.top(rows.search.turn(queries[0]!), candidates, { rows: 'all' })).rows;
  const before = await ask();
  const store = new SnapshotFiles(folder);
  const sections = [rows.section('vectors'), ...rows.search.cellSections()];
  const header = { tag: 'bench', generation: 'g', dims, rows: held };
  const saving = process.cpuUsage();
  await store.save('giant', writeSnapshot(header, sections, 's'));
  const saveSeconds = cpuSeconds(saving);
  const again = process.cpuUsage();
  await store.save('giant', writeSnapshot(header, sections, 't'));
  const saveAgainSeconds = cpuSeconds(again);
  const bytes = sections.reduce((sum, { byteLength }) => sum + byteLength, 0);
  rows.release();
  const reading = process.cpuUsage();
  const read = await readSnapshot((await store.read('giant'))!, { dims }, (name) =>
    name === 'vectors'
      ? {
          begin: () => {
            rows.addEmpty(held);
            return true;
          },
          write: (start, some) => rows.writeBytes(start, some),
        }
      : rows.search.cellSink(name),
  );
  if (!read) throw new Error('The snapshot cannot be read.');
  const readSeconds = cpuSeconds(reading);
  const searching = process.cpuUsage();
  const after = await ask();
  return {
    bytes,
    saveSeconds: round2(saveSeconds),
    saveAgainSeconds: round2(saveAgainSeconds),
    readSeconds: round2(readSeconds),
    firstSearchSeconds: round2(cpuSeconds(searching)),
    isSame: Buffer.compare(Buffer.from(before.buffer), Buffer.from(after.buffer)) === 0,
  };
}

/**
 * The nearest rows by comparing with all of them, at every filter: by all that the index has of them, which is right to a ten-thousandth, and the best 200 of those by the vectors themselves.
 */
async function compare(query: Float32Array): Promise<void> {
  const turned = rows.search.turn(query);
  const cosines = new Float32Array(held);
  for (let first = 0; first < held; first += 65_536) {
    const list = Uint32Array.from({ length: Math.min(65_536, held - first) }, (_, i) => first + i);
    cosines.set(rows.search.cosines(turned, list), first);
  }
  for (const [f, step] of filters.entries()) {
    const sample = cosines.filter((_, row) => row % step === 0).sort();
    const least = sample[Math.max(0, sample.length - 200)]!;
    const likely: number[] = [];
    for (let row = 0; row < held; row += step) if (cosines[row]! >= least) likely.push(row);
    const exact = new Map<number, number>();
    for (const [i, vector] of (await vectorsOf(likely)).entries()) {
      let score = 0;
      for (let j = 0; j < dims; j++) score += query[j]! * vector[j]!;
      exact.set(likely[i]!, score);
    }
    nearest[f]!.push(likely.sort((a, b) => exact.get(b)! - exact.get(a)!).slice(0, results));
  }
}

interface Source {
  dims: number;
  queries: Float32Array[];
  /** Some at a time, one after the other. */
  vectors: Iterable<Float32Array> | AsyncIterable<Float32Array>;
  /** Those of some rows once more. */
  vectorsOf(rows: readonly number[]): Float32Array[] | Promise<Float32Array[]>;
}

/** A few clusters are common, most are rare. */
function madeUp(dims: number): Source {
  const clusters = 4_096;
  const centres = new Float32Array(clusters * dims);
  const random = xorshift(17);
  for (let i = 0; i < centres.length; i++) centres[i] = random();
  /** The same for the same number. */
  const write = (row: number, noise: number, into: Float32Array) => {
    const next = xorshift(row + 1);
    const cluster = Math.floor(clusters * Math.abs(next()) ** 3);
    let squares = 0;
    // Four numbers of a byte each from one of 32 bits.
    let bits = 0;
    for (let j = 0; j < dims; j++) {
      bits = j % 4 === 0 ? next() * 2_147_483_648 : bits >> 8;
      const value = centres[cluster * dims + j]! + noise * ((bits & 255) / 127.5 - 1);
      into[j] = value;
      squares += value * value;
    }
    const length = Math.sqrt(squares);
    for (let j = 0; j < dims; j++) into[j]! /= length;
    return into;
  };
  return {
    dims,
    queries: Array.from({ length: queryCount }, (_, i) =>
      write(i * 104_729 + 5, 0.15, new Float32Array(dims)),
    ),
    vectorsOf: (list) => list.map((row) => write(row, 0.9, new Float32Array(dims))),
    vectors: (function* () {
      const some = new Float32Array(256 * dims);
      for (let row = 0; row < wanted; row += 256) {
        const count = Math.min(256, wanted - row);
        for (let i = 0; i < count; i++) write(row + i, 0.9, some.subarray(i * dims, (i + 1) * dims));
        yield some.subarray(0, count * dims);
      }
    })(),
  };
}

/** The lines after those that are wanted are the queries; they are anywhere in the file where it is in no order. */
async function embedded(file: string): Promise<Source> {
  const settings = { ...configSchema.parse({}).embedding, cacheBytes: 0 };
  const embedder = await createEmbedder('fast', settings);
  const embed = async (texts: string[], kind: 'document' | 'query') =>
    await embedder.embed(texts, kind, { tenant: 'bench' });
  const texts: string[] = [];
  const lines = createInterface({ input: createReadStream(file) });
  for await (const line of lines) {
    texts.push(line);
    if (texts.length === wanted + queryCount) break;
  }
  const asked = texts.splice(texts.length - queryCount);
  return {
    dims: embedder.dims,
    queries: [...(await embed(asked, 'query'))],
    vectorsOf: async (list) => [
      ...(await embed(
        list.map((row) => texts[row]!),
        'document',
      )),
    ],
    vectors: (async function* () {
      for (let i = 0; i < texts.length; i += 256) {
        const list = await embed(texts.slice(i, i + 256), 'document');
        const some = new Float32Array(list.length * embedder.dims);
        for (const [at, vector] of list.entries()) some.set(vector, at * embedder.dims);
        yield some;
      }
    })(),
  };
}

/** Numbers from -1 to 1 that depend on the seed alone. */
function xorshift(seed: number): () => number {
  let state = Math.imul(seed, 2_654_435_761) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state / 2_147_483_648;
  };
}

function cpuSeconds(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
}

function round2(value: number): number {
  return Math.round(value * 100) / 100;
}
