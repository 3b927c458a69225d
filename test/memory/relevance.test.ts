import { afterAll, beforeAll, expect, test } from 'vitest';
import { configSchema } from '../../src/config/schema.ts';
import { createEmbedder } from '../../src/memory/embedding/create-embedder.ts';
import type { Embedder } from '../../src/memory/embedding/embedder.ts';
import { NamespaceIndex } from '../../src/memory/index/namespace-index.ts';
import { VectorArena } from '../../src/memory/index/vectors/vector-arena.ts';

const facts = [
  'Ada prefers tea over coffee in the morning.',
  'The staging database runs on port 6543.',
  'Marco is allergic to walnuts.',
  'The quarterly report is due on 2026-03-14.',
];
const asked = [
  ['What does Ada drink in the morning?', 0],
  ['Which port does the staging database use?', 1],
  ['Is Marco allergic to something?', 2],
  ['What is due on March 14?', 3],
] as const;
const unrelated = [
  ['Rivers carry sand to the sea.', 'A violin has four strings.', 'Basil needs sun and water.'],
  Array.from({ length: 300 }, (_, i) => `Invoice ${i} of supplier ${i % 17} was paid in week ${i % 52}.`),
  Array.from({ length: 300 }, (_, i) => `export function part${i}(input) { return input[${i}]; }`),
];

let embedder: Embedder;
let arena: VectorArena;

beforeAll(async () => {
  embedder = await createEmbedder('local', configSchema.parse({}).embedding);
  arena = await VectorArena.create();
});

afterAll(() => embedder.close());

async function search(texts: readonly string[], query: string) {
  const vectors = await embedder.embed(texts, 'document');
  const index = new NamespaceIndex({ dims: embedder.dims, calibration: embedder.calibration, arena });
  const time = { createdAt: 0, updatedAt: 0 };
  index.put(
    texts.map((text, i) => ({ id: text, metadata: {}, ...time, passages: [{ text, vector: vectors[i]! }] })),
  );
  const [vector] = await embedder.embed([query], 'query');
  const hits = await index.search({ vector: vector!, text: query, mode: 'blended', limit: 10, now: 0 });
  index.release();
  return hits;
}

test('a score does not depend on unrelated entries of the namespace', async () => {
  for (const [query, answer] of asked) {
    const scores = [];
    for (const others of unrelated) {
      const hits = await search([...facts, ...others], query);
      scores.push(hits.find(({ id }) => id === facts[answer])!.score);
    }
    expect(Math.max(...scores) - Math.min(...scores)).toBeLessThanOrEqual(0.05);
  }
});

test('what answers a query scores above a half and what does not below it', async () => {
  for (const [query, answer] of asked) {
    const [first] = await search(facts, query);
    expect(first!.id).toBe(facts[answer]);
    expect(first!.score).toBeGreaterThan(0.5);
    const [without] = await search([...facts.filter((_, i) => i !== answer), ...unrelated[0]!], query);
    expect(without!.score).toBeLessThan(0.5);
  }
});

test('the same text as the query scores .98 or more, in any script', async () => {
  for (const text of [...facts, 'Лиза живёт в Киеве и работает врачом.', '本社は東京にあります。']) {
    const [first] = await search([...facts, ...unrelated[0]!, text], text);
    expect(first!.id).toBe(text);
    expect(first!.score).toBeGreaterThanOrEqual(0.98);
  }
});

test('a question in English about texts in another language is answered by the words that both share', async () => {
  const texts = [
    'Die Besprechung mit Frau Okonkwo ist auf Donnerstag verlegt worden.',
    'Der Server in Lissabon wird von der Firma Hartmann betreut.',
    'Das Budget für das Projekt Albatros beträgt 40000 Euro.',
    'Wir haben den Vertrag mit der Spedition Brandt gekündigt.',
  ];
  for (const [query, answer] of [
    ['What is the budget of Albatros?', 2],
    ['What happened to the contract with Brandt?', 3],
    ['When is the meeting with Okonkwo?', 0],
  ] as const) {
    expect((await search(texts, query))[0]!.id).toBe(texts[answer]);
  }
});
