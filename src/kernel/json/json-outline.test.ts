import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ServiceError } from '../errors.ts';
import { isJsonObject, type JsonValue } from '../json.ts';
import { jsonLimits, outlineJson } from './json-outline.ts';

const outline = (text: string) => outlineJson(Buffer.from(text));

function refusalOf(text: string): string | undefined {
  try {
    outline(text);
  } catch (error) {
    return error instanceof ServiceError ? `${error.code}: ${error.message}` : String(error);
  }
  return undefined;
}

function countKeys(value: JsonValue): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + countKeys(item), 0);
  if (!isJsonObject(value)) return 0;
  return Object.values(value).reduce<number>((sum, item) => sum + 1 + countKeys(item), 0);
}

/** JSON in many spellings: blanks anywhere, escapes for any character. */
const spelled = fc
  .tuple(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom('', ' ', '\n\t', ' '.repeat(40)), fc.boolean())
  .map(([value, blank, escaped]) => spell(value as JsonValue, blank, escaped));

function spell(value: JsonValue, blank: string, escaped: boolean): string {
  const inner = (one: JsonValue) => `${blank}${spell(one, blank, escaped)}${blank}`;
  if (Array.isArray(value)) return `[${value.map(inner).join()}]`;
  if (isJsonObject(value)) {
    const members = Object.keys(value).map(
      (key) => `${blank}${spell(key, blank, escaped)}${blank}:${inner(value[key]!)}`,
    );
    return `{${members.join()}}`;
  }
  if (typeof value !== 'string' || !escaped) return JSON.stringify(value);
  const units = value.split('').map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `"${units.join('')}"`;
}

test('counts the keys of any JSON, and sees every doubtful escape', () => {
  fc.assert(
    fc.property(spelled, (text) => {
      const value = JSON.parse(text) as JsonValue;
      const { keys, hasDoubtfulEscapes } = outline(text);
      expect(keys).toBe(countKeys(value));
      const doubtful = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/i.test(text);
      if (doubtful) expect(hasDoubtfulEscapes).toBe(true);
      else expect(hasDoubtfulEscapes).toBe(false);
    }),
    { numRuns: 1_000 },
  );
});

test('sees every key that is there twice, and takes no other for one', () => {
  const keys = fc.array(
    fc.string({ unit: fc.constantFrom('a', 'b', 'é', '漢', ':', '{', ' '), maxLength: 20 }),
    {
      maxLength: 60,
    },
  );
  fc.assert(
    fc.property(keys, fc.integer({ min: 0, max: 3 }), (names, around) => {
      const object = `{${names.map((name) => `${JSON.stringify(name)}:1`).join()}}`;
      const text = `${'[{"a":'.repeat(around)}${object}${'}]'.repeat(around)}`;
      expect(outline(text).mayRepeatKeys).toBe(new Set(names).size < names.length);
    }),
    { numRuns: 1_000 },
  );
  const many = Array.from({ length: 3_000 }, (_, i) => `"key ${i}":${i}`);
  expect(outline(`{${many.join()}}`).mayRepeatKeys).toBe(false);
  expect(outline(`{${[...many, '"key 1234":0'].join()}}`).mayRepeatKeys).toBe(true);
  expect(outline(`{${many.slice(0, 300).join()},"key 7":0}`).mayRepeatKeys).toBe(true);
  expect(outline('{"\\u0061":1}').mayRepeatKeys).toBe(true);
});

test('finds numbers with many digits or an exponent, outside of strings, and no others', () => {
  const found = (text: string) => {
    const { longNumbers } = outline(text);
    const bytes = Buffer.from(text);
    return Array.from({ length: longNumbers.length / 2 }, (_, i) =>
      bytes.subarray(longNumbers[2 * i], longNumbers[2 * i + 1]).toString(),
    );
  };
  expect(
    found('{"é":1234567890123456,"b":[1,-0.1, 1e500 ,{"c":-12345678901234567.5}],"d":"1234567890123456"}'),
  ).toEqual(['1234567890123456', '1e500', '-12345678901234567.5']);
  expect(found('1E400')).toEqual(['1E400']);
  expect(found('  123456789012345  ')).toEqual([]);
  expect(found('[0.000000000000000000123456789012345,1e22,-1.5E-07,100]')).toEqual([]);
  expect(found('{12345678901234567890:1}')).toEqual([]);
});

test.each([
  ['levels', '['.repeat(jsonLimits.depth + 1), 'invalid_json'],
  ['levels of objects', '{"a":'.repeat(jsonLimits.depth + 1), 'invalid_json'],
  [
    'values',
    `[${Array(jsonLimits.values + 1)
      .fill('1')
      .join()}]`,
    'payload_too_large',
  ],
  ['empty objects', '{}'.repeat(jsonLimits.values + 1), 'payload_too_large'],
  [
    'keys',
    `{${Array(jsonLimits.keys + 1)
      .fill('"a":1')
      .join()}}`,
    'payload_too_large',
  ],
])('too many %s are refused', (_, text, code) => {
  expect(refusalOf(text)).toMatch(code);
});

test('what is within the limits is not refused', () => {
  expect(refusalOf('['.repeat(jsonLimits.depth) + ']'.repeat(jsonLimits.depth))).toBeUndefined();
  expect(
    refusalOf(
      `[${Array(jsonLimits.values - 1)
        .fill('1')
        .join()}]`,
    ),
  ).toBeUndefined();
  expect(
    refusalOf(`{${Array.from({ length: jsonLimits.keys }, (_, i) => `"${i}":1`).join()}}`),
  ).toBeUndefined();
});

test('any bytes come to an end, and leave the next text alone', () => {
  const pieces = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    '"',
    '\\',
    '\\u',
    ':',
    ',',
    '1e500',
    '12345678901234567',
    'true',
    ' ',
    'é',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 200 }), (parts) => {
      refusalOf(parts.join(''));
      expect(outline('{"a":1,"b":12345678901234567}')).toMatchObject({ keys: 2, mayRepeatKeys: false });
    }),
    { numRuns: 1_000 },
  );
  expect(refusalOf(':1e5}'.repeat(400_000))).toBeUndefined();
});
