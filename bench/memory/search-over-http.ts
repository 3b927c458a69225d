import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceProcess } from './service-process.ts';
import { TopicTexts } from './topic-texts.ts';

/**
 * What a search over HTTP costs the service, in CPU, against a trivial route that needs a key too, in the same run: `node bench/memory/search-over-http.ts [sizes…]`,
 * with the fast model. For each size also what loading it cost, the memory, and what a restart costs up to its first search. A folder in
 * LOREKEEP_BENCH_FOLDER is kept and used again.
 */
const sizes = process.argv.slice(2).map(Number);
if (sizes.length === 0) sizes.push(10_000, 100_000);
const kept = process.env['LOREKEEP_BENCH_FOLDER'];
const flags = (process.env['LOREKEEP_BENCH_FLAGS'] ?? '').split(' ').filter(Boolean);
const root = kept ?? mkdtempSync(join(tmpdir(), 'lorekeep-bench-'));
const texts = new TopicTexts();
const batch = 250;
const results: object[] = [];

try {
  for (const size of sizes) results.push(await measure(size));
  writeFileSync(
    new URL('../results/memory-search-over-http.json', import.meta.url),
    `${JSON.stringify(results, null, 2)}\n`,
  );
} finally {
  if (!kept) rmSync(root, { recursive: true, force: true });
}

async function measure(size: number) {
  const folder = join(root, String(size));
  mkdirSync(folder, { recursive: true });
  let service = await ServiceProcess.start(folder, { embedder: 'fast' });
  const held = await service.entries('bench');
  const before = await service.usage();
  const started = performance.now();
  let next = held;
  const write = async (): Promise<void> => {
    while (next < size) {
      const from = next;
      next += batch;
      const entries = Array.from({ length: Math.min(batch, size - from) }, (_, i) => ({
        content: texts.text(from + i),
        metadata: {
          half: (from + i) % 2,
          tenth: (from + i) % 10,
          hundredth: (from + i) % 100,
          rare: (from + i) % 1_000,
        },
      }));
      await service.post('/v1/memory/entries', { namespace: 'bench', entries });
    }
  };
  await Promise.all(Array.from({ length: 6 }, write));
  // The index follows late; what it takes belongs to the load.
  await service.post('/v1/memory/search', { namespace: 'bench', query: texts.query(7), limit: 10 });
  const loaded = await service.usage();
  const load = {
    entries: size - held,
    cpuSeconds: round(loaded.cpuSeconds - before.cpuSeconds),
    seconds: round((performance.now() - started) / 1_000),
    delayMs: loaded.delayMs,
  };
  await service.stop();

  service = await ServiceProcess.start(folder, { embedder: 'fast', flags });
  const idle = await service.usage();
  await service.post('/v1/memory/search', { namespace: 'bench', query: texts.query(7), limit: 10 });
  const first = await service.usage();
  const filters: Record<string, object | undefined> = {
    none: undefined,
    '50 %': { half: 1 },
    '10 %': { tenth: 3 },
    '1 %': { hundredth: 7 },
    '0.1 %': { rare: 11 },
  };
  const search = (filter: object | undefined) => (i: number) =>
    service.post('/v1/memory/search', {
      namespace: 'bench',
      query: texts.query(i * 131),
      limit: 10,
      ...(filter && { metadataFilter: filter }),
    });
  for (const filter of Object.values(filters)) await service.cpuMsOf(60, search(filter));
  await service.cpuMsOf(200, () => service.get('/v1/keys'));
  // The least of five rounds in which all take turns: whatever else runs on the machine only ever adds.
  const best: Record<string, number> = {};
  for (let round = 0; round < 5; round++) {
    const note = (name: string, ms: number) => {
      best[name] = Math.min(best[name] ?? Number.POSITIVE_INFINITY, ms);
    };
    note('trivial route', await service.cpuMsOf(200, () => service.get('/v1/keys')));
    for (const [name, filter] of Object.entries(filters))
      note(name, await service.cpuMsOf(100, search(filter)));
  }
  const { rssBytes } = await service.usage();
  await service.stop();
  const result = {
    size,
    load,
    restart: { cpuSeconds: round(first.cpuSeconds - idle.cpuSeconds), rssBytes: first.rssBytes },
    cpuMs: Object.fromEntries(Object.entries(best).map(([name, ms]) => [name, round(ms)])),
    againstTrivial: round(best['none']! / best['trivial route']!),
    rssBytes,
  };
  console.log(JSON.stringify(result, null, 2));
  return result;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
