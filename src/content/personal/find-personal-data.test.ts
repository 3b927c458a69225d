import { expect, test } from 'vitest';
import { findPersonalData } from './find-personal-data.ts';

const found = (text: string): string[] =>
  findPersonalData(text).map(({ ruleId, start, end }) => `${ruleId} ${text.slice(start, end)}`);

test.each([
  ['Write to ada.lovelace+tea@mail.example.org, please.', 'email ada.lovelace+tea@mail.example.org'],
  ['IBAN DE89 3704 0044 0532 0130 00', 'iban DE89 3704 0044 0532 0130 00'],
  ['pay GB82WEST12345698765432 now', 'iban GB82WEST12345698765432'],
  ['card 4111 1111 1111 1111, exp 12/30', 'card 4111 1111 1111 1111'],
  ['amex 378282246310005', 'card 378282246310005'],
  ['call +49 30 1234567', 'phone +49 30 1234567'],
  ['(415) 555-2671 is my number', 'phone (415) 555-2671'],
  ['Telefon: 030 12345678', 'phone 030 12345678'],
  ['DNI 12345678Z', 'es-id 12345678Z'],
  ['NIE X1234567L', 'es-id X1234567L'],
  ['RSSMRA85T10A562S', 'it-id RSSMRA85T10A562S'],
  ['hetu 131052-308T', 'fi-id 131052-308T'],
  ['11010519491231002X', 'cn-id 11010519491231002X'],
  ['CPF 529.982.247-25', 'br-id 529.982.247-25'],
  ['PESEL: 44051401359', 'pl-id 44051401359'],
  ['BSN 111222333', 'nl-id 111222333'],
  ['Steuer-ID 86 095 742 719', 'de-id 86 095 742 719'],
  ['personnummer 811218-9876', 'se-id 811218-9876'],
  ['numéro 1 84 12 76 451 089 46', 'fr-id 1 84 12 76 451 089 46'],
])('%s is found whole', (text, expected) => {
  expect(found(text)).toEqual([expected]);
});

test.each([
  'IBAN DE89 3704 0044 0532 0130 01 has a wrong check digit',
  'card 4111 1111 1111 1112',
  'DNI 12345678A',
  'PESEL: 44051401358',
  '44051401359 without a name is a number like any other',
  'commit 3f786850e387550fdab836ed7e6dc881de23001b',
  'version 1.2.3, build 20260131120000, 2026-01-31 12:00:00',
  'ten 1234567890123456 things',
  'npm install @scope/package@1.2.3',
  'uuid 123e4567-e89b-12d3-a456-426614174000',
  '192.168.100.200 and 10.0.0.1:8080',
])('%s is left alone', (text) => {
  expect(found(text)).toEqual([]);
});
