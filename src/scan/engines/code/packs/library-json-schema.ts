import { z } from 'zod';
import type { Dialects } from '../knowledge/library/dialect.ts';
import { librarySchema } from '../knowledge/library/library-schema.ts';
import { kindTable } from './kind-table.ts';

/** The JSON schema of library files for editors: the schema that they are checked with, with the kinds and languages that there are. */
export function librarySchemaDocument(dialects: Dialects): object {
  const schema = z.toJSONSchema(librarySchema, { io: 'input' }) as {
    properties: Record<string, Record<string, unknown>>;
  };
  const { properties, ...rest } = schema;
  const kind = {
    anyOf: [
      { enum: kindTable(dialects).map((row) => row.kind) },
      { type: 'string', pattern: '^x(-[a-z0-9]+)+$' },
    ],
  };
  return {
    ...rest,
    title: 'Library file of Lorekeep',
    properties: {
      ...properties,
      language: { ...properties['language'], enum: [...dialects.keys()] },
      sinks: { ...properties['sinks'], propertyNames: kind },
    },
  };
}
