// Texts embedded per CPU-second, short and of about 200 words, one at a time and by callers at the same time: `node bench/memory/embedding-speed.ts`.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { configSchema } from '../../src/config/schema.ts';
import { createEmbedder } from '../../src/memory/embedding/create-embedder.ts';
import type { Embedder } from '../../src/memory/embedding/embedder.ts';

const rows = readFileSync(new URL('./data/paraphrases.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));
const sentences = rows.flatMap((line) => line.split(' | ').slice(1));
const short = Array.from({ length: 192 }, (_, i) => `${sentences[i % 400]} ${sentences[(i * 7 + 1) % 400]}`);
const long = Array.from({ length: 16 }, (_, i) =>
  Array.from({ length: 24 }, (_, j) => sentences[(i * 24 + j * 3) % 400]).join(' '),
);

const settings = { ...configSchema.parse({}).embedding, cacheBytes: 0 };
const result: Record<string, Record<string, number>> = {};
for (const tier of ['local', 'fast'] as const) {
  const embedder = await createEmbedder(tier, settings, (reason) => {
    throw reason;
  });
  await embedder.embed(short.slice(0, 32), 'document');
  const speeds: Record<string, number> = {};
  for (const [name, texts] of Object.entries({ short, '200 words': long })) {
    for (const callers of [1, 32])
      speeds[`${name}, ${callers} at a time`] = await speed(embedder, texts, callers);
  }
  result[tier] = speeds;
  for (const [name, value] of Object.entries(speeds)) {
    console.log(`${tier.padEnd(6)} ${name.padEnd(24)} ${value.toFixed(1)} texts per CPU-second`);
  }
  const gain = speeds['short, 32 at a time']! / speeds['short, 1 at a time']!;
  console.log(
    `${tier.padEnd(6)} batching across callers gains ${((gain - 1) * 100).toFixed(0)} % on short texts`,
  );
  await embedder.close();
}
mkdirSync('bench/results', { recursive: true });
writeFileSync('bench/results/memory-embedding-speed.json', `${JSON.stringify(result, null, 2)}\n`);

/** The best of three rounds; each text is a call of its own, as callers make them. */
async function speed(embedder: Embedder, texts: readonly string[], callers: number): Promise<number> {
  let best = 0;
  for (let round = 0; round < 3; round++) {
    const start = process.cpuUsage();
    for (let i = 0; i < texts.length; i += callers) {
      await Promise.all(texts.slice(i, i + callers).map((text) => embedder.embed([text], 'document')));
    }
    const { user, system } = process.cpuUsage(start);
    best = Math.max(best, texts.length / ((user + system) / 1e6));
  }
  return best;
}
