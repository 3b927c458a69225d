import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceProcess } from './service-process.ts';
import { TopicTexts } from './topic-texts.ts';

/**
 * Many callers that search one big namespace at the same time: `node bench/memory/crowd.ts [entries] [callers]`, with the fast model. How many cores the service and this driver use together, what a search costs
 * the service in CPU with one caller and with all of them, and how long the slowest waited. A folder in LOREKEEP_BENCH_FOLDER is kept and used again.
 */
const [entries = 300_000, callers = 64] = process.argv.slice(2).map(Number);
const kept = process.env['LOREKEEP_BENCH_FOLDER'];
const root = kept ?? mkdtempSync(join(tmpdir(), 'lorekeep-bench-'));
const texts = new TopicTexts();
const searches = 2_000;

try {
  const folder = join(root, String(entries));
  mkdirSync(folder, { recursive: true });
  const service = await ServiceProcess.start(folder, { embedder: 'fast' });
  await fill(service);
  const search = (i: number) =>
    service.post('/v1/memory/search', { namespace: 'bench', query: texts.query(i * 131), limit: 10 });
  await service.cpuMsOf(300, search);
  const alone = await service.cpuMsOf(300, search, 1);
  const [before, begun, driver] = [await service.usage(), performance.now(), process.cpuUsage()];
  const waits: number[] = [];
  let next = 0;
  const caller = async (): Promise<void> => {
    while (next < searches) {
      const asked = performance.now();
      await search(next++);
      waits.push(performance.now() - asked);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  const seconds = (performance.now() - begun) / 1_000;
  const after = await service.usage();
  const { user, system } = process.cpuUsage(driver);
  const cpuSeconds = after.cpuSeconds - before.cpuSeconds;
  waits.sort((a, b) => a - b);
  const result = {
    entries,
    callers,
    cores: rounded((cpuSeconds + (user + system) / 1e6) / seconds),
    searchesPerSecond: Math.round(searches / seconds),
    cpuMsPerSearch: { oneCaller: rounded(alone), all: rounded((cpuSeconds * 1_000) / searches) },
    waitMs: { median: Math.round(waits[searches >> 1]!), slowest: Math.round(waits.at(-1)!) },
    delayMs: after.delayMs,
    rssBytes: after.rssBytes,
  };
  await service.stop();
  console.log(JSON.stringify(result, null, 2));
  writeFileSync(
    new URL('../results/memory-crowd.json', import.meta.url),
    `${JSON.stringify(result, null, 2)}\n`,
  );
} finally {
  if (!kept) rmSync(root, { recursive: true, force: true });
}

async function fill(service: ServiceProcess): Promise<void> {
  let next = await service.entries('bench');
  const write = async (): Promise<void> => {
    while (next < entries) {
      const from = next;
      next += 250;
      const batch = Array.from({ length: Math.min(250, entries - from) }, (_, i) => ({
        content: texts.text(from + i),
        metadata: {},
      }));
      await service.post('/v1/memory/entries', { namespace: 'bench', entries: batch });
    }
  };
  await Promise.all(Array.from({ length: 6 }, write));
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
