// Sets of our own, made from templates that we wrote: `node bench/memory/own-cases.ts [local|multilingual]`. Other languages: notes and questions in nine, within each and from English.
// Unanswerable: the same question where its note is and where it is not. Each set has 200 cases; even ones may be looked at, odd ones are only counted.
import { readFileSync } from 'node:fs';
import { configSchema } from '../../src/config/schema.ts';
import { createEmbedder } from '../../src/memory/embedding/create-embedder.ts';
import { NamespaceIndex } from '../../src/memory/index/namespace-index.ts';
import { VectorArena } from '../../src/memory/index/vectors/vector-arena.ts';

type Language = string;
interface Material {
  names: string[];
  places: string[];
  templates: Record<Language, Array<[note: string, question: string]>>;
}

/** One fact about one person, in one language. */
interface Fact {
  id: string;
  name: number;
  template: number;
}

const material = JSON.parse(
  readFileSync(new URL('sets/own-languages.json', import.meta.url), 'utf8'),
) as Material;
const cases = 200;
const tier = process.argv[2] === 'multilingual' ? 'multilingual' : 'local';
const embedder = await createEmbedder(tier, configSchema.parse({}).embedding);
const arena = await VectorArena.create();
const facts: Fact[] = material.names.flatMap((_, name) =>
  material.templates['en']!.map((_, template) => ({ id: `n${name}-${template}`, name, template })),
);

const within: boolean[] = [];
const across: boolean[] = [];
const scores = { answered: [] as number[], unanswered: [] as number[] };
for (const language of Object.keys(material.templates)) {
  const full = await indexOf(language, facts);
  // Every third note is missing, another one for each language.
  const shift = language.charCodeAt(0) + language.charCodeAt(1);
  const missing = facts.filter((_, i) => (i + shift) % 3 === 0);
  const holed = await indexOf(
    language,
    facts.filter((fact) => !missing.includes(fact)),
  );
  for (const [i, fact] of facts.entries()) {
    if (within.length < cases && (i + shift) % 9 < 5)
      within.push((await first(full, language, fact)).id === fact.id);
    if (language !== 'en' && across.length < cases && (i + shift) % 8 < 5)
      across.push((await first(full, 'en', fact)).id === fact.id);
  }
  for (const fact of missing) {
    if (scores.answered.length === cases / 2) break;
    scores.answered.push((await first(full, language, fact)).score);
    scores.unanswered.push((await first(holed, language, fact)).score);
  }
}
report('within a language, first', within);
report('from English, first', across);
const even = <T>(list: readonly T[], rest: 0 | 1) => list.filter((_, i) => i % 2 === rest);
for (const rest of [0, 1] as const) {
  const area = areaUnderCurve(even(scores.answered, rest), even(scores.unanswered, rest)).toFixed(3);
  console.log(
    `unanswerable, AUC, ${rest === 0 ? 'even' : 'odd '} (${even(scores.answered, rest).length} pairs): ${area}`,
  );
}
await embedder.close();

function report(what: string, list: readonly boolean[]): void {
  for (const rest of [0, 1] as const) {
    const half = list.filter((_, i) => i % 2 === rest);
    const share = half.filter(Boolean).length / half.length;
    console.log(`${what}, ${rest === 0 ? 'even' : 'odd '} (${half.length} cases): ${share.toFixed(3)}`);
  }
}

function filled(text: string, { name, template }: Fact): string {
  return text
    .replaceAll('{n}', material.names[name]!)
    .replaceAll('{p}', material.places[(name + template * 3) % material.places.length]!);
}

async function indexOf(language: Language, noted: readonly Fact[]): Promise<NamespaceIndex> {
  const texts = noted.map((fact) => filled(material.templates[language]![fact.template]![0], fact));
  const vectors = await embedder.embed(texts, 'document');
  const { dims, calibration } = embedder;
  const index = new NamespaceIndex({ dims, calibration, arena });
  index.put(
    noted.map(({ id }, i) => ({
      id,
      metadata: {},
      createdAt: 0,
      updatedAt: 0,
      passages: [{ text: texts[i]!, vector: vectors[i]! }],
    })),
  );
  return index;
}

async function first(
  index: NamespaceIndex,
  language: Language,
  fact: Fact,
): Promise<{ id: string; score: number }> {
  const text = filled(material.templates[language]![fact.template]![1], fact);
  const [vector] = await embedder.embed([text], 'query');
  const [hit] = await index.search({ vector: vector!, text, mode: 'blended', limit: 1, now: 0 });
  return hit!;
}

function areaUnderCurve(above: readonly number[], below: readonly number[]): number {
  let won = 0;
  for (const a of above) for (const b of below) won += a > b ? 1 : a === b ? 0.5 : 0;
  return won / (above.length * below.length);
}
