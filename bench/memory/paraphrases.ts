// 200 questions of our own whose answer shares hardly a word with them, each with an entry that shares the words but not the meaning: blending must
// not fall for the words. `node bench/memory/paraphrases.ts [local|fast]`.
import { readFileSync, writeFileSync } from 'node:fs';
import { configSchema } from '../../src/config/schema.ts';
import { createEmbedder } from '../../src/memory/embedding/create-embedder.ts';
import { NamespaceIndex } from '../../src/memory/index/namespace-index.ts';
import { VectorArena } from '../../src/memory/index/vector-arena.ts';
import { cachedVectors } from './vector-cache.ts';

const cache = process.env['LOREKEEP_BENCH_CACHE'] ?? 'bench/.cache';
const tier = process.argv[2] === 'fast' ? 'fast' : 'local';
const rows = readFileSync(new URL('./data/paraphrases.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(' | ') as [question: string, answer: string, distractor: string]);
const embedder = await createEmbedder(tier, configSchema.parse({}).embedding, (reason) => {
  throw reason;
});
const texts = rows.flatMap(([, answer, distractor]) => [answer, distractor]);
const vectors = await cachedVectors(cache, embedder, texts, 'document');
const questions = await cachedVectors(
  cache,
  embedder,
  rows.map(([question]) => question),
  'query',
);
const { dims, calibration } = embedder;
const index = new NamespaceIndex({ dims, calibration, arena: await VectorArena.create() });
index.put(
  texts.map((text, i) => ({
    id: String(i),
    metadata: {},
    createdAt: 0,
    updatedAt: 0,
    passages: [{ text, vector: vectors[i]! }],
  })),
);
const recall: Record<string, number> = {};
for (const mode of ['dense', 'lexical', 'blended'] as const) {
  let right = 0;
  for (const [i, [text]] of rows.entries()) {
    const [first] = await index.search({ vector: questions[i]!, text, mode, limit: 1, now: 0 });
    if (first?.id === String(2 * i)) right++;
  }
  recall[mode] = right / rows.length;
  console.log(`${rows.length} paraphrases, ${tier}, ${mode.padEnd(8)} recall@1 ${recall[mode].toFixed(3)}`);
}
writeFileSync(`bench/results/memory-paraphrases-${tier}.json`, `${JSON.stringify(recall, null, 2)}\n`);
await embedder.close();
