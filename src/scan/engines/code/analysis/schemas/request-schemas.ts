import { otherwise } from '../../domain/awaited-check.ts';
import type { CallEvent } from '../../domain/call-event.ts';
import {
  anyOf,
  anything,
  bothOf,
  fieldOf,
  objectOf,
  type Schema,
  type SchemaRole,
  schemaElsewhere,
  withParts,
} from '../../domain/schemas/schema.ts';
import { functionsIn, unknownValue, type Value } from '../../domain/value.ts';
import type { Expr, FunctionIr } from '../../ir/ir.ts';
import { callSegment } from '../../knowledge/qualified-name.ts';
import type { Entry } from '../../knowledge/rule-types.ts';
import type { RequestSchema } from '../../knowledge/schemas/schema-types.ts';
import { elsewhereOf } from '../elsewhere/schema-names.ts';
import type { Run } from '../run.ts';
import { jsonSchema } from './json-schema.ts';
import { middleware, middlewareSchema } from './own-middleware.ts';

type Made = SchemaRole & { k: 'schema' };

/** Remembers what a route holds requests against before it calls a function with them. One that several routes call gets what passes any of them. */
export function noteRequests(run: Run, event: CallEvent, entries: readonly Entry[], fn: FunctionIr): void {
  const found = requestSchema(run, event, entries, fn);
  const before = run.requests.get(fn);
  if (!run.entries.has(fn)) {
    if (found) run.requests.set(fn, found);
  } else if (before)
    run.requests.set(fn, {
      ...before,
      schema: anyOf([before.schema, found?.schema ?? anything]),
      reports: before.reports || found?.reports === true,
    });
}

/** The request that a function gets first, as far as its route has looked at it. */
export function asRequested(run: Run, fn: FunctionIr, value: Value): Value {
  const made = run.requests.get(fn);
  if (!made) return value;
  const { schema } = made;
  return {
    ...value,
    schema: made.reports
      ? {
          k: 'pending',
          schema,
          id: fn.start,
          passes: undefined,
          isRequest: true,
          about: undefined,
          versions: [],
        }
      : { k: 'data', schema },
  };
}

function requestSchema(
  run: Run,
  event: CallEvent,
  entries: readonly Entry[],
  fn: FunctionIr,
): Made | undefined {
  const given = event.args
    .flatMap((value) => listed(value))
    .flatMap(({ schema }) => (isRequest(schema) ? [schema] : []));
  const written = entries.flatMap(({ request }) => (request ? writtenFor(run, event, request) : []));
  const all = [...inFront(run, event, fn), ...given, ...written];
  const [first, ...others] = all.map(({ schema }) => schema);
  if (!first) return undefined;
  const reports = all.some((made) => made.reports);
  return { k: 'schema', schema: others.reduce(deepBoth, first), isRequest: true, reports };
}

/** What functions of the program make sure of that are given in front of this one, here or in other files. */
function inFront(run: Run, { expr, args }: CallEvent, fn: FunctionIr): Made[] {
  const found: Schema[] = [];
  const names: string[][] = [];
  for (const [i, argument] of expr.args.entries()) {
    const items =
      argument.value.k === 'list' ? argument.value.items.map(({ value }) => value) : [argument.value];
    const value = args[i];
    const values = value?.shape?.kind === 'list' ? [...value.shape.fields.values()] : value ? [value] : [];
    if (functionsIn({ ...unknownValue, ...value }, 2).some((closure) => closure.fn === fn)) break;
    for (const [j, each] of values.entries()) {
      const [closure] = each.closures ?? [];
      const schema = closure && middlewareSchema(run, closure);
      if (schema) found.push(schema);
      const name = schema ? undefined : nameInFront(run, each, items[j]);
      if (name) names.push(name);
    }
  }
  if (names.length > 0 && names.length <= maxNames)
    found.unshift(
      schemaElsewhere(
        names.flatMap((name, i) => (i > 0 ? [otherwise, ...name] : name)),
        middleware,
      ),
    );
  return found.map((schema) => ({ k: 'schema', schema, isRequest: true, reports: false }));
}

/** `validate(itemSchema)`: the function of another file, and the schema that it is given. */
function nameInFront(run: Run, value: Value, expr: Expr | undefined): string[] | undefined {
  const plain = { ...value, taint: undefined };
  if (expr?.k !== 'call') return elsewhereOf(run, plain)?.elsewhere?.name.slice();
  const own = value.closures && expr.callee.k === 'name' ? expr.callee.name : undefined;
  const fn = own !== undefined ? [`#${own}`] : elsewhereOf(run, plain, '', true)?.elsewhere?.name;
  const [first, ...others] = expr.args;
  if (!fn || !first || others.length > 0) return undefined;
  const given = run.evaluate(first.value);
  const variable = first.value.k === 'name' && given.schema?.k === 'schema' ? first.value.name : undefined;
  const name = variable !== undefined ? [`#${variable}`] : elsewhereOf(run, given)?.elsewhere?.name;
  return name && [...fn, callSegment, ...name];
}

/** Both are about parts of the request, and each about some fields of them. */
function deepBoth(a: Schema, b: Schema): Schema {
  if (!a.fields || !b.fields) return bothOf(a, b);
  const fields = new Map(a.fields);
  for (const [key, part] of b.fields) {
    const before = fields.get(key);
    fields.set(key, before ? deepBoth(before, part) : part);
  }
  return withParts(bothOf(a, b), { fields });
}

function isRequest(role: SchemaRole | undefined): role is Made {
  return role?.k === 'schema' && role.isRequest;
}

/** Middleware is often given as a list. */
function listed(value: Value): readonly Value[] {
  return value.shape?.kind === 'list' ? [...value.shape.fields.values()] : [value];
}

function writtenFor(run: Run, event: CallEvent, request: RequestSchema): Made[] {
  const { option, parts, after } = request;
  const of = (schema: Schema): Made => ({ k: 'schema', schema, isRequest: true, reports: false });
  if (request.whole) return wholeSchemas(event, request).map(of);
  if (after !== undefined) {
    const argument = givenTo(event.receiverExpr, after);
    const value = argument && run.evaluate(argument);
    const schema = value?.schema?.k === 'schema' ? value.schema.schema : value && elsewhereOf(run, value);
    const [part = ''] = parts.values();
    return schema ? [of(objectOf(new Map([[part, schema]]), false))] : [];
  }
  return event.args.flatMap((value) => {
    const given = option === undefined ? undefined : value.shape?.fields.get(option);
    const all = given && elsewhereOf(run, given);
    if (all)
      return [of(objectOf(new Map([...parts].map(([key, name]) => [name, fieldOf(all, key)!])), false))];
    const fields = [...(given?.shape?.fields ?? [])].flatMap(([key, part]) => {
      const name = parts.get(key);
      const schema =
        name === undefined ? undefined : (jsonSchema(part) ?? elsewhereOf(run, part) ?? anything);
      return schema ? [[name!, schema.fields ? schema : (plainFields(part) ?? schema)] as const] : [];
    });
    return fields.length > 0 ? [of(objectOf(new Map(fields), false))] : [];
  });
}

/** `tool({ inputSchema: z.object({ n: z.number() }) })`, or a map of schemas in its place. */
function wholeSchemas({ args }: CallEvent, { option, under }: RequestSchema): Schema[] {
  const places = option === undefined ? args : args.flatMap(({ shape }) => shape?.fields.get(option) ?? []);
  return places
    .flatMap((value) => ownSchema(value) ?? shapeOfSchemas(value) ?? [])
    .map((schema) => (under === undefined ? schema : objectOf(new Map([[under, schema]]), false)));
}

function ownSchema({ schema }: Value): Schema | undefined {
  return schema?.k === 'schema' && !schema.isRequest ? schema.schema : undefined;
}

function shapeOfSchemas({ shape }: Value): Schema | undefined {
  if (shape?.kind !== 'map') return undefined;
  const fields = [...shape.fields].map(([key, part]) => [key, ownSchema(part)] as const);
  if (!fields.some(([, schema]) => schema)) return undefined;
  return objectOf(new Map(fields.map(([key, schema]) => [key, schema ?? anything])), !shape.rest);
}

/** `querystring: { n: { type: 'number' } }`: the properties alone. */
function plainFields({ shape }: Value): Schema | undefined {
  if (shape?.kind !== 'map' || shape.fields.has('type')) return undefined;
  return objectOf(
    new Map([...shape.fields].map(([key, part]) => [key, jsonSchema(part) ?? anything])),
    false,
  );
}

/** The first argument of a call further up in a chain of calls. */
function givenTo(expr: Expr | undefined, method: string): Expr | undefined {
  let at = expr;
  for (let i = 0; i < maxChain && at?.k === 'call' && at.callee.k === 'member'; i++) {
    if (at.callee.property === method) return at.args[0]?.value;
    at = at.callee.object;
  }
  return undefined;
}

const maxChain = 12;
const maxNames = 4;
