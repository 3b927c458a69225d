import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../../src/app/app.ts';
import { createContentGuard } from '../../src/app/content-guard.ts';
import { loadConfig } from '../../src/config/load.ts';
import type { ContentGuard } from '../../src/memory/guard/content-guard.ts';
import { createLogger } from '../../src/telemetry/logger.ts';

/**
 * What the guard costs of a write: the CPU time of the guard within the CPU time of whole requests, in one run, with the default embedder and with the fast one.
 * `node bench/memory/guard-cost.ts [entries]`
 */
const count = Number(process.argv[2] ?? 400);
const warmUp = 300;

/** Paragraphs of our own guides: prose with code and names in it, as agents write. */
function paragraphs(wanted: number): string[] {
  const guides = new URL('../../docs/guides/', import.meta.url);
  const all = readdirSync(guides)
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .flatMap((name) => readFileSync(new URL(name, guides), 'utf8').split(/\n\s*\n/))
    .filter((text) => text.length > 60 && text.length < 800);
  return Array.from({ length: wanted }, (_, i) => `${all[i % all.length]} (${i})`);
}

/** Counts the CPU time that it takes on its own thread: the embedder works on others at the same time. */
class TimedGuard implements ContentGuard {
  readonly #guard = createContentGuard();
  microseconds = 0;

  inspect(...args: Parameters<ContentGuard['inspect']>) {
    const before = process.threadCpuUsage();
    const flags = this.#guard.inspect(...args);
    const { user, system } = process.threadCpuUsage(before);
    this.microseconds += user + system;
    return flags;
  }
}

async function measure(embedder: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'lorekeep-guard-cost-'));
  const guard = new TimedGuard();
  const config = loadConfig(
    {
      LOREKEEP_DATA_DIR: dataDir,
      LOREKEEP_API_KEYS: 'key_bench',
      LOREKEEP_PORT: '0',
      LOREKEEP_EMBEDDER: embedder,
    },
    tmpdir(),
  );
  const app = await createApp(config, { logger: createLogger('silent'), guard });
  const write = (entries: object[]) =>
    app.server.inject({
      method: 'POST',
      url: '/v1/memory/entries',
      headers: { authorization: 'Bearer key_bench' },
      payload: { namespace: 'n', entries },
    });
  try {
    const texts = paragraphs(count + warmUp);
    for (const content of texts.slice(0, warmUp)) await write([{ content }]);
    guard.microseconds = 0;
    const before = process.cpuUsage();
    for (const content of texts.slice(warmUp))
      await write([{ content, metadata: { user: 'ada', topic: 'notes' } }]);
    const { user, system } = process.cpuUsage(before);
    const writeMicroseconds = (user + system) / count;
    const guardMicroseconds = guard.microseconds / count;
    const characters = texts.slice(warmUp).reduce((sum, text) => sum + text.length, 0) / count;
    return {
      embedder,
      entries: count,
      characters: Math.round(characters),
      writeMicroseconds: Math.round(writeMicroseconds),
      guardMicroseconds: Math.round(guardMicroseconds),
      share: Number((guardMicroseconds / writeMicroseconds).toFixed(4)),
    };
  } finally {
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const results = [await measure('local'), await measure('fast')];
console.table(results);
writeFileSync(
  new URL('../results/guard-cost.json', import.meta.url),
  `${JSON.stringify(results, null, 2)}\n`,
);
