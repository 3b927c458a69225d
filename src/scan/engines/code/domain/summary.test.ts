import { expect, test } from 'vitest';
import { allLabels } from '../knowledge/labels.ts';
import { argumentTaint, type Binding, instantiate } from './summary.ts';
import { stepsOf, type TaintEntry } from './taint.ts';
import { constantValue, literalValue, unknownValue, type Value, withTaint } from './value.ts';

const at = { start: 50, end: 60 };
const entryOf = (
  origin: TaintEntry['origin'],
  mask = allLabels,
  more: Partial<TaintEntry> = {},
): TaintEntry => ({
  origin,
  mask,
  step: undefined,
  check: undefined,
  awaits: undefined,
  ...more,
});
const source = (id: number, mask = allLabels, more: Partial<TaintEntry> = {}) =>
  entryOf({ k: 'source', id, kind: 'remote', title: 's', span: { start: id, end: id + 1 } }, mask, more);
const parameter = (index: number, field?: string, mask = allLabels, more: Partial<TaintEntry> = {}) =>
  entryOf({ k: 'parameter', id: 100 + index, index, field }, mask, more);
const tainted = (...taint: TaintEntry[]): Value => withTaint(unknownValue, taint);
const map = (fields: Record<string, Value>, rest?: Value): Value => ({
  ...literalValue,
  shape: { kind: 'map', fields: new Map(Object.entries(fields)), rest, length: undefined },
});
const list = (...items: Value[]): Value => ({
  ...literalValue,
  shape: {
    kind: 'list',
    fields: new Map(items.map((item, i) => [String(i), item])),
    rest: undefined,
    length: items.length,
  },
});
const binding =
  (...values: Value[]): Binding =>
  (index) =>
    values[index];
const ids = (taint: readonly TaintEntry[] | undefined) => taint?.map(({ origin }) => origin.id);

test('what is no parameter is what it is, whatever a call is given', () => {
  const own = source(7);
  expect(argumentTaint(own, binding(), at, 'called')).toEqual([own]);
});

test.each<[title: string, entry: TaintEntry, given: Value | undefined, expected: number[] | undefined]>([
  ['a parameter is what it was given', parameter(0), tainted(source(1)), [1]],
  ['a parameter that was not given is nothing', parameter(0), undefined, undefined],
  ['a clean argument brings nothing', parameter(0), unknownValue, undefined],
  [
    'a whole object is all that is in it',
    parameter(0),
    map({ a: tainted(source(1)), b: tainted(source(2)) }),
    [1, 2],
  ],
  [
    'a field is that field alone',
    parameter(0, 'a'),
    map({ a: tainted(source(1)), b: tainted(source(2)) }),
    [1],
  ],
  [
    'a field that was never set is not another one',
    parameter(0, 'c'),
    map({ a: tainted(source(1)) }),
    undefined,
  ],
  [
    'a field that is not listed is what the rest holds',
    parameter(0, 'c'),
    map({ a: unknownValue }, tainted(source(3))),
    [3],
  ],
  ['a field of an unknown object is the object', parameter(0, 'c'), tainted(source(4)), [4]],
  ['a field of a list may be any item', parameter(0, 'c'), list(tainted(source(5))), [5]],
])('%s', (_, entry, given, expected) => {
  const bind: Binding = (index) => (index === 0 ? given : undefined);
  expect(ids(argumentTaint(entry, bind, at, 'called'))).toEqual(expected);
});

test('only what both the argument and the function leave open does harm, and the first check is kept', () => {
  const argument = tainted(source(1, 0b0110, { check: 'own' }), source(2, 0b1000));
  const [first, ...others] = argumentTaint(
    parameter(0, undefined, 0b0011, { check: 'inner' }),
    binding(argument),
    at,
    'called',
  )!;
  expect([first!.mask, first!.check, others]).toEqual([0b0010, 'own', []]);
  const [checked] = argumentTaint(
    parameter(0, undefined, 1, { check: 'inner' }),
    binding(tainted(source(1))),
    at,
    'called',
  )!;
  expect(checked!.check).toBe('inner');
});

test('the way goes by the call and then into the function, and back by the call last', () => {
  const inside = { start: 3, end: 4 };
  const entry = parameter(0, undefined, allLabels, {
    step: { span: inside, how: 'joined', previous: undefined, length: 1 },
  });
  const bind = binding(tainted(source(1)));
  const steps = (how: 'called' | 'returned') =>
    stepsOf(argumentTaint(entry, bind, at, how)![0]!).map((step) => [step.span.start, step.how]);
  expect(steps('called')).toEqual([
    [50, 'called'],
    [3, 'joined'],
  ]);
  expect(steps('returned')).toEqual([
    [3, 'joined'],
    [50, 'returned'],
  ]);
});

test('a constant that is given back is still that constant', () => {
  const returned = tainted(parameter(0));
  expect(instantiate(returned, binding(constantValue('a')), at).constant).toBe('a');
  const field = tainted(parameter(0, 'k'));
  expect(instantiate(field, binding(map({ k: constantValue('b') })), at).constant).toBe('b');
});

test.each<[title: string, returned: Value, given: Value]>([
  [
    'went through something',
    tainted(
      parameter(0, undefined, allLabels, {
        step: { span: at, how: undefined, previous: undefined, length: 1 },
      }),
    ),
    constantValue('a'),
  ],
  ['was cleared', tainted(parameter(0, undefined, 1)), constantValue('a')],
  ['is part of a text', { ...tainted(parameter(0)), text: 'x\0' }, constantValue('a')],
  ['is one of two', tainted(parameter(0), parameter(1)), constantValue('a')],
  ['is not known', tainted(parameter(0)), unknownValue],
])('what %s is not given back as it came', (_, returned, given) => {
  expect(instantiate(returned, binding(given), at).constant).toBeUndefined();
});

test('of what a function returns, each part is what the caller gave for it; results of other files are left to the linker', () => {
  const call = entryOf({ k: 'call', id: 9, call: 0, field: undefined, isKept: false });
  const value: Value = {
    ...map({ a: tainted(parameter(0)), b: tainted(parameter(1)) }, tainted(parameter(1))),
    taint: [source(2), call],
  };
  const made = instantiate(value, binding(tainted(source(5)), unknownValue), at);
  expect(ids(made.taint)).toEqual([2]);
  expect(ids(made.shape!.fields.get('a')!.taint)).toEqual([5]);
  expect(ids(made.shape!.fields.get('b')!.taint)).toBeUndefined();
  expect(made.shape!.rest!.taint).toBeUndefined();
  expect(made.shape!.kind).toBe('map');
});

test('what has nothing to fill in is given back itself, and parts below the third level are dropped', () => {
  const plain = constantValue('a');
  expect(instantiate(plain, binding(), at)).toBe(plain);
  const deep = [1, 2, 3, 4].reduce((inner) => map({ x: inner }), tainted(source(1)));
  let made: Value | undefined = instantiate(deep, binding(), at);
  const shapes: boolean[] = [];
  for (; made; made = made.shape?.fields.get('x')) shapes.push(made.shape !== undefined);
  expect(shapes).toEqual([true, true, true, false]);
});
