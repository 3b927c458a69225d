import { z } from 'zod';
import { configSchema } from './schema.ts';

type Kind = 'text' | 'number' | 'boolean' | 'list' | 'table';

/** One setting of the schema, as the environment, `doctor` and the reference page see it. */
export interface Setting {
  /** Names on the way to it: `['limits', 'bodyBytes']`. */
  path: string[];
  /** `LOREKEEP_LIMITS_BODY_BYTES`; absent for what only a file can say. */
  variable?: string;
  kind: Kind;
  choices?: string[];
  description: string;
  secret: boolean;
  /** Whether white space at its ends is part of it. */
  verbatim: boolean;
}

/** All settings, in the order of the schema. */
export function listSettings(): Setting[] {
  return collect(configSchema, []);
}

function collect(object: z.ZodObject, path: string[]): Setting[] {
  return Object.entries(object.shape).flatMap(([name, schema]) => {
    const inner = unwrap(schema as z.ZodType);
    const here = [...path, name];
    return inner instanceof z.ZodObject ? collect(inner, here) : [describe(schema as z.ZodType, inner, here)];
  });
}

function describe(outer: z.ZodType, inner: z.ZodType, path: string[]): Setting {
  const meta = z.globalRegistry.get(outer) ?? {};
  const kind = kindOf(inner);
  return {
    path,
    kind,
    description: meta.description ?? '',
    secret: meta['secret'] === true,
    verbatim: meta['verbatim'] === true,
    ...(kind === 'table' ? {} : { variable: variableOf(path) }),
    ...(inner instanceof z.ZodEnum ? { choices: inner.options.map(String) } : {}),
  };
}

function unwrap(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional) {
    return unwrap(schema.unwrap() as z.ZodType);
  }
  if (schema instanceof z.ZodPipe) return unwrap(schema.in as z.ZodType);
  return schema;
}

function kindOf(schema: z.ZodType): Kind {
  if (schema instanceof z.ZodNumber) return 'number';
  if (schema instanceof z.ZodBoolean) return 'boolean';
  if (schema instanceof z.ZodArray) return 'list';
  if (schema instanceof z.ZodRecord) return 'table';
  return 'text';
}

function variableOf(path: string[]): string {
  const words = path.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase());
  return `LOREKEEP_${words.join('_')}`;
}
