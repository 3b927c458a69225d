import { configSchema } from '../../src/config/schema.ts';
import { createEmbedder } from '../../src/memory/embedding/create-embedder.ts';
import { TopicTexts } from './topic-texts.ts';

/** How many short texts (12 to 21 words) the fast model embeds in a second of CPU: `node bench/memory/fast-texts.ts`, the best of eight rounds. */
const count = 4_000;
const topics = new TopicTexts();
const texts = Array.from({ length: count }, (_, i) => topics.text(i));
const embedder = await createEmbedder('fast', { ...configSchema.parse({}).embedding, cacheBytes: 0 });
let best = Number.POSITIVE_INFINITY;
for (let round = 0; round < 11; round++) {
  const begun = process.cpuUsage();
  await embedder.embed(texts, 'document', { tenant: 'bench' });
  const { user, system } = process.cpuUsage(begun);
  // The first rounds warm up.
  if (round >= 3) best = Math.min(best, (user + system) / count);
}
console.log(
  JSON.stringify({ microseconds: Math.round(best * 10) / 10, textsPerSecond: Math.round(1e6 / best) }),
);
await embedder.close();
