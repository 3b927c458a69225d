import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { packEncoder } from '../../../../scripts/model/pack-encoder.ts';
import { readOnnx } from '../../../../scripts/model/read-onnx.ts';
import { withoutWords } from '../../../../scripts/model/without-words.ts';
import { useWideVectors } from '../../../platform/wide-vectors.ts';
import { WordPiece } from '../wordpiece.ts';
import { TransformerModel } from './transformer-model.ts';
import { readWeights, withWords, writeWeights } from './weights-file.ts';

useWideVectors();
const models = new URL('../../../../models/', import.meta.url);
const file = readFileSync(new URL('lorekeep-embed-small-6.bin', models));
const tokenizer = WordPiece.parse(readFileSync(new URL('tokenizer.json', models), 'utf8'));
const model = TransformerModel.load(file, 2);
afterAll(() => model.close());

test('the weights that are shipped are those of the ONNX model, byte for byte', () => {
  const onnx = readFileSync(new URL('onnx/lorekeep-embed-small-6.onnx', models));
  expect(Buffer.compare(file, writeWeights(packEncoder(readOnnx(onnx))))).toBe(0);
});

test('vectors are those of onnxruntime: a cosine of .999 at least', async () => {
  for (const { pieces, vector } of references()) {
    const [ours] = await model.run([pieces]);
    expect(dot(ours!, vector)).toBeGreaterThan(0.999);
  }
});

test('a vector is the same, number by number, however often the code that makes it has run', async () => {
  const texts = references()
    .map(({ pieces }) => pieces)
    .filter(({ length }) => length <= 60)
    .slice(0, 12);
  const first = await model.run(texts);
  for (let round = 0; round < 30; round++) await model.run(texts);
  expect(texts.length).toBeGreaterThan(4);
  expect(await model.run(texts)).toEqual(first);
});

test.each([
  ['lorekeep-embed-small-3.bin', './third-vectors.txt'],
  ['lorekeep-embed-small-2.bin', './second-vectors.txt'],
  ['lorekeep-embed-small.bin', './earlier-vectors.txt'],
])(
  '%s, the default model of earlier versions, shares the word pieces of this one and gives the vectors that it gave',
  async (name, vectors) => {
    const bare = readWeights(readFileSync(new URL(name, models)));
    const earlier = TransformerModel.start(withWords(bare, readWeights(file)), 1);
    for (const { pieces, vector } of references(vectors)) {
      const [[before], [now]] = await Promise.all([earlier.run([pieces]), model.run([pieces])]);
      expect(dot(before!, vector)).toBeGreaterThan(0.999);
      expect(dot(now!, vector)).toBeLessThan(0.998);
    }
    await earlier.close();
  },
);

test('a model whose word pieces were taken out and put back is the same model', async () => {
  const all = readWeights(file);
  const bare = withoutWords(all);
  expect(bare.data.length).toBeLessThan(all.data.length / 2);
  const again = TransformerModel.start(withWords(readWeights(writeWeights(bare)), all), 1);
  for (const { pieces } of references().slice(0, 4))
    expect(await again.run([pieces])).toEqual(await model.run([pieces]));
  await again.close();
});

test('a text has the same vector, to the last bit, alone, in any batch and on any thread', async () => {
  const text = fc.array(fc.integer({ min: 0, max: tokenizer.size - 1 }), { minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 2, maxLength: 9 }), async (texts) => {
      const [together, backwards] = await Promise.all([model.run(texts), model.run(texts.toReversed())]);
      for (const [i, pieces] of texts.entries()) {
        const [alone] = await model.run([pieces]);
        expect(together[i]).toEqual(alone);
        expect(backwards.at(-1 - i)).toEqual(alone);
      }
    }),
    { numRuns: 12 },
  );
});

test('without relaxed SIMD the vectors are the same to five places', async () => {
  const plain = TransformerModel.load(file, 1, 'plain');
  for (const { pieces } of references().slice(0, 6)) {
    const [[ours], [other]] = await Promise.all([model.run([pieces]), plain.run([pieces])]);
    expect(dot(ours!, other!)).toBeGreaterThan(0.9995);
  }
  await plain.close();
});

test('what does not fit the model is refused before the kernel sees it', async () => {
  await expect(model.run([[tokenizer.size]])).rejects.toThrow('does not know');
  await expect(model.run([[-1]])).rejects.toThrow('does not know');
  await expect(model.run([[]])).rejects.toThrow('does not fit');
  await expect(model.run([new Array<number>(513).fill(5)])).rejects.toThrow('does not fit');
  await expect(model.run([new Array<number>(300).fill(5), new Array<number>(300).fill(5)])).rejects.toThrow(
    'does not fit',
  );
});

test('a file that is cut off, of another kind or of another version is refused by name', () => {
  expect(() => readWeights(file.subarray(0, file.length - 64))).toThrow('cut off');
  expect(() => readWeights(Buffer.from('not weights at all'))).toThrow('not a file of encoder weights');
  const newer = Buffer.from(file.subarray(0, 64));
  newer.writeUInt32LE(2, 8);
  expect(() => readWeights(newer)).toThrow('version 2');
});

test('a closed model refuses work', async () => {
  const closed = TransformerModel.load(file, 1);
  await closed.run([[101, 102]]);
  await closed.close();
  await expect(closed.run([[101, 102]])).rejects.toThrow('closed');
});

/** Written by `bench/memory/encoder-agreement.ts --write`, with onnxruntime: a text and its vector in 32,767ths, a line each. */
function references(name = './onnxruntime-vectors.txt'): Array<{ pieces: number[]; vector: Float32Array }> {
  const lines = readFileSync(new URL(name, import.meta.url), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => {
    const [text, base64] = JSON.parse(line) as [string, string];
    const bytes = Buffer.from(base64, 'base64');
    const vector = Float32Array.from(
      new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)),
      (x) => x / 32_767,
    );
    return { pieces: [tokenizer.cls, ...tokenizer.encode(text).slice(0, 510), tokenizer.sep], vector };
  });
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, x, i) => sum + x * b[i]!, 0);
}
