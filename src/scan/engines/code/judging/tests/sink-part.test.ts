import { expect, test } from 'vitest';
import type { Value } from '../../domain/value.ts';
import { builtText, within } from '../sink-part.ts';

const list = (...items: Array<Partial<Value>>) =>
  ({
    shape: { kind: 'list', fields: new Map(items.map((item, i) => [String(i), item])) },
    text: 'whole',
  }) as unknown as Value;
const map = (fields: Record<string, unknown>, rest?: unknown) =>
  ({
    shape: { kind: 'map', fields: new Map(Object.entries(fields)), ...(rest ? { rest } : {}) },
  }) as unknown as Value;

test.for(['-c', '/c', '/C'])('of a list with %s the text behind it is what a shell runs', (flag) => {
  expect(builtText(list({ constant: 'sh' }, { constant: flag }, { text: 'ls \0' }))).toBe('ls \0');
  expect(builtText(list({ constant: flag }, { text: 'ls \0' }, { text: 'more' }))).toBe('ls \0');
  expect(builtText(list({ constant: 'sh' }, { constant: flag }))).toBeUndefined();
});

test('a list without a shell runs no text, and what is no list is the text itself', () => {
  expect(builtText(list({ constant: 'ls' }, { constant: '-C' }, { text: 'a' }))).toBeUndefined();
  expect(builtText({ text: 'ls \0' } as Value)).toBe('ls \0');
});

test('what is under keys is found as far as something is known of the object', () => {
  const inner = { text: 'x' } as Value;
  const open = {} as Value;
  expect(within(map({ a: map({ b: inner }) }), ['a', 'b'])).toBe(inner);
  expect(within(map({ a: open }), ['a', 'b'])).toBe(open);
  expect(within(map({}, open), ['a', 'b'])).toBe(open);
  expect(within(map({}), ['a', 'b'])).toBeUndefined();
  expect(within(map({}, open), ['0'])).toBeUndefined();
  expect(within(map({ 0: inner }, open), ['0'])).toBe(inner);
  expect(within(inner, [])).toBe(inner);
});
