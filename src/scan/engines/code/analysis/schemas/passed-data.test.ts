import { describe, expect, test } from 'vitest';
import {
  call,
  conforms,
  fieldsOf,
  given,
  map,
  member,
  name,
  numbers,
  runWith,
  sent,
  shown,
  sql,
  taint,
} from '../../../../../../test/support/schema-run.ts';
import { anything, leaf, listOf, type Schema } from '../../domain/schemas/schema.ts';
import { unknownValue, type Value } from '../../domain/value.ts';
import type { Expr } from '../../ir/ir.ts';
import { constantLabels } from '../../knowledge/label-needs.ts';
import { allLabels } from '../../knowledge/labels.ts';
import type { Guard } from '../../knowledge/rule-types.ts';
import { narrowed, narrowedPart, passedKey } from './narrow-value.ts';
import { notePassed, passedAt } from './passed-schemas.ts';
import { schemaBarriers, verdictBarriers } from './verdicts.ts';

describe('data that a schema lets pass', () => {
  test('can do no harm of the kinds that it clears', () => {
    expect(shown(narrowed(sent, leaf(sql)))).toBe('path');
    expect(narrowed(sent, leaf(sql)).dynamic).toBe(false);
    expect(shown(narrowed(sent, leaf(allLabels)))).toBe('clean data');
    expect(shown(narrowed({ ...map({ a: sent }), taint }, leaf(constantLabels)))).toBe('clean data');
    expect(shown(narrowed({ ...map({ a: sent }), taint }, leaf(sql)))).toBe('path map(a=sql path)');
    expect(narrowed(sent, anything)).toBe(sent);
  });
  test('has the fields that are named, and others only where they get through', () => {
    const schema = fieldsOf({ id: numbers, name: anything });
    expect(shown(narrowed(sent, schema))).toBe('clean map(id=clean data, name=sql path)');
    const open = fieldsOf({ id: numbers }, false);
    expect(shown(narrowed(sent, open))).toBe('sql path map(id=clean data, rest=sql path)');
    expect(shown(narrowed(map({ id: sent, q: sent }), schema))).toBe('clean map(id=clean data, name=clean)');
    expect(shown(narrowed(map({}, sent), schema))).toBe('clean map(id=clean data, name=sql path)');
  });
  test('has items', () => {
    expect(shown(narrowed(sent, listOf(leaf(sql))))).toBe('clean list(rest=path)');
  });
  test('that comes part by part is looked at when it is read', () => {
    const schema = fieldsOf({ id: numbers });
    expect(shown(narrowed(given, schema))).toBe('sql path data');
    expect(shown(narrowed(unknownValue, schema))).toBe('clean data');
    expect(shown(narrowed({ ...given, ...map({ id: sent }), taint: given.taint }, schema))).toBe(
      'clean map(id=clean data)',
    );
  });
  test('is followed five levels deep', () => {
    const nested = (depth: number): Schema => (depth === 0 ? numbers : fieldsOf({ a: nested(depth - 1) }));
    const innermost = (value: Value): Value => {
      const inner = value.shape?.fields.get('a');
      return inner ? innermost(inner) : value;
    };
    expect(shown(innermost(narrowed(sent, nested(4))))).toBe('clean data');
    expect(shown(innermost(narrowed(sent, nested(5))))).toBe('sql path');
  });
});

describe('a part of data', () => {
  const schema = fieldsOf({ id: numbers, name: anything });
  const part = (role: Value['schema'], property: string, run = runWith()) =>
    shown(narrowedPart(run, { ...unknownValue, schema: role }, property, sent));
  const pending = { k: 'pending', schema, id: 3, passes: undefined } as unknown as NonNullable<
    Value['schema']
  >;
  test('is what the schema says, where the data has passed it', () => {
    expect(part({ k: 'data', schema }, 'id')).toBe('clean data');
    expect(part({ k: 'data', schema }, 'name')).toBe('sql path');
    expect(part({ k: 'data', schema }, 'other')).toBe('sql path');
    expect(part(undefined, 'id')).toBe('sql path');
    expect(part({ k: 'schema', schema, isRequest: true, reports: false }, 'id')).toBe('sql path');
  });
  test('is so where the verdict was asked for, and is none of the verdict', () => {
    expect(part(pending, 'id')).toBe('sql path');
    const run = runWith();
    run.frame.layer.set(passedKey(3), unknownValue);
    expect(part(pending, 'id', run)).toBe('clean data');
    expect(part({ ...pending, passes: true } as Value['schema'], 'id', run)).toBe('sql path');
    expect(part({ ...pending, id: 4 } as Value['schema'], 'id', run)).toBe('sql path');
  });
});

describe('where data has passed', () => {
  const schema = fieldsOf({ id: numbers });
  test('a variable of the function is what passed', () => {
    const run = runWith({ x: sent });
    notePassed(run, { expr: name('x'), clears: 0, schema });
    expect(shown(run.lookup('x'))).toBe('clean map(id=clean data)');
    expect([run.frame.narrowed?.size, run.frame.guards]).toEqual([0, true]);
  });
  test('what is read at the same place is so too', () => {
    const run = runWith();
    const body = { ...member(name('req'), 'body'), start: 0, end: 8 } as Expr;
    const query = { ...member(name('req'), 'query'), start: 9, end: 18 } as Expr;
    notePassed(run, { expr: body, clears: 0, schema });
    expect(shown(passedAt(run, body, sent))).toBe('clean map(id=clean data)');
    expect(shown(passedAt(run, query, sent))).toBe('sql path');
    expect(shown(passedAt(run, name('req'), sent))).toBe('sql path');
  });
  test('a variable of another function is a place like others', () => {
    const run = runWith();
    notePassed(run, { expr: name('x'), clears: 0, schema });
    expect(shown(run.lookup('x'))).toBe('clean');
    expect(run.frame.layer.get('x')).toBeUndefined();
  });
  test('the object is that was asked for all it holds', () => {
    const run = runWith({ request: sent });
    notePassed(run, { expr: call(member(name('request'), 'all')), clears: 0, schema });
    expect(shown(run.lookup('request'))).toBe('clean map(id=clean data)');
    const other = runWith({ request: sent });
    notePassed(other, { expr: call(member(name('request'), 'all'), [name('x')]), clears: 0, schema });
    expect(shown(other.lookup('request'))).toBe('sql path');
  });
  test('the verdict that was asked for is remembered', () => {
    const run = runWith();
    const held: Value = {
      ...sent,
      schema: {
        k: 'pending',
        schema,
        id: 5,
        passes: undefined,
        isRequest: false,
        about: undefined,
        versions: [],
      },
    };
    expect(shown(passedAt(run, name('x'), held))).toBe('sql path pending');
    notePassed(run, { expr: name('y'), clears: 0, schema, passed: 5 });
    expect(shown(passedAt(run, name('x'), held))).toBe('clean map(id=clean data)');
    const role = held.schema as Extract<Value['schema'], { k: 'pending' }>;
    expect(shown(passedAt(run, name('x'), { ...held, schema: { ...role, isRequest: true } }))).toContain(
      'pending',
    );
    expect(shown(passedAt(run, name('x'), { ...held, schema: { ...role, passes: true } }))).toContain(
      'pending',
    );
    expect(shown(passedAt(run, name('x'), { ...held, schema: { ...role, id: 6 } }))).toContain('pending');
  });
});

describe('what a verdict says', () => {
  const schema = fieldsOf({ id: numbers });
  const verdict = (
    passes: boolean | undefined,
    versions: Array<[string, number]> = [],
    about?: Expr,
  ): Value => ({
    ...unknownValue,
    schema: { k: 'pending', schema, id: 5, passes, isRequest: false, about, versions },
  });
  test('holds where it is what it is for data that has passed', () => {
    const about = name('x');
    const said = (value: Value, positive: boolean, run = runWith()) => verdictBarriers(run, value, positive);
    expect(said(verdict(true, [], about), true)).toEqual([{ expr: about, clears: 0, schema, passed: 5 }]);
    expect(said(verdict(true, [], about), false)).toEqual([]);
    expect(said(verdict(false, [], about), false)).toHaveLength(1);
    expect(said(verdict(undefined, [], about), true)).toEqual([]);
    expect(said(unknownValue, true)).toEqual([]);
  });
  test('holds of nothing but what holds the data now, where that was set again', () => {
    const about = name('x');
    const run = runWith({}, { x: 2 });
    expect(verdictBarriers(run, verdict(true, [['x', 2]], about), true)[0]!.expr).toBe(about);
    expect(verdictBarriers(run, verdict(true, [['x', 1]], about), true)[0]).toMatchObject({
      expr: { k: 'const', value: null },
      passed: 5,
    });
    expect(verdictBarriers(run, verdict(true), true)[0]).toMatchObject({ expr: { k: 'const' }, clears: 0 });
  });
  test('of a call is about what it was given', () => {
    const asking = call(member(name('schema'), 'isValid'), [name('x')]);
    const run = runWith({
      schema: { ...unknownValue, schema: { k: 'schema', schema, isRequest: false, reports: false } },
    });
    const guard = { conforms: conforms({}), verdict: false, outcome: true, throws: false } as Guard;
    expect(schemaBarriers(run, asking, guard, true)).toEqual([
      { expr: asking.args[0]!.value, clears: 0, schema },
    ]);
    expect(schemaBarriers(run, asking, guard, false)).toEqual([]);
    expect(schemaBarriers(run, asking, { ...guard, throws: true }, true)).toEqual([]);
    expect(schemaBarriers(run, asking, { ...guard, conforms: undefined }, true)).toBeUndefined();
    expect(schemaBarriers(runWith(), asking, guard, true)).toEqual([]);
    expect(schemaBarriers(run, call(asking.callee), guard, true)).toEqual([]);
    const asked = { ...guard, conforms: undefined, verdict: true, outcome: false } as Guard;
    const held = runWith({ schema: verdict(true, [], name('x')) });
    expect(schemaBarriers(held, asking, asked, false)).toHaveLength(1);
    expect(schemaBarriers(held, asking, asked, true)).toEqual([]);
  });
});
