import type { Run } from '../../src/scan/engines/code/analysis/run.ts';
import { leaf, objectOf, type Schema } from '../../src/scan/engines/code/domain/schemas/schema.ts';
import { unknownValue, type Value } from '../../src/scan/engines/code/domain/value.ts';
import type { Expr } from '../../src/scan/engines/code/ir/ir.ts';
import { allLabels, labelMask } from '../../src/scan/engines/code/knowledge/labels.ts';
import type { Conforms } from '../../src/scan/engines/code/knowledge/schemas/schema-types.ts';

export const sql = labelMask(['sql']);
const path = labelMask(['path']);
const all = labelMask(['sql', 'path']);
export const numbers = leaf(allLabels);
const at = { start: 0, end: 0 };
const origin = { k: 'source', id: 1, kind: 'input', title: 'a request' };
export const taint = [{ origin, mask: all }] as unknown as NonNullable<Value['taint']>;
export const sent: Value = { ...unknownValue, taint };
export const given: Value = {
  ...unknownValue,
  taint: [{ origin: { k: 'parameter', id: 2, index: 0 }, mask: all }] as unknown as NonNullable<
    Value['taint']
  >,
};

export function map(fields: Record<string, Value>, rest?: Value): Value {
  return {
    ...unknownValue,
    shape: { kind: 'map', fields: new Map(Object.entries(fields)), rest, length: undefined },
  };
}

export const fieldsOf = (fields: Record<string, Schema>, isClosed = true) =>
  objectOf(new Map(Object.entries(fields)), isClosed);

/** What a value can still do harm to, of these two, and what is known of its parts. */
export function shown(value: Value | undefined): string {
  if (!value) return 'none';
  const open = value.taint?.reduce((mask, entry) => mask | entry.mask, 0) ?? 0;
  const words = [open & sql && 'sql', open & path && 'path'].filter(Boolean).join(' ') || 'clean';
  const { shape, schema } = value;
  const parts = shape
    ? ` ${shape.kind}(${[
        ...[...shape.fields].map(([key, field]) => `${key}=${shown(field)}`),
        ...(shape.rest ? [`rest=${shown(shape.rest)}`] : []),
      ].join(', ')})`
    : '';
  return `${words}${parts}${schema ? ` ${schema.k}` : ''}`;
}

/** A run with nothing but the state that schemas use. Expressions are values themselves under `value`. */
export function runWith(values: Record<string, Value> = {}, versions: Record<string, number> = {}): Run {
  const layer = new Map<string, Value>();
  const frame = {
    layer,
    narrows: false,
    guards: false,
    versionOf: (name: string) => versions[name] ?? 0,
    owner: (name: string) => (name in values ? frame : undefined),
  };
  return {
    frame,
    file: { text: 'req.body req.query' },
    lookup: (name: string) => layer.get(name) ?? values[name] ?? unknownValue,
    evaluate: (expr: Expr) =>
      expr.k === 'name'
        ? (values[expr.name] ?? unknownValue)
        : ((expr as { value?: Value }).value ?? unknownValue),
    requests: new Map(),
    entries: new Map(),
  } as unknown as Run;
}

export const name = (word: string): Expr => ({ k: 'name', name: word, ...at }) as Expr;
export const call = (callee: object, args: Expr[] = [], named: Record<string, Expr> = {}) =>
  ({
    k: 'call',
    callee,
    args: [
      ...args.map((value) => ({ value })),
      ...Object.entries(named).map(([key, value]) => ({ value, name: key })),
    ],
    start: 7,
    end: 9,
  }) as unknown as Expr & { k: 'call' };
export const member = (object: Expr, property: string): Expr =>
  ({ k: 'member', object, property, ...at }) as Expr;

export function conforms(parts: Partial<Conforms>): Conforms {
  return {
    to: 'receiver',
    json: false,
    worded: undefined,
    value: 0,
    passes: undefined,
    under: undefined,
    unless: undefined,
    provided: undefined,
    pending: false,
    ...parts,
  };
}
