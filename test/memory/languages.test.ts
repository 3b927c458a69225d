import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configSchema } from '../../src/config/schema.ts';
import { createEmbedder } from '../../src/memory/embedding/create-embedder.ts';
import type { Embedder } from '../../src/memory/embedding/embedder.ts';
import { NamespaceIndex } from '../../src/memory/index/namespace-index.ts';
import { VectorArena } from '../../src/memory/index/vectors/vector-arena.ts';

const languages: Record<string, Array<{ entry: string; question: string }>> = JSON.parse(
  readFileSync(new URL('./languages.json', import.meta.url), 'utf8'),
);
let embedder: Embedder;

beforeAll(async () => {
  embedder = await createEmbedder('local', configSchema.parse({}).embedding);
});

afterAll(() => embedder.close());

for (const [language, pairs] of Object.entries(languages)) {
  test(`questions in ${language} find their entries, though the model learnt English`, async () => {
    const { dims, calibration } = embedder;
    const index = new NamespaceIndex({ dims, calibration, arena: await VectorArena.create() });
    const entries = pairs.map(({ entry }) => entry);
    const vectors = await embedder.embed(entries, 'document');
    index.put(
      entries.map((text, i) => ({
        id: text,
        metadata: {},
        createdAt: 0,
        updatedAt: 0,
        passages: [{ text, vector: vectors[i]! }],
      })),
    );
    let found = 0;
    for (const { entry, question } of pairs) {
      const [vector] = await embedder.embed([question], 'query');
      const [hit] = await index.search({
        vector: vector!,
        text: question,
        mode: 'blended',
        limit: 1,
        now: 0,
      });
      if (hit?.id === entry) found++;
    }
    index.release();
    expect(found).toBeGreaterThanOrEqual(pairs.length - 1);
  });
}
