import { passedPart, schemaAwaited } from '../../domain/awaited-check.ts';
import { anything, fieldOf, type Schema } from '../../domain/schemas/schema.ts';
import { clearLabels } from '../../domain/taint.ts';
import { unknownValue, type Value } from '../../domain/value.ts';
import { constantLabels } from '../../knowledge/label-needs.ts';
import type { Run } from '../run.ts';

/** A value after a schema has let it pass: its fields are what the schema says of them. */
export function narrowed(value: Value, schema: Schema, depth = maxDepth): Value {
  const { fields, items, clears, elsewhere } = schema;
  if (depth === 0 || (!fields && !items && !elsewhere && clears === 0)) return value;
  if (clears) {
    const taint = clearLabels(value.taint, clears);
    const isKnown = (clears & constantLabels) === constantLabels;
    const role: Value['schema'] = isKnown ? { k: 'data', schema } : undefined;
    return { ...value, taint, shape: isKnown ? undefined : value.shape, dynamic: false, schema: role };
  }
  if (elsewhere) return asked(value, schema, depth);
  // Data whose parts come from outside one by one is looked at when they are read.
  const isSent = value.taint?.some(({ origin }) => origin.k === 'source');
  if (!isSent && !value.shape) return { ...value, schema: { k: 'data', schema } };
  if (items) {
    const rest = narrowed(partOf(value, '[]'), items, depth - 1);
    return { ...withoutTaint(value), shape: { kind: 'list', fields: new Map(), rest, length: undefined } };
  }
  const parts = new Map(
    [...fields!].map(([key, part]) => [key, narrowed(partOf(value, key), part, depth - 1)]),
  );
  const shape = { kind: 'map' as const, fields: parts, rest: undefined, length: undefined };
  if (schema.isClosed) return { ...withoutTaint(value), shape };
  return {
    ...value,
    schema: undefined,
    shape: { ...shape, known: undefined, rest: { ...unknownValue, taint: value.taint } },
  };
}

/** Data that has passed a schema of another file: it carries the question what that one says, its parts the question about themselves. */
function asked(value: Value, schema: Schema, depth: number): Value {
  const { shape, taint } = value;
  const check = schemaAwaited(schema.elsewhere!);
  return {
    ...value,
    schema: { k: 'data', schema },
    // What is named here says something else about its field.
    taint: schema.fields
      ? taint
      : taint?.map((entry) => ({ ...entry, awaits: passedPart(entry.awaits, check) })),
    shape: shape && {
      kind: shape.kind,
      rest: shape.rest,
      length: shape.length,
      fields: new Map(
        [...shape.fields].map(([key, part]) => [
          key,
          narrowed(part, fieldOf(schema, key) ?? anything, depth - 1),
        ]),
      ),
    },
  };
}

/** A part of data that has passed a schema. */
export function narrowedPart(run: Run, { schema }: Value, property: string, value: Value): Value {
  // It is known by itself what it has to pass.
  if (value.schema?.k === 'pending') return value;
  const hasPassed =
    schema?.k === 'data' ||
    (schema?.k === 'pending' && schema.passes === undefined && run.frame.layer.get(passedKey(schema.id)));
  return hasPassed ? narrowed(value, fieldOf(schema.schema, property) ?? anything) : value;
}

/** What says of a place of the program that the data which was held against a schema there has passed. */
export function passedKey(id: number): string {
  return `^#${id}`;
}

function partOf({ shape, taint, name }: Value, key: string): Value {
  return shape?.fields.get(key) ?? shape?.rest ?? { ...unknownValue, taint, name: name?.child(key) };
}

function withoutTaint(value: Value): Value {
  return { ...value, taint: undefined, schema: undefined };
}

const maxDepth = 5;
