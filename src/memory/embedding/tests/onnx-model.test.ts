import { expect, test } from 'vitest';
import { OnnxModel } from '../onnx-model.ts';
import type { OnnxRuntime, OnnxTensor } from '../onnx-runtime.ts';

type Outputs = Record<string, { data: unknown; dims: number[] }>;

/** A runtime that notes what it is given and gives these outputs. */
async function open(outputs: Outputs, inputNames = ['input_ids', 'attention_mask']) {
  const made: Array<Record<string, unknown>> = [];
  const given: Array<Record<string, { type: string; data: BigInt64Array; dims: readonly number[] }>> = [];
  let disposed = 0;
  const tensor = (fields: object) => ({ ...fields, dispose: () => void disposed++ }) as unknown as OnnxTensor;
  const runtime = {
    InferenceSession: {
      create: async (model: Uint8Array, options: object) => {
        made.push({ model: [...model], ...options });
        return {
          inputNames,
          run: async (inputs: never) => {
            given.push(inputs);
            return Object.fromEntries(
              Object.entries(outputs).map(([name, output]) => [name, tensor(output)]),
            );
          },
          release: async () => void made.push({ released: true }),
        };
      },
    },
    Tensor: function Tensor(type: string, data: BigInt64Array, dims: number[]) {
      return tensor({ type, data, dims });
    },
  } as unknown as OnnxRuntime;
  const model = await OnnxModel.load(Uint8Array.of(1, 2), 3, async () => runtime);
  return { model, made, given, disposed: () => disposed };
}

const sentences = { sentence_embedding: { data: Float32Array.of(3, 4, 0, 5, 8, 6), dims: [3, 2] } };
const length = Math.fround;

test('one batch is run by as many threads as are allowed, in one session', async () => {
  const { model, made } = await open(sentences);
  expect(model.threads).toBe(1);
  expect(made).toEqual([
    {
      model: [1, 2],
      executionProviders: ['cpu'],
      graphOptimizationLevel: 'all',
      executionMode: 'sequential',
      intraOpNumThreads: 3,
      interOpNumThreads: 1,
      logSeverityLevel: 3,
    },
  ]);
  await model.close();
  expect(made.at(-1)).toEqual({ released: true });
});

test('texts are padded to the longest, and only their own tokens count', async () => {
  const { model, given, disposed } = await open(sentences);
  const vectors = await model.run([[7], [8, 9, 10], [11, 12]]);
  expect(vectors.map((vector) => [...vector])).toEqual([
    [length(0.6), length(0.8)],
    [0, 1],
    [length(0.8), length(0.6)],
  ]);
  expect(given).toMatchObject([
    {
      input_ids: {
        type: 'int64',
        data: BigInt64Array.of(7n, 0n, 0n, 8n, 9n, 10n, 11n, 12n, 0n),
        dims: [3, 3],
      },
      attention_mask: {
        type: 'int64',
        data: BigInt64Array.of(1n, 0n, 0n, 1n, 1n, 1n, 1n, 1n, 0n),
        dims: [3, 3],
      },
    },
  ]);
  expect(given[0]).not.toHaveProperty('token_type_ids');
  expect(disposed()).toBe(3);
});

test('a model that asks for the kinds of tokens gets one kind', async () => {
  const { model, given, disposed } = await open(sentences, ['input_ids', 'token_type_ids']);
  await model.run([[7, 8], [9], [10]]);
  expect(given[0]!['token_type_ids']).toMatchObject({ data: new BigInt64Array(6), dims: [3, 2] });
  expect(disposed()).toBe(4);
});

test('where there is a vector for each token, that of a text is their mean without the padding', async () => {
  const hidden = Float32Array.of(6, 0, 0, 8, 99, 99, 1, 0, 1, 0, 1, 0);
  const { model } = await open({ last_hidden_state: { data: hidden, dims: [2, 3, 2] } });
  const [two, three] = await model.run([
    [1, 2],
    [1, 2, 3],
  ]);
  expect([...two!]).toEqual([length(0.6), length(0.8)]);
  expect([...three!]).toEqual([1, 0]);
});

test.each<[string, Outputs]>([
  ['nothing', {}],
  ['something else', { logits: { data: Float32Array.of(1), dims: [1, 1] } }],
  ['other numbers', { sentence_embedding: { data: [1], dims: [1, 1] } }],
])('a model that gives %s is refused', async (_, outputs) => {
  const { model } = await open(outputs);
  await expect(model.run([[1]])).rejects.toThrow('neither sentence_embedding nor last_hidden_state');
});
