import { expect, test } from 'vitest';
import { ComputedValues, joinedText, replacedText } from './computed-value.ts';
import { mapping, scalar, sequence, unknown } from './node.ts';

test('a value of ten thousand parts is kept and one of more is unknown, however they are shared', () => {
  const computed = new ComputedValues();
  const list = (length: number) =>
    sequence(
      Array.from({ length }, () => scalar('x', 1)),
      1,
    );
  expect(computed.bounded(list(9_999)).kind).toBe('sequence');
  expect(computed.bounded(list(10_000)).kind).toBe('unknown');
  const half = list(6_000);
  expect(computed.bounded(half).kind).toBe('sequence');
  expect(computed.bounded(sequence([half, half], 1)).kind).toBe('unknown');
  expect(computed.bounded(scalar('x'.repeat(65_536), 1)).kind).toBe('scalar');
  expect(computed.bounded(scalar('x'.repeat(65_537), 1)).kind).toBe('unknown');
});

test('texts are put together up to 64 KiB, and measured before they are made', () => {
  const long = 'x'.repeat(40_000);
  expect(joinedText(['a', 'b'], ', ')).toBe('a, b');
  expect(joinedText([long, long])).toBeUndefined();
  expect(joinedText(Array(100_000).fill(''), long)).toBeUndefined();
  expect(replacedText('a $b c', /\$(\w)/g, ([, name]) => `<${name}>`)).toBe('a <b> c');
  expect(replacedText('$a$a', /\$a/g, () => long)).toBeUndefined();
});

test('all texts of a collection together, with its keys, are at most a million characters', () => {
  const computed = new ComputedValues();
  const texts = (count: number, extra = 0) =>
    sequence(
      [...Array.from({ length: count }, () => scalar('x'.repeat(65_536), 1)), scalar('x'.repeat(extra), 1)],
      1,
    );
  expect(computed.bounded(texts(16)).kind).toBe('sequence');
  expect(computed.bounded(texts(16, 1)).kind).toBe('unknown');
  const keyed = (key: string) => mapping([{ key, line: 1, value: texts(16) }], 1);
  expect(computed.bounded(keyed('')).kind).toBe('mapping');
  expect(computed.bounded(keyed('k')).kind).toBe('unknown');
  expect(computed.bounded(unknown('x'.repeat(1_048_576), 1)).kind).toBe('unknown');
  expect(computed.bounded(scalar(true, 1))).toEqual(scalar(true, 1));
});

test('the limits of joined and replaced texts are exact', () => {
  const half = 'x'.repeat(32_768);
  expect(joinedText([half, half])).toHaveLength(65_536);
  expect(joinedText([half, half], ',')).toBeUndefined();
  expect(joinedText([half, half.slice(1)], ',')).toHaveLength(65_536);
  expect(joinedText([], 'x')).toBe('');
  expect(replacedText('ab', /a/g, () => 'x'.repeat(65_535))).toHaveLength(65_536);
  expect(replacedText('ab', /a/g, () => 'x'.repeat(65_536))).toBeUndefined();
  expect(replacedText('a', /a/g, () => 'x'.repeat(65_537))).toBeUndefined();
  expect(replacedText('x'.repeat(70_000), /a/g, () => '')).toHaveLength(70_000);
});
