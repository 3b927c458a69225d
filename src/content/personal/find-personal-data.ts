import type { Found } from '../text-flag.ts';
import * as check from './checksums.ts';
import { findEmails } from './find-emails.ts';

interface PersonalNumber {
  ruleId: string;
  /** Bounded, and each character is looked at by few of its attempts. */
  pattern: RegExp;
  /** Given the number without spaces, dots and dashes, in upper case. */
  isValid(number: string): boolean;
  /** Digits alone prove little; the words before it must say what it is. */
  named?: RegExp;
}

const numbers: readonly PersonalNumber[] = [
  {
    ruleId: 'iban',
    pattern: /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/g,
    isValid: check.isIban,
  },
  { ruleId: 'card', pattern: /(?<![\d.-])\d(?:[ -]?\d){12,18}(?![\d-])/g, isValid: check.isCard },
  {
    ruleId: 'phone',
    pattern: /(?<![\w+])\+\d[\d ().-]{6,22}\d\b/g,
    isValid: (number) => /^\+?\d{8,15}$/.test(number),
  },
  {
    ruleId: 'phone',
    pattern: /(?<![\w+.-])\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}\b(?![.-]\d)/g,
    isValid: (number) => /^[2-9]\d{2}[2-9]\d{6}$/.test(number),
  },
  {
    ruleId: 'phone',
    pattern: /(?<![\w+])0\d[\d /().-]{6,16}\d\b/g,
    isValid: (number) => /^0\d{8,13}$/.test(number),
    named:
      /(?:tel(?:ephone|efon|éfono|\.)?|phone|mobile|mobil|handy|cell|call|fax)\W{0,4}(?:is|ist|number|nr\.?)?\W{0,4}$/i,
  },
  { ruleId: 'es-id', pattern: /\b[XYZ\d]\d{7}-?[A-HJ-NP-TV-Z]\b/g, isValid: check.isSpanishId },
  {
    ruleId: 'it-id',
    pattern: /\b[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z]\b/g,
    isValid: check.isCodiceFiscale,
  },
  {
    ruleId: 'fi-id',
    pattern: /\b\d{6}[-+A]\d{3}[0-9A-FHJ-NPR-Y]\b/g,
    isValid: (id) => id.length === 11 && check.isHetu(id),
  },
  { ruleId: 'cn-id', pattern: /\b[1-9]\d{5}(?:19|20)\d{9}[\dX]\b/g, isValid: check.isChineseId },
  {
    ruleId: 'fr-id',
    pattern: /\b[12] ?\d{2} ?(?:0[1-9]|1[0-2]) ?(?:\d{2}|2[AB]) ?\d{3} ?\d{3} ?\d{2}\b/g,
    isValid: check.isNir,
  },
  { ruleId: 'br-id', pattern: /\b\d{3}\.\d{3}\.\d{3}-\d{2}\b/g, isValid: check.isCpf },
  { ruleId: 'pl-id', pattern: /\b\d{11}\b/g, isValid: check.isPesel, named: /pesel\W{0,8}$/i },
  { ruleId: 'br-id', pattern: /\b\d{11}\b/g, isValid: check.isCpf, named: /cpf\W{0,8}$/i },
  {
    ruleId: 'nl-id',
    pattern: /\b\d{9}\b/g,
    isValid: check.isBsn,
    named: /(?:bsn|burgerservicenummer|sofinummer)\W{0,8}$/i,
  },
  {
    ruleId: 'de-id',
    pattern: /\b\d{2} ?\d{3} ?\d{3} ?\d{3}\b/g,
    isValid: check.isSteuerId,
    named: /(?:steuer-?id|idnr\.?|identifikationsnummer|tax id)\W{0,8}$/i,
  },
  {
    ruleId: 'se-id',
    pattern: /\b(?:19|20)?\d{6}[-+]?\d{4}\b/g,
    isValid: (id) => check.isPersonnummer(id.slice(-10)),
    named: /(?:personnummer|person-?nr\.?)\W{0,8}$/i,
  },
];

const digits = /\d{2}/;
const separators = /[\s().\-/]/g;

/** E-mail addresses, phone numbers, accounts, cards and identity numbers, each with its check digit where it has one. */
export function findPersonalData(text: string): Found[] {
  const found = findEmails(text);
  if (digits.test(text))
    for (const { ruleId, pattern, isValid, named } of numbers)
      for (const { index, 0: match } of text.matchAll(pattern)) {
        if (named && !named.test(text.slice(Math.max(0, index - 40), index))) continue;
        // A sign inside of a Finnish number says in which century it begins.
        const plain = ruleId === 'fi-id' ? match : match.toUpperCase().replace(separators, '');
        if (isValid(plain)) found.push({ ruleId, start: index, end: index + match.length });
      }
  return firstOfOverlapping(found);
}

function firstOfOverlapping(found: Found[]): Found[] {
  const kept: Found[] = [];
  for (const one of found.sort((a, b) => a.start - b.start || b.end - a.end))
    if (one.start >= (kept.at(-1)?.end ?? 0)) kept.push(one);
  return kept;
}
