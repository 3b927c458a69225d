import { expect, test } from 'vitest';
import {
  type ConfigNode,
  child,
  entries,
  entryOf,
  isFalse,
  isNull,
  isTrue,
  items,
  mapParts,
  mapping,
  plainValue,
  scalar,
  sequence,
  text,
  unknown,
} from './node.ts';
import { ReadError } from './read-error.ts';

const entry = (key: string, value: ConfigNode) => ({ key, line: value.line, value });

test('of a key that is there twice the last one counts', () => {
  const node = mapping([entry('a', scalar(1, 1)), entry('b', scalar(2, 2)), entry('a', scalar(3, 3))], 1, 3);
  expect(entryOf(node, 'a')?.line).toBe(3);
  expect(entryOf(node, 'b')?.line).toBe(2);
  expect(entryOf(node, 'c')).toBeUndefined();
  expect(entryOf(scalar('a', 1), 'a')).toBeUndefined();
  expect(entryOf(undefined, 'a')).toBeUndefined();
  expect(entries(node)).toHaveLength(3);
  expect(entries(sequence([node], 1))).toEqual([]);
});

test('a way of keys leads into a document, or nowhere', () => {
  const node = mapping([entry('a', mapping([entry('b', scalar('x', 2))], 2))], 1);
  expect(child(node, 'a', 'b')).toEqual(scalar('x', 2));
  expect(child(node)).toBe(node);
  expect(child(node, 'a', 'c')).toBeUndefined();
  expect(child(node, 'c', 'b')).toBeUndefined();
});

test('a single value is a list of one, and nothing a list of none', () => {
  expect(items(undefined)).toEqual([]);
  expect(items(scalar(null, 1))).toEqual([]);
  expect(items(scalar('a', 1))).toEqual([scalar('a', 1)]);
  expect(items(sequence([scalar('a', 1), scalar(null, 2)], 1))).toEqual([scalar('a', 1), scalar(null, 2)]);
  expect(items(unknown('a', 1))).toEqual([unknown('a', 1)]);
});

// biome-ignore format: one line for each row
test.for([
  [scalar('a', 1), 'a', false, false, false], [scalar('', 1), '', false, false, false], [scalar(0, 1), '0', false, false, false], [scalar(1.5, 1), '1.5', false, false, false],
  [scalar(true, 1), 'true', true, false, false], [scalar('TRUE', 1), 'TRUE', true, false, false], [scalar('Yes', 1), 'Yes', true, false, false], [scalar('on', 1), 'on', true, false, false], [scalar('enabled', 1), 'enabled', true, false, false], [scalar('truely', 1), 'truely', false, false, false],
  [scalar(false, 1), 'false', false, true, false], [scalar('False', 1), 'False', false, true, false], [scalar('no', 1), 'no', false, true, false], [scalar('OFF', 1), 'OFF', false, true, false], [scalar('disabled', 1), 'disabled', false, true, false], [scalar('nope', 1), 'nope', false, false, false],
  [scalar(null, 1), undefined, false, false, true], [unknown('true', 1), undefined, false, false, false], [sequence([scalar(true, 1)], 1), undefined, false, false, false], [mapping([], 1), undefined, false, false, false],
] as Array<[ConfigNode, string | undefined, boolean, boolean, boolean]>)('%j: its text %j, true %s, false %s, null %s', ([node, expected, yes, no, none]) => {
  expect([text(node), isTrue(node), isFalse(node), isNull(node)]).toEqual([expected, yes, no, none]);
});

test('what is missing is neither true nor false and has no text', () => {
  expect([text(undefined), isTrue(undefined), isFalse(undefined)]).toEqual([undefined, false, false]);
});

test('a value ends on the line that it begins on unless that is said', () => {
  expect(
    [scalar(1, 2), mapping([], 2), sequence([], 2), unknown('', 2)].map(({ endLine }) => endLine),
  ).toEqual([2, 2, 2, 2]);
  expect(
    [scalar(1, 2, 5), mapping([], 2, 5), sequence([], 2, 5), unknown('', 2, 5)].map(({ endLine }) => endLine),
  ).toEqual([5, 5, 5, 5]);
});

test('parts are changed where they are, and plain values know nothing of what is not known', () => {
  const double = (node: ConfigNode) => scalar(Number(plainValue(node)) * 2, node.line);
  const list = sequence([scalar(1, 3), scalar(2, 4)], 3, 4);
  expect(mapParts(list, double)).toEqual(sequence([scalar(2, 3), scalar(4, 4)], 3, 4));
  const map = mapping([entry('a', scalar(1, 1))], 1, 9);
  expect(mapParts(map, double)).toEqual(mapping([entry('a', scalar(2, 1))], 1, 9));
  expect(mapParts(scalar(1, 1), double)).toEqual(scalar(1, 1));
  expect(plainValue(mapping([entry('a', list), entry('b', unknown('x', 1))], 1))).toEqual({
    a: [1, 2],
    b: undefined,
  });
});

test('an error says what, where and of what kind', () => {
  const error = new ReadError(7, 'Broken.');
  expect([error.message, error.line, error.reason]).toEqual(['Broken.', 7, 'malformed']);
  expect(new ReadError(1, '', 'budget_exceeded').reason).toBe('budget_exceeded');
});
