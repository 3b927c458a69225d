import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ServiceError } from '../errors.ts';
import { isJsonObject, type JsonValue } from '../json.ts';
import { parseStrictJson } from '../strict-json.ts';
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

function hasTrouble(value: JsonValue): boolean {
  if (typeof value === 'string') return !value.isWellFormed() || value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, inner]) => hasTrouble(key) || hasTrouble(inner as JsonValue));
}

test('counts the keys of any JSON, and sees every doubtful escape', () => {
  fc.assert(
    fc.property(spelled, (text) => {
      const value = JSON.parse(text) as JsonValue;
      const { keys, hasDoubtfulEscapes } = outline(text);
      expect(keys).toBe(countKeys(value));
      expect(hasDoubtfulEscapes).toBe(hasTrouble(value));
    }),
    { numRuns: 1_000 },
  );
});

test('half of a surrogate pair is doubtful, and a pair is not, wherever it is', () => {
  for (let blanks = 0; blanks < 70; blanks++) {
    const doubtful = (text: string) => outline(`${' '.repeat(blanks)}"${text}"`).hasDoubtfulEscapes;
    for (const text of [
      '\\ud83d\\ude00',
      '\\\\ud83d',
      '\\uD83D\\uDE00\\uDBFF\\uDFFF',
      '\\u00e9\\ud7ff\\ue000',
    ])
      expect(doubtful(text)).toBe(false);
    for (const text of [
      '\\ud83d',
      '\\ude00',
      '\\ude00\\ud83d',
      '\\ud83d\\ude00\\ude00',
      '\\ud83dx\\ude00',
      '\\ud83d\\\\ude00',
      '\\u0000',
    ])
      expect(doubtful(text)).toBe(true);
  }
});

test('every key that is there twice is refused, and no other is taken for one', () => {
  const keys = fc.array(
    fc.string({ unit: fc.constantFrom('a', 'b', 'é', '漢', ':', '{', ' ', '"', '\\'), maxLength: 20 }),
    { maxLength: 60 },
  );
  const refusal = (text: string) => {
    try {
      parseStrictJson(Buffer.from(text));
    } catch (error) {
      return (error as Error).message;
    }
    return undefined;
  };
  const twice = 'An object in the request body has the same key twice.';
  fc.assert(
    fc.property(
      keys,
      fc.integer({ min: 0, max: 3 }),
      fc.constantFrom('1', '1234567890123456789'),
      (names, around, value) => {
        const object = `{${names.map((name) => `${JSON.stringify(name)}:${value}`).join()}}`;
        const text = `${'[{"a":'.repeat(around)}${object}${'}]'.repeat(around)}`;
        expect(refusal(text)).toBe(new Set(names).size < names.length ? twice : undefined);
      },
    ),
    { numRuns: 1_000 },
  );
  const many = Array.from({ length: 3_000 }, (_, i) => `"key ${i}":${i}`);
  expect(refusal(`{${many.join()}}`)).toBeUndefined();
  expect(refusal(`{${[...many, '"key 1234":0'].join()}}`)).toBe(twice);
  expect(refusal(`{${many.slice(0, 300).join()},"key 7":0}`)).toBe(twice);
  expect(refusal('{"\\u0061":1,"a":2}')).toBe(twice);
  expect(refusal('{"\\u0061":1}')).toBeUndefined();
});

test('64 bytes at a time find the keys that one at a time would', () => {
  const inString = fc.constantFrom('a', ':', '{', '\\"', '\\\\', '漢', '12345678', '\\u0061');
  const string = fc
    .array(inString, { maxLength: 12 })
    .map((parts) => ({ text: `"${parts.join('')}"`, colons: 0 }));
  const other = fc
    .constantFrom('[', ']', '{', '}', ':', ',', '1', '12345678', '1e5', '-', 'e', ' ', '漢')
    .map((text) => ({ text, colons: text === ':' ? 1 : 0 }));
  fc.assert(
    fc.property(fc.array(fc.oneof(string, other), { maxLength: 60 }), (parts) => {
      const text = parts.map((part) => part.text).join('');
      expect(outline(text).keys).toBe(parts.reduce((sum, part) => sum + part.colons, 0));
    }),
    { numRuns: 3_000 },
  );
});

test('depth is counted exactly, also where many short levels follow each other', () => {
  const deep = (levels: number, before: string) =>
    `[${before}${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}]`;
  for (const before of [
    '',
    '{},'.repeat(300),
    '[],"[[[",'.repeat(200),
    `"${'\\"['.repeat(100)}",`,
    ' '.repeat(250),
  ]) {
    expect(refusalOf(deep(jsonLimits.depth, before))).toBeUndefined();
    expect(refusalOf(deep(jsonLimits.depth + 1, before))).toMatch('invalid_json');
  }
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
  expect(() => parseStrictJson(Buffer.from('{12345678901234567890:1}'))).toThrow('not valid JSON');
  for (let blanks = 0; blanks < 70; blanks++) {
    const before = ' '.repeat(blanks);
    expect(found(`${before}[-1234567890123456,"x",123456789012345678901234567890e5]`)).toEqual([
      '-1234567890123456',
      '123456789012345678901234567890e5',
    ]);
    expect(found(`${before}[123456789012345,1234567.89012345,-1E-22]`)).toEqual([]);
    expect(found(`${before}[1E-222]`)).toEqual(['1E-222']);
  }
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
      expect(outline('{"a":1,"b":12345678901234567}')).toMatchObject({
        keys: 2,
        longNumbers: Uint32Array.of(11, 28),
      });
    }),
    { numRuns: 1_000 },
  );
  expect(refusalOf('1e5}'.repeat(400_000))).toBeUndefined();
  expect(refusalOf(':1e5}'.repeat(400_000))).toMatch('keys');
});
