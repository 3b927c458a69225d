// Texts embedded per CPU-second, short and of about 200 words, one at a time and by callers at the same time: `node bench/memory/embedding-speed.ts [MANIFEST.json]`.
// With the manifest of another model, such as gte-small, both tiers are also compared with it; the models take turns, so that a busy machine is busy for all. LOREKEEP_EMBEDDING_NATIVE_KERNELS=false measures WebAssembly alone.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadConfig } from '../../src/config/load.ts';
import { createEmbedder } from '../../src/memory/embedding/create-embedder.ts';
import type { Embedder } from '../../src/memory/embedding/embedder.ts';
import { useWideVectors } from '../../src/platform/wide-vectors.ts';

const rows = readFileSync(new URL('./paraphrases-elliptic.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));
const sentences = rows.flatMap((line) => line.split(' | ').slice(1));
const short = Array.from({ length: 192 }, (_, i) => `${sentences[i % 400]} ${sentences[(i * 7 + 1) % 400]}`);
const long = Array.from({ length: 16 }, (_, i) =>
  Array.from({ length: 24 }, (_, j) => sentences[(i * 24 + j * 3) % 400]).join(' '),
);

useWideVectors();
const settings = { ...loadConfig(process.env).embedding, cacheBytes: 0 };
const other = process.argv[2];
const embedders = new Map<string, Embedder>();
for (const tier of ['local', 'fast'] as const) embedders.set(tier, await open(tier, settings));
if (other) embedders.set('other', await open('local', { ...settings, modelManifest: other }));

const result: Record<string, Record<string, number>> = {};
for (const [name, texts] of Object.entries({ short, '200 words': long })) {
  for (const callers of [1, 32]) {
    const speeds: Record<string, number> = {};
    for (let round = 0; round < 5; round++) {
      for (const [tier, embedder] of embedders)
        speeds[tier] = Math.max(speeds[tier] ?? 0, await speed(embedder, texts, callers));
    }
    const line = `${name}, ${callers} at a time`;
    for (const [tier, value] of Object.entries(speeds)) {
      result[tier] = { ...result[tier], [line]: value };
      const ratio = speeds['other'] ? `  ${(value / speeds['other']).toFixed(2)} × the other` : '';
      console.log(
        `${tier.padEnd(6)} ${line.padEnd(24)} ${value.toFixed(1).padStart(8)} texts per CPU-second${ratio}`,
      );
    }
  }
}
for (const embedder of embedders.values()) await embedder.close();
mkdirSync('bench/results', { recursive: true });
writeFileSync('bench/results/memory-embedding-speed.json', `${JSON.stringify(result, null, 2)}\n`);

async function open(tier: 'local' | 'fast', from: typeof settings): Promise<Embedder> {
  const embedder = await createEmbedder(tier, from);
  await embedder.embed(short.slice(0, 32), 'document');
  return embedder;
}

/** One round; each text is a call of its own, as callers make them. */
async function speed(embedder: Embedder, texts: readonly string[], callers: number): Promise<number> {
  const start = process.cpuUsage();
  for (let i = 0; i < texts.length; i += callers) {
    await Promise.all(texts.slice(i, i + callers).map((text) => embedder.embed([text], 'document')));
  }
  const { user, system } = process.cpuUsage(start);
  return texts.length / ((user + system) / 1e6);
}
