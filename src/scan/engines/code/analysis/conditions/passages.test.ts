import { expect, test } from 'vitest';
import { Passages } from './passages.ts';

test('a file and each function in it answer for themselves', () => {
  const passages = new Passages('one() { a } two() { b }');
  expect(passages.fileSays(/b/)).toBe(true);
  expect(passages.functionSays(/b/, { start: 0, end: 11 })).toBe(false);
  expect(passages.functionSays(/b/, { start: 12, end: 23 })).toBe(true);
});

test('an expression is tried once for a place, however often it is asked', () => {
  let tried = 0;
  const expression = /b/;
  expression.test = () => {
    tried++;
    return true;
  };
  const passages = new Passages('b b');
  for (let i = 0; i < 5; i++) passages.functionSays(expression, { start: 0, end: 3 });
  for (let i = 0; i < 5; i++) passages.fileSays(expression);
  expect(tried).toBe(2);
});

test('what is very long is looked at by its beginning', () => {
  const passages = new Passages(`${' '.repeat(200_000)}b`);
  expect(passages.fileSays(/b/)).toBe(false);
  expect(passages.functionSays(/b/, { start: 0, end: 200_001 })).toBe(false);
  expect(passages.placeSays(/b/, { start: 0, end: 200_001 })).toBe(false);
  expect(passages.functionSays(/b/, { start: 199_999, end: 200_001 })).toBe(true);
  expect(passages.placeSays(/b/, { start: 199_999, end: 200_001 })).toBe(true);
});
