import { embeddingsBody, embeddingsView } from '../../contract/embedding-schemas.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { Models } from '../../memory/models.ts';
import { vectorsOf } from '../../memory/text-vectors.ts';
import { RawResponse, type Route, route } from '../route.ts';

/** The local model in the shape of OpenAI's API, so that other programs can use it without a key of theirs. */
export function embeddingRoutes(models: Models): Route[] {
  return [
    route({
      name: 'createEmbeddings',
      method: 'POST',
      path: '/v1/embeddings',
      scope: 'memory:read',
      tag: 'models',
      summary: 'Embed texts, in the shape of OpenAI’s API.',
      description:
        'Point a client of OpenAI at this service to use its local model. The response is not in the envelope; errors are.',
      readOnly: true,
      body: embeddingsBody,
      bodyLimitBytes: Number.POSITIVE_INFINITY,
      rawResponse: embeddingsView,
      produces: ['application/json'],
      errors: ['payload_too_large', 'embedding_unavailable'],
      handle: async ({ principal, body, gone }) => {
        const texts = [body.input].flat();
        const { model, vectors, tokens } = await vectorsOf(
          models,
          { model: body.model, texts, kind: body.input_type ?? 'document' },
          { tenant: principal.tenantId, signal: gone },
        );
        refuseOtherLength(body.dimensions, vectors[0]!.length);
        const data = vectors.map((vector, index) => ({
          object: 'embedding',
          index,
          embedding: body.encoding_format === 'base64' ? base64(vector) : Array.from(vector),
        }));
        const usage = { prompt_tokens: tokens, total_tokens: tokens };
        return new RawResponse(
          'application/json; charset=utf-8',
          JSON.stringify({ object: 'list', model, data, usage }),
        );
      },
    }),
  ];
}

function refuseOtherLength(asked: number | undefined, dims: number): void {
  if (asked === undefined || asked === dims) return;
  const message = `This model makes vectors of ${dims} numbers.`;
  throw new ServiceError('validation_failed', undefined, {
    details: [{ path: 'dimensions', code: 'unsupported', message }],
  });
}

function base64(vector: Float32Array): string {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64');
}
