import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalNumber, compareNumbers, ExactNumber, readNumber } from './exact-number.ts';

test('whatever a double holds is a plain number', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(readNumber(JSON.stringify(value))).toBe(Object.is(value, -0) ? 0 : value);
    }),
  );
  for (const source of [
    '9007199254740992',
    '-9007199254740992',
    '1e23',
    '0.1',
    '100',
    '1.50',
    '0e999999999999',
  ])
    expect(readNumber(source)).toBe(Number(source));
});

test.each([
  '9007199254740993',
  '-9007199254740993',
  '1234567890123456789',
  '18446744073709551615',
  '100000000000000000000000',
  '0.12345678901234567890123',
  '12345678901234567.5',
  '1e-400',
  `0.${'0'.repeat(400)}1`,
])('%s is kept as it is written', (source) => {
  const number = readNumber(source);
  expect(number).toBeInstanceOf(ExactNumber);
  expect(JSON.stringify({ a: [number] })).toBe(`{"a":[${source}]}`);
});

test('what is beyond a double is not finite', () => {
  for (const source of ['1e400', '-1e400', `1${'0'.repeat(400)}`, '1e-99999999999999999999'])
    expect(Number.isFinite(Number(readNumber(source)))).toBe(false);
});

test('integers compare as integers, whatever their size', () => {
  const integer = fc.oneof(
    fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
    fc.bigInt({ min: 2n ** 53n - 4n, max: 2n ** 53n + 4n }),
  );
  fc.assert(
    fc.property(integer, integer, (a, b) => {
      const [left, right] = [readNumber(String(a)), readNumber(String(b))];
      expect(Math.sign(compareNumbers(left, right))).toBe(a < b ? -1 : a > b ? 1 : 0);
      expect(canonicalNumber(left) === canonicalNumber(right)).toBe(a === b);
    }),
    { numRuns: 2_000 },
  );
});

test('one number has one canonical text in all its spellings', () => {
  for (const spellings of [
    ['100000000000000000000000', '1e23', '1E+23', '10000000000000000000000.0e1'],
    ['12345678901234567890', '1234567890123456789e1', '12345678901234567890.0', '1.2345678901234567890e19'],
    ['0', '-0', '0.0', '0e5'],
  ]) {
    const numbers = spellings.map(readNumber);
    expect(new Set(numbers.map(canonicalNumber)).size).toBe(1);
    for (const number of numbers) expect(compareNumbers(number, numbers[0]!) === 0).toBe(true);
  }
});

test('the order of numbers is one order: reversing a comparison reverses its result', () => {
  const digits = fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 30 })
    .map((list) => list.join(''));
  const source = fc
    .tuple(fc.boolean(), digits, fc.option(digits), fc.option(fc.integer({ min: -30, max: 30 })))
    .map(([negative, whole, fraction, power]) => {
      const head = whole.replace(/^0+(?=\d)/, '');
      return `${negative ? '-' : ''}${head}${fraction === null ? '' : `.${fraction}`}${power === null ? '' : `e${power}`}`;
    });
  fc.assert(
    fc.property(source, source, source, (a, b, c) => {
      const [x, y, z] = [readNumber(a), readNumber(b), readNumber(c)];
      expect(Math.sign(compareNumbers(x, y))).toBe(-Math.sign(compareNumbers(y, x)) + 0);
      if (compareNumbers(x, y) <= 0 && compareNumbers(y, z) <= 0)
        expect(compareNumbers(x, z)).toBeLessThanOrEqual(0);
      expect(compareNumbers(x, y) === 0).toBe(canonicalNumber(x) === canonicalNumber(y));
    }),
    { numRuns: 2_000 },
  );
});

test('numbers that no double holds are ordered by their signs, their sizes and their digits', () => {
  const order = [
    '-123456789012345678901234567890',
    '-12345678901234567891',
    '-12345678901234567890.5',
    '-9007199254740993',
    '-1e-350',
    '-1e-399',
    '1e-400',
    '2e-400',
    '1e-399',
    '9007199254740993',
    '12345678901234567890.5',
    '12345678901234567891',
    '123456789012345678901234567890',
  ];
  for (const [i, a] of order.entries())
    for (const [j, b] of order.entries())
      expect([a, b, Math.sign(compareNumbers(new ExactNumber(a), new ExactNumber(b)))]).toEqual([
        a,
        b,
        Math.sign(i - j),
      ]);
});

test('an exact number is the same text wherever text is made of it', () => {
  const number = readNumber('12345678901234567890');
  expect([String(number), `${number}`, [number].join()]).toEqual(Array(3).fill('12345678901234567890'));
});
