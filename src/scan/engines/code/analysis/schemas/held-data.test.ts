import { describe, expect, test } from 'vitest';
import {
  call,
  conforms,
  fieldsOf,
  map,
  member,
  name,
  numbers,
  runWith,
  sent,
  shown,
  sql,
} from '../../../../../../test/support/schema-run.ts';
import type { CallEvent } from '../../domain/call-event.ts';
import { anything, leaf, type Schema } from '../../domain/schemas/schema.ts';
import { constantValue, unknownValue, type Value } from '../../domain/value.ts';
import type { Expr, FunctionIr } from '../../ir/ir.ts';
import { allLabels } from '../../knowledge/labels.ts';
import type { Entry } from '../../knowledge/rule-types.ts';
import type { Conforms, RequestSchema } from '../../knowledge/schemas/schema-types.ts';
import type { Run } from '../run.ts';
import { exprAt, heldData, readByName, schemaAt } from './held-data.ts';
import { passedKey } from './narrow-value.ts';
import { asRequested, noteRequests } from './request-schemas.ts';

describe('a call that holds data against a schema', () => {
  const schema = fieldsOf({ id: numbers });
  const values = {
    s: { ...unknownValue, schema: { k: 'schema' as const, schema, isRequest: false, reports: false } },
  };
  const expr = call(member(name('s'), 'parse'), [name('x')]);
  const eventOf = (parts: Partial<CallEvent> = {}) =>
    ({
      expr,
      args: [sent],
      named: new Map(),
      receiver: values.s,
      name: { called: () => undefined },
      ...parts,
    }) as unknown as CallEvent;
  const held = (parts: Partial<Conforms>, event = eventOf(), run = runWith(values)) =>
    heldData(run, event, conforms(parts), unknownValue);

  test('gives the data as the schema says, or under a field', () => {
    expect(shown(held({}))).toBe('clean map(id=clean data)');
    expect(shown(held({ under: 'data' }))).toBe('clean map(data=clean map(id=clean data), rest=clean)');
    expect(shown(held({ value: 1 }))).toBe('none');
    expect(shown(held({}, eventOf(), runWith()))).toBe('none');
    expect(shown(heldData(runWith(values), eventOf(), conforms({ value: 'result' }), sent))).toBe(
      'clean map(id=clean data)',
    );
  });
  test('gives a verdict, and data that has passed where it was asked for', () => {
    expect(shown(held({ unless: 'error', under: 'value' }))).toBe(
      'clean map(error=clean pending, value=sql path pending, rest=clean)',
    );
    const both = held({ unless: 'error', provided: 'ok' })!;
    const role = (key: string) =>
      both.shape!.fields.get(key)!.schema as Extract<Value['schema'], { k: 'pending' }>;
    expect([role('error').passes, role('ok').passes]).toEqual([false, true]);
    expect(role('ok')).toMatchObject({ id: 7, isRequest: false, about: { name: 'x' }, versions: [['x', 0]] });
    expect(held({ unless: 'error', under: 'v' })!.shape!.fields.get('v')!.schema).toMatchObject({
      passes: undefined,
    });
    expect(held({ pending: true })!.schema).toMatchObject({ k: 'pending', passes: true });
    expect(shown(held({ pending: true }))).toBe('sql path pending');
  });
  test('notes what has passed as well', () => {
    const run = runWith({ ...values, x: sent });
    held({ passes: 0 }, eventOf(), run);
    expect(shown(run.lookup('x'))).toBe('clean map(id=clean data)');
    const other = runWith({ ...values, x: sent });
    held({}, eventOf(), other);
    expect(shown(other.lookup('x'))).toBe('sql path');
  });
  test('gives what passed, where the verdict throws', () => {
    const pending: Value = {
      ...sent,
      schema: { k: 'pending', schema, id: 5, passes: true, isRequest: false, about: undefined, versions: [] },
    };
    expect(shown(held({ to: 'verdict' }, eventOf({ receiver: pending })))).toBe('clean map(id=clean data)');
    expect(shown(held({ to: 'verdict' }, eventOf({ receiver: sent })))).toBe('none');
    expect(shown(held({ to: 'verdict' }, eventOf({ receiver: undefined })))).toBe('none');
  });
  test('of a request gives the verdict, or what passed of all its parts', () => {
    const request: Value = {
      ...unknownValue,
      schema: {
        k: 'pending',
        schema: fieldsOf({ query: fieldsOf({ id: numbers }), body: fieldsOf({ n: anything }) }),
        id: 5,
        passes: undefined,
        isRequest: true,
        about: undefined,
        versions: [],
      },
    };
    const event = eventOf({ args: [request] });
    expect(held({ to: 'route', pending: true }, event)!.schema).toMatchObject({
      passes: true,
      isRequest: true,
    });
    const passed = held({ to: 'route' }, event)!.schema as Extract<Value['schema'], { k: 'pending' }>;
    expect(passed).toMatchObject({ isRequest: false, passes: undefined });
    expect([...passed.schema.fields!.keys()]).toEqual(['id', 'n']);
    expect(held({ to: 'route' }, eventOf({ args: [sent] }))).toBeUndefined();
  });
  test('finds the schema where the library says', () => {
    const schemaIn = (to: Conforms['to'], json = false) =>
      schemaAt(
        runWith({ ...values, j: map({ type: constantValue('integer') }) }),
        { expr: call(member(name('s'), 'f'), [name('j')], { schema: name('s') }) },
        conforms({ to, json }),
      );
    expect(schemaIn('receiver')).toBe(schema);
    expect(schemaIn('schema')).toBe(schema);
    expect(schemaIn('other')).toBeUndefined();
    expect(schemaIn(0)).toBeUndefined();
    expect(schemaIn(0, true)?.clears).toBe(allLabels);
    expect(schemaIn(1)?.clears).toBe(schema.clears);
    expect(schemaIn(9)).toBeUndefined();
    expect(schemaAt(runWith(values), { expr: call(name('s')) }, conforms({ to: 'callee' }))).toBe(schema);
    expect(exprAt(call(name('f')), 'receiver')).toBeUndefined();
  });
});

describe('what a call reads of a request by its name', () => {
  const schema = fieldsOf({ id: numbers, user: fieldsOf({ n: numbers }) });
  const read = (key: Value | undefined, role: Value['schema'], run = runWith()) =>
    shown(
      readByName(
        run,
        {
          args: key ? [key] : [],
          named: new Map(),
          receiver: { ...unknownValue, schema: role },
        } as unknown as CallEvent,
        0,
        sent,
      ),
    );
  test('is what the schema says of it', () => {
    const data = { k: 'data' as const, schema };
    expect(read(constantValue('id'), data)).toBe('clean data');
    expect(read(constantValue('user.n'), data)).toBe('clean data');
    expect(read(constantValue('user.m'), data)).toBe('sql path');
    expect(read(constantValue('other'), data)).toBe('sql path');
    expect(read(constantValue(5), data)).toBe('sql path');
    expect(read(undefined, data)).toBe('sql path');
    expect(read(constantValue('id'), undefined)).toBe('sql path');
  });
  test('is so only behind the verdict, where there is one', () => {
    const pending = { k: 'pending', schema, id: 3 } as unknown as Value['schema'];
    expect(read(constantValue('id'), pending)).toBe('sql path');
    const run = runWith();
    run.frame.layer.set(passedKey(3), unknownValue);
    expect(read(constantValue('id'), pending, run)).toBe('clean data');
  });
});

describe('what a route holds requests against', () => {
  const fn = { start: 11 } as FunctionIr;
  const role = (schema: Schema, reports = false, isRequest = true): Value => ({
    ...unknownValue,
    schema: { k: 'schema', schema, isRequest, reports },
  });
  const eventOf = (args: Value[], receiverExpr?: Expr) =>
    ({ expr: { args: [] }, args, named: new Map(), receiverExpr }) as unknown as CallEvent;
  const query = fieldsOf({ query: fieldsOf({ id: numbers }, false) }, false);
  const found = (run: Run) => run.requests.get(fn);

  test('is what it was given, one by one or in a list', () => {
    const run = runWith();
    noteRequests(run, eventOf([constantValue('/a'), role(query)]), [], fn);
    expect(found(run)).toMatchObject({ k: 'schema', isRequest: true, reports: false, schema: query });
    const listed = runWith();
    const body = fieldsOf(
      { body: fieldsOf({ n: leaf(sql) }, false), query: fieldsOf({ b: leaf(sql) }, false) },
      false,
    );
    const both: Value = {
      ...unknownValue,
      shape: {
        kind: 'list',
        fields: new Map([
          ['0', role(query)],
          ['1', role(body, true)],
        ]),
        rest: undefined,
        length: 2,
      },
    };
    noteRequests(listed, eventOf([both]), [], fn);
    const schema = found(listed)!.schema;
    expect([...schema.fields!.keys()]).toEqual(['query', 'body']);
    expect([...schema.fields!.get('query')!.fields!.keys()]).toEqual(['id', 'b']);
    expect(found(listed)!.reports).toBe(true);
  });
  test('is nothing where no schema is one of requests', () => {
    const run = runWith();
    noteRequests(run, eventOf([role(query, false, false), unknownValue]), [], fn);
    expect(found(run)).toBeUndefined();
  });
  test('is what passes any of the routes, where there are several', () => {
    const run = runWith();
    noteRequests(run, eventOf([role(query)]), [], fn);
    run.entries.set(fn, []);
    noteRequests(
      run,
      eventOf([role(fieldsOf({ query: fieldsOf({ id: leaf(sql) }, false) }, false), true)]),
      [],
      fn,
    );
    expect(found(run)!.schema.fields!.get('query')!.fields!.get('id')!.clears).toBe(sql);
    expect(found(run)!.reports).toBe(true);
    noteRequests(run, eventOf([]), [], fn);
    expect(found(run)!.schema.fields).toBeUndefined();
    const other = runWith();
    other.entries.set(fn, []);
    noteRequests(other, eventOf([role(query)]), [], fn);
    expect(found(other)).toBeUndefined();
  });
  test('is what the request of the function has passed, or may have', () => {
    const run = runWith();
    expect(asRequested(run, fn, sent)).toBe(sent);
    noteRequests(run, eventOf([role(query)]), [], fn);
    expect(asRequested(run, fn, sent).schema).toEqual({ k: 'data', schema: query });
    const reporting = runWith();
    noteRequests(reporting, eventOf([role(query, true)]), [], fn);
    expect(asRequested(reporting, fn, sent).schema).toMatchObject({
      k: 'pending',
      id: 11,
      isRequest: true,
      passes: undefined,
    });
  });

  const entry = (request: Partial<RequestSchema>) =>
    [
      { request: { option: undefined, parts: new Map(), after: undefined, ...request } },
    ] as unknown as Entry[];
  test('may be among the options of the route', () => {
    const integer = map({ type: constantValue('integer') });
    const properties = map({ n: integer });
    const object = map({ type: constantValue('object'), properties });
    const parts = new Map([
      ['querystring', 'query'],
      ['body', 'body'],
    ]);
    const options = map({ schema: map({ querystring: properties, body: object, response: object }) });
    const run = runWith();
    noteRequests(run, eventOf([options]), entry({ option: 'schema', parts }), fn);
    const { fields } = found(run)!.schema;
    expect([...fields!.keys()]).toEqual(['query', 'body']);
    expect(fields!.get('query')!.fields!.get('n')!.clears).toBe(allLabels);
    expect(fields!.get('body')!.fields!.get('n')!.clears).toBe(allLabels);
    const without = runWith();
    noteRequests(
      without,
      eventOf([map({ other: properties }), unknownValue]),
      entry({ option: 'schema', parts }),
      fn,
    );
    expect(found(without)).toBeUndefined();
    const plain = runWith();
    noteRequests(
      plain,
      eventOf([map({ schema: map({ querystring: constantValue('x') }) })]),
      entry({ option: 'schema', parts }),
      fn,
    );
    expect(found(plain)!.schema.fields!.get('query')!.fields).toBeUndefined();
  });
  test('may be what a method further up in the chain was given', () => {
    const parts = new Map([['input', 'input']]);
    const chain = (depth: number, property = 'input', argument = name('s')): Expr =>
      depth === 0
        ? call(member(name('router'), property), [argument])
        : call(member(chain(depth - 1, property, argument), 'use'));
    const values = {
      s: {
        ...unknownValue,
        schema: { k: 'schema' as const, schema: fieldsOf({ id: numbers }), isRequest: false, reports: false },
      },
    };
    const noted = (expr: Expr | undefined) => {
      const run = runWith(values);
      noteRequests(run, eventOf([], expr), entry({ after: 'input', parts }), fn);
      return found(run)?.schema;
    };
    expect(noted(chain(0))!.fields!.get('input')!.fields!.get('id')!.clears).toBe(allLabels);
    expect(noted(chain(0))!.isClosed).toBe(false);
    expect(noted(chain(3))).toBeDefined();
    expect(noted(chain(11))).toBeDefined();
    expect(noted(chain(12))).toBeUndefined();
    expect(noted(chain(0, 'output'))).toBeUndefined();
    expect(noted(chain(0, 'input', name('t')))).toBeUndefined();
    expect(noted(name('router'))).toBeUndefined();
    expect(noted(call(name('input'), [name('s')]))).toBeUndefined();
    expect(noted(call(member(name('r'), 'input')))).toBeUndefined();
    expect(noted(undefined)).toBeUndefined();
  });
});
