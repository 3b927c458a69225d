/** The check digits of numbers that name a person, an account or a card. Spaces and punctuation are gone before. */

/** ISO 7064 MOD 97-10 over an IBAN: the first four characters go to the end, letters become numbers. */
export function isIban(iban: string): boolean {
  const length = ibanLengths[iban.slice(0, 2)];
  if (length === undefined || iban.length !== length) return false;
  let rest = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

const ibanLengths: Record<string, number> = Object.fromEntries(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 FO18 FR27 GB22 GE22 GI23 GL18
   GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24
   PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SE24 SI19 SK24 SM27 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20`
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

export function isLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    sum += i % 2 === 0 ? digit : digit < 5 ? 2 * digit : 2 * digit - 9;
  }
  return sum % 10 === 0;
}

/** A payment card: the range of a network, its length, and the check digit. */
export function isCard(digits: string): boolean {
  const isNetwork =
    (/^4/.test(digits) && [13, 16, 19].includes(digits.length)) ||
    (/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/.test(digits) && digits.length === 16) ||
    (/^3[47]/.test(digits) && digits.length === 15) ||
    (/^(?:30[0-5]|3[689])/.test(digits) && digits.length === 14) ||
    (/^(?:6011|64[4-9]|65|62|35)/.test(digits) && digits.length === 16);
  return isNetwork && isLuhn(digits);
}

function weighted(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, i) => sum + weight * Number(digits[i]), 0);
}

/** Spain: DNI and NIE. */
export function isSpanishId(id: string): boolean {
  const number = Number(id.slice(0, -1).replace(/^[XYZ]/, (letter) => String('XYZ'.indexOf(letter))));
  return 'TRWAGMYFPDXBNJZSQVHLCKE'[number % 23] === id.at(-1);
}

/** Poland: PESEL. */
export function isPesel(digits: string): boolean {
  return weighted(digits, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0 && isDay(digits.slice(4, 6));
}

/** The Netherlands: BSN. */
export function isBsn(digits: string): boolean {
  return weighted(digits, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0 && Number(digits) > 0;
}

/** Brazil: CPF. */
export function isCpf(digits: string): boolean {
  if (/^(\d)\1*$/.test(digits)) return false;
  const check = (length: number): number => {
    const weights = Array.from({ length }, (_, i) => length + 1 - i);
    return ((weighted(digits, weights) * 10) % 11) % 10;
  };
  return check(9) === Number(digits[9]) && check(10) === Number(digits[10]);
}

/** Germany: the tax identification number (ISO 7064 MOD 11,10). */
export function isSteuerId(digits: string): boolean {
  let product = 10;
  for (let i = 0; i < 10; i++) {
    const sum = (Number(digits[i]) + product) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return digits[0] !== '0' && (11 - product) % 10 === Number(digits[10]);
}

/** France: the number of the social insurance with its key. */
export function isNir(id: string): boolean {
  const number = BigInt(id.slice(0, 13).replace('2A', '19').replace('2B', '18'));
  return 97n - (number % 97n) === BigInt(id.slice(13));
}

/** China: the number of a resident. */
export function isChineseId(id: string): boolean {
  const sum = weighted(id, [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]);
  return '10X98765432'[sum % 11] === id.at(-1) && isDay(id.slice(12, 14)) && isMonth(id.slice(10, 12));
}

/** Sweden: the number of a person, as ten digits. */
export function isPersonnummer(digits: string): boolean {
  return isLuhn(digits) && isMonth(digits.slice(2, 4)) && isDay(digits.slice(4, 6));
}

/** Finland. */
export function isHetu(id: string): boolean {
  const number = Number(id.slice(0, 6) + id.slice(7, 10));
  return '0123456789ABCDEFHJKLMNPRSTUVWXY'[number % 31] === id.at(-1) && isDay(id.slice(0, 2));
}

/** Italy: the tax code. */
export function isCodiceFiscale(code: string): boolean {
  const odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];
  const numberOf = (character: string): number =>
    /\d/.test(character) ? Number(character) : character.charCodeAt(0) - 65;
  let sum = 0;
  for (let i = 0; i < 15; i++) sum += i % 2 === 0 ? odd[numberOf(code[i]!)]! : numberOf(code[i]!);
  return String.fromCharCode(65 + (sum % 26)) === code[15];
}

function isDay(text: string): boolean {
  return Number(text) >= 1 && Number(text) <= 31;
}

function isMonth(text: string): boolean {
  return Number(text) >= 1 && Number(text) <= 12;
}
