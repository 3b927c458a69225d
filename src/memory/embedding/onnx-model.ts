import { loadOnnxRuntime, type OnnxRuntime, type OnnxSession, type OnnxTensor } from './onnx-runtime.ts';
import type { SentenceEncoder } from './sentence-encoder.ts';
import { normalised } from './vectors.ts';

/** A sentence encoder in ONNX: token ids in, one vector of length 1 out for each text. */
export class OnnxModel implements SentenceEncoder {
  /** The runtime parts one batch among its own threads. */
  readonly threads = 1;
  readonly #session: OnnxSession;
  readonly #runtime: OnnxRuntime;

  private constructor(session: OnnxSession, runtime: OnnxRuntime) {
    this.#session = session;
    this.#runtime = runtime;
  }

  static async load(
    model: Uint8Array,
    threads: number,
    loadRuntime: () => Promise<OnnxRuntime> = loadOnnxRuntime,
  ): Promise<OnnxModel> {
    const runtime = await loadRuntime();
    const session = await runtime.InferenceSession.create(model, {
      executionProviders: ['cpu'],
      graphOptimizationLevel: 'all',
      executionMode: 'sequential',
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      logSeverityLevel: 3,
    });
    return new OnnxModel(session, runtime);
  }

  /** The texts are padded to the longest of them, so callers put texts of like length together. Runs off the event loop. */
  async run(batch: ReadonlyArray<readonly number[]>): Promise<Float32Array[]> {
    const length = batch.reduce((longest, ids) => Math.max(longest, ids.length), 0);
    const shape = [batch.length, length];
    const ids = new BigInt64Array(batch.length * length);
    const mask = new BigInt64Array(ids.length);
    batch.forEach((tokens, row) => {
      for (let i = 0; i < tokens.length; i++) {
        ids[row * length + i] = BigInt(tokens[i]!);
        mask[row * length + i] = 1n;
      }
    });
    const { Tensor } = this.#runtime;
    const inputs: Record<string, OnnxTensor> = {
      input_ids: new Tensor('int64', ids, shape),
      attention_mask: new Tensor('int64', mask, shape),
    };
    if (this.#session.inputNames.includes('token_type_ids'))
      inputs['token_type_ids'] = new Tensor('int64', new BigInt64Array(ids.length), shape);
    const outputs = await this.#session.run(inputs);
    const vectors = vectorsOf(outputs, batch, length);
    for (const tensor of [...Object.values(inputs), ...Object.values(outputs)]) tensor.dispose();
    return vectors;
  }

  async close(): Promise<void> {
    await this.#session.release();
  }
}

/** A model either gives one vector for each text (`sentence_embedding`) or one for each token, whose mean is taken here. */
function vectorsOf(
  outputs: Record<string, OnnxTensor>,
  batch: ReadonlyArray<readonly number[]>,
  length: number,
): Float32Array[] {
  const output = outputs['sentence_embedding'] ?? outputs['last_hidden_state'];
  if (!output || !(output.data instanceof Float32Array))
    throw new Error('The model gave neither sentence_embedding nor last_hidden_state.');
  const data = output.data;
  const dims = output.dims.at(-1)!;
  if (outputs['sentence_embedding'])
    return batch.map((_, row) => normalised(data.slice(row * dims, (row + 1) * dims)));
  return batch.map((tokens, row) => meanPool(data, row * length * dims, tokens.length, dims));
}

function meanPool(hidden: Float32Array, start: number, tokens: number, dims: number): Float32Array {
  const vector = new Float32Array(dims);
  for (let t = 0; t < tokens; t++) {
    const from = start + t * dims;
    for (let i = 0; i < dims; i++) vector[i]! += hidden[from + i]!;
  }
  return normalised(vector);
}
