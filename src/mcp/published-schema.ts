import { z } from 'zod';

/**
 * The input of a tool as the library takes it. It asks for the JSON Schema with every message, and making it costs more than all the
 * rest of a call; so it is made once. The dialect is the protocol's own and need not be named.
 */
export function publishedSchema(schema: z.ZodType) {
  const standard = schema['~standard'];
  const jsonSchema = () => {
    let json = made.get(schema);
    if (!json) {
      const { $schema: _, ...rest } = z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input' });
      json = rest;
      made.set(schema, json);
    }
    return json;
  };
  const validate = (value: unknown) => standard.validate(value);
  return {
    '~standard': {
      version: 1,
      vendor: 'zod',
      validate,
      jsonSchema: { input: jsonSchema, output: jsonSchema },
    },
  };
}

/** Nothing but what follows from the schemas themselves. */
const made = new WeakMap<z.ZodType, Record<string, unknown>>();
