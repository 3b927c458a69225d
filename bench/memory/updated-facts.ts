// Whether the newer of two statements that contradict each other comes first: `node bench/memory/updated-facts.ts [local|fast]`. Each pair is written among a hundred
// unrelated notes and nine other pairs, the older statements first. Odd lines of the set are for development, even ones are held out.
import { readFileSync } from 'node:fs';
import { configSchema } from '../../src/config/schema.ts';
import { createEmbedder } from '../../src/memory/embedding/create-embedder.ts';
import { NamespaceIndex } from '../../src/memory/index/namespace-index.ts';
import { VectorArena } from '../../src/memory/index/vectors/vector-arena.ts';
import { cachedVectors } from './vector-cache.ts';

interface Pair {
  line: number;
  older: string;
  newer: string;
  question: string;
}

const cache = process.env['LOREKEEP_BENCH_CACHE'] ?? 'bench/.cache';
const tier = process.argv[2] === 'fast' ? 'fast' : 'local';
const rounds = 5;
const hour = 3_600_000;
const people = ['Alice', 'Marco', 'Priya', 'Tomasz', 'Ingrid', 'Kwame', 'Yuki', 'Sofia', 'Ben', 'Leila'];
const cities = ['Berlin', 'Paris', 'Lagos', 'Toronto', 'Lima', 'Oslo', 'Seoul', 'Madrid', 'Cairo', 'Austin'];

const lines = contentLines('sets/updated-facts.txt');
const notes = contentLines('paraphrases-natural.txt').flatMap((line) => line.split(' | ').slice(1));
const embedder = await createEmbedder(tier, configSchema.parse({}).embedding);
const arena = await VectorArena.create();
const outcome = {
  dev: { cases: 0, first: 0, before: 0, marked: 0 },
  heldOut: { cases: 0, first: 0, before: 0, marked: 0 },
};
for (let round = 0; round < rounds; round++) {
  const pairs = lines.map((line, i) => filled(line, i, round));
  for (let start = 0; start < pairs.length; start += 10) await ask(pairs.slice(start, start + 10), round);
}
for (const [name, { cases, first, before, marked }] of Object.entries(outcome))
  console.log(
    `${name.padEnd(8)} ${cases} cases: newer first ${share(first, cases)}, before the older ${share(before, cases)}, older marked ${share(marked, cases)}`,
  );
await embedder.close();

async function ask(pairs: readonly Pair[], round: number): Promise<void> {
  const unrelated = Array.from({ length: 100 }, (_, i) => notes[(i * 3 + round * 61) % notes.length]!);
  const texts = [...pairs.map(({ older }) => older), ...unrelated, ...pairs.map(({ newer }) => newer)];
  const vectors = await cachedVectors(cache, embedder, texts, 'document');
  const index = new NamespaceIndex({ dims: embedder.dims, calibration: embedder.calibration, arena });
  for (const [i, text] of texts.entries()) {
    const [createdAt, vector] = [i * hour, vectors[i]!];
    index.put([
      {
        id: String(i).padStart(4, '0'),
        metadata: {},
        createdAt,
        updatedAt: createdAt,
        passages: [{ text, vector }],
      },
    ]);
  }
  const asked = await cachedVectors(
    cache,
    embedder,
    pairs.map(({ question }) => question),
    'query',
  );
  for (const [i, { line, question }] of pairs.entries()) {
    const hits = await index.search({
      vector: asked[i]!,
      text: question,
      mode: 'blended',
      limit: 10,
      now: texts.length * hour,
    });
    const ids = hits.map(({ id }) => Number(id));
    const [older, newer] = [ids.indexOf(i), ids.indexOf(pairs.length + unrelated.length + i)];
    const counts = line % 2 === 0 ? outcome.dev : outcome.heldOut;
    counts.cases++;
    if (newer === 0) counts.first++;
    if (newer >= 0 && (older < 0 || newer < older)) counts.before++;
    if (hits[older]?.supersededBy !== undefined) counts.marked++;
    if (process.env['MISSES'] && line % 2 === 0 && newer !== 0)
      console.log(
        `${question} -> ${hits
          .slice(0, 3)
          .map(({ id, score }) => `${texts[Number(id)]} ${score.toFixed(2)}`)
          .join(' / ')}; newer at ${newer}`,
      );
  }
  index.release();
}

function filled(line: string, index: number, round: number): Pair {
  const pick = (list: readonly string[], offset: number) =>
    list[(index * 3 + round * 7 + offset) % list.length]!;
  const number = 3 + ((index * 5 + round * 3) % 7);
  const values: Record<string, string> = {
    p: pick(people, 0),
    q: pick(people, 4),
    c: pick(cities, 0),
    d: pick(cities, 3),
    n: String(number),
    m: String(number + 1 + (index % 3)),
  };
  const [older, newer, question] = line
    .split(' | ')
    .map((text) => text.replace(/\{(\w)\}/g, (_, key: string) => values[key]!));
  return { line: index, older: older!, newer: newer!, question: question! };
}

function contentLines(name: string): string[] {
  const text = readFileSync(new URL(name, import.meta.url), 'utf8');
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

function share(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(0)} %`;
}
