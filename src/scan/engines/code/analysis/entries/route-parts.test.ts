import { expect, test } from 'vitest';
import { unknownValue, type Value } from '../../domain/value.ts';
import type { FunctionIr } from '../../ir/ir.ts';
import { labelMask } from '../../knowledge/labels.ts';
import type { Name } from '../../knowledge/rule-set.ts';
import type { Run } from '../run.ts';
import { noteRoute, partOfRoute } from './route-parts.ts';

const sql = labelMask(['sql']);
const sent = { ...unknownValue, taint: [{ origin: { k: 'source', id: 1 }, mask: sql }] } as unknown as Value;
const [outer, inner] = [{}, {}] as [FunctionIr, FunctionIr];

/** A run inside of `inner`, which is inside of `outer`. */
function runIn(): Run {
  return {
    routes: new Map(),
    frame: { fn: inner, outer: { fn: outer, outer: { fn: undefined } } },
  } as unknown as Run;
}

const reader = (segment: string) => ({ segment }) as Name;

test('a route is noted once for a function, where it has parts', () => {
  const run = runIn();
  noteRoute(run, inner, '/a/{id:[0-9]+}');
  noteRoute(run, inner, '/a/{id:[0-9]+}');
  noteRoute(run, inner, '/b/{id}');
  noteRoute(run, inner, '/plain');
  noteRoute(run, inner, 5);
  noteRoute(run, inner, undefined);
  expect([...run.routes]).toEqual([[inner, ['/a/{id:[0-9]+}', '/b/{id}']]]);
});

test('a part of the path is what the route asks of it', () => {
  const run = runIn();
  noteRoute(run, inner, '/a/{id:[0-9]+}/{name}');
  const read = (by: Name | undefined, name: string | number | undefined, value = sent) =>
    partOfRoute(run, by, name, value);
  for (const name of ['Vars', 'URLParam', 'URLParamFromCtx'])
    expect(read(reader(name), 'id')).toMatchObject({ taint: undefined, dynamic: false });
  expect(read(reader('Vars'), 'name')).toBe(sent);
  expect(read(reader('Vars'), 'other')).toBe(sent);
  expect(read(reader('Query'), 'id')).toBe(sent);
  expect(read(undefined, 'id')).toBe(sent);
  expect(read(reader('Vars'), 5)).toBe(sent);
  expect(read(reader('Vars'), undefined)).toBe(sent);
  expect(read(reader('Vars'), 'id', unknownValue)).toBe(unknownValue);
});

test('the routes of the nearest function around count', () => {
  const around = runIn();
  noteRoute(around, outer, '/a/{id:[0-9]+}');
  expect(partOfRoute(around, reader('Vars'), 'id', sent).taint).toBeUndefined();
  noteRoute(around, inner, '/a/{id}');
  expect(partOfRoute(around, reader('Vars'), 'id', sent)).toBe(sent);
  expect(partOfRoute(runIn(), reader('Vars'), 'id', sent)).toBe(sent);
});
