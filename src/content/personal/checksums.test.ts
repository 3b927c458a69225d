import { expect, test } from 'vitest';
import * as check from './checksums.ts';

type Check = (number: string) => boolean;

// Computed with the rules that the countries and ISO publish, by another program.
const valid: ReadonlyArray<readonly [name: string, isValid: Check, numbers: readonly string[]]> = [
  ['IBAN', check.isIban, ['DE89370400440532013000', 'GB82WEST12345698765432', 'NO9386011117947']],
  ['IBAN of 31 characters', check.isIban, ['MT84MALT011000012345MTLCAST001S']],
  ['Luhn', check.isLuhn, ['8112189876', '4111111111111111', '375555555555556', '59']],
  ['PESEL', check.isPesel, ['44051401359', '77193186428', '82913195475']],
  ['BSN', check.isBsn, ['111222333', '123456782', '987654329', '135792460']],
  ['CPF', check.isCpf, ['52998224725', '11144477735', '12341212395']],
  ['tax number of Germany', check.isSteuerId, ['86095742719', '12345678911', '47923861553']],
  ['NIR', check.isNir, ['184127645108946', '269054958815780']],
  ['number of a Chinese resident', check.isChineseId, ['11010519491231002X', '441522198703212363']],
  ['personnummer', check.isPersonnummer, ['8112189876', '9203014569', '9201314565']],
  ['HETU', check.isHetu, ['131052-308T', '010190-123M', '311299-9872']],
];

test.each(valid)(
  '%s: a right number is accepted, and no other digit at any of its places',
  (_, isValid, numbers) => {
    for (const number of numbers) {
      expect(isValid(number), number).toBe(true);
      for (const [place, digit] of [...number].entries()) {
        if (!/\d/.test(digit)) continue;
        for (const step of [1, 5]) {
          const other = number.slice(0, place) + ((Number(digit) + step) % 10) + number.slice(place + 1);
          expect(isValid(other), `${other} for ${number}`).toBe(false);
        }
      }
    }
  },
);

test.each(['12345678Z', '00000000T', '98765432M', 'X1234567L', 'Y1234567X', 'Z7654321H'])(
  'the letter of %s is that of a DNI or NIE, and no other is',
  (id) => {
    for (const letter of 'TRWAGMYFPDXBNJZSQVHLCKE')
      expect(check.isSpanishId(id.slice(0, -1) + letter), letter).toBe(letter === id.at(-1));
  },
);

test('a department of Corsica counts as 19 or 18 in a NIR', () => {
  expect(check.isNir('269052A00412314')).toBe(true);
  expect(check.isNir('169052B00412391')).toBe(true);
  expect(check.isNir('269052B00412314')).toBe(false);
});

test('every letter and digit has its own worth in a codice fiscale', () => {
  const letters = 'LKPRTXZBDFMOCEVNQSWYAUGJIH';
  for (const [i, last] of [...letters].entries()) {
    const first = String.fromCharCode(65 + i);
    for (const letter of letters)
      expect(check.isCodiceFiscale(`${first}SSMRA85T10A562${letter}`), first + letter).toBe(letter === last);
  }
  for (const [digit, last] of [...'AZEGIMOQSU'].entries())
    expect(check.isCodiceFiscale(`RSSMRA${digit}5T10A562${last}`), `${digit}${last}`).toBe(true);
});

test.each([
  ['4111111111119', true],
  ['4111111111111111', true],
  ['4111111111111111110', true],
  ['411111111111116', false],
  ['5111111111111118', true],
  ['5522222222222224', true],
  ['5611111111111113', false],
  ['5011111111111119', false],
  ['2221000000000009', true],
  ['2720999999999996', true],
  ['2721999999999995', false],
  ['2220999999999991', false],
  ['341111111111111', true],
  ['375555555555556', true],
  ['30011111111119', true],
  ['30511111111118', true],
  ['30611111111116', false],
  ['36111111111111', true],
  ['6011000000000004', true],
  ['6441111111111117', true],
  ['6431111111111119', false],
  ['6511111111111112', true],
  ['6211111111111115', true],
  ['3511111111111119', true],
  ['4111111111111112', false],
])('%s as the number of a card: %s', (digits, isCard) => {
  expect(check.isCard(digits)).toBe(isCard);
});

test.each<[Check, string, string]>([
  [check.isPesel, '92813272462', 'day 32'],
  [check.isPesel, '92810072461', 'day 0'],
  [check.isChineseId, '314159199813018755', 'month 13'],
  [check.isChineseId, '314159199800018756', 'month 0'],
  [check.isChineseId, '314159199812328751', 'day 32'],
  [check.isChineseId, '314159199812008758', 'day 0'],
  [check.isPersonnummer, '9213014567', 'month 13'],
  [check.isPersonnummer, '9200014562', 'month 0'],
  [check.isPersonnummer, '9201324564', 'day 32'],
  [check.isPersonnummer, '9201004562', 'day 0'],
  [check.isHetu, '321299-987P', 'day 32'],
  [check.isBsn, '000000000', 'nobody'],
  [check.isCpf, '11111111111', 'nobody'],
  [check.isSteuerId, '01234567894', 'a zero in front'],
  [check.isIban, 'DE5137040044053201300', 'an account that is too short for its country'],
  [check.isIban, 'XX89370400440532013000', 'no country'],
])('a right check digit is not enough: %o %s is %s', (isValid, number) => {
  expect(isValid(number)).toBe(false);
});

test.each<[Check, string]>([
  [check.isChineseId, '314159199801018758'],
  [check.isChineseId, '314159199812318756'],
  [check.isPersonnummer, '9201014561'],
  [check.isPersonnummer, '9212014568'],
])('first and last days and months count: %o %s', (isValid, number) => {
  expect(isValid(number)).toBe(true);
});
