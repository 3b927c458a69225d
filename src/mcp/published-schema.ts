import { z } from 'zod';

/**
 * The input of a tool as the library takes it. It asks for the JSON Schema with every message, and making it costs more than all the
 * rest of a call; so it is made once. The dialect is the protocol's own and need not be named, and that other arguments are refused
 * is said to whoever sends some: definitions are read by every model, in every conversation.
 */
export function publishedSchema(schema: z.ZodType) {
  const standard = schema['~standard'];
  const jsonSchema = () => {
    let json = made.get(schema);
    if (!json) {
      const {
        $schema: _,
        additionalProperties: __,
        ...rest
      } = z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input' });
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
