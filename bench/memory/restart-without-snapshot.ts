import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ServiceProcess } from './service-process.ts';
import { TopicTexts } from './topic-texts.ts';

/**
 * What the first search costs when the snapshots of the indexes are gone, in CPU, and what stays in memory: `LOREKEEP_BENCH_FOLDER=FOLDER node bench/memory/restart-without-snapshot.ts [entries] [rounds]`, with a
 * folder that search-over-http.ts has filled. The memory is read at the answer, at its most, and after 600 searches.
 */
const folder = process.env['LOREKEEP_BENCH_FOLDER'];
if (folder === undefined)
  throw new Error('Set LOREKEEP_BENCH_FOLDER to a folder that search-over-http.ts has filled.');
const entries = Number(process.argv[2] ?? 1_000_000);
const rounds = Number(process.argv[3] ?? 2);
const texts = new TopicTexts();
const home = join(folder, String(entries));
const results: object[] = [];
for (let round = 0; round < rounds; round++) {
  for (const name of readdirSync(home)) if (name === 'indexes') rmSync(join(home, name), { recursive: true });
  const service = await ServiceProcess.start(home, { embedder: 'fast' });
  const ask = (i: number) =>
    service.post('/v1/memory/search', { namespace: 'bench', query: texts.query(i), limit: 10 });
  const idle = await service.usage();
  let asking = true;
  let most = 0;
  const watching = (async () => {
    while (asking) {
      most = Math.max(most, residentBytes(service.pid));
      await pause(100);
    }
  })();
  await ask(7);
  const first = await service.usage();
  for (let i = 0; i < 600; i++) await ask(i * 131);
  const after = await service.usage();
  asking = false;
  await watching;
  await service.stop();
  const result = {
    entries,
    cpuSeconds: Math.round((first.cpuSeconds - idle.cpuSeconds) * 100) / 100,
    megabytes: { answer: mega(first.rssBytes), after600: mega(after.rssBytes), most: mega(most) },
  };
  results.push(result);
  console.log(JSON.stringify(result));
}
writeFileSync(
  new URL('../results/memory-restart-without-snapshot.json', import.meta.url),
  `${JSON.stringify(results, null, 2)}\n`,
);

function mega(bytes: number): number {
  return Math.round(bytes / 1e6);
}

/** Of the process, as Linux counts it; 0 elsewhere. */
function residentBytes(pid: number): number {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
    return pages * 4_096;
  } catch {
    return 0;
  }
}
