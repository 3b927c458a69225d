// CPU of the re-ranker that comes along for 20 and 50 short passages, on one thread: `node bench/memory/reranking-cost.ts SET.json`. LOREKEEP_EMBEDDING_NATIVE_KERNELS=false measures WebAssembly alone. Passages are those of the set that have 48 to 56 word pieces together with the question.
import { readFileSync } from 'node:fs';
import { loadConfig } from '../../src/config/load.ts';
import { WordPiece } from '../../src/memory/embedding/wordpiece.ts';
import { createReranker } from '../../src/memory/reranking/create-reranker.ts';
import { useWideVectors } from '../../src/platform/wide-vectors.ts';
import { readSet } from './retrieval-set.ts';

const rounds = 8;
useWideVectors();
const config = loadConfig(process.env);
const reranker = createReranker(config.reranker, config.reranking, config.embedding)!;
const tokenizer = WordPiece.parse(
  readFileSync(new URL('../../models/tokenizer.json', import.meta.url), 'utf8'),
);
const set = readSet(process.argv[2]!);
const question = set.queries[0]!.text;
const asked = tokenizer.encode(question).length + 3;
const short = set.docs
  .map(({ text }) => ({ text }))
  .filter(({ text }) => Math.abs(tokenizer.encode(text).length + asked - 52) <= 4);
if (short.length < 50 + rounds) throw new Error(`The set has only ${short.length} such passages.`);
await reranker.score(question, short.slice(0, 50));
for (const count of [20, 50]) {
  const took: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = process.cpuUsage();
    await reranker.score(question, short.slice(round, round + count));
    const { user, system } = process.cpuUsage(start);
    took.push((user + system) / 1_000);
  }
  took.sort((a, b) => a - b);
  console.log(
    `${count} passages: least ${took[0]!.toFixed(0)}, median ${took[rounds / 2]!.toFixed(0)} ms of CPU`,
  );
}
await reranker.close();
