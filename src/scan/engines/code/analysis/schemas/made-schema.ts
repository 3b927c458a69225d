import { type CallEvent, partOf } from '../../domain/call-event.ts';
import {
  anyOf,
  anything,
  bothOf,
  leaf,
  listOf,
  objectOf,
  opened,
  type Schema,
  type SchemaRole,
  withParts,
} from '../../domain/schemas/schema.ts';
import { deepTaint, type Value } from '../../domain/value.ts';
import { allLabels } from '../../knowledge/labels.ts';
import type { Places, SchemaMaker } from '../../knowledge/schemas/schema-types.ts';
import { elsewhereOf } from '../elsewhere/schema-names.ts';
import type { Run } from '../run.ts';
import { jsonSchema } from './json-schema.ts';
import { clearedByPattern } from './pattern-schema.ts';

/** The schema that a call of a library gives, as its file says. */
export function madeSchema(run: Run, event: CallEvent, maker: SchemaMaker): SchemaRole | undefined {
  const before = event.receiver?.schema?.k === 'schema' ? event.receiver.schema : undefined;
  const own = describe(run, event, maker);
  const schema = maker.narrows ? before && narrowed(before, own, maker) : (own ?? anything);
  if (!schema) return undefined;
  const isRequest = maker.request !== undefined || (maker.narrows && before?.isRequest === true);
  const reports = maker.narrows ? before!.reports && !maker.converts : maker.reports;
  return { k: 'schema', schema: placed(event, schema, maker), isRequest, reports };
}

function narrowed(
  before: SchemaRole & { k: 'schema' },
  own: Schema | undefined,
  { opens }: SchemaMaker,
): Schema {
  const schema = own
    ? before.isRequest
      ? inside(before.schema, own)
      : bothOf(before.schema, own)
    : before.schema;
  return opens ? opened(schema) : schema;
}

/** What is said of a field of the request is said of all the places that it may be in. */
function inside(schema: Schema, own: Schema): Schema {
  if (!schema.fields) return bothOf(schema, own);
  return withParts(schema, {
    fields: new Map([...schema.fields].map(([key, part]) => [key, inside(part, own)])),
  });
}

/** `param('user.id')`: the field by its path, in the parts of the request that are meant. */
function placed(event: CallEvent, schema: Schema, { request, named }: SchemaMaker): Schema {
  if (!request || named === undefined) return schema;
  const given = partOf(event, named);
  const names = given?.shape?.kind === 'list' ? [...given.shape.fields.values()] : given ? [given] : [];
  const fields = new Map<string, Schema>();
  for (const { constant } of names)
    if (typeof constant === 'string' && path.test(constant)) {
      const [first, ...rest] = constant.split('.');
      fields.set(
        first!,
        rest.reduceRight((inner, key) => objectOf(new Map([[key, inner]]), false), schema),
      );
    }
  return objectOf(new Map(request.map((part) => [part, objectOf(fields, false)])), false);
}

function describe(run: Run, event: CallEvent, maker: SchemaMaker): Schema | undefined {
  const found: Schema[] = [];
  if (maker.clears) found.push(leaf(maker.clears));
  if (maker.only && areConstants(event, valuesAt(event, maker.only))) found.push(leaf(allLabels));
  for (const pattern of valuesAt(event, maker.pattern))
    found.push(leaf(clearedByPattern(pattern, maker.anchors)));
  for (const map of valuesAt(event, maker.fields)) found.push(fieldsOf(run, map, maker));
  const [items] = valuesAt(event, maker.items);
  if (items) found.push(listOf(schemaOf(run, items, maker) ?? anything));
  for (const same of valuesAt(event, maker.same)) found.push(schemaOf(run, same, maker) ?? anything);
  const choices = valuesAt(event, maker.either).flatMap(listed);
  if (choices.length) found.push(anyOf(choices.map((choice) => schemaOf(run, choice, maker) ?? anything)));
  for (const part of valuesAt(event, maker.both).flatMap(listed))
    found.push(schemaOf(run, part, maker) ?? anything);
  return found.length ? found.reduce(bothOf) : undefined;
}

function fieldsOf(run: Run, map: Value, maker: SchemaMaker): Schema {
  const inner = schemaOf(run, map, { ...maker, json: false });
  if (inner) return inner;
  if (map.shape?.kind !== 'map') return anything;
  const fields = [...map.shape.fields].map(
    ([key, part]) =>
      [maker.renames.get(key) ?? key, schemaOf(run, part, maker) ?? fieldless(run, part, maker)] as const,
  );
  return objectOf(new Map(fields), !maker.opens && !map.shape.rest);
}

/** `{ params: { id: number } }`: an object of schemas may stand for the schema of an object. */
function fieldless(run: Run, part: Value, maker: SchemaMaker): Schema {
  return maker.nests && part.shape?.kind === 'map'
    ? fieldsOf(run, part, { ...maker, nests: false })
    : anything;
}

function schemaOf(run: Run, value: Value, { json }: SchemaMaker): Schema | undefined {
  if (value.schema?.k === 'schema') return value.schema.schema;
  return (json ? jsonSchema(value, json === 'text') : undefined) ?? elsewhereOf(run, value, '', true);
}

function valuesAt(event: CallEvent, places: Places | undefined): Value[] {
  if (!places) return [];
  if (places === 'any') return [...event.args];
  const found = places.flatMap((which) => partOf(event, which) ?? []);
  return found;
}

function listed(value: Value): Value[] {
  return value.shape?.kind === 'list' ? [...value.shape.fields.values()] : [value];
}

/** What a program allows is its own, unless the library means another field by it, as `Joi.ref('name')`, or it was sent. */
function areConstants({ name }: CallEvent, values: readonly Value[]): boolean {
  const isOwn = (value: Value) =>
    value.constant !== undefined ||
    (value.name?.root !== name.root && !deepTaint(value)?.some(({ origin }) => origin.k === 'source'));
  return values.length > 0 && values.flatMap(listed).every(isOwn);
}

const path = /^[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*){0,4}$/;
