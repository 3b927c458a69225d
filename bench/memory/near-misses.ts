// Whether a statement comes before another one about the same subject that is newer and does not answer the question: `node bench/memory/near-misses.ts [local|fast]`. All 300 statements
// and their near misses are in one namespace, the near misses written last.
import { readFileSync } from 'node:fs';
import { configSchema } from '../../src/config/schema.ts';
import { createEmbedder } from '../../src/memory/embedding/create-embedder.ts';
import { NamespaceIndex } from '../../src/memory/index/namespace-index.ts';
import { VectorArena } from '../../src/memory/index/vectors/vector-arena.ts';
import { cachedVectors } from './vector-cache.ts';

const cache = process.env['LOREKEEP_BENCH_CACHE'] ?? 'bench/.cache';
const tier = process.argv[2] === 'fast' ? 'fast' : 'local';
const hour = 3_600_000;
const rows = readFileSync(new URL('sets/near-misses.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(' | '));
const questions = rows.flatMap(([, first, second], i) => [
  { text: first!, answer: i },
  { text: second!, answer: i },
]);
const texts = [...rows.map(([said]) => said!), ...rows.map(([, , , other]) => other!)];

const embedder = await createEmbedder(tier, configSchema.parse({}).embedding);
const arena = await VectorArena.create();
const index = new NamespaceIndex({ dims: embedder.dims, calibration: embedder.calibration, arena });
const vectors = await cachedVectors(cache, embedder, texts, 'document');
for (const [i, text] of texts.entries()) {
  const [createdAt, vector] = [i * hour, vectors[i]!];
  const id = String(i).padStart(4, '0');
  index.put([{ id, metadata: {}, createdAt, updatedAt: createdAt, passages: [{ text, vector }] }]);
}
const asked = await cachedVectors(
  cache,
  embedder,
  questions.map(({ text }) => text),
  'query',
);
const counts = { first: 0, 'in the first five': 0, 'near miss first': 0, 'marked as replaced': 0 };
for (const [i, { text, answer }] of questions.entries()) {
  const query = { vector: asked[i]!, text, mode: 'blended', limit: 10, now: texts.length * hour } as const;
  const hits = await index.search(query);
  const place = hits.findIndex(({ id }) => Number(id) === answer);
  if (place === 0) counts.first++;
  if (place >= 0 && place < 5) counts['in the first five']++;
  if (Number(hits[0]?.id) === rows.length + answer) counts['near miss first']++;
  if (hits[place]?.supersededBy !== undefined) counts['marked as replaced']++;
}
for (const [name, count] of Object.entries(counts))
  console.log(`${name.padEnd(20)} ${(count / questions.length).toFixed(3)}`);
index.release();
await embedder.close();
