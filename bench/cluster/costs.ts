import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { EntryToWrite, MemoryStore } from '../../src/memory/store.ts';
import { openDataFolder } from '../../src/storage/embedded/data-folder.ts';
import { EmbeddedMemoryStore } from '../../src/storage/embedded/memory/memory-store.ts';
import { PostgresDatabase } from '../../src/storage/postgres/database.ts';
import { PostgresMemoryStore } from '../../src/storage/postgres/memory/memory-store.ts';
import { migrate } from '../../src/storage/postgres/migrate.ts';
import { temporaryFolder } from '../../test/memory/harness.ts';
import { startPostgres } from '../../test/support/postgres-server.ts';
import { cpuMicrosOf } from './processor-time.ts';

/**
 * `node bench/cluster/costs.ts`: processor time of memory in Postgres, in the node and in the server, next to the embedded database.
 * Processor time and not wall time: on a busy machine the latter says nothing. Linux, for the server's share is read from /proc.
 */
const dims = 384;
const madeVectors = Array.from({ length: 512 }, (_, i) =>
  Float32Array.from({ length: dims }, (_, d) => Math.sin(i * 31 + d)),
);
const server = await startPostgres({ durable: true });
const folder = temporaryFolder();
const results: Record<string, { nodeMicros: number; serverMicros: number }> = {};

const admin = new pg.Client({ connectionString: server.url('postgres') });
await admin.connect();
await admin.query('CREATE DATABASE costs');
await admin.end();
await migrate(server.url('costs'));
const database = new PostgresDatabase({
  url: server.url('costs'),
  poolSize: 16,
  statementTimeoutMs: 60_000,
  onLost: () => {},
});
await database.run("INSERT INTO tenants VALUES ('t', 't', 0)");
const postgres = new PostgresMemoryStore(database);
const embedded = openDataFolder(folder.path);
await embedded.database.write(() => void embedded.database.run("INSERT INTO tenants VALUES ('t', 't', 0)"));
const sqlite = new EmbeddedMemoryStore(embedded.database);

try {
  for (const [name, store] of [
    ['embedded', sqlite],
    ['postgres', postgres],
  ] as const) {
    await write(store, 'warm', 1);
    await measure(`${name}: 64 writers of one entry in one namespace`, 4_000, () =>
      many(64, 4_000, (i) => write(store, 'hot', 1, i)),
    );
    await measure(`${name}: 16 writers of one entry in namespaces of their own`, 800, () =>
      many(16, 800, (i) => write(store, `own-${i % 16}`, 1, i)),
    );
    await measure(`${name}: bulk, 4 writers of 256`, 25_600, () =>
      many(4, 100, (i) => write(store, `bulk-${i % 4}`, 256, i)),
    );
  }
  const state = (await postgres.findNamespace('t', 'hot'))!;
  const { items } = await postgres.listEntries({
    namespaceId: state.id,
    limit: 200,
    order: 'oldest',
    now: 0,
  });
  const hits = (i: number) => items.slice((i * 7) % 180, ((i * 7) % 180) + 10).map(({ id }) => id);
  await many(8, 200, (i) => postgres.readHits('t', 'hot', hits(i)));
  await measure('postgres: what a search asks (state and 10 rows)', 4_000, () =>
    many(8, 4_000, (i) => postgres.readHits('t', 'hot', hits(i))),
  );
  await write(postgres, 'large', 1);
  for (let i = 0; i < 78; i++) await write(postgres, 'large', 256, i);
  const large = (await postgres.findNamespace('t', 'large'))!;
  await measure('postgres: loading an entry with its vectors', large.entries, () =>
    postgres.readAllEmbeddings(large.id, 'm', () => {}).then(() => undefined),
  );
} finally {
  await database.close();
  embedded.close();
  await server.remove();
  folder.dispose();
}
for (const [name, { nodeMicros, serverMicros }] of Object.entries(results))
  console.log(
    `${name.padEnd(66)} ${nodeMicros.toFixed(0).padStart(6)} µs node + ${serverMicros.toFixed(0).padStart(5)} µs server`,
  );
const file = join(import.meta.dirname, '..', 'results', 'cluster-costs.json');
writeFileSync(
  file,
  `${JSON.stringify({ node: process.version, postgres: '18.4', arch: process.arch, perItem: results }, null, 2)}\n`,
);

async function measure(name: string, items: number, work: () => Promise<void>): Promise<void> {
  const [nodeBefore, serverBefore] = [process.cpuUsage(), cpuMicrosOf(server.process.pid!)];
  await work();
  const node = process.cpuUsage(nodeBefore);
  results[name] = {
    nodeMicros: Math.round((node.user + node.system) / items),
    serverMicros: Math.round((cpuMicrosOf(server.process.pid!) - serverBefore) / items),
  };
}

async function many(writers: number, calls: number, work: (i: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: writers }, async () => {
      while (next < calls) await work(next++);
    }),
  );
}

async function write(store: MemoryStore, namespace: string, count: number, seed = 0): Promise<void> {
  const entries = Array.from({ length: count }, (_, i): EntryToWrite => {
    const vector = madeVectors[(seed * 31 + i * 7) % madeVectors.length]!;
    return {
      id: `mem_${namespace}_${seed}_${i}_${Math.random().toString(36).slice(2)}`,
      content: `${'some words of an entry '.repeat(4)}${seed} ${i}`,
      metadata: { seed },
      createdAt: 1,
      updatedAt: 1,
      embeddings: [{ model: 'm', ranges: [{ start: 0, end: 10 }], vectors: [vector] }],
    };
  });
  await store.writeEntries({ tenantId: 't', namespace, model: 'm', dims, now: 1, entries });
}
