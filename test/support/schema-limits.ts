import { z } from 'zod';

type JsonSchema = { [key: string]: unknown };

/** What a schema accepts, a line for each place in it: kinds, bounds, defaults and whether it may be missing. Words that describe it are left out. */
export function limitsOf(name: string, schema: z.ZodType): string[] {
  const json = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
    cycles: 'ref',
  });
  const lines: string[] = [];
  walk(name, json as JsonSchema, lines, 0);
  for (const [each, inner] of Object.entries((json.$defs as Record<string, JsonSchema>) ?? {}))
    walk(`#${each}`, inner, lines, 0);
  return lines;
}

function walk(path: string, schema: JsonSchema, lines: string[], depth: number): void {
  const facts = Object.entries(schema)
    .filter(([key, value]) => shown.has(key) && typeof value !== 'function')
    .map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  if (schema['additionalProperties'] === false) facts.push('closed');
  lines.push([path, ...facts].join(' '));
  if (depth > 12) return;
  const required = new Set((schema['required'] as string[] | undefined) ?? []);
  for (const [key, inner] of Object.entries((schema['properties'] as Record<string, JsonSchema>) ?? {}))
    walk(`${path}.${key}${required.has(key) ? '' : '?'}`, inner, lines, depth + 1);
  for (const [mark, part] of [
    ['[]', schema['items']],
    ['{}', schema['additionalProperties']],
    ['{name}', schema['propertyNames']],
  ] as const)
    if (typeof part === 'object' && part !== null) walk(path + mark, part as JsonSchema, lines, depth + 1);
  for (const several of ['anyOf', 'oneOf', 'allOf', 'prefixItems'])
    for (const [i, inner] of ((schema[several] as JsonSchema[] | undefined) ?? []).entries())
      walk(`${path}|${i}`, inner, lines, depth + 1);
}

const shown = new Set([
  'type',
  'const',
  'enum',
  'default',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  '$ref',
]);

/** Every schema that modules export, by module and name; what several share is listed once. */
export function limitsOfModules(modules: Record<string, Record<string, unknown>>): string {
  const lines = new Set<string>();
  for (const [file, exported] of Object.entries(modules)) {
    const schemas = Object.entries(exported)
      .filter((entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    if (schemas.length > 0) lines.add(`# ${file}`);
    for (const [name, schema] of schemas) for (const line of limitsOf(name, schema)) lines.add(line);
  }
  return `${[...lines].join('\n')}\n`;
}
