// How well the first score tells a question that the namespace answers from one that it does not: `node bench/memory/answerable.ts [--fast] [--plot FILE.svg] SET…`.
// Each question is asked where its answer is; once more with the answers taken away; and, where a set has several namespaces, in the next one.
import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { configSchema } from '../../src/config/schema.ts';
import { createEmbedder } from '../../src/memory/embedding/create-embedder.ts';
import type { NamespaceIndex } from '../../src/memory/index/namespace-index.ts';
import { VectorArena } from '../../src/memory/index/vectors/vector-arena.ts';
import { readSet } from './retrieval-set.ts';
import { plotScores } from './score-plot.ts';
import { indexSet } from './set-index.ts';
import { cachedVectors } from './vector-cache.ts';

const { values, positionals } = parseArgs({
  options: { fast: { type: 'boolean' }, plot: { type: 'string' } },
  allowPositionals: true,
});
const cache = process.env['LOREKEEP_BENCH_CACHE'] ?? 'bench/.cache';
const embedder = await createEmbedder(values.fast ? 'fast' : 'local', configSchema.parse({}).embedding);
const arena = await VectorArena.create();
const all = { answered: [] as number[], elsewhere: [] as number[], removed: [] as number[] };
console.log('set                questions  answered  removed  elsewhere   AUC removed  AUC elsewhere');
for (const file of positionals) {
  const scores = await scoresOf(file);
  const name = basename(file, '.json');
  const row = [
    name.padEnd(18),
    String(scores.answered.length).padStart(9),
    median(scores.answered).padStart(9),
    median(scores.removed).padStart(8),
    median(scores.elsewhere).padStart(10),
    areaUnderCurve(scores.answered, scores.removed).padStart(13),
    areaUnderCurve(scores.answered, scores.elsewhere).padStart(14),
  ];
  console.log(row.join(' '));
  all.answered.push(...scores.answered);
  all.elsewhere.push(...scores.elsewhere);
  all.removed.push(...scores.removed);
}
console.log(
  `all: AUC ${areaUnderCurve(all.answered, [...all.elsewhere, ...all.removed])} (elsewhere alone ${areaUnderCurve(all.answered, all.elsewhere)})`,
);
if (values.plot)
  writeFileSync(
    values.plot,
    plotScores({
      'with an answer': all.answered,
      'its answers taken away': all.removed,
      'about something else': all.elsewhere,
    }),
  );
await embedder.close();

async function scoresOf(file: string): Promise<typeof all> {
  const set = readSet(file);
  const indexes = await indexSet(set, { embedder, arena, cache });
  const vectors = await cachedVectors(
    cache,
    embedder,
    set.queries.map(({ text }) => text),
    'query',
  );
  const names = [...indexes.keys()];
  const scores: typeof all = { answered: [], elsewhere: [], removed: [] };
  for (const [i, { text, relevant, ns = '' }] of set.queries.entries()) {
    const best = async (index: NamespaceIndex, without: readonly string[] = []): Promise<number> => {
      const filter = { op: 'nin' as const, path: ['metadata', 'id'], values: without };
      const request = { vector: vectors[i]!, text, mode: 'blended' as const, limit: 1, now: 0 };
      return (await index.search({ ...request, ...(without.length > 0 && { filter }) }))[0]?.score ?? 0;
    };
    const answers = Array.isArray(relevant) ? relevant : Object.keys(relevant);
    scores.answered.push(await best(indexes.get(ns)!));
    scores.removed.push(await best(indexes.get(ns)!, answers));
    const other = names[(names.indexOf(ns) + 1) % names.length]!;
    if (other !== ns) scores.elsewhere.push(await best(indexes.get(other)!));
  }
  return scores;
}

function median(scores: readonly number[]): string {
  return scores.length === 0 ? '–' : scores.toSorted((a, b) => a - b)[scores.length >> 1]!.toFixed(2);
}

/** How often an answered question scores more than one that is not, ties as half. */
function areaUnderCurve(positives: readonly number[], negatives: readonly number[]): string {
  if (negatives.length === 0) return '–';
  const all = [...positives.map((score) => [score, 1]), ...negatives.map((score) => [score, 0])];
  all.sort((a, b) => a[0]! - b[0]!);
  let ranks = 0;
  for (let i = 0; i < all.length; ) {
    let end = i;
    while (end < all.length && all[end]![0] === all[i]![0]) end++;
    for (let k = i; k < end; k++) if (all[k]![1] === 1) ranks += (i + end + 1) / 2;
    i = end;
  }
  const n = positives.length;
  return ((ranks - (n * (n + 1)) / 2) / (n * negatives.length)).toFixed(3);
}
