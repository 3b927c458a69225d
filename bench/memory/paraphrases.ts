// Queries of our own whose answer shares hardly a word with them, each with an entry that shares the words but not the meaning: blending must not fall for the
// words. `node bench/memory/paraphrases.ts [local|fast]`. Three sets of 200, each in one pool of 400 entries:
// natural: entries as people write them, names included, and distractors written for the query that share two or more of its words;
// elliptic: answers that name nobody ("He cycles along the canal"), and distractors with two words of the question in a sentence about something else;
// elliptic-hard: the same with distractors that hold nearly all words of the question, which mislead the model itself.
// The odd lines were for tuning.
import { readFileSync, writeFileSync } from 'node:fs';
import { configSchema } from '../../src/config/schema.ts';
import { createEmbedder } from '../../src/memory/embedding/create-embedder.ts';
import { NamespaceIndex } from '../../src/memory/index/namespace-index.ts';
import { VectorArena } from '../../src/memory/index/vectors/vector-arena.ts';
import { isFunctionWord } from '../../src/memory/index/words/function-words.ts';
import { wordsOf } from '../../src/memory/index/words/words.ts';
import { cachedVectors } from './vector-cache.ts';

const sentences = [
  'The word {a} stands above {b} on page forty of the old dictionary.',
  'A crossword in the Sunday paper had {a} going down and {b} going across.',
  'He carved {a} into the desk and {b} under the chair.',
  'The typeface looked fine for {a} but the letters of {b} ran together.',
  'In the spelling test she wrote {a} with two errors and {b} with one.',
  'The auctioneer sold a poster that said {a} and another that said {b}.',
  'Her parrot can pronounce {a} and sometimes {b}.',
  'The rhyme that the class made up uses {a} in one verse and {b} in the other.',
  'On the map of the board game there is a field called {a} and a field called {b}.',
  'The stamp collector filed the series {a} behind the series {b}.',
  'A neon sign with {a} in pink and {b} in green hung in the gallery.',
  'The search engine listed a film titled {a} and a song titled {b}.',
];
const cache = process.env['LOREKEEP_BENCH_CACHE'] ?? 'bench/.cache';
const tier = process.argv[2] === 'fast' ? 'fast' : 'local';
const embedder = await createEmbedder(tier, configSchema.parse({}).embedding);
const arena = await VectorArena.create();
const elliptic = readRows('paraphrases-elliptic.txt');
const sets: Record<string, Row[]> = {
  natural: readRows('paraphrases-natural.txt'),
  elliptic: elliptic.map(([query, answer], i) => [query, answer, composed(query, i)]),
  'elliptic-hard': elliptic,
};
const results: Record<string, Record<string, Recall>> = {};
for (const [name, rows] of Object.entries(sets)) {
  const recall = await measure(rows);
  results[name] = recall;
  for (const [mode, shares] of Object.entries(recall)) {
    const shown = Object.entries(shares).map(([part, value]) => `${part} ${value.toFixed(3)}`);
    console.log(`${name.padEnd(13)} ${tier}, ${mode.padEnd(8)} recall@1 ${shown.join('  ')}`);
  }
}
writeFileSync(`bench/results/memory-paraphrases-${tier}.json`, `${JSON.stringify(results, null, 2)}\n`);
await embedder.close();

type Row = readonly [query: string, answer: string, distractor: string];
type Recall = Record<'all' | 'tuned' | 'reported', number>;

function readRows(file: string): Row[] {
  return readFileSync(new URL(file, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(' | ') as [string, string, string]);
}

async function measure(rows: readonly Row[]): Promise<Record<string, Recall>> {
  // Answers first: next to its own distractor an answer would be lifted by the words it lacks.
  const texts = [...rows.map(([, answer]) => answer), ...rows.map(([, , distractor]) => distractor)];
  const vectors = await cachedVectors(cache, embedder, texts, 'document');
  const queries = await cachedVectors(
    cache,
    embedder,
    rows.map(([query]) => query),
    'query',
  );
  const { dims, calibration } = embedder;
  const index = new NamespaceIndex({ dims, calibration, arena });
  index.put(
    texts.map((text, i) => ({
      id: String(i),
      metadata: {},
      createdAt: 0,
      updatedAt: 0,
      passages: [{ text, vector: vectors[i]! }],
    })),
  );
  const recall: Record<string, Recall> = {};
  for (const mode of ['dense', 'lexical', 'blended'] as const) {
    const right = { tuned: 0, reported: 0 };
    for (const [i, [text]] of rows.entries()) {
      const [first] = await index.search({ vector: queries[i]!, text, mode, limit: 1, now: 0 });
      if (first?.id === String(i)) right[i % 2 === 0 ? 'tuned' : 'reported']++;
    }
    const half = rows.length / 2;
    recall[mode] = {
      all: (right.tuned + right.reported) / rows.length,
      tuned: right.tuned / half,
      reported: right.reported / half,
    };
  }
  index.release();
  return recall;
}

/** Two words of the question, chosen by the number of the line, in a sentence that has nothing to do with it. */
function composed(question: string, line: number): string {
  const words = (question.match(/\p{L}{3,}/gu) ?? []).filter(
    (word) => !wordsOf(word).some((stem) => isFunctionWord(stem)),
  );
  const first = (line * 7) % words.length;
  const second = (first + 1 + ((line * 13) % Math.max(1, words.length - 1))) % words.length;
  return sentences[line % sentences.length]!.replace('{a}', words[first]!).replace('{b}', words[second]!);
}
