import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceProcess } from './service-process.ts';

/**
 * Many small namespaces, or one big: `node bench/memory/namespaces.ts [namespaces] [entries of each]`. After a restart, searches in namespaces taken at
 * random: the first time one has to be loaded, the second time it is in memory.
 */
const namespaces = Number(process.argv[2] ?? 10_000);
const entries = Number(process.argv[3] ?? 100);
const folder = mkdtempSync(join(tmpdir(), 'lorekeep-bench-'));
/** Twelve words, a few of them common and most of them rare, as in real texts. */
function textOf(n: number, i: number): string {
  let state = (n * 7_919 + i * 104_729 + 1) >>> 0;
  return Array.from({ length: 12 }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return `w${Math.floor(20_000 ** (state / 2 ** 32))}`;
  }).join(' ');
}

try {
  let service = await ServiceProcess.start(folder);
  const started = performance.now();
  let next = 0;
  const writer = async (): Promise<void> => {
    while (next < namespaces) {
      const n = next++;
      const list = Array.from({ length: entries }, (_, i) => ({ content: textOf(n, i), metadata: { i } }));
      for (let i = 0; i < entries; i += 100) {
        await service.post('/v1/memory/entries', { namespace: `n${n}`, entries: list.slice(i, i + 100) });
      }
    }
  };
  await Promise.all([writer(), writer(), writer(), writer()]);
  const seconds = (performance.now() - started) / 1_000;
  await service.stop();

  service = await ServiceProcess.start(folder);
  const first = performance.now();
  await service.post('/v1/memory/search', { namespace: 'n0', query: textOf(0, 1), limit: 10 });
  const firstSearchMs = Math.round(performance.now() - first);
  const cold = await searchAll(service);
  const warm = await searchAll(service);
  const { rssBytes } = await service.usage();
  await service.stop();
  const diskBytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  const result = {
    namespaces,
    entriesEach: entries,
    entriesPerSecond: Math.round((namespaces * entries) / seconds),
    startMs: Math.round(service.startedMs),
    firstSearchMs,
    cold,
    warm,
    rssBytes,
    diskBytes,
  };
  console.log(JSON.stringify(result, null, 2));
  writeFileSync(
    new URL(`../results/memory-namespaces${namespaces < 100 ? '-big' : ''}.json`, import.meta.url),
    `${JSON.stringify(result, null, 2)}\n`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function searchAll(service: ServiceProcess): Promise<{ searchMs: number; cpuMs: number }> {
  const before = await service.usage();
  const begun = performance.now();
  const count = namespaces < 100 ? 100 : Math.min(namespaces, 1_000);
  for (let i = 0; i < count; i++) {
    const n = (i * 7_919) % namespaces;
    const found = await service.post<object[]>('/v1/memory/search', {
      namespace: `n${n}`,
      query: textOf(n, 3 + (i % Math.max(1, entries - 3))),
      limit: 10,
    });
    if (found.length !== Math.min(10, entries)) throw new Error(`n${n}: found ${found.length}`);
  }
  const after = await service.usage();
  const share = (value: number): number => Math.round((value / count) * 100) / 100;
  return {
    searchMs: share(performance.now() - begun),
    cpuMs: share((after.cpuSeconds - before.cpuSeconds) * 1_000),
  };
}
