import { ServiceError } from '../kernel/errors.ts';
import type { Embedder, EmbedKind } from './embedding/embedder.ts';
import { normalised } from './embedding/vectors.ts';
import { memoryLimits } from './limits.ts';
import type { Models } from './models.ts';

export interface TextVectors {
  model: string;
  vectors: Float32Array[];
  tokens: number;
}

/** Vectors of texts by one of the models at hand, for callers that keep them themselves. A long text is the mean of its passages. */
export async function vectorsOf(
  models: Models,
  request: { model: string; texts: readonly string[]; kind: EmbedKind },
  options: { tenant: string; signal?: AbortSignal },
): Promise<TextVectors> {
  const embedder = await models.find(request.model);
  if (!embedder) {
    const message = `There is no model "${request.model.slice(0, 100)}" here; the configured one is "${models.configured.id}".`;
    throw new ServiceError('validation_failed', undefined, {
      details: [{ path: 'model', code: 'unknown_model', message }],
    });
  }
  const passages = request.texts.map((text) => split(embedder, text, request.kind));
  const count = passages.reduce((sum, list) => sum + list.length, 0);
  if (count > memoryLimits.passagesPerWrite) {
    const message = `Makes ${count} passages; one request may have ${memoryLimits.passagesPerWrite}.`;
    throw new ServiceError('payload_too_large', `input: ${message}`, {
      details: [{ path: 'input', code: 'too_many_passages', message }],
    });
  }
  const vectors = await embedder.embed(passages.flat(), request.kind, options);
  let taken = 0;
  const means = passages.map(({ length }) => {
    const start = taken;
    taken += length;
    return mean(vectors.slice(start, taken));
  });
  return {
    model: embedder.id,
    vectors: means,
    tokens: request.texts.reduce((sum, text) => sum + embedder.countTokens(text), 0),
  };
}

function split(embedder: Embedder, text: string, kind: EmbedKind): string[] {
  return kind === 'query' ? [text] : embedder.split(text).map(({ start, end }) => text.slice(start, end));
}

function mean(vectors: readonly Float32Array[]): Float32Array {
  if (vectors.length === 1) return vectors[0]!;
  const sum = new Float32Array(vectors[0]!.length);
  for (const vector of vectors) for (let i = 0; i < sum.length; i++) sum[i]! += vector[i]!;
  return normalised(sum);
}
