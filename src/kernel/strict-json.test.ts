import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ServiceError } from './errors.ts';
import { parseStrictJson } from './strict-json.ts';

const parse = (text: string) => parseStrictJson(new TextEncoder().encode(text));

function codeOf(work: () => unknown): string | undefined {
  try {
    work();
  } catch (error) {
    return error instanceof ServiceError ? (error.details?.[0]?.code ?? error.code) : 'not a ServiceError';
  }
  return undefined;
}

test('gives what JSON.parse gives for every text that JSON.stringify makes', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const text = JSON.stringify(value);
      // Negative zero and the like are what JSON makes of them.
      const expected = JSON.parse(text) as unknown;
      // Not where the backslash is itself escaped: then what follows is plain text.
      const broken = /(?<!\\)(?:\\\\)*\\u(d[89a-f]|0000)/i.test(text);
      if (broken) expect(codeOf(() => parse(text))).toMatch(/lone_surrogate|nul_character/);
      else expect(parse(text)).toEqual(expected);
    }),
    { numRuns: 2_000 },
  );
});

test('a key twice in one object is refused wherever it stands, the same key in two objects is not', () => {
  expect(codeOf(() => parse('{"a":1,"a":2}'))).toBe('invalid_json');
  expect(codeOf(() => parse('{"x":[{"b":{"a":1,"\\u0061":2}}]}'))).toBe('invalid_json');
  expect(codeOf(() => parse('{"a":":\\"{:","b":{"a":1},"c":[{"a":1},{"a":2}]}'))).toBeUndefined();
});

test('__proto__ is an ordinary key', () => {
  const value = parse('{"__proto__":{"polluted":true}}') as object;
  expect(Object.keys(value)).toEqual(['__proto__']);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test.each([
  ['a hundred thousand brackets', '['.repeat(100_000) + ']'.repeat(100_000), 'invalid_json'],
  ['65 levels', '['.repeat(65) + ']'.repeat(65), 'invalid_json'],
  ['a lone surrogate', '{"a":"\\ud800"}', 'lone_surrogate'],
  ['a lone surrogate in a key', '{"\\udfff":1}', 'lone_surrogate'],
  ['NUL', '{"a":"b\\u0000c"}', 'nul_character'],
  ['a number beyond double', '{"a":1e999}', 'number_out_of_range'],
  ['NaN', '{"a":NaN}', 'invalid_json'],
  ['a trailing comma', '[1,]', 'invalid_json'],
  ['a comment', '{} // x', 'invalid_json'],
  ['nothing', '', 'invalid_json'],
])('%s is refused', (_, text, code) => {
  expect(codeOf(() => parse(text))).toBe(code);
});

test('bytes that are not UTF-8 are refused', () => {
  expect(codeOf(() => parseStrictJson(Uint8Array.of(0x22, 0xff, 0x22)))).toBe('invalid_json');
});

test('64 levels and a pair of surrogates are fine', () => {
  expect(codeOf(() => parse('['.repeat(64) + ']'.repeat(64)))).toBeUndefined();
  expect(parse('"\\ud83d\\ude00"')).toBe('😀');
});

test('the error never quotes the body', () => {
  try {
    parse('{"password": hunter2}');
    expect.unreachable();
  } catch (error) {
    expect((error as Error).message).not.toContain('hunter2');
  }
});
