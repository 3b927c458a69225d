import { expect, test } from 'vitest';
import {
  crc32Base62,
  describeAwsKey,
  describeJwt,
  isPassing,
  runValidator,
  validatorNames,
} from './validators.ts';

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const basic = (text: string) => Buffer.from(text).toString('base64');
const body = 'abcdefghijABCDEFGHIJ0123456789';

// biome-ignore format: one line for each row
test.for([
  ['crc32-base62', `ghp_${body}${crc32Base62(body)}`, 'holds'], ['crc32-base62', `ghp_${body}000000`, 'doubt'],
  ['aws-key-id', 'AKIAABCDEFGHIJKLMNOP', 'holds'], ['aws-key-id', 'AKIA0BCDEFGHIJKLMNOP', 'doubt'], ['aws-key-id', 'AKIA1189ABCDEFGHIJKL', 'doubt'],
  ['basic-credentials', basic('user:pass'), 'holds'], ['basic-credentials', basic('user'), 'fails'], ['basic-credentials', basic(':x'), 'holds'], ['basic-credentials', basic('user:'), 'fails'], ['basic-credentials', basic('a\u0001:b'), 'fails'],
  ['letters-and-digits', 'a1', 'holds'], ['letters-and-digits', 'aa', 'fails'], ['letters-and-digits', '11', 'fails'], ['mixed-case', 'aA1', 'holds'], ['mixed-case', 'aa1', 'fails'], ['mixed-case', 'AA1', 'fails'], ['mixed-case', 'aAb', 'fails'],
  ['varied-digits', '12345', 'holds'], ['varied-digits', '1234', 'fails'], ['varied-digits', '11223344', 'fails'],
  ['jwt', `${part({ alg: 'HS256' })}.${part({})}.x`, 'holds'], ['jwt', `${part({ typ: 'JWT' })}.${part({})}.x`, 'fails'], ['jwt', 'nonsense', 'fails'],
] as Array<[string, string, string]>)('%s of %s %s', ([name, value, expected]) => {
  expect(runValidator(name, value)).toEqual(expected);
});

test('every validator can be named in a rule', () => {
  expect(validatorNames).toEqual(
    expect.arrayContaining([
      'crc32-base62',
      'aws-key-id',
      'basic-credentials',
      'letters-and-digits',
      'mixed-case',
      'varied-digits',
      'jwt',
    ]),
  );
});

test('what a key and a token say about themselves', () => {
  // The key and the account of a published explanation of the form.
  expect(describeAwsKey(`ASIAQNZGK${'IQY56JQ7WML'}`)).toBe('it belongs to the account 029608264753');
  const token = (header: object, claims: object) => describeJwt(`${part(header)}.${part(claims)}.x`);
  expect(token({ alg: 'RS256' }, { exp: 1_893_456_000 })).toBe('algorithm RS256, it expires on 2030-01-01');
  expect(token({ alg: 'RS256' }, {})).toBe('algorithm RS256, it states no expiry');
  expect(token({ alg: 'x'.repeat(40) }, { exp: 0 })).toBe(`algorithm ${'x'.repeat(16)}, it states no expiry`);
  expect(token({}, { exp: 8.64e12 })).toBe('algorithm unknown, it states no expiry');
  expect(crc32Base62('')).toBe('000000');
});

// biome-ignore format: one line for each row
test.for([
  [1, 'it expires on 1970-01-01'], [86_400, 'it expires on 1970-01-02'], [0, 'it states no expiry'], [-1, 'it states no expiry'], [8.64e12 - 1, 'it expires on +275760-09'], [8.64e12, 'it states no expiry'], ['1', 'it states no expiry'], [undefined, 'it states no expiry'],
] as Array<[unknown, string]>)('of a token that ends at %s it says: %s', ([exp, words]) => {
  expect(describeJwt(`${part({ alg: 'a' })}.${part({ exp })}.x`)).toBe(`algorithm a, ${words}`);
});

test('a header of 4096 characters is read, and what is no object has no algorithm', () => {
  const header = (length: number) => {
    const text = JSON.stringify({ alg: 'HS256', x: '' });
    return Buffer.from(text.replace('""', `"${'x'.repeat((length / 4) * 3 - text.length)}"`)).toString(
      'base64url',
    );
  };
  expect([header(4096).length, header(4100).length]).toEqual([4096, 4100]);
  expect(runValidator('jwt', `${header(4096)}.x.x`)).toBe('holds');
  expect(runValidator('jwt', `${header(4100)}.x.x`)).toBe('fails');
  for (const other of ['null', '"alg"', '1'])
    expect(runValidator('jwt', `${basic(other)}.x.x`)).toBe('fails');
  expect(describeJwt(part({ alg: 'a' }))).toBe('algorithm a, it states no expiry');
});

test.for([
  [{ iat: 1000, exp: 87_400 }, true],
  [{ iat: 1000, exp: 87_401 }, false],
  [{ nbf: 1000, exp: 2000 }, true],
  [{ iat: 2000, exp: 1000 }, false],
  [{ exp: 2000 }, false],
  [{ iat: 1000 }, false],
  [{ iat: '1000', exp: 2000 }, false],
] as const)('a token with %o was good for a day or less: %s', ([claims, expected]) => {
  expect(isPassing(`${part({ alg: 'HS256' })}.${part(claims)}.x`)).toBe(expected);
});
