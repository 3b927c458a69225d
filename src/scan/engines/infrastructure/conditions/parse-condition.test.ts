import { expect, test } from 'vitest';
import type { Condition } from './condition.ts';
import { parseCondition } from './parse-condition.ts';

const at = (...keys: string[]) => ({ root: undefined, keys });
const a = at('a');
const equals = (path: object, ...values: string[]) => ({ kind: 'equals', path, values });
const not = (part: object) => ({ kind: 'not', part });

// biome-ignore format: one line for each row
test.each([
  ['a == "x"', equals(a, 'x')],
  ['a == -1.5', equals(a, '-1.5')],
  ['a == true', equals(a, 'true')],
  ['a == false', equals(a, 'false')],
  ['a != "x"', not(equals(a, 'x'))],
  ['a in ["x", 1 true]', equals(a, 'x', '1', 'true')],
  ['a in []', equals(a)],
  ['a not in ["x"]', not(equals(a, 'x'))],
  ['a contains "x\\"y"', { kind: 'contains', path: a, text: 'x"y' }],
  ['a not contains "x"', not({ kind: 'contains', path: a, text: 'x' })],
  ['a matches /x\\/y/i', { kind: 'matches', path: a, pattern: /x\/y/i }],
  ['a not matches /x/', not({ kind: 'matches', path: a, pattern: /x/ })],
  ['a is true', { kind: 'truth', path: a, wanted: true }],
  ['a is false', { kind: 'truth', path: a, wanted: false }],
  ['a is not true', not({ kind: 'truth', path: a, wanted: true })],
  ['a < 1', { kind: 'compare', path: a, counted: false, operator: '<', number: 1 }],
  ['a <= 1', { kind: 'compare', path: a, counted: false, operator: '<=', number: 1 }],
  ['a > 1', { kind: 'compare', path: a, counted: false, operator: '>', number: 1 }],
  ['count(a) >= 2', { kind: 'compare', path: a, counted: true, operator: '>=', number: 2 }],
  ['exists a', { kind: 'exists', path: a }],
  ['missing a.b', { kind: 'missing', path: at('a', 'b') }],
  ['not exists a', not({ kind: 'exists', path: a })],
  ['not not exists a', not(not({ kind: 'exists', path: a }))],
  ['any(a: exists b)', { kind: 'any', path: a, part: { kind: 'exists', path: at('b') } }],
  ['every(a: exists b or exists c)', { kind: 'every', path: a, part: { kind: 'or', parts: [{ kind: 'exists', path: at('b') }, { kind: 'exists', path: at('c') }] } }],
  ['world(a)', { kind: 'test', name: 'world', args: [a] }],
  ['t()', { kind: 'test', name: 't', args: [] }],
  ['t(a, 22, "x", true, false)', { kind: 'test', name: 't', args: [a, { literal: 22 }, { literal: 'x' }, { literal: true }, { literal: false }] }],
  ['exists a and exists b or exists c', { kind: 'or', parts: [{ kind: 'and', parts: [{ kind: 'exists', path: a }, { kind: 'exists', path: at('b') }] }, { kind: 'exists', path: at('c') }] }],
  ['exists a and (exists b or exists c)', { kind: 'and', parts: [{ kind: 'exists', path: a }, { kind: 'or', parts: [{ kind: 'exists', path: at('b') }, { kind: 'exists', path: at('c') }] }] }],
  ['exists $pod.a', { kind: 'exists', path: { root: 'pod', keys: ['a'] } }],
  ['exists $pod', { kind: 'exists', path: { root: 'pod', keys: [] } }],
  ['exists @', { kind: 'exists', path: at() }],
  ['exists $pod.@.a', { kind: 'exists', path: { root: 'pod', keys: ['a'] } }],
  ['exists `a.b`.c', { kind: 'exists', path: at('a.b', 'c') }],
  ['exists a.`b/c`', { kind: 'exists', path: at('a', 'b/c') }],
  ['exists *.a-b.c_d', { kind: 'exists', path: at('*', 'a-b', 'c_d') }],
  ['  exists\n  a  ', { kind: 'exists', path: a }],
] as unknown as Array<[string, Condition]>)('%s', (source, expected) => {
  expect(parseCondition(source)).toEqual(expected);
});

// biome-ignore format: one line for each row
test.each([
  ['', 'expected a path or a test, found the end'],
  ['a', 'expected an operator, found the end'],
  ['a ==', 'expected a value, found the end'],
  ['a == b c', 'expected a value, found c'],
  ['a is', 'expected true or false, found the end'],
  ['a is maybe', 'expected true or false, found the end'],
  ['a in x', 'expected [, found x'],
  ['a in ["x"', 'expected a value, found the end'],
  ['any(a b)', 'expected :, found b'],
  ['any(a: exists b', 'expected ), found the end'],
  ['count(a == 1', 'expected ), found =='],
  ['t(a', 'expected an argument, found the end'],
  ['(exists a', 'expected ), found the end'],
  ['exists a b', 'expected the end, found b'],
  ['== a', 'expected a path or a test, found a'],
  ['exists a ~', 'cannot read at 8'],
])('"%s" is a mistake: %s', (source, mistake) => {
  expect(() => parseCondition(source)).toThrow(`condition "${source}": ${mistake}`);
});
