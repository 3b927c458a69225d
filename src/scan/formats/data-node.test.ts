import { expect, test } from 'vitest';
import { DataNode } from './data-node.ts';

const node = (value: DataNode['value'], line = 1) => new DataNode(line, value);
const map = (entries: Record<string, DataNode>) => node(new Map(Object.entries(entries)));

test('what is not there, or of another kind, is nothing', () => {
  const root = map({ a: map({ b: node('text', 3) }), list: node([node('x'), node(1), node('y')]) });
  expect(root.at('a', 'b')).toMatchObject({ line: 3, value: 'text' });
  expect(root.at('a', 'c', 'd')).toBeUndefined();
  expect(root.at()).toBe(root);
  expect(root.get('a')?.text('b')).toBe('text');
  expect(root.text('a')).toBeUndefined();
  expect(root.textsOf('list')).toEqual(['x', 'y']);
  expect(root.textsOf('a')).toEqual([]);
  expect(root.itemsOf('list')).toHaveLength(3);
  expect([...root.entriesOf('a')].map(([key]) => key)).toEqual(['b']);
  expect([...root.entriesOf('list')]).toEqual([]);
  expect([...root.entriesOf('none')]).toEqual([]);
  expect(node('text').get('a')).toBeUndefined();
  expect(node('text').items()).toEqual([]);
  expect([...node([]).entries()]).toEqual([]);
});

test('a scalar is a text or a number, and only a text is a text', () => {
  expect(node('1.10').asScalar()).toBe('1.10');
  expect(node(3).asScalar()).toBe('3');
  expect(node(0).asScalar()).toBe('0');
  expect(node('').asScalar()).toBe('');
  for (const value of [true, null, [], new Map()]) expect(node(value).asScalar()).toBeUndefined();
  expect(node(3).asText()).toBeUndefined();
});

test('true is true, also as the word', () => {
  const root = map({ a: node(true), b: node('true'), c: node('yes'), d: node(false), e: node(1) });
  expect(['a', 'b', 'c', 'd', 'e', 'f'].filter((key) => root.isTrue(key))).toEqual(['a', 'b']);
});

test('lists and maps say what they are', () => {
  expect([node([]).isList, node([]).isMap]).toEqual([true, false]);
  expect([map({}).isList, map({}).isMap]).toEqual([false, true]);
  expect([node('x').isList, node(null).isMap]).toEqual([false, false]);
});
