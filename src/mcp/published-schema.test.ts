import { expect, test } from 'vitest';
import { z } from 'zod';
import { publishedSchema } from './published-schema.ts';

test('the JSON Schema of a tool is made once, however many servers publish it', () => {
  const schema = z.object({ query: z.string().describe('What to look for') });
  const first = publishedSchema(schema)['~standard'].jsonSchema.input();
  expect(publishedSchema(schema)['~standard'].jsonSchema.input()).toBe(first);
  expect(first).toEqual({
    type: 'object',
    properties: { query: { type: 'string', description: 'What to look for' } },
    required: ['query'],
  });
});

test('arguments are checked by the schema itself', async () => {
  const { validate } = publishedSchema(z.object({ limit: z.number().default(5) }))['~standard'];
  expect(await validate({})).toEqual({ value: { limit: 5 } });
  expect(await validate({ limit: 'many' })).toMatchObject({ issues: [{ path: ['limit'] }] });
});
