import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { configSchema } from '../../config/schema.ts';
import { calibrate } from './calibration.ts';
import { createEmbedder, openShippedEmbedder } from './create-embedder.ts';

const settings = configSchema.parse({}).embedding;
const models = new URL('../../../models/', import.meta.url);
const unexpected = (reason: unknown) => {
  throw reason;
};

for (const name of ['local', 'fast'] as const) {
  test(`the ${name} model finds the text that means the same, and its score is higher than another's`, async () => {
    const embedder = await createEmbedder(name, settings, unexpected);
    onTestFinished(() => embedder.close());
    const [query] = await embedder.embed(['how do I get my money back?'], 'query');
    const texts = ['Refunds are paid within five days.', 'The museum opens at nine in the morning.'];
    const vectors = await embedder.embed(texts, 'document');
    const scores = vectors.map((vector) => calibrate(embedder.calibration, dot(query!, vector)));
    expect(scores[0]).toBeGreaterThan(scores[1]!);
    expect(dot(query!, query!)).toBeCloseTo(1, 3);
    expect(vectors[0]).toHaveLength(embedder.dims);
    expect((await openShippedEmbedder(embedder.id, settings))?.dims).toBe(embedder.dims);
  });
}

test('texts embedded together have nearly the vectors they have alone, however long they are', async () => {
  const embedder = await createEmbedder('local', { ...settings, cacheBytes: 0 }, unexpected);
  onTestFinished(() => embedder.close());
  const texts = ['a', '', 'word '.repeat(700), 'Some sentence of ordinary length.', '[SEP] [CLS]', '你好'];
  const together = await embedder.embed(texts, 'query');
  for (const [i, text] of texts.entries()) {
    const [alone] = await embedder.embed([text], 'query');
    expect(dot(alone!, together[i]!)).toBeGreaterThan(0.97);
  }
});

test('a model file that is not the one of its manifest is refused at the start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lorekeep-model-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  copyFileSync(new URL('tokenizer.json', models), join(folder, 'tokenizer.json'));
  copyFileSync(new URL('gte-table.json', models), join(folder, 'manifest.json'));
  const table = readFileSync(new URL('gte-table.bin', models));
  table[1000]! ^= 1;
  writeFileSync(join(folder, 'gte-table.bin'), table);
  const damaged = createEmbedder(
    'local',
    { ...settings, modelManifest: join(folder, 'manifest.json') },
    unexpected,
  );
  await expect(damaged).rejects.toThrow('gte-table.bin');
});

test('the cache gives the same vectors without asking again', async () => {
  const embedder = await createEmbedder('fast', settings, unexpected);
  const [first] = await embedder.embed(['same text'], 'query');
  const [second, other] = await embedder.embed(['same text', 'other'], 'query');
  expect(second).toBe(first);
  expect(other).not.toEqual(first);
});

test('a remote embedder without its address is refused by name', async () => {
  await expect(createEmbedder('openai', settings, unexpected)).rejects.toThrow('embedding.url');
});

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, x, i) => sum + x * b[i]!, 0);
}
