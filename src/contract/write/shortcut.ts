import type { z } from 'zod';

/**
 * Gives a schema a quick way to read what most callers send: a function that gives what the schema would, or undefined where the schema has to look. The
 * schema stays what is published and what says what is wrong; a test holds that the two agree.
 */
export function withShortcut<Schema extends z.ZodType>(
  schema: Schema,
  shortcut: (value: unknown) => z.output<Schema> | undefined,
): Schema {
  const { run } = schema._zod;
  schema._zod.run = (payload, context) => {
    const value = shortcut(payload.value);
    if (value === undefined) return run(payload, context);
    payload.value = value;
    return payload;
  };
  return schema;
}
