import fc from 'fast-check';
import { expect, test } from 'vitest';
import { QualifiedName } from '../knowledge/qualified-name.ts';
import type { Taint } from './taint.ts';
import {
  constantValue,
  deepTaint,
  functionsIn,
  isDynamic,
  joinValues,
  literalValue,
  nullValue,
  type Shape,
  sameValue,
  unknownValue,
  type Value,
  withTaint,
} from './value.ts';

const taintOf = (id: number): Taint => [
  {
    origin: { k: 'source', id, kind: 'remote', title: 's', span: { start: id, end: id } },
    mask: 1,
    step: undefined,
    check: undefined,
    awaits: undefined,
  },
];
const list = (...items: Value[]): Value => ({
  ...literalValue,
  shape: {
    kind: 'list',
    fields: new Map(items.map((item, i) => [String(i), item])),
    rest: undefined,
    length: items.length,
  },
});
const map = (fields: Record<string, Value>, rest?: Value): Value => ({
  ...literalValue,
  shape: { kind: 'map', fields: new Map(Object.entries(fields)), rest, length: undefined },
});
const tainted = (id: number) => withTaint(unknownValue, taintOf(id));

test('a constant is kept where both ways agree, and a few where they do not', () => {
  expect(joinValues(constantValue('a'), constantValue('a')).constant).toBe('a');
  const two = joinValues(constantValue('a'), constantValue('b'));
  expect(two).toMatchObject({ constant: undefined, either: ['a', 'b'], dynamic: false });
  const many = ['c', 'd', 'e'].map(constantValue).reduce((all, next) => joinValues(all, next), two);
  expect(many.either).toBeUndefined();
  expect(joinValues(two, constantValue('b')).either).toEqual(['a', 'b']);
  expect(joinValues(two, unknownValue).either).toBeUndefined();
});

test('next to an absent value the other one decides, unless it is tainted or known', () => {
  expect(joinValues(nullValue, unknownValue)).toBe(unknownValue);
  expect(joinValues(unknownValue, nullValue)).toBe(unknownValue);
  expect(deepTaint(joinValues(nullValue, tainted(1)))).toEqual(taintOf(1));
  expect(joinValues(nullValue, constantValue(1)).either).toEqual([null, 1]);
});

test('of two texts the longer one is kept', () => {
  const text = (known: string): Value => ({ ...unknownValue, text: known });
  expect(joinValues(text('a\0'), text('abc\0')).text).toBe('abc\0');
  expect(joinValues(text('abc\0'), text('a\0')).text).toBe('abc\0');
  expect(joinValues(constantValue('ab'), text('a\0')).text).toBe('ab');
  expect(joinValues(unknownValue, text('a\0')).text).toBe('a\0');
});

test('a path is only in the form that both ways leave it in', () => {
  const path = (form: 'normal' | 'rooted'): Value => ({ ...unknownValue, form });
  expect(joinValues(path('normal'), path('normal')).form).toBe('normal');
  expect(joinValues(path('normal'), path('rooted')).form).toBeUndefined();
});

test('what adds nothing gives the first back, so that unchanged values are recognised', () => {
  const value = map({ a: tainted(1), b: constantValue(1) });
  expect(joinValues(value, map({ a: tainted(1), b: constantValue(1) }))).toBe(value);
  const same = { ...value };
  expect(joinValues(value, same)).toBe(value);
  expect(joinValues(unknownValue, { ...unknownValue })).toBe(unknownValue);
});

test('fields are joined one by one; one that only one way has is kept', () => {
  const joined = joinValues(
    map({ a: constantValue(1), b: tainted(1) }),
    map({ a: tainted(2), c: constantValue(3) }),
  );
  const fields = joined.shape!.fields;
  expect([...fields.keys()]).toEqual(['a', 'b', 'c']);
  expect(fields.get('a')!.taint).toEqual(taintOf(2));
  expect(fields.get('b')!.taint).toEqual(taintOf(1));
  expect(fields.get('c')!.constant).toBe(3);
  expect(
    joinValues(list(constantValue(1)), list(constantValue(1), constantValue(2))).shape!.length,
  ).toBeUndefined();
  expect(joinValues(list(constantValue(1)), map({})).shape).toBeUndefined();
});

test('a field of one way meets the rest of the other', () => {
  const joined = joinValues(map({ a: constantValue(1) }), map({}, tainted(1)));
  expect(joined.shape!.fields.get('a')!.taint).toEqual(taintOf(1));
  expect(joinValues(map({}, tainted(1)), map({ a: constantValue(1) })).shape!.fields.get('a')!.taint).toEqual(
    taintOf(1),
  );
});

test('next to something unknown the parts may be others, or more', () => {
  const joined = joinValues(list(constantValue(1)), tainted(3));
  expect(joined.shape).toMatchObject({ kind: 'list', length: undefined });
  expect(joined.shape!.fields.get('0')!.taint).toEqual(taintOf(3));
  expect(joined.shape!.rest!.taint).toEqual(taintOf(3));
  expect(joinValues(list(constantValue(1)), constantValue('x')).shape!.length).toBe(1);
});

test('taint and dynamic parts are found in parts of parts, to a depth', () => {
  expect(deepTaint(list(map({ a: tainted(7) })))).toEqual(taintOf(7));
  expect(isDynamic(list(constantValue(1), constantValue(2)))).toBe(false);
  expect(isDynamic(list(constantValue(1), unknownValue))).toBe(true);
  expect(isDynamic({ ...unknownValue, constant: 1 })).toBe(false);
  let deep: Value = tainted(9);
  for (let i = 0; i < 6; i++) deep = list(deep);
  expect(deepTaint(deep)).toBeUndefined();
});

test('functions are found in an object of options', () => {
  const closure = { fn: {} as never, frame: undefined, self: undefined };
  const handler: Value = { ...literalValue, closures: [closure] };
  expect(functionsIn(map({ a: map({ b: handler }) }), 2)).toEqual([closure]);
  expect(functionsIn(map({ a: map({ b: handler }) }), 1)).toEqual([]);
  expect(functionsIn(handler, 0)).toEqual([closure]);
});

test('eight functions are kept, each once', () => {
  const closures = Array.from({ length: 6 }, () => ({ fn: {} as never, frame: undefined, self: undefined }));
  const of = (from: number, to: number): Value => ({ ...literalValue, closures: closures.slice(from, to) });
  expect(joinValues(of(0, 3), of(2, 5)).closures).toEqual(closures.slice(0, 5));
  const others = { ...literalValue, closures: closures.map((closure) => ({ ...closure })) };
  expect(joinValues(of(0, 6), others).closures).toHaveLength(8);
});

test('two values are the same where everything that is known of them is', () => {
  const fields = (value: Value): Shape => map({ a: value }).shape!;
  const base: Value = { ...unknownValue, text: 'x', shape: fields(constantValue(1)) };
  expect(sameValue(base, { ...base, shape: fields(constantValue(1)) })).toBe(true);
  for (const change of [
    { constant: 1 },
    { taint: taintOf(1) },
    { dynamic: false },
    { text: 'y' },
    { form: 'normal' as const },
    { shape: undefined },
    { shape: fields(constantValue(2)) },
    { shape: map({ b: constantValue(1) }).shape },
    { shape: map({ a: constantValue(1) }, unknownValue).shape },
  ])
    expect(sameValue(base, { ...base, ...change })).toBe(false);
});

test('joining loses no taint, whichever values meet', () => {
  const value: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', maxDepth: 2 },
      fc.nat(5).map(tainted),
      fc.constantFrom(unknownValue, literalValue, nullValue, constantValue('a'), constantValue(2)),
      fc.array(tie('value'), { maxLength: 3 }).map((items) => list(...items)),
      fc.dictionary(fc.constantFrom('a', 'b'), tie('value')).map((fields) => map(fields)),
    ),
  })).value;
  const ids = (one: Value) => (deepTaint(one) ?? []).map(({ origin }) => origin.id);
  fc.assert(
    fc.property(value, value, (a, b) => {
      const joined = ids(joinValues(a, b));
      for (const id of [...ids(a), ...ids(b)]) expect(joined).toContain(id);
    }),
  );
});

test('of two names the one that says more than a variable is kept, whichever comes first', () => {
  const root = new QualifiedName<null>('', undefined);
  const named = (...path: string[]) =>
    ({ ...unknownValue, name: path.reduce((at, part) => at.child(part), root) }) as unknown as Value;
  const [given, usual, other] = [named('~options', 'client'), named('axios'), named('got')];
  expect(joinValues(given!, usual!).name).toBe(usual!.name);
  expect(joinValues(usual!, given!).name).toBe(usual!.name);
  expect(joinValues(usual!, other!).name).toBe(usual!.name);
  expect(joinValues(unknownValue, given!).name).toBe(given!.name);
  // What a call made of the variable is data, and no library.
  expect(joinValues(given!, withTaint(usual!, taintOf(1))).name).toBe(given!.name);
});
