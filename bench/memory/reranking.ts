// What re-ranking the best 50 is worth on sets of questions: `node bench/memory/reranking.ts SET.json …`. Shows the search as it is, a perfect order of its best 50, and the order of the re-ranker
// (the one that comes along, or what LOREKEEP_RERANKER names) with the CPU time it took on one thread. LOREKEEP_BENCH_QUERIES=100 asks that many of the questions, evenly spread. LOREKEEP_BENCH_LISTS=FOLDER
// writes what the re-ranker would read to FOLDER/SET.lists.json instead of asking it (models/training/list_inputs.py reads that). Vectors are cached under LOREKEEP_BENCH_CACHE (bench/.cache).
import { writeFileSync } from 'node:fs';
import { loadConfig } from '../../src/config/load.ts';
import { createEmbedder } from '../../src/memory/embedding/create-embedder.ts';
import { NamespaceIndex } from '../../src/memory/index/namespace-index.ts';
import { VectorArena } from '../../src/memory/index/vectors/vector-arena.ts';
import { readAsTurns } from '../../src/memory/index/words/spoken-turns.ts';
import { createReranker } from '../../src/memory/reranking/create-reranker.ts';
import { inRerankedOrder } from '../../src/memory/reranking/reranked-order.ts';
import { average, judge, type Quality, type RetrievalSet, readSet } from './retrieval-set.ts';
import { cachedVectors } from './vector-cache.ts';

const cache = process.env['LOREKEEP_BENCH_CACHE'] ?? 'bench/.cache';
const {
  LOREKEEP_BENCH_CACHE: _,
  LOREKEEP_BENCH_QUERIES: wanted,
  LOREKEEP_BENCH_LISTS: folder,
  ...environment
} = process.env;
const config = loadConfig(environment);
const embedder = await createEmbedder('local', config.embedding);
const reranker = createReranker(config.reranker, config.reranking, config.embedding);
const arena = await VectorArena.create();
for (const file of process.argv.slice(2)) await measure(readSet(file));
await embedder.close();
await reranker?.close();

async function measure(whole: RetrievalSet): Promise<void> {
  const step = wanted === undefined ? 1 : Math.max(1, whole.queries.length / Number(wanted));
  const set = {
    ...whole,
    queries: whole.queries.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step)),
  };
  const { indexes, passages } = await indexSet(set);
  const texts = set.queries.map(({ text }) => text);
  const vectors = await cachedVectors(cache, embedder, texts, 'query');
  const judged: Record<'search' | 'perfect' | 'reranked', Quality[]> = {
    search: [],
    perfect: [],
    reranked: [],
  };
  const lists: unknown[] = [];
  let tookMs = 0;
  for (const [i, { text, ns = '', relevant }] of set.queries.entries()) {
    const limit = config.reranking.candidates;
    const hits = await indexes
      .get(ns)!
      .search({ vector: vectors[i]!, text, mode: 'blended', limit, now: 0, before: true });
    const grades = new Map<string, number>(
      Array.isArray(relevant) ? relevant.map((id) => [id, 1]) : Object.entries(relevant),
    );
    const perfect = hits.toSorted((a, b) => (grades.get(b.id) ?? 0) - (grades.get(a.id) ?? 0));
    judged.search.push(judge(idsOf(hits), relevant));
    judged.perfect.push(judge(idsOf(perfect), relevant));
    if (!reranker) continue;
    const areTurns = readAsTurns(hits.map(({ id }) => passages.get(`${ns}\n${id}`)!.join(' ')));
    const read = hits.map(({ id, passage, before, score }) => ({
      score,
      text: passages.get(`${ns}\n${id}`)![passage]!,
      before:
        before && (before.isAlike || areTurns) ? passages.get(`${ns}\n${before.id}`)!.join(' ') : undefined,
    }));
    if (folder) {
      const found = hits.map(({ id }, at) => ({ ...read[at], grade: grades.get(id) ?? 0 }));
      lists.push({ query: text, relevant: grades.size, found });
      continue;
    }
    const start = process.cpuUsage();
    const probabilities = await reranker.score(text, read);
    const { user, system } = process.cpuUsage(start);
    tookMs += (user + system) / 1_000;
    const reranked = probabilities ? inRerankedOrder(hits, probabilities) : hits;
    judged.reranked.push(judge(idsOf(reranked), relevant));
  }
  if (folder) writeFileSync(`${folder}/${set.name}.lists.json`, JSON.stringify(lists));
  for (const [name, list] of Object.entries(judged)) {
    if (list.length === 0) continue;
    const { ndcg, recall } = average(list);
    const time =
      name === 'reranked' ? `  ${(tookMs / list.length).toFixed(0)} ms of CPU for each search` : '';
    console.log(
      `${set.name.padEnd(12)} ${name.padEnd(8)} NDCG@10 ${ndcg.toFixed(4)} recall@10 ${recall.toFixed(4)}${time}`,
    );
  }
}

async function indexSet(set: RetrievalSet) {
  const ranges = set.docs.map(({ text }) => embedder.split(text));
  const texts = set.docs.flatMap(({ text }, i) => ranges[i]!.map(({ start, end }) => text.slice(start, end)));
  const vectors = await cachedVectors(cache, embedder, texts, 'document');
  const indexes = new Map<string, NamespaceIndex>();
  const passages = new Map<string, string[]>();
  const { dims, calibration } = embedder;
  let next = 0;
  for (const [i, { id, ns = '' }] of set.docs.entries()) {
    const index = indexes.get(ns) ?? new NamespaceIndex({ dims, calibration, arena });
    indexes.set(ns, index);
    const own = ranges[i]!.map(() => ({ text: texts[next]!, vector: vectors[next++]! }));
    passages.set(
      `${ns}\n${id}`,
      own.map(({ text }) => text),
    );
    index.put([{ id, metadata: {}, createdAt: 0, updatedAt: 0, passages: own }]);
  }
  return { indexes, passages };
}

function idsOf(hits: ReadonlyArray<{ id: string }>): string[] {
  return hits.map(({ id }) => id);
}
