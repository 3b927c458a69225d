import { anyOf, anything, bothOf, leaf, listOf, objectOf, type Schema } from '../../domain/schemas/schema.ts';
import { isDynamic, type Value } from '../../domain/value.ts';
import { allLabels } from '../../knowledge/labels.ts';
import { clearedByPattern } from './pattern-schema.ts';

/** What a JSON schema says that is written in the program; a part that another library has made is what that one says. `isText`: its type is known. */
export function jsonSchema(
  value: Value,
  isText = false,
  depth = maxDepth,
  budget = { left: maxValues },
): Schema | undefined {
  if (value.schema?.k === 'schema') return value.schema.schema;
  if (value.shape?.kind !== 'map' || depth === 0 || budget.left-- <= 0) return undefined;
  const { fields } = value.shape;
  const inner = (part: Value | undefined) => (part && jsonSchema(part, false, depth - 1, budget)) ?? anything;
  const types = isText ? ['string'] : constantsOf(fields.get('type'));
  const properties = fields.get('properties')?.shape?.fields;
  let schema = leaf(clearedBy(fields, types));
  if (properties) {
    const isClosed = fields.get('additionalProperties')?.constant === false;
    schema = objectOf(new Map([...properties].map(([key, part]) => [key, inner(part)])), isClosed);
  } else if (types?.length === 1 && types[0] === 'array' && fields.has('items'))
    schema = listOf(inner(fields.get('items')));
  for (const word of ['anyOf', 'oneOf'])
    for (const list of listsOf(fields.get(word))) schema = bothOf(schema, anyOf(list.map(inner)));
  for (const list of listsOf(fields.get('allOf')))
    for (const part of list) schema = bothOf(schema, inner(part));
  return schema;
}

/** Formats and patterns say nothing about values that are no texts. */
function clearedBy(fields: ReadonlyMap<string, Value>, types: readonly unknown[] | undefined): number {
  if (types?.length && types.every((type) => harmlessTypes.has(String(type)))) return allLabels;
  const listed = fields.get('enum');
  if (listed?.shape?.kind === 'list' && !isDynamic(listed)) return allLabels;
  if (fields.get('const')?.constant !== undefined) return allLabels;
  const isText = types?.length && types.every((type) => type === 'string' || harmlessTypes.has(String(type)));
  if (!isText) return 0;
  const format = fields.get('format')?.constant;
  const pattern = fields.get('pattern');
  const clears = typeof format === 'string' && harmlessFormats.has(format) ? allLabels : 0;
  return pattern ? clears | clearedByPattern(pattern, 'none') : clears;
}

function constantsOf(value: Value | undefined): readonly unknown[] | undefined {
  if (!value) return undefined;
  if (value.constant !== undefined) return [value.constant];
  return value.shape?.kind === 'list' && !value.shape.rest
    ? [...value.shape.fields.values()].map(({ constant }) => constant)
    : undefined;
}

function listsOf(value: Value | undefined): Value[][] {
  return value?.shape?.kind === 'list' && !value.shape.rest ? [[...value.shape.fields.values()]] : [];
}

const harmlessTypes = new Set(['integer', 'number', 'boolean', 'null']);
const harmlessFormats = new Set(['uuid', 'date', 'date-time', 'time', 'duration', 'ipv4', 'ipv6']);
const maxDepth = 6;
/** A value that is used at many places is looked at at each of them. */
const maxValues = 2_000;
