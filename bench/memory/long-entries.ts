// Whether one right sentence in a long entry is found: `node bench/memory/long-entries.ts [--fast] SET [PARAGRAPHS]`. The documents of a set are joined, so many to an entry, in a
// mixed order; a question is answered by the entry that holds its paragraph.
import { parseArgs } from 'node:util';
import { configSchema } from '../../src/config/schema.ts';
import { createEmbedder } from '../../src/memory/embedding/create-embedder.ts';
import { VectorArena } from '../../src/memory/index/vectors/vector-arena.ts';
import { readSet } from './retrieval-set.ts';
import { indexSet } from './set-index.ts';
import { cachedVectors } from './vector-cache.ts';

const { values, positionals } = parseArgs({ options: { fast: { type: 'boolean' } }, allowPositionals: true });
const cache = process.env['LOREKEEP_BENCH_CACHE'] ?? 'bench/.cache';
const embedder = await createEmbedder(values.fast ? 'fast' : 'local', configSchema.parse({}).embedding);
const arena = await VectorArena.create();
const [file = '', joined = '8'] = positionals;
const set = readSet(file);
const per = Number(joined);
// A step that shares no factor with the number of documents visits each once.
const order = set.docs.map((_, i) => (i * 101 + 7) % set.docs.length);
const entryOf = new Map<string, string>();
const docs = [];
for (let i = 0; i < order.length; i += per) {
  const members = order.slice(i, i + per).map((at) => set.docs[at]!);
  const id = `entry ${i}`;
  for (const member of members) entryOf.set(member.id, id);
  docs.push({ id, text: members.map(({ text }) => text).join('\n\n') });
}
const index = (await indexSet({ ...set, docs }, { embedder, arena, cache })).get('')!;
const queries = set.queries.filter((_, i) => i % 3 === 0);
const vectors = await cachedVectors(
  cache,
  embedder,
  queries.map(({ text }) => text),
  'query',
);
for (const mode of ['blended', 'dense', 'lexical'] as const) {
  let [first, five] = [0, 0];
  for (const [i, { text, relevant }] of queries.entries()) {
    const answers = new Set(
      (Array.isArray(relevant) ? relevant : Object.keys(relevant)).map((id) => entryOf.get(id)),
    );
    const hits = await index.search({ vector: vectors[i]!, text, mode, limit: 5, now: 0 });
    if (hits[0] && answers.has(hits[0].id)) first++;
    if (hits.some(({ id }) => answers.has(id))) five++;
  }
  const share = (count: number) => (count / queries.length).toFixed(3);
  console.log(
    `${mode.padEnd(8)} ${docs.length} entries of ${per} paragraphs, ${queries.length} questions: first ${share(first)}, in the first five ${share(five)}`,
  );
}
await embedder.close();
