import { expect, test } from 'vitest';
import { labelMask } from '../knowledge/labels.ts';
import { binaryValue, concatenated, formatted } from './constants.ts';
import type { Taint } from './taint.ts';
import { constantValue, deepTaint, literalValue, unknownValue, type Value, withTaint } from './value.ts';

const fold = (op: string, a: string | number, b: string | number) =>
  binaryValue(op, constantValue(a), constantValue(b), true).constant;
const tainted = (...labels: Parameters<typeof labelMask>[0]): Value => {
  const mask = labelMask(labels);
  const taint: Taint = [
    {
      origin: { k: 'source', id: 1, kind: 'remote', title: 's', span: { start: 0, end: 1 } },
      mask,
      step: undefined,
      check: undefined,
      awaits: undefined,
    },
  ];
  return withTaint(unknownValue, taint);
};
const maskOf = (value: Value) => deepTaint(value)?.[0]?.mask ?? 0;

test.each([
  ['==', 1, 1, true],
  ['!=', 'a', 'b', true],
  ['+', 2, 3, 5],
  ['+', 'a', 1, 'a1'],
  ['-', 2, 3, -1],
  ['*', 2, 3, 6],
  ['/', 6, 4, 1.5],
  ['//', 7, 2, 3],
  ['//', -7, 2, -4],
  ['%', 7, 3, 1],
  ['%', -7, 3, 2],
  ['**', 2, 5, 32],
  ['&', 6, 3, 2],
  ['|', 6, 3, 7],
  ['^', 6, 3, 5],
  ['<<', 1, 4, 16],
  ['>>', 16, 3, 2],
  ['<', 1, 1, false],
  ['<=', 1, 1, true],
  ['>', 2, 1, true],
  ['>=', 1, 2, false],
  ['<', 'a', 'b', true],
  ['>', 'a', 'a', false],
  ['<=', 'a', 'a', true],
  ['>=', 'a', 'b', false],
  ['in', 'b', 'abc', true],
  ['not in', 'b', 'abc', false],
] as const)('%s of %s and %s is known', (op, a, b, expected) => {
  expect(fold(op, a, b)).toBe(expected);
});

test('what has no value is not made up', () => {
  expect(fold('%', 1, 0)).toBeUndefined();
  expect(fold('-', 'a', 1)).toBeUndefined();
  expect(binaryValue('-', constantValue(1), constantValue(2), false).constant).toBeUndefined();
});

test('whether something is in a list or a map is known where all of it is', () => {
  const list: Value = {
    ...literalValue,
    shape: { kind: 'list', fields: new Map([['0', constantValue('a')]]), rest: undefined, length: 1 },
  };
  const map: Value = {
    ...literalValue,
    shape: { kind: 'map', fields: new Map([['k', unknownValue]]), rest: undefined, length: undefined },
  };
  const isIn = (op: string, key: string, of: Value) => binaryValue(op, constantValue(key), of, true).constant;
  expect(isIn('in', 'a', list)).toBe(true);
  expect(isIn('in', 'b', list)).toBe(false);
  expect(isIn('not in', 'b', list)).toBe(true);
  expect(isIn('in', 'k', map)).toBe(true);
  expect(isIn('not in', 'x', map)).toBe(true);
  const open: Value = { ...list, shape: { ...list.shape!, rest: unknownValue } };
  expect(isIn('in', 'b', open)).toBeUndefined();
});

test('texts one behind the other keep what is known, with a hole for what is not', () => {
  expect(concatenated([constantValue('a'), constantValue(1), constantValue('b')]).constant).toBe('a1b');
  expect(concatenated([constantValue('a'), unknownValue, unknownValue, constantValue('b')]).text).toBe(
    'a\0b',
  );
  expect(concatenated([constantValue('a'), unknownValue])).toMatchObject({
    constant: undefined,
    dynamic: true,
  });
  expect(concatenated([unknownValue, unknownValue]).text).toBeUndefined();
});

test('behind a fixed host a value cannot choose it any more; in front it can', () => {
  const value = tainted('url', 'path', 'sql');
  const behind = concatenated([constantValue('https://a.example/x?q='), value]);
  expect(maskOf(behind) & labelMask(['url'])).toBe(0);
  expect(maskOf(behind) & labelMask(['sql'])).not.toBe(0);
  expect(maskOf(concatenated([constantValue('https://'), value])) & labelMask(['url'])).not.toBe(0);
  expect(maskOf(concatenated([value, constantValue('/x')])) & labelMask(['url'])).not.toBe(0);
});

test('a number carries no text, so that arithmetic clears what only a text can do', () => {
  expect(maskOf(binaryValue('-', tainted('sql'), constantValue(1), true))).toBe(0);
  expect(maskOf(binaryValue('+', constantValue('a'), tainted('sql'), true))).not.toBe(0);
});

test.each([
  ['%s', 'a', 'a'],
  ['x %s y', 'a', 'x a y'],
  ['{}!', 'a', 'a!'],
  ['{0}-{0}', 'a', 'a-a'],
])('the format %j puts the value where it says', (format, value, expected) => {
  expect(formatted(constantValue(format), constantValue(value)).constant).toBe(expected);
});

test('digits of a format let no text through', () => {
  expect(maskOf(formatted(constantValue('n = %d'), tainted('sql')))).toBe(0);
  expect(maskOf(formatted(constantValue('n = %s'), tainted('sql')))).not.toBe(0);
});
