// 200 questions of our own whose answer shares hardly a word with them, each with an entry that shares the words but not the meaning: blending must
// not fall for the words. `node bench/memory/paraphrases.ts [local|fast] [hard]`: the distractor holds two of the question's words in a sentence about something
// else, or, when hard, nearly all of them in a sentence written for the question, which misleads the model itself. The odd lines were for tuning.
import { readFileSync, writeFileSync } from 'node:fs';
import { configSchema } from '../../src/config/schema.ts';
import { createEmbedder } from '../../src/memory/embedding/create-embedder.ts';
import { isFunctionWord } from '../../src/memory/index/function-words.ts';
import { NamespaceIndex } from '../../src/memory/index/namespace-index.ts';
import { VectorArena } from '../../src/memory/index/vector-arena.ts';
import { wordsOf } from '../../src/memory/index/words.ts';
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
const lines = readFileSync(new URL('./paraphrases.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(' | ') as [question: string, answer: string, distractor: string]);
const hard = process.argv[3] === 'hard';
const rows = hard
  ? lines
  : lines.map(([question, answer], i) => [question, answer, composed(question, i)] as const);
const embedder = await createEmbedder(tier, configSchema.parse({}).embedding, (reason) => {
  throw reason;
});
// Answers first: next to its own distractor an answer would be lifted by the words it lacks.
const texts = [...rows.map(([, answer]) => answer), ...rows.map(([, , distractor]) => distractor)];
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
const recall: Record<string, Record<string, number>> = {};
for (const mode of ['dense', 'lexical', 'blended'] as const) {
  const right = { tuned: 0, reported: 0 };
  for (const [i, [text]] of rows.entries()) {
    const [first] = await index.search({ vector: questions[i]!, text, mode, limit: 1, now: 0 });
    if (first?.id === String(i)) right[i % 2 === 0 ? 'tuned' : 'reported']++;
  }
  const half = rows.length / 2;
  recall[mode] = {
    all: (right.tuned + right.reported) / rows.length,
    tuned: right.tuned / half,
    reported: right.reported / half,
  };
  const shown = Object.entries(recall[mode]).map(([name, value]) => `${name} ${value.toFixed(3)}`);
  console.log(`${rows.length} paraphrases, ${tier}, ${mode.padEnd(8)} recall@1 ${shown.join('  ')}`);
}
writeFileSync(
  `bench/results/memory-paraphrases-${hard ? 'hard-' : ''}${tier}.json`,
  `${JSON.stringify(recall, null, 2)}\n`,
);
await embedder.close();

/** Two words of the question, chosen by the number of the line, in a sentence that has nothing to do with it. */
function composed(question: string, line: number): string {
  const words = (question.match(/\p{L}{3,}/gu) ?? []).filter(
    (word) => !wordsOf(word).some((stem) => isFunctionWord(stem)),
  );
  const first = (line * 7) % words.length;
  const second = (first + 1 + ((line * 13) % Math.max(1, words.length - 1))) % words.length;
  return sentences[line % sentences.length]!.replace('{a}', words[first]!).replace('{b}', words[second]!);
}
