import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseStrictJson } from '../strict-json.ts';
import { ExactNumber } from './exact-number.ts';
import { parseJsonExactly, parseStoredJson } from './exact-parse.ts';

const integer = fc
  .bigInt({ min: -(2n ** 100n), max: 2n ** 100n })
  .map((value) => new ExactNumber(String(value)));
const text = fc.string({ unit: 'grapheme', maxLength: 8 }).filter((value) => !value.includes('\0'));
const { value: json } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, 1, -0.5, 1e21),
    integer,
    text,
    fc.constantFrom('12345678901234567890', ',12345678901234567890]', '__proto__'),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(text, fc.constant('__proto__')), tie('value'), { maxKeys: 4 }),
  ),
}));

test('integers of any size come back from every reader as they were written', () => {
  fc.assert(
    fc.property(json, (value) => {
      const written = JSON.stringify(value);
      expect(JSON.stringify(parseStrictJson(Buffer.from(written)))).toBe(written);
      expect(JSON.stringify(parseStoredJson(written))).toBe(written);
      expect(JSON.stringify(parseJsonExactly(written))).toBe(written);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  '{12345678901234567890:1}',
  '[012345678901234567890]',
  '[12345678901234567890 12345678901234567890]',
  '[1234567890123456789-1]',
  '[+1234567890123456789]',
  '[12345678901234567890.]',
  '[12345678901234567890"a"]',
  '{"a":12345678901234567890,"a":1}',
  '["\\u000012345678901234567890",12345678901234567890]',
])('%s is refused, long numbers or not', (body) => {
  expect(() => parseStrictJson(Buffer.from(body))).toThrow();
});

test('what is too small for a double is kept too', () => {
  const body = `[1e-400,0.${'0'.repeat(400)}1,1e-7]`;
  expect(JSON.stringify(parseStrictJson(Buffer.from(body)))).toBe(body);
});

test('a string that looks like a number stays a string', () => {
  const body = '{"a":"12345678901234567890","b":12345678901234567890,"c":"\\\\u0000123"}';
  const value = parseStrictJson(Buffer.from(body)) as Record<string, unknown>;
  expect(value['a']).toBe('12345678901234567890');
  expect(value['b']).toBeInstanceOf(ExactNumber);
  expect(value['c']).toBe('\\u0000123');
});

test('a number beyond the range of a double is refused with its path', () => {
  try {
    parseStrictJson(Buffer.from('{"metadata":{"ids":[1,1e400]}}'));
    expect.unreachable();
  } catch (error) {
    expect(error).toMatchObject({ details: [{ path: 'metadata.ids[1]', code: 'number_out_of_range' }] });
  }
});
