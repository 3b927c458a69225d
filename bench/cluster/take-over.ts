import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { composeMemory } from '../../src/app/compose-memory.ts';
import { createIdMaker } from '../../src/kernel/ids.ts';
import { createIndexFactory } from '../../src/memory/index/index-factory.ts';
import { PostgresDatabase } from '../../src/storage/postgres/database.ts';
import { PostgresMemoryStore } from '../../src/storage/postgres/memory/memory-store.ts';
import { SnapshotRows } from '../../src/storage/postgres/memory/snapshot-rows.ts';
import { migrate } from '../../src/storage/postgres/migrate.ts';
import { StubEmbedder } from '../../test/memory/stub-embedder.ts';
import { startPostgres } from '../../test/support/postgres-server.ts';
import { cpuMicrosOf } from './processor-time.ts';

/**
 * `node bench/cluster/take-over.ts [ENTRIES]`: processor time of the first search on a node that has never seen a namespace, from its rows and from the
 * snapshot that another node has left in the database.
 */
const entries = Number(process.argv[2] ?? 100_000);
const dims = 384;
const words =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon'.split(
    ' ',
  );
const server = await startPostgres({ durable: true });
const admin = new pg.Client({ connectionString: server.url('postgres') });
await admin.connect();
await admin.query('CREATE DATABASE costs');
await admin.end();
await migrate(server.url('costs'));

try {
  const store = openStore();
  await store.database.run("INSERT INTO tenants VALUES ('t', 't', 0)");
  for (let i = 0; i < entries; i += 500) await writePage(store.memory, i, Math.min(500, entries - i));
  await store.database.close();
  const fromRows = await firstSearch();
  const fromSnapshot = await firstSearch();
  const result = { entries, dims, node: process.version, arch: process.arch, fromRows, fromSnapshot };
  console.log(JSON.stringify(result, null, 2));
  writeFileSync(
    join(import.meta.dirname, '..', 'results', 'cluster-take-over.json'),
    `${JSON.stringify(result, null, 2)}\n`,
  );
} finally {
  await server.remove();
}
// What is still open, such as threads of indexes, must not hold up the end.
process.exit();

/** On a node that begins with nothing; what it leaves when it ends is for the next one. */
async function firstSearch(): Promise<{ nodeSeconds: number; serverSeconds: number; found: number }> {
  const { database, memory: store } = openStore();
  const clock = { now: () => Date.now() };
  const indexes = await createIndexFactory();
  const parts = await composeMemory({
    storage: { memory: store, snapshots: new SnapshotRows(database), folder: '.' },
    clock,
    newId: createIdMaker(clock),
    embedder: new StubEmbedder('made', dims),
    indexes,
    indexBytes: 8e9,
    onFailure: (error) => console.error(error),
  });
  const caller = { tenantId: 't', mayUseNamespace: () => true };
  const [nodeBefore, serverBefore] = [process.cpuUsage(), cpuMicrosOf(server.process.pid!)];
  const hits = await parts.memory.search(caller, { namespace: 'large', query: 'alpha beta', limit: 10 });
  const node = process.cpuUsage(nodeBefore);
  const took = {
    nodeSeconds: (node.user + node.system) / 1e6,
    serverSeconds: (cpuMicrosOf(server.process.pid!) - serverBefore) / 1e6,
    found: hits.length,
  };
  await parts.close();
  await database.close();
  return took;
}

function openStore() {
  const database = new PostgresDatabase({
    url: server.url('costs'),
    poolSize: 4,
    statementTimeoutMs: 600_000,
    onLost: () => {},
  });
  return { database, memory: new PostgresMemoryStore(database) };
}

async function writePage(store: PostgresMemoryStore, from: number, count: number): Promise<void> {
  const page = Array.from({ length: count }, (_, i) => {
    const content = Array.from(
      { length: 20 },
      (_, w) => `${words[(from + i * 7 + w * 3) % words.length]}${(from + i) % (97 + w)}`,
    ).join(' ');
    return {
      id: `mem_${String(from + i).padStart(10, '0')}`,
      content,
      metadata: { group: (from + i) % 50 },
      createdAt: 1,
      updatedAt: 1,
      embeddings: [
        { model: 'made', ranges: [{ start: 0, end: content.length }], vectors: [vectorOf(from + i)] },
      ],
    };
  });
  await store.writeEntries({ tenantId: 't', namespace: 'large', model: 'made', dims, now: 1, entries: page });
}

function vectorOf(seed: number): Float32Array {
  const vector = Float32Array.from({ length: dims }, (_, d) => Math.sin(seed * 12.9898 + d * 78.233));
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}
