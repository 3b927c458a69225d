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
  usearch: async ({ rows, dims, vector }) => {
    const { Index } = peers('usearch') as { Index: new (options: object) => Usearch };
    const index = new Index({
      dimensions: dims,
      metric: 'ip',
      connectivity: 16,
      expansion_add: 128,
      expansion_search: 200,
    });
    for (let row = 0; row < rows; row++) index.add(BigInt(row), vector(row));
    return { filters: false, search: (query) => [...index.search(query, 10, 1).keys].map(Number) };
  },
  lancedb: async ({ rows, steps, vector }) => {
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
    const config = lancedb.Index.hnswSq({ distanceType: 'cosine', numPartitions: 1 });
    await table.createIndex('vector', { config });
    return {
      filters: true,
      search: async (query, step) => {
        const found = table
          .search([...query])
          .distanceType('cosine')
          .ef(200)
          .limit(10);
        const rows = await (step > 1 ? found.where(`s${step} = 1`) : found).toArray();
        return rows.map(({ id }) => Number(id));
      },
      close: () => rmSync(folder, { recursive: true }),
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

function fieldsOf(row: number, steps: readonly number[]): Record<string, number> {
  return Object.fromEntries(steps.filter((step) => step > 1).map((step) => [`s${step}`, row % step]));
}

function bytesOf(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
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
  Index: { hnswSq(options: object): object };
}
