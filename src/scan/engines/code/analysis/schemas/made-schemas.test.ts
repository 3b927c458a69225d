import { describe, expect, test } from 'vitest';
import type { CallEvent } from '../../domain/call-event.ts';
import { leaf, objectOf, type Schema } from '../../domain/schemas/schema.ts';
import { constantValue, unknownValue, type Value } from '../../domain/value.ts';
import type { Expr } from '../../ir/ir.ts';
import { constantLabels } from '../../knowledge/label-needs.ts';
import { allLabels, labelMask, labelNames } from '../../knowledge/labels.ts';
import type { Name } from '../../knowledge/rule-set.ts';
import type { SchemaMaker } from '../../knowledge/schemas/schema-types.ts';
import { listOf, withField } from '../assignments.ts';
import type { Run } from '../run.ts';
import { madeSchema } from './made-schema.ts';

const sql = labelMask(['sql']);
const path = labelMask(['path']);
const library = { root: 'lib' } as Name;
/** A file of which no others are known. */
const alone = { abilities: { crossFile: false } } as Run;

function maker(parts: Partial<SchemaMaker>): SchemaMaker {
  return {
    clears: 0,
    only: undefined,
    pattern: undefined,
    anchors: 'none',
    fields: undefined,
    items: undefined,
    same: undefined,
    either: undefined,
    both: undefined,
    json: false,
    nests: false,
    narrows: false,
    opens: false,
    renames: new Map(),
    request: undefined,
    named: undefined,
    reports: false,
    converts: false,
    ...parts,
  };
}

function schemaValue(schema: Schema, more: { isRequest?: boolean; reports?: boolean } = {}): Value {
  return { ...unknownValue, schema: { k: 'schema', schema, isRequest: false, reports: false, ...more } };
}

function map(fields: Record<string, Value>, rest?: Value): Value {
  return {
    ...unknownValue,
    shape: { kind: 'map', fields: new Map(Object.entries(fields)), rest, length: undefined },
  };
}

function event(args: Value[], receiver?: Value, named: Record<string, Value> = {}): CallEvent {
  const expr = { k: 'call', args: [], start: 0, end: 0 } as unknown as Expr;
  return {
    expr,
    name: library,
    args,
    receiver,
    named: new Map(Object.entries(named)),
  } as unknown as CallEvent;
}

/** A schema in one line: `{a: sql, b: [all]}`, with `…` where other fields get through. */
function shown({ clears, fields, items, isClosed }: Schema): string {
  const parts: string[] = [];
  if (clears === allLabels) parts.push('all');
  else if (clears === constantLabels) parts.push('constant');
  else if (clears) parts.push(labelNames.filter((_, at) => clears & (1 << at)).join(' '));
  if (items) parts.push(`[${shown(items)}]`);
  if (fields)
    parts.push(
      `{${[...[...fields].map(([key, part]) => `${key}: ${shown(part)}`), ...(isClosed ? [] : ['…'])].join(', ')}}`,
    );
  return parts.join(' & ') || 'anything';
}

function made(parts: Partial<SchemaMaker>, args: Value[] = [], receiver?: Value): string {
  const role = madeSchema(alone, event(args, receiver), maker(parts));
  if (!role) return 'none';
  expect(role.k).toBe('schema');
  return shown(role.schema);
}

const text = constantValue;
const aSql = schemaValue(leaf(sql));
const aPath = schemaValue(leaf(path));
const sent = {
  ...unknownValue,
  taint: [{ origin: { k: 'source', id: 1 }, mask: 1 }],
} as unknown as Value;

describe('a call makes a schema', () => {
  test('of anything where it says nothing', () => {
    expect(made({})).toBe('anything');
  });
  test('of what does no harm of some kinds', () => {
    expect(made({ clears: sql })).toBe('sql');
    expect(made({ clears: sql, same: [0] }, [aPath])).toBe('sql path');
  });
  test('of constants, one by one or in a list', () => {
    expect(made({ only: [0] }, [text('a')])).toBe('all');
    expect(made({ only: [0] }, [listOf([text('a'), text('b')])])).toBe('all');
    expect(made({ only: 'any' }, [text('a'), text('b')])).toBe('all');
    expect(made({ only: [0] })).toBe('anything');
    expect(made({ only: [1] }, [text('a')])).toBe('anything');
  });
  test('of what the program has itself, but not of what was sent or of another field', () => {
    const own = { ...unknownValue, name: { root: 'app' } as Name };
    expect(made({ only: [0] }, [own])).toBe('all');
    expect(made({ only: [0] }, [{ ...own, name: library }])).toBe('anything');
    expect(made({ only: [0] }, [sent])).toBe('anything');
    expect(made({ only: [0] }, [listOf([text('a'), sent])])).toBe('anything');
    expect(made({ only: 'any' }, [text('a'), sent])).toBe('anything');
  });
  test('of texts that match an expression', () => {
    expect(made({ pattern: [0] }, [text('^(?:a|b)$')])).toBe('constant');
    expect(made({ pattern: [0] }, [text('a|b')])).toBe('anything');
    expect(made({ pattern: [0], anchors: 'whole' }, [text('a|b')])).toBe('constant');
    expect(made({ pattern: [0] }, [unknownValue])).toBe('anything');
  });
  test('of lists', () => {
    expect(made({ items: [0] }, [aSql])).toBe('[sql]');
    expect(made({ items: [0] }, [unknownValue])).toBe('[anything]');
    expect(made({ items: [0] })).toBe('anything');
    expect(made({ items: ['receiver'] }, [], aSql)).toBe('[sql]');
  });
  test('of one of several, and of all of several', () => {
    const both = schemaValue(leaf(sql | path));
    expect(made({ either: [0, 1] }, [both, aPath])).toBe('path');
    expect(made({ either: [0] }, [listOf([both, aSql])])).toBe('sql');
    expect(made({ either: [0] }, [listOf([both, unknownValue])])).toBe('anything');
    expect(made({ either: [0] })).toBe('anything');
    expect(made({ both: [0] }, [listOf([aSql, aPath])])).toBe('sql path');
    expect(made({ both: 'any' }, [aSql, aPath])).toBe('sql path');
    expect(made({ both: [0] }, [listOf([aSql, unknownValue])])).toBe('sql');
  });
  test('like another one', () => {
    expect(made({ same: [0] }, [aSql])).toBe('sql');
    expect(made({ same: [0] }, [unknownValue])).toBe('anything');
  });
});

describe('the fields of an object', () => {
  test('are closed, unless it opens them or more of them may come', () => {
    const fields = map({ a: aSql, b: unknownValue });
    expect(made({ fields: [0] }, [fields])).toBe('{a: sql, b: anything}');
    expect(made({ fields: [0], opens: true }, [fields])).toBe('{a: sql, b: anything, …}');
    expect(made({ fields: [0] }, [map({ a: aSql }, unknownValue)])).toBe('{a: sql, …}');
  });
  test('may stand for others', () => {
    const renames = new Map([['params', 'path']]);
    expect(made({ fields: [0], renames }, [map({ params: aSql, q: aSql })])).toBe('{path: sql, q: sql}');
  });
  test('may be objects themselves one level down, where the library says so', () => {
    const deep = map({ a: map({ b: aSql, c: map({ d: aSql }) }) });
    expect(made({ fields: [0] }, [deep])).toBe('{a: anything}');
    expect(made({ fields: [0], nests: true }, [deep])).toBe('{a: {b: sql, c: anything}}');
    expect(made({ fields: [0], nests: true }, [map({ a: listOf([aSql]) })])).toBe('{a: anything}');
  });
  test('may be a schema already, and are unknown where they are no map', () => {
    expect(made({ fields: [0] }, [aSql])).toBe('sql');
    expect(made({ fields: [0] }, [listOf([aSql])])).toBe('anything');
    expect(made({ fields: [0] }, [unknownValue])).toBe('anything');
  });
  test('may be written as JSON schema', () => {
    const number = withField(map({}), 'map', 'type', text('integer'));
    expect(made({ fields: [0], json: true }, [map({ a: number })])).toBe('{a: all}');
    expect(made({ fields: [0] }, [map({ a: number })])).toBe('{a: anything}');
  });
});

describe('a method of a schema', () => {
  test('adds to what the schema says', () => {
    expect(made({ narrows: true, clears: path }, [], aSql)).toBe('sql path');
    expect(made({ narrows: true }, [], aSql)).toBe('sql');
    expect(
      made(
        { narrows: true, fields: [0] },
        [map({ b: aPath })],
        schemaValue(objectOf(new Map([['a', leaf(sql)]]), true)),
      ),
    ).toBe('{a: sql, b: path}');
  });
  test('makes none where the object is no schema', () => {
    expect(made({ narrows: true, clears: path })).toBe('none');
    expect(made({ narrows: true, clears: path }, [], unknownValue)).toBe('none');
    const data: Value = { ...unknownValue, schema: { k: 'data', schema: leaf(sql) } };
    expect(made({ narrows: true, clears: path }, [], data)).toBe('none');
  });
  test('may let other fields through', () => {
    const closed = schemaValue(objectOf(new Map([['a', leaf(sql)]]), true));
    expect(made({ narrows: true, opens: true }, [], closed)).toBe('{a: sql, …}');
    expect(made({ narrows: true }, [], closed)).toBe('{a: sql}');
  });
});

describe('a schema of a request', () => {
  const request = ['query', 'body'];
  test('is about a field by its path in the parts that are meant', () => {
    const places = { request, named: 0, clears: sql };
    expect(made(places, [text('id')])).toBe('{query: {id: sql, …}, body: {id: sql, …}, …}');
    expect(made(places, [text('user.name.first')])).toBe(
      '{query: {user: {name: {first: sql, …}, …}, …}, body: {user: {name: {first: sql, …}, …}, …}, …}',
    );
    expect(made(places, [listOf([text('a'), text('b')])])).toContain('{a: sql, b: sql, …}');
    expect(made(places, [text('*')])).toBe('{query: {…}, body: {…}, …}');
    expect(made(places, [constantValue(5)])).toBe('{query: {…}, body: {…}, …}');
    expect(made(places, [])).toBe('{query: {…}, body: {…}, …}');
  });
  test('without such a name says itself which parts it is about', () => {
    expect(made({ request: [], fields: [0] }, [map({ query: aSql })])).toBe('{query: sql}');
    expect(made({ named: 0, clears: sql }, [text('id')])).toBe('sql');
  });
  test('is narrowed in all of the places that it is about', () => {
    const field = objectOf(new Map([['id', leaf(sql)]]), false);
    const of = schemaValue(
      objectOf(
        new Map([
          ['query', field],
          ['body', field],
        ]),
        false,
      ),
      { isRequest: true },
    );
    expect(made({ narrows: true, clears: path }, [], of)).toBe(
      '{query: {id: sql path, …}, body: {id: sql path, …}, …}',
    );
    const other = schemaValue(objectOf(new Map([['query', field]]), false));
    expect(made({ narrows: true, clears: path }, [], other)).toBe('path & {query: {id: sql, …}, …}');
  });
  test('stays one, and says whether what does not pass gets through', () => {
    const role = (parts: Partial<SchemaMaker>, receiver?: Value) => {
      const found = madeSchema(alone, event([], receiver), maker(parts));
      return found?.k === 'schema' ? [found.isRequest, found.reports] : undefined;
    };
    expect(role({})).toEqual([false, false]);
    expect(role({ request: [] })).toEqual([true, false]);
    expect(role({ request: [], reports: true })).toEqual([true, true]);
    const reporting = schemaValue(leaf(sql), { isRequest: true, reports: true });
    expect(role({ narrows: true }, reporting)).toEqual([true, true]);
    expect(role({ narrows: true, converts: true }, reporting)).toEqual([true, false]);
    expect(role({ narrows: true }, aSql)).toEqual([false, false]);
    expect(role({ narrows: true, reports: true }, aSql)).toEqual([false, false]);
    expect(role({}, reporting)).toEqual([false, false]);
  });
});
