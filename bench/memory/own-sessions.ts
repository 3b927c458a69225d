// Sets of our own about a user's sessions with an assistant: `node bench/memory/own-sessions.ts [local|fast] [second|third]`; without windows where LOREKEEP_BENCH_WINDOWS is off. sets/own-sessions.txt has what the user says in passing and two questions to each, sets/own-chats.txt what else is
// talked about. Sessions: each is one entry, found when it is among the first five. Long entries: two such sentences in a page of other text. Unanswerable: the same questions where their session is missing.
// 200 cases each, 396 in the second set (own-sessions-2.txt, own-chats-2.txt), which nothing was chosen by; those of even lines may be looked at, those of odd ones are only counted. The third (own-sessions-3.txt, 360 cases, no model was trained on it) was in view as a whole while the score was calibrated.
import { readFileSync } from 'node:fs';
import { configSchema } from '../../src/config/schema.ts';
import { createEmbedder } from '../../src/memory/embedding/create-embedder.ts';
import { VectorArena } from '../../src/memory/index/vectors/vector-arena.ts';
import type { RetrievalSet } from './retrieval-set.ts';
import { indexSet } from './set-index.ts';
import { cachedVectors } from './vector-cache.ts';

const cache = process.env['LOREKEEP_BENCH_CACHE'] ?? 'bench/.cache';
const embedder = await createEmbedder(
  process.argv[2] === 'fast' ? 'fast' : 'local',
  configSchema.parse({}).embedding,
);
const arena = await VectorArena.create();
const which = { second: '-2', third: '-3' }[process.argv[3] ?? ''] ?? '';
const facts = linesOf(`sets/own-sessions${which}.txt`).map(([said, ...questions]) => ({
  said: said!,
  questions,
}));
const chats = linesOf(`sets/own-chats${which === '-2' ? '-2' : ''}.txt`).map(([asked, answered]) => ({
  asked: asked!,
  answered: answered!,
}));
const questions = facts.flatMap(({ questions: asked }, line) => asked.map((text) => ({ text, line })));
const vectors = await cachedVectors(
  cache,
  embedder,
  questions.map(({ text }) => text),
  'query',
);

const sessions = facts.map(({ said }, line) => ({ id: `s${line}`, text: sessionWith(said, line) }));
const inSessions = await asked(sessions, (line) => `s${line}`);
show('sessions', inSessions);

const pages: RetrievalSet['docs'] = [];
for (let line = 0; line < facts.length; line += 2) pages.push({ id: `p${line >> 1}`, text: pageWith(line) });
show('long entries', await asked(pages, (line) => `p${line >> 1}`));

// Each half is asked where the sessions of its lines are missing; the other half fills the namespace.
const without = [0, 1].map((half) => sessions.filter((_, line) => line % 2 !== half));
const missing = await Promise.all(without.map((rest) => asked(rest, (line) => `s${line}`)));
for (const half of [0, 1]) {
  const of = (list: readonly Found[]) =>
    list.filter(({ line }) => line % 2 === half).map(({ score }) => score);
  console.log(
    `unanswerable ${name(half)}: AUC of the first score ${areaUnderCurve(of(inSessions), of(missing[half]!)).toFixed(3)}`,
  );
}
await embedder.close();

interface Found {
  line: number;
  place: number;
  score: number;
}

async function asked(docs: RetrievalSet['docs'], right: (line: number) => string): Promise<Found[]> {
  const set = { name: 'own', docs: [...docs], queries: [] };
  const index = (await indexSet(set, { embedder, arena, cache })).get('')!;
  const found: Found[] = [];
  for (const [i, { text, line }] of questions.entries()) {
    const hits = await index.search({ vector: vectors[i]!, text, mode: 'blended', limit: 5, now: 0 });
    const place = hits.findIndex(({ id }) => id === right(line));
    if (process.env['MISSES'] && line % 2 === 0 && place !== 0) console.log(`${text} -> ${place}`);
    found.push({ line, place, score: hits[0]?.score ?? 0 });
  }
  return found;
}

/** The user talks about two other things before and after. */
function sessionWith(said: string, line: number): string {
  const [before, after] = [chats[(line * 7) % chats.length]!, chats[(line * 7 + 3) % chats.length]!];
  return [
    `User: ${before.asked}`,
    `Assistant: ${before.answered}`,
    `User: Thanks! ${said} Anyway, another question: ${after.asked}`,
    `Assistant: ${after.answered}`,
  ].join('\n');
}

function pageWith(line: number): string {
  const other = (offset: number) => chats[(line * 3 + offset) % chats.length]!.answered;
  return [other(0), other(1), facts[line]!.said, other(2), other(4), facts[line + 1]!.said, other(5)].join(
    ' ',
  );
}

function show(what: string, list: readonly Found[]): void {
  for (const half of [0, 1]) {
    const own = list.filter(({ line }) => line % 2 === half);
    const share = (isRight: (place: number) => boolean) =>
      (own.filter(({ place }) => isRight(place)).length / own.length).toFixed(3);
    console.log(
      `${what} ${name(half)}: ${own.length} cases, first ${share((place) => place === 0)}, in the first five ${share((place) => place >= 0)}`,
    );
  }
}

function name(half: number): string {
  return half === 0 ? 'development' : 'held out';
}

function linesOf(file: string): string[][] {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(' | '));
}

function areaUnderCurve(above: readonly number[], below: readonly number[]): number {
  let won = 0;
  for (const a of above) for (const b of below) won += a > b ? 1 : a === b ? 0.5 : 0;
  return won / (above.length * below.length);
}
