import { expect, test } from 'vitest';
import {
  type ConfigNode,
  mapping,
  type ScalarValue,
  scalar,
  sequence,
  unknown,
} from '../../../formats/document/node.ts';
import { callFunction } from './terraform-functions.ts';

type Plain = ScalarValue | Plain[] | { [key: string]: Plain };

const missing = '<unknown>';

function node(value: Plain): ConfigNode {
  if (value === missing) return unknown('x', 1, 1);
  if (Array.isArray(value)) return sequence(value.map(node), 1, 1);
  if (typeof value !== 'object' || value === null) return scalar(value, 1, 1);
  const entries = Object.entries(value).map(([key, inner]) => ({ key, line: 1, value: node(inner) }));
  return mapping(entries, 1, 1);
}

function plain(given: ConfigNode): Plain {
  if (given.kind === 'scalar') return given.value;
  if (given.kind === 'sequence') return given.items.map(plain);
  if (given.kind === 'unknown') return missing;
  return Object.fromEntries(given.entries.map(({ key, value }) => [key, plain(value)]));
}

const cases: Array<[name: string, args: Plain[], result: Plain]> = [
  ['jsonencode', [{ a: 1 }], { a: 1 }],
  ['lower', ['Ab'], 'ab'],
  ['upper', ['Ab'], 'AB'],
  ['trimspace', [' a '], 'a'],
  ['lower', [missing], missing],
  ['tonumber', ['12'], 12],
  ['tonumber', ['a'], 'a'],
  ['tobool', ['true'], true],
  ['tobool', ['false'], false],
  ['tobool', ['a'], 'a'],
  ['length', [['a', 'b']], 2],
  ['length', [{ a: 1 }], 1],
  ['length', ['abc'], 3],
  ['length', [missing], missing],
  ['concat', [['a'], ['b', 'c']], ['a', 'b', 'c']],
  ['concat', [['a'], missing], missing],
  ['flatten', [[['a'], 'b', ['c', 'd']]], ['a', 'b', 'c', 'd']],
  ['compact', [['a', '', null, 'b']], ['a', 'b']],
  ['merge', [{ a: 1, b: 2 }, { b: 3 }], { a: 1, b: 3 }],
  ['merge', [{ a: 1 }, missing], missing],
  ['lookup', [{ a: 1 }, 'a', 'z'], 1],
  ['lookup', [{ a: 1 }, 'b', 'z'], 'z'],
  ['lookup', [{ a: 1 }, 'b'], missing],
  ['lookup', [missing, 'a', 'z'], missing],
  ['element', [['a', 'b', 'c'], 1], 'b'],
  ['element', [['a', 'b', 'c'], 4], 'b'],
  ['element', [[], 0], missing],
  ['element', [['a'], missing], missing],
  ['join', [missing, ['a']], missing],
  ['join', [',', 'a'], missing],
  ['join', [',', ['a', missing]], missing],
  ['join', [',', []], ''],
  ['split', [missing, 'a'], missing],
  ['split', [',', missing], missing],
  ['split', ['', 'a'], missing],
  ['contains', [['a'], missing], missing],
  ['contains', ['a', 'a'], missing],
  ['format', [missing], missing],
  ['format', ['%s', missing], missing],
  ['format', ['%s-%s', 'a'], 'a-'],
  ['element', [{ a: 1 }, 0], missing],
  ['element', [['a']], missing],
  ['coalesce', [null, '', 'a', 'b'], 'a'],
  ['coalesce', [null, missing, 'a'], missing],
  ['try', ['a', 'b'], 'a'],
  ['try', [missing, 'b'], missing],
  ['join', ['-', ['a', 'b']], 'a-b'],
  ['join', ['-', ['a', missing]], missing],
  ['split', [',', 'a,b'], ['a', 'b']],
  ['split', ['', 'ab'], missing],
  ['format', ['%s-%d-%s', 'a', 2], 'a-2-'],
  ['format', ['%s', missing], missing],
  ['contains', [['a', 'b'], 'b'], true],
  ['contains', [['a', 'b'], 'c'], false],
  ['contains', [['a', missing], 'a'], missing],
  ['keys', [{ a: 1, b: 2 }], ['a', 'b']],
  ['values', [{ a: 1, b: 2 }], [1, 2]],
  ['keys', [['a']], missing],
  ['file', ['/etc/passwd'], missing],
  ['constructor', ['a'], missing],
];

test.each(cases)('%s(%j) is %j', (name, args, result) => {
  expect(plain(callFunction(name, args.map(node), 3, 4))).toEqual(result);
});

test('what is not known names the function and its lines', () => {
  expect(callFunction('file', [], 3, 4)).toMatchObject({
    kind: 'unknown',
    text: 'file()',
    line: 3,
    endLine: 4,
  });
});
