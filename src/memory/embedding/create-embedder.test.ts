import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { configSchema } from '../../config/schema.ts';
import { calibrate } from './calibration.ts';
import { createEmbedder, openShippedEmbedder } from './create-embedder.ts';
import { loadOnnxRuntime } from './onnx-runtime.ts';

const settings = configSchema.parse({}).embedding;
const models = new URL('../../../models/', import.meta.url);

for (const name of ['local', 'fast'] as const) {
  test(`the ${name} model finds the text that means the same, and its score is higher than another's`, async () => {
    const embedder = await createEmbedder(name, settings);
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

test('the default model of earlier versions can be opened by its id, for namespaces that were embedded with it', async () => {
  const earlier = await openShippedEmbedder('lorekeep-embed-small', settings);
  onTestFinished(() => earlier?.close());
  const current = await createEmbedder('local', settings);
  onTestFinished(() => current.close());
  expect(current.id).not.toBe(earlier!.id);
  const text = ['Refunds are paid within five days.'];
  const [before] = await earlier!.embed(text, 'document');
  const [now] = await current.embed(text, 'document');
  expect(before).toHaveLength(now!.length);
  expect(dot(before!, now!)).toBeLessThan(0.998);
});

test('the multilingual model finds a note in another language, in both directions, and says its dimensions', async () => {
  const embedder = await createEmbedder('multilingual', { ...settings, cacheBytes: 0 });
  onTestFinished(() => embedder.close());
  const notes = [
    'Rückerstattungen werden innerhalb von fünf Tagen gezahlt.',
    'يفتح المتحف في التاسعة صباحا.',
  ];
  const documents = await embedder.embed([...notes, 'Refunds are paid within five days.'], 'document');
  const [refund, museum, foreign] = await embedder.embed(
    ['When are refunds paid?', 'When does the museum open?', '退款什么时候支付？'],
    'query',
  );
  expect(dot(refund!, documents[0]!)).toBeGreaterThan(dot(refund!, documents[1]!) + 0.05);
  expect(dot(museum!, documents[1]!)).toBeGreaterThan(dot(museum!, documents[0]!) + 0.05);
  expect(dot(foreign!, documents[2]!)).toBeGreaterThan(dot(foreign!, documents[1]!) + 0.05);
  expect([embedder.id, embedder.dims]).toEqual(['lorekeep-embed-multilingual', 384]);
  expect(await embedder.embed([notes[0]!], 'query')).toEqual([documents[0]]);
  const opened = await openShippedEmbedder(embedder.id, settings);
  expect(opened?.id).toBe(embedder.id);
  await opened?.close();
});

test('a vector depends on its text alone, in whatever company it was embedded', async () => {
  const embedder = await createEmbedder('local', { ...settings, cacheBytes: 0 });
  onTestFinished(() => embedder.close());
  const texts = ['a', '', 'word '.repeat(700), 'Some sentence of ordinary length.', '[SEP] [CLS]', '你好'];
  for (let i = 1; i < 40; i++)
    texts.push(`Note ${i}: ${'parcels and letters came late, '.repeat(i % 11)}${'!'.repeat(i % 3)}`);
  const together = await embedder.embed(texts, 'query');
  const backwards = await embedder.embed(texts.toReversed(), 'document');
  for (const [i, text] of texts.entries()) {
    const [alone] = await embedder.embed([text], 'query');
    expect(together[i]).toEqual(alone);
    expect(backwards.at(-1 - i)).toEqual(alone);
  }
});

test('a text of which the model knows nothing is near nothing, alone and among others', async () => {
  const embedder = await createEmbedder('local', { ...settings, cacheBytes: 0 });
  onTestFinished(() => embedder.close());
  const nothing = new Float32Array(embedder.dims);
  expect(await embedder.embed(['👍', '\u200b'], 'document')).toEqual([nothing, nothing]);
  const [first, second, third] = await embedder.embed(['tea', '🚀 🚀', 'tea'], 'document');
  expect(second).toEqual(nothing);
  expect(third).toEqual(first);
});

test('a model file that is not the one of its manifest is refused at the start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lorekeep-model-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  copyFileSync(new URL('tokenizer.json', models), join(folder, 'tokenizer.json'));
  copyFileSync(new URL('lorekeep-embed-fast.json', models), join(folder, 'manifest.json'));
  const table = readFileSync(new URL('lorekeep-embed-fast.bin', models));
  table[1000]! ^= 1;
  writeFileSync(join(folder, 'lorekeep-embed-fast.bin'), table);
  const damaged = createEmbedder('local', { ...settings, modelManifest: join(folder, 'manifest.json') });
  await expect(damaged).rejects.toThrow('lorekeep-embed-fast.bin');
});

const hasOnnxRuntime = await loadOnnxRuntime().then(
  () => true,
  () => false,
);

test.skipIf(hasOnnxRuntime)('a model in ONNX says how to get what it needs', async () => {
  const wanted = createEmbedder('local', { ...settings, runtime: 'onnx' });
  await expect(wanted).rejects.toThrow('npm install --no-save onnxruntime-node');
});

test.runIf(hasOnnxRuntime)(
  'another model is used by naming its manifest, with vectors for each token as with one for each text',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lorekeep-model-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    copyFileSync(new URL('tokenizer.json', models), join(folder, 'tokenizer.json'));
    // An encoder in the shape of gte-small: three inputs, a hidden state for each token, here eight sines of multiples of its id.
    const bytes = Buffer.from(tokenEncoder, 'base64');
    writeFileSync(join(folder, 'encoder.onnx'), bytes);
    const shipped = JSON.parse(readFileSync(new URL('lorekeep-embed-small-6.json', models), 'utf8'));
    const manifest = {
      ...shipped,
      kind: 'onnx',
      id: 'another',
      dims: 8,
      model: { path: 'encoder.onnx', sha256: createHash('sha256').update(bytes).digest('hex') },
    };
    writeFileSync(join(folder, 'another.json'), JSON.stringify(manifest));
    const modelManifest = join(folder, 'another.json');
    const embedder = await createEmbedder('local', { ...settings, cacheBytes: 0, modelManifest });
    onTestFinished(() => embedder.close());
    expect([embedder.id, embedder.dims]).toEqual(['another', 8]);
    const [long, short] = await embedder.embed(['the the the the', 'the'], 'query');
    // The mean over [CLS], the words and [SEP], padding left out: the shorter text is padded here to the length of the longer.
    expect(dot(short!, meanOf([101, 1996, 102]))).toBeCloseTo(1, 5);
    expect(dot(long!, meanOf([101, 1996, 1996, 1996, 1996, 102]))).toBeCloseTo(1, 5);
  },
);

test('the cache gives the same vectors without asking again', async () => {
  const embedder = await createEmbedder('fast', settings);
  const [first] = await embedder.embed(['same text'], 'query');
  const [second, other] = await embedder.embed(['same text', 'other'], 'query');
  expect(second).toBe(first);
  expect(other).not.toEqual(first);
});

test('a remote embedder without its address is refused by name', async () => {
  await expect(createEmbedder('openai', settings)).rejects.toThrow('embedding.url');
});

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, x, i) => sum + x * b[i]!, 0);
}

/** What the encoder below gives: the mean of sin(id × 1 … 8) over the tokens, of length 1. */
function meanOf(ids: readonly number[]): Float32Array {
  const mean = Float32Array.from({ length: 8 }, (_, i) =>
    ids.reduce((sum, id) => sum + Math.sin(id * (i + 1)), 0),
  );
  const length = Math.hypot(...mean);
  return mean.map((x) => x / length);
}

// An ONNX file of eleven nodes: last_hidden_state = sin(input_ids × [1 … 8]) + token_type_ids + 0 × attention_mask.
const tokenEncoder =
  'CAg6hgQKHwoJaW5wdXRfaWRzEgFmIgRDYXN0KgkKAnRvGAGgAQIKFgoBZgoDdHdvEgF1IglVbnNxdWVlemUKDgoBdQoBdxIBbSIDTXVsCgsKAW0SAXMiA1NpbgolCg50b2tlbl90eXBlX2lkcxICdGYiBENhc3QqCQoCdG8YAaABAgoYCgJ0ZgoDdHdvEgJ0dSIJVW5zcXVlZXplCiUKDmF0dGVudGlvbl9tYXNrEgJhZiIEQ2FzdCoJCgJ0bxgBoAECChgKAmFmCgN0d28SAmF1IglVbnNxdWVlemUKEwoCYXUKBHplcm8SAmF6IgNNdWwKDwoBcwoCdHUSAXgiA0FkZAofCgF4CgJhehIRbGFzdF9oaWRkZW5fc3RhdGUiA0FkZBIBZyoTCAEQB0IDdHdvSggCAAAAAAAAACopCAgQAUIBd0ogAACAPwAAAEAAAEBAAACAQAAAoEAAAMBAAADgQAAAAEEqEAgBEAFCBHplcm9KBAAAAABaHQoJaW5wdXRfaWRzEhAKDggHEgoKAxIBYgoDEgFsWiIKDmF0dGVudGlvbl9tYXNrEhAKDggHEgoKAxIBYgoDEgFsWiIKDnRva2VuX3R5cGVfaWRzEhAKDggHEgoKAxIBYgoDEgFsYikKEWxhc3RfaGlkZGVuX3N0YXRlEhQKEggBEg4KAxIBYgoDEgFsCgIICEIECgAQDQ==';
