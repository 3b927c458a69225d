import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Calibration } from '../../src/memory/embedding/calibration.ts';
import { NamespaceIndex } from '../../src/memory/index/namespace-index.ts';
import { VectorArena } from '../../src/memory/index/vectors/vector-arena.ts';

/** Rows of vectors, and what they can be filtered by: for each step a field with the row modulo the step. */
export interface PeerData {
  rows: number;
  dims: number;
  steps: readonly number[];
  calibration: Calibration;
  vector(row: number): Float32Array;
}

/** The ten nearest of the rows that are 1 modulo `step`, or of all where it is 1. */
export interface PeerIndex {
  search(query: Float32Array, step: number): Promise<number[]> | number[];
  /** Whether it can be asked with a filter. */
  filters: boolean;
  close?(): void;
}

const peers = createRequire(join(process.env['LOREKEEP_BENCH_PEERS'] ?? '.', 'package.json'));

/** Our index and others, in one process. What is not installed under LOREKEEP_BENCH_PEERS throws. Graphs have M = 16, and efConstruction and ef that give about the recall of ours without a filter. */
export const peerIndexes: Record<string, (data: PeerData) => Promise<PeerIndex>> = {
  lorekeep: async ({ rows, dims, steps, calibration, vector }) => {
    const index = new NamespaceIndex({ dims, calibration, arena: await VectorArena.create() });
    for (let row = 0; row < rows; row++) {
      const passages = [{ text: '', vector: vector(row) }];
      index.put([{ id: String(row), metadata: fieldsOf(row, steps), createdAt: 0, updatedAt: 0, passages }]);
    }
    return {
      filters: true,
      search: async (query, step) => {
        const filter = step > 1 && {
          filter: { op: 'eq' as const, path: ['metadata', `s${step}`], value: 1 },
        };
        const request = { vector: query, text: '', mode: 'dense' as const, limit: 10, now: 0, ...filter };
        return (await index.search(request)).map(({ id }) => Number(id));
      },
      close: () => index.release(),
    };
  },
  'hnswlib-node': async ({ rows, dims, vector }) => {
    const { HierarchicalNSW } = peers('hnswlib-node') as {
      HierarchicalNSW: new (space: string, dims: number) => Hnsw;
    };
    const index = new HierarchicalNSW('ip', dims);
    index.initIndex(rows, 16, 200);
    for (let row = 0; row < rows; row++) index.addPoint([...vector(row)], row);
    index.setEf(200);
    return {
      filters: true,
      search: (query, step) =>
        index.searchKnn([...query], 10, step > 1 ? (row) => row % step === 1 : undefined).neighbors,
    };
  },
  usearch: (data) => usearchOf(data, { metric: 'ip', expansion_add: 128, expansion_search: 200 }),
  // Eight bits a number and half the work of building: a graph of a million in minutes.
  'usearch-i8': (data) =>
    usearchOf(data, { metric: 'cos', quantization: 'i8', expansion_add: 64, expansion_search: 200 }),
  lancedb: (data) =>
    lanceOf(data, {
      index: ({ Index }) => Index.hnswSq({ distanceType: 'cosine', numPartitions: 1 }),
      asked: (query) => query.ef(200),
    }),
  // What is advised from some hundred thousand rows on: cells, codes, and the best ones compared as they are.
  'lancedb-ivf': (data) =>
    lanceOf(data, {
      index: ({ Index }) => Index.ivfPq({ distanceType: 'cosine', numPartitions: 1_000 }),
      asked: (query) => query.nprobes(40).refineFactor(20),
    }),
  // Postgres and pgvector as WebAssembly, in the same process.
  pgvector: async ({ rows, dims, steps, vector }) => {
    const { PGlite } = peers('@electric-sql/pglite') as PgliteModule;
    const { vector: extension } = peers('@electric-sql/pglite-pgvector') as { vector: object };
    const database = await PGlite.create({ extensions: { vector: extension } });
    const fields = steps.filter((step) => step > 1).map((step) => `s${step}`);
    await database.exec(
      `create extension vector; create table v (id integer, ${fields.map((field) => `${field} integer`).join(', ')}, e vector(${dims}))`,
    );
    for (let first = 0; first < rows; first += pgBatch) {
      const values = Array.from({ length: Math.min(pgBatch, rows - first) }, (_, i) => {
        const row = first + i;
        return `(${[row, ...fields.map((field) => row % Number(field.slice(1)))].join(',')},'[${vector(row).join(',')}]')`;
      });
      await database.exec(`insert into v values ${values.join(',')}`);
    }
    await database.exec(
      `set maintenance_work_mem = '1GB'; create index on v using hnsw (e vector_ip_ops) with (m = 16, ef_construction = 64); set hnsw.ef_search = 200; set hnsw.iterative_scan = relaxed_order`,
    );
    return {
      filters: true,
      search: async (query, step) => {
        const filter = step > 1 ? `where s${step} = 1` : '';
        const sql = `select id from v ${filter} order by e <#> $1 limit 10`;
        const { rows } = await database.query<{ id: number }>(sql, [`[${query.join(',')}]`]);
        return rows.map(({ id }) => id);
      },
    };
  },
  'sqlite-vec': async ({ rows, dims, steps, vector }) => {
    const database = new DatabaseSync(':memory:', { allowExtension: true });
    database.loadExtension((peers('sqlite-vec') as { getLoadablePath(): string }).getLoadablePath());
    const fields = steps.filter((step) => step > 1).map((step) => `s${step}`);
    database.exec(
      `create virtual table v using vec0(e float[${dims}], ${fields.map((field) => `${field} integer`).join(', ')})`,
    );
    const insert = database.prepare(
      `insert into v(rowid, e, ${fields.join(', ')}) values (?, ?${', ?'.repeat(fields.length)})`,
    );
    database.exec('begin');
    for (let row = 0; row < rows; row++) {
      const values = fields.map((field) => BigInt(row % Number(field.slice(1))));
      insert.run(BigInt(row + 1), bytesOf(vector(row)), ...values);
    }
    database.exec('commit');
    const statements = new Map(
      steps.map((step) => [
        step,
        database.prepare(
          `select rowid from v where e match ? and k = 10${step > 1 ? ` and s${step} = 1` : ''} order by distance`,
        ),
      ]),
    );
    return {
      filters: true,
      search: (query, step) =>
        statements
          .get(step)!
          .all(bytesOf(query))
          .map((row) => Number(row['rowid']) - 1),
      close: () => database.close(),
    };
  },
};

async function usearchOf({ rows, dims, vector }: PeerData, options: object): Promise<PeerIndex> {
  const { Index } = peers('usearch') as { Index: new (options: object) => Usearch };
  const index = new Index({ dimensions: dims, connectivity: 16, ...options });
  for (let row = 0; row < rows; row++) index.add(BigInt(row), vector(row));
  return { filters: false, search: (query) => [...index.search(query, 10, 1).keys].map(Number) };
}

async function lanceOf(
  { rows, steps, vector }: PeerData,
  { index, asked }: { index: (lancedb: Lance) => object; asked: (query: LanceQuery) => LanceQuery },
): Promise<PeerIndex> {
  const lancedb = peers('@lancedb/lancedb') as Lance;
  const folder = mkdtempSync(join(tmpdir(), 'lorekeep-lance-'));
  const batch = (first: number) =>
    Array.from({ length: Math.min(10_000, rows - first) }, (_, i) => ({
      id: first + i,
      ...fieldsOf(first + i, steps),
      vector: [...vector(first + i)],
    }));
  const table = await (await lancedb.connect(folder)).createTable('v', batch(0));
  for (let first = 10_000; first < rows; first += 10_000) await table.add(batch(first));
  await table.createIndex('vector', { config: index(lancedb) });
  return {
    filters: true,
    search: async (query, step) => {
      const found = asked(
        table
          .search([...query])
          .distanceType('cosine')
          .limit(10),
      );
      const rows = await (step > 1 ? found.where(`s${step} = 1`) : found).toArray();
      return rows.map(({ id }) => Number(id));
    },
    close: () => rmSync(folder, { recursive: true }),
  };
}

function fieldsOf(row: number, steps: readonly number[]): Record<string, number> {
  return Object.fromEntries(steps.filter((step) => step > 1).map((step) => [`s${step}`, row % step]));
}

function bytesOf(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}

const pgBatch = 500;

interface PgliteModule {
  PGlite: {
    create(options: object): Promise<{
      exec(sql: string): Promise<unknown>;
      query<Row>(sql: string, values: unknown[]): Promise<{ rows: Row[] }>;
    }>;
  };
}

interface Hnsw {
  initIndex(max: number, m: number, ef: number): void;
  addPoint(vector: number[], label: number): void;
  setEf(ef: number): void;
  searchKnn(
    vector: number[],
    k: number,
    filter: ((label: number) => boolean) | undefined,
  ): { neighbors: number[] };
}

interface Usearch {
  add(key: bigint, vector: Float32Array): void;
  search(vector: Float32Array, k: number, threads: number): { keys: BigUint64Array };
}

interface LanceQuery {
  distanceType(type: string): LanceQuery;
  ef(ef: number): LanceQuery;
  nprobes(count: number): LanceQuery;
  refineFactor(times: number): LanceQuery;
  limit(n: number): LanceQuery;
  where(condition: string): LanceQuery;
  toArray(): Promise<Array<{ id: number }>>;
}

interface LanceTable {
  add(rows: object[]): Promise<unknown>;
  createIndex(column: string, options: object): Promise<void>;
  search(vector: number[]): LanceQuery;
}

interface Lance {
  connect(folder: string): Promise<{ createTable(name: string, rows: object[]): Promise<LanceTable> }>;
  Index: { hnswSq(options: object): object; ivfPq(options: object): object };
}
