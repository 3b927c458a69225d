import { type CallEvent, partOf } from '../../domain/call-event.ts';
import { anything, bothOf, fieldOf, type Schema, type SchemaRole } from '../../domain/schemas/schema.ts';
import { stepTaint } from '../../domain/taint.ts';
import { deepTaint, unknownValue, type Value } from '../../domain/value.ts';
import type { Expr } from '../../ir/ir.ts';
import type { Conforms } from '../../knowledge/schemas/schema-types.ts';
import { elsewhereOf } from '../elsewhere/schema-names.ts';
import { namesIn } from '../guards/flags.ts';
import type { Run } from '../run.ts';
import { classSchema } from './declared-schema.ts';
import { jsonSchema } from './json-schema.ts';
import { narrowed, passedKey } from './narrow-value.ts';
import { notePassed } from './passed-schemas.ts';
import { wordedSchema } from './worded-rules.ts';

/** What a call gives that holds data against a schema: the data as the schema says, or data that has passed only where the verdict was asked for. */
export function heldData(run: Run, event: CallEvent, conforms: Conforms, result: Value): Value | undefined {
  const input = conforms.value === 'result' ? result : partOf(event, conforms.value);
  if (conforms.to === 'verdict') return afterThrowing(event);
  if (input && conforms.to === 'route') return ofRoute(event, input, conforms);
  const instance = conforms.to === 'class' ? event.receiver?.instance : undefined;
  // An object of the class, whose fields are what the class makes sure of.
  if (input && instance?.isClass)
    return { ...run.classes.objectOf(instance), taint: stepTaint(deepTaint(input), event.expr) };
  const schema = instance ? classSchema(run, instance) : schemaAt(run, event, conforms);
  return input && schema && heldAgainst(run, event, conforms, schema, input);
}

/** Likewise, where the schema is known, and the data. */
export function heldAgainst(
  run: Run,
  event: CallEvent,
  conforms: Conforms,
  schema: Schema,
  input: Value,
): Value {
  const { under, unless, provided } = conforms;
  const passed = conforms.passes === undefined ? undefined : exprAt(event.expr, conforms.passes);
  if (passed) notePassed(run, { expr: passed, clears: 0, schema });
  if (!conforms.pending && unless === undefined && provided === undefined) {
    const data = narrowed(input, schema);
    return under === undefined ? data : withFields([[under, data]]);
  }
  const about = exprAt(event.expr, conforms.value);
  const versions = about ? namesIn(about).map((name) => [name, run.frame.versionOf(name)] as const) : [];
  const pending = (passes: boolean | undefined): SchemaRole => {
    return { k: 'pending', schema, id: event.expr.start, passes, about, versions, isRequest: false };
  };
  if (conforms.pending) return { ...input, name: event.name.called(), schema: pending(true) };
  const verdict = (passes: boolean): Value => ({ ...unknownValue, schema: pending(passes) });
  const fields: Array<[string, Value]> = [];
  if (unless !== undefined) fields.push([unless, verdict(false)]);
  if (provided !== undefined) fields.push([provided, verdict(true)]);
  if (under !== undefined) fields.push([under, { ...input, schema: pending(undefined) }]);
  return withFields(fields);
}

/** `$validator->validated()`: what passed, or nothing comes back. */
function afterThrowing({ receiver, expr }: CallEvent): Value | undefined {
  if (receiver?.schema?.k !== 'pending') return undefined;
  const { schema } = receiver.schema;
  return narrowed({ ...unknownValue, taint: stepTaint(receiver.taint, expr) }, schema);
}

/** What a call reads of a request by its name, where the request has passed a schema. */
export function readByName(run: Run, event: CallEvent, which: number | string, value: Value): Value {
  const key = partOf(event, which)?.constant;
  const schema =
    event.receiver && (requestSchemaOf(run, event.receiver) ?? objectElsewhere(run, event.receiver));
  if (typeof key !== 'string' || !schema) return value;
  const found = key.split('.').reduce<Schema | undefined>((at, part) => at && fieldOf(at, part), schema);
  return found ? narrowed(value, found) : value;
}

/** What the class of an object says, which another file has. */
export function objectElsewhere(run: Run, object: Value): Schema | undefined {
  if (!object.name || run.rules.knows(object.name.root)) return undefined;
  return elsewhereOf(run, { ...object, taint: undefined, shape: undefined }, '', true);
}

function requestSchemaOf(run: Run, { schema }: Value): Schema | undefined {
  if (schema?.k === 'data') return schema.schema;
  const isAsked = schema?.k === 'pending' && run.frame.layer.get(passedKey(schema.id));
  return isAsked ? schema.schema : undefined;
}

/** The verdict on a request, or what passed of all its parts, where its route has held it against a schema. */
function ofRoute({ name }: CallEvent, { schema }: Value, conforms: Conforms): Value | undefined {
  if (schema?.k !== 'pending') return undefined;
  const result: Value = { ...unknownValue, name: name.called() };
  if (conforms.pending) return { ...result, schema: { ...schema, passes: true } };
  const parts = [...(schema.schema.fields?.values() ?? [])];
  return { ...result, schema: { ...schema, schema: parts.reduce(bothOf, anything), isRequest: false } };
}

/** The schema that data is held against. */
export function schemaAt(
  run: Run,
  event: Pick<CallEvent, 'expr'> & Partial<CallEvent>,
  conforms: Conforms,
): Schema | undefined {
  const { to, json } = conforms;
  if (to === 'class') return event.receiver && objectElsewhere(run, event.receiver);
  const expr = to === 'callee' ? event.expr.callee : exprAt(event.expr, to);
  const value = expr && run.evaluate(expr);
  if (!value) return undefined;
  if (value.schema?.k === 'schema') return value.schema.schema;
  const written = conforms.worded
    ? wordedSchema(value, conforms.worded)
    : json
      ? jsonSchema(value)
      : undefined;
  return written ?? elsewhereOf(run, value);
}

export function exprAt(call: Expr & { k: 'call' }, which: number | string): Expr | undefined {
  if (which === 'receiver') return call.callee.k === 'member' ? call.callee.object : undefined;
  return typeof which === 'number'
    ? call.args[which]?.value
    : call.args.find(({ name }) => name === which)?.value;
}

function withFields(fields: ReadonlyArray<readonly [string, Value]>): Value {
  return {
    ...unknownValue,
    shape: { kind: 'map', fields: new Map(fields), rest: unknownValue, length: undefined },
  };
}
