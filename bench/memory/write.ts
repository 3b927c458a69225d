import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDataFolder } from '../../src/storage/embedded/data-folder.ts';
import { ServiceProcess } from './service-process.ts';

/**
 * Durable writes over HTTP in batches of 100, with a model that takes no time; the restart after it; the memory it needs.
 * `node bench/memory/write.ts [entries] [writers]`. The limit is 3,000 entries a second; the same rows written straight into SQLite in
 * the same run, one transaction a batch, show what the disk and the database leave room for.
 */
const count = Number(process.argv[2] ?? 100_000);
const writers = Number(process.argv[3] ?? 4);
const batch = 100;
const folder = mkdtempSync(join(tmpdir(), 'lorekeep-bench-'));
const words =
  'the quick brown fox jumps over a lazy dog while seven wizards brew strange potions under pale moonlight'.split(
    ' ',
  );
const textOf = (i: number): string =>
  Array.from({ length: 20 }, (_, k) => words[(i * 7 + k * k) % words.length])
    .join(' ')
    .concat(` ${i}`);
const entryOf = (i: number) => ({
  content: textOf(i),
  metadata: { project: `p${i % 50}`, number: i, tags: ['a', `t${i % 7}`] },
});

try {
  const writing = await measureWrites();
  const restart = await measureRestart();
  const bare = await measureBareInserts();
  const result = {
    entries: count,
    writers,
    ...writing,
    bareEntriesPerSecond: bare,
    shareOfBare: round(writing.entriesPerSecond / bare),
    ...restart,
    limits: {
      entriesPerSecond: 3_000,
      firstSearchSeconds: 2,
      rssBytes: 2 * count * 384 * 4 + 250e6,
    },
  };
  console.log(JSON.stringify(result, null, 2));
  writeFileSync(
    new URL('../results/memory-write.json', import.meta.url),
    `${JSON.stringify(result, null, 2)}\n`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measureWrites() {
  const service = await ServiceProcess.start(join(folder, 'data'));
  // The namespace is in use from the start, so that every write also goes into its index.
  await service.post('/v1/memory/entries', { namespace: 'bench', entries: [entryOf(0)] });
  await service.post('/v1/memory/search', { namespace: 'bench', query: textOf(1), limit: 10 });
  const before = await service.usage();
  const latencies: number[] = [];
  const started = performance.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: writers }, async () => {
      while (next < count) {
        const first = next;
        next += batch;
        const entries = Array.from({ length: Math.min(batch, count - first) }, (_, i) => entryOf(first + i));
        const begun = performance.now();
        await service.post('/v1/memory/entries', { namespace: 'bench', entries });
        latencies.push(performance.now() - begun);
      }
    }),
  );
  const seconds = (performance.now() - started) / 1_000;
  const after = await service.usage();
  latencies.sort((a, b) => a - b);
  const cpuSeconds = after.cpuSeconds - before.cpuSeconds;
  await service.stop();
  return {
    entriesPerSecond: Math.round(count / seconds),
    entriesPerCpuSecond: Math.round(count / cpuSeconds),
    batchMsMedian: round(latencies[latencies.length >> 1]!),
    batchMs95: round(latencies[Math.floor(latencies.length * 0.95)]!),
  };
}

async function measureRestart() {
  const service = await ServiceProcess.start(join(folder, 'data'));
  const atStart = await service.usage();
  const begun = performance.now();
  const found = await service.post<Array<{ id: string }>>('/v1/memory/search', {
    namespace: 'bench',
    query: textOf(5),
    limit: 10,
  });
  const firstSearchMs = performance.now() - begun;
  if (found.length !== 10) throw new Error(`The first search found ${found.length} entries.`);
  const loaded = await service.usage();
  const again = performance.now();
  for (let i = 0; i < 20; i++)
    await service.post('/v1/memory/search', { namespace: 'bench', query: textOf(i), limit: 10 });
  const result = {
    processStartMs: Math.round(service.startedMs),
    firstSearchMs: Math.round(firstSearchMs),
    firstSearchCpuMs: Math.round((loaded.cpuSeconds - atStart.cpuSeconds) * 1_000),
    laterSearchMs: round((performance.now() - again) / 20),
    rssBytes: (await service.usage()).rssBytes,
  };
  await service.stop();
  return result;
}

/** The rows alone: no HTTP, no JSON, no index, but the same tables' worth of bytes and a flush for every batch. */
async function measureBareInserts(): Promise<number> {
  const { database, close } = openDataFolder(join(folder, 'bare'));
  database.exec('CREATE TABLE rows (id TEXT PRIMARY KEY, content TEXT, metadata TEXT, vector BLOB)');
  const vector = new Uint8Array(384 * 4).fill(7);
  const rows = Math.min(count, 20_000);
  const started = performance.now();
  for (let i = 0; i < rows; i += batch) {
    await database.write(() => {
      for (let k = i; k < i + batch; k++) {
        const { content, metadata } = entryOf(k);
        database.run(
          'INSERT INTO rows VALUES (?, ?, ?, ?)',
          `mem_${k}`,
          content,
          JSON.stringify(metadata),
          vector,
        );
      }
    });
  }
  const perSecond = rows / ((performance.now() - started) / 1_000);
  close();
  return Math.round(perSecond);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
