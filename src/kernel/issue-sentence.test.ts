import { describe, expect, test } from 'vitest';
import { formatPath } from './issue-path.ts';
import { issueSentence } from './issue-sentence.ts';
import { ExactNumber } from './json/exact-number.ts';

describe('what is wrong with a value is said in words', () => {
  test.each([
    [{ code: 'invalid_type', expected: 'string' }, 'Is required.'],
    [{ code: 'invalid_value', values: ['a'] }, 'Is required.'],
    [{ code: 'invalid_union' }, 'Is required.'],
    [{ code: 'invalid_type', expected: 'string', input: 1 }, 'Must be a string, not a number.'],
    [{ code: 'invalid_type', expected: 'object', input: [] }, 'Must be an object, not an array.'],
    [{ code: 'invalid_type', expected: 'record', input: null }, 'Must be an object, not null.'],
    [{ code: 'invalid_type', expected: 'array', input: {} }, 'Must be an array, not an object.'],
    [{ code: 'invalid_type', expected: 'boolean', input: 'x' }, 'Must be true or false, not a string.'],
    [{ code: 'invalid_type', expected: 'int', input: true }, 'Must be a whole number, not true.'],
    [{ code: 'invalid_type', expected: 'int', input: 1.5 }, 'Must be a whole number.'],
    [{ code: 'invalid_type', expected: 'number', input: Number.NaN }, 'Must be a whole number.'],
    [{ code: 'invalid_type', expected: 'number', input: 'NaN' }, 'Must be a number, not a string.'],
    [{ code: 'invalid_value', input: 1, values: ['a'] }, 'Must be "a".'],
    [{ code: 'invalid_value', input: 1, values: ['a', 'b', 'c'] }, 'Must be "a", "b" or "c".'],
    [{ code: 'invalid_value', input: 1 }, 'Must be .'],
    [{ code: 'too_small', origin: 'string', minimum: 1, input: '' }, 'Must have at least 1 character.'],
    [{ code: 'too_small', origin: 'array', minimum: 2, input: [] }, 'Must have at least 2 items.'],
    [{ code: 'too_small', origin: 'number', minimum: 3, input: 1 }, 'Must be at least 3.'],
    [{ code: 'too_small', origin: 'number', minimum: 0, inclusive: false, input: 0 }, 'Must be more than 0.'],
    [{ code: 'too_big', origin: 'set', maximum: 1, inclusive: true, input: 0 }, 'Must have at most 1 item.'],
    [{ code: 'too_big', origin: 'number', maximum: 5, inclusive: false, input: 9 }, 'Must be less than 5.'],
    [{ code: 'too_big', origin: 'string', maximum: 5, input: '' }, 'Must have at most 5 characters.'],
    [
      { code: 'invalid_format', format: 'datetime', input: 'x' },
      'Must be a time such as 2027-01-31T12:00:00Z.',
    ],
    [{ code: 'invalid_format', format: 'email', input: 'x' }, undefined],
    [{ code: 'invalid_key', input: 'x' }, 'Has a name that is not allowed.'],
    [{ code: 'custom', input: 'x' }, undefined],
    [{ code: 'custom' }, undefined],
    [{}, undefined],
  ])('%j', (issue, sentence) => {
    expect(issueSentence(issue)).toBe(sentence);
  });

  test('a number that is kept as it was written is a number', () => {
    const input = Object.create(ExactNumber.prototype) as ExactNumber;
    expect(issueSentence({ code: 'invalid_type', expected: 'string', input })).toBe(
      'Must be a string, not a number.',
    );
  });
});

describe('where a value is', () => {
  test.each([
    [['entries', 3, 'content'], 'entries[3].content'],
    [[0, 'a'], '[0].a'],
    [[], ''],
    [['a\0b'], 'a\\u0000b'],
    [['a'.repeat(100)], 'a'.repeat(100)],
    [['a'.repeat(101)], `${'a'.repeat(100)}…`],
  ])('%j', (parts, path) => {
    expect(formatPath(parts)).toBe(path);
  });

  test('is cut in the middle where it is longer than 240 characters', () => {
    const long = ['a'.repeat(80), 'b'.repeat(79), 'c'.repeat(79)];
    expect(formatPath(long)).toBe(long.join('.'));
    const longer = ['a'.repeat(80), 'b'.repeat(80), 'c'.repeat(79)];
    expect(formatPath(longer)).toBe(`${longer.join('.').slice(0, 120)}…${longer.join('.').slice(-120)}`);
  });
});
