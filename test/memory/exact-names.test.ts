import { afterAll, beforeAll, expect, test } from 'vitest';
import { configSchema } from '../../src/config/schema.ts';
import { createEmbedder } from '../../src/memory/embedding/create-embedder.ts';
import type { Embedder } from '../../src/memory/embedding/embedder.ts';
import { NamespaceIndex } from '../../src/memory/index/namespace-index.ts';
import { VectorArena } from '../../src/memory/index/vectors/vector-arena.ts';

/** Lines of a log: to the eye of the blend they look like code, where words count little. */
const verbs = ['Fixed', 'Refs', 'Reverted', 'Documented'];
const parts = ['the cache of sessions', 'a crash in the parser', 'links in the admin', 'tests of the ORM'];
const people = ['Ada Byron', 'Max Born', 'Li Wei', 'Eva Lind'];
const lines = Array.from({ length: 160 }, (_, i) => {
  const day = new Date(Date.UTC(2024, 0, 1 + 3 * i)).toISOString().slice(0, 10);
  const hash = ((i + 1) * 2_654_435_761).toString(16).padStart(10, '0');
  const ticket = 30_000 + 37 * i;
  return {
    day,
    hash,
    ticket,
    text: `${day} ${people[i % 4]}: ${verbs[(i >> 2) % 4]} #${ticket} -- ${parts[(i >> 4) % 4]} (v1.${i}.0) [${hash}]`,
  };
});
let embedder: Embedder;
let index: NamespaceIndex;

beforeAll(async () => {
  embedder = await createEmbedder('local', configSchema.parse({}).embedding);
  const { dims, calibration } = embedder;
  index = new NamespaceIndex({ dims, calibration, arena: await VectorArena.create() });
  const texts = [...lines.map(({ text }) => text), 'See you tomorrow 🚀', '👍'];
  const vectors = await embedder.embed(texts, 'document');
  index.put(
    texts.map((text, i) => ({
      id: text,
      metadata: {},
      createdAt: 0,
      updatedAt: 0,
      passages: [{ text, vector: vectors[i]! }],
    })),
  );
});

afterAll(() => embedder.close());

async function first(query: string): Promise<string | undefined> {
  const [vector] = await embedder.embed([query], 'query');
  const [hit] = await index.search({ text: query, vector: vector!, mode: 'blended', limit: 1, now: 0 });
  return hit?.id;
}

test('an entry is found first by the ticket, the hash, the version or the day that it alone names', async () => {
  for (const line of lines.filter((_, i) => i % 12 === 5)) {
    const queries = [
      `#${line.ticket}`,
      `Which change was about ticket ${line.ticket}?`,
      line.hash,
      `What happened on ${line.day}?`,
      `What is new in 1.${lines.indexOf(line)}.0?`,
    ];
    for (const query of queries) expect([query, await first(query)]).toEqual([query, line.text]);
  }
});

test('emoji are found by themselves, and not by every question that is vague', async () => {
  expect(await first('🚀')).toBe('See you tomorrow 🚀');
  expect(await first('👍')).toBe('👍');
  for (const query of ['what is it', 'who', 'zebra quantum']) expect(await first(query)).not.toBe('👍');
});
