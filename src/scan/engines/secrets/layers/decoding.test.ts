import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeRuns, isWideText, narrow } from './encoded-runs.ts';
import { decodeEscapes } from './escapes.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const hex = (text: string) => Buffer.from(text).toString('hex');
const wide = (text: string) => Buffer.from(text, 'utf16le').toString('base64');

function decoded(written: string, before = 'x '): string[] {
  const bytes = Buffer.from(`${before}${written} y`);
  const run = { start: before.length, end: before.length + written.length };
  return decodeRuns(bytes, [run]).map(
    ({ start, end, encoding, bytes: inner }) => `${start}-${end} ${encoding}: ${inner}`,
  );
}

test.for([
  ['text', base64('the token is in here'), ['2-30 base64: the token is in here']],
  ['text with signs that fill up', base64('the token is in it'), ['2-26 base64: the token is in it']],
  [
    'text with breaks of lines',
    base64('a line\r\n\tof more than one'),
    [`2-38 base64: a line\r\n\tof more than one`],
  ],
  ['fewer than 20 characters', base64('short text 12'), []],
  ['bytes', Buffer.from(Array.from({ length: 30 }, (_, i) => 200 - i)).toString('base64'), []],
  ['one byte of a control character', base64('the token\x01is in here'), []],
  ['wide text', wide('the token is here'), ['2-50 base64 of UTF-16: the token is here']],
  [
    'wide text of another script',
    Buffer.from('\u4e2d\u6587\u4e2d\u6587\u4e2d\u6587\u4e2d\u6587', 'utf16le').toString('base64'),
    [],
  ],
  ['hexadecimal', hex('the token is here'), ['2-36 hexadecimal: the token is here']],
  ['hexadecimal of an odd length', `${hex('the token is here')}0`, []],
  ['hexadecimal of bytes', Buffer.from(Array.from({ length: 20 }, (_, i) => 150 + i)).toString('hex'), []],
] as const)('a run of %s', ([, written, expected]) => {
  expect(decoded(written)).toEqual(expected);
});

test('text of two bytes a character is known by its zeros', () => {
  expect(isWideText(Buffer.from('12345678', 'utf16le'))).toBe(true);
  expect(isWideText(Buffer.from('1234567', 'utf16le'))).toBe(false);
  expect(isWideText(Buffer.from('0123456789abcdef'))).toBe(false);
  const mixed = (zeros: number, others: number) =>
    Buffer.concat([Buffer.from('a'.repeat(zeros), 'utf16le'), Buffer.from('zz'.repeat(others))]);
  expect(isWideText(mixed(10, 1))).toBe(true);
  expect(isWideText(mixed(9, 1))).toBe(false);
  expect(narrow(Buffer.from('ab\0', 'utf16le').subarray(0, 5)).toString()).toBe('ab');
});

function unescaped(text: string): string[] {
  const bytes = Buffer.from(text);
  const escapes = [...text.matchAll(/%[2-7]|\\u00[2-7]|\\x[2-7]/g)].map(({ index }) => index);
  return decodeEscapes(bytes, escapes).map(
    ({ start, end, encoding, bytes: inner }) => `${start}-${end} ${encoding}: ${inner}`,
  );
}

test.for([
  ['u=%61%62c', ['0-9 percent encoding: u=abc']],
  ['x u=%61%62 %63%64', ['2-10 percent encoding: u=ab', '11-17 percent encoding: cd']],
  ['"\\u0061\\u0062"', ['1-13 escapes: ab']],
  ["'\\x61\\x62z'", ['1-10 escapes: abz']],
  ['u=%61', []],
  ['%61 %62', []],
  ['plain', []],
  ['`%61%62<%63', ['1-7 percent encoding: ab']],
] as const)('%s decodes to %j', ([text, expected]) => {
  expect(unescaped(text)).toEqual(expected);
});

test('a word of escapes is decoded 4,096 bytes at a time', () => {
  const parts = decodeEscapes(
    Buffer.from('%61'.repeat(3000)),
    Array.from({ length: 3000 }, (_, i) => 3 * i),
  );
  expect(parts.map(({ start, end }) => [start, end])).toEqual([
    [0, 4096],
    [4096, 8194],
    [8194, 9000],
  ]);
});

test('escapes are decoded as an expression would replace them', () => {
  const piece = fc.constantFrom(
    '%41',
    '%4',
    '%',
    '\\x41',
    '\\x4g',
    '\\u0041',
    '\\u0141',
    '\\',
    'x',
    'A',
    '9f',
  );
  fc.assert(
    fc.property(
      fc.array(piece, { minLength: 1, maxLength: 12 }),
      fc.constantFrom('%41%42', '\\x41\\x42'),
      (pieces, end) => {
        const text = `${pieces.join('')}${end}`;
        const first = text.length - end.length;
        const expression = end[0] === '%' ? /%([0-9A-Fa-f]{2})/g : /\\(?:u00|x)([0-9A-Fa-f]{2})/g;
        const replaced = text.replace(expression, (_, hex: string) =>
          String.fromCharCode(Number.parseInt(hex, 16)),
        );
        const parts = decodeEscapes(Buffer.from(text, 'latin1'), [first, first + end.length / 2]);
        expect(parts.map(({ bytes }) => bytes.toString('latin1'))).toEqual([replaced]);
      },
    ),
  );
});
