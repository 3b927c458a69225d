import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceProcess } from './service-process.ts';
import { TopicTexts } from './topic-texts.ts';

/**
 * Searches while six bulk writers of 250 entries fill the namespace: `node bench/memory/writers-and-searches.ts [entries]`. How many searches were answered, how long the slowest took, and how late the
 * service's timers were. No search may wait for a snapshot, and 99 of 100 timers are to be at most 250 ms late.
 */
const count = Number(process.argv[2] ?? 60_000);
const folder = mkdtempSync(join(tmpdir(), 'lorekeep-bench-'));
const texts = new TopicTexts();
try {
  const service = await ServiceProcess.start(join(folder, 'data'), { embedder: 'fast' });
  const write = (from: number) => {
    const entries = Array.from({ length: 250 }, (_, i) => ({ content: texts.text(from + i), metadata: {} }));
    return service.post('/v1/memory/entries', { namespace: 'bench', entries });
  };
  await write(0);
  await service.usage();
  let next = 250;
  let isOver = false;
  const waits: number[] = [];
  const searcher = async (seed: number): Promise<void> => {
    for (let i = seed; !isOver; i += 2) {
      const begun = performance.now();
      await service.post('/v1/memory/search', { namespace: 'bench', query: texts.query(i), limit: 10 });
      waits.push(performance.now() - begun);
    }
  };
  const searching = [searcher(0), searcher(1)];
  const writer = async (): Promise<void> => {
    while (next < count) {
      next += 250;
      await write(next - 250);
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: 6 }, writer));
  const seconds = (performance.now() - begun) / 1_000;
  const { delayMs, cpuSeconds } = await service.usage();
  isOver = true;
  await Promise.all(searching);
  await service.stop();
  waits.sort((a, b) => a - b);
  const at = (share: number) => Math.round(waits[Math.floor(waits.length * share)] ?? 0);
  const result = {
    entries: count,
    seconds: Math.round(seconds),
    cpuSeconds,
    searches: waits.length,
    searchMs: { median: at(0.5), p99: at(0.99), slowest: Math.round(waits.at(-1) ?? 0) },
    delayMs,
  };
  console.log(JSON.stringify(result, null, 2));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
