import { z } from 'zod';
import { memoryLimits } from '../memory/limits.ts';
import { inputText } from './memory-schemas.ts';
import { optional } from './validation.ts';

/** What OpenAI's embeddings API takes and gives, so that its clients work with the local model. */

export const embeddingsBody = z.strictObject({
  model: z
    .string()
    .min(1)
    .max(200)
    .describe('`lorekeep-embed-small-6`, `lorekeep-embed-fast`, or the configured model.'),
  input: z
    .union(
      [inputText, z.array(inputText).min(1).max(memoryLimits.entriesPerWrite)],
      'Must be a text or a list of 1 to 256 texts.',
    )
    .describe('A text, or up to 256 texts. A long text becomes the mean of its passages.'),
  encoding_format: optional(z.enum(['float', 'base64'])).describe(
    'Numbers (the default), or 32-bit floats in base64.',
  ),
  input_type: optional(z.enum(['query', 'document'])).describe(
    'What the texts are; `document` when omitted.',
  ),
  dimensions: optional(z.int().min(1).max(100_000)).describe('Only what the model has.'),
  user: optional(z.string().max(256)).describe('Ignored.'),
});

export const embeddingsView = z
  .object({
    object: z.literal('list').describe('Always `list`.'),
    model: z.string().describe('The model that made the vectors.'),
    data: z
      .array(
        z.object({
          object: z.literal('embedding').describe('Always `embedding`.'),
          index: z.int().describe('Of the text in the input.'),
          embedding: z.union([z.array(z.number()), z.string()]).describe('A vector of length 1.'),
        }),
      )
      .describe('One vector for each text, in their order.'),
    usage: z
      .object({
        prompt_tokens: z.int().describe('Tokens of the input, as the model counts them.'),
        total_tokens: z.int().describe('The same.'),
      })
      .describe('What it cost.'),
  })
  .meta({ id: 'EmbeddingList', description: 'Vectors in the shape of OpenAI’s API.' });
