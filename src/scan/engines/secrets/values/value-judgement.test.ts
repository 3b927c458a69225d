import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCompiledRules } from '../rules/compiled-rules.ts';
import { judgeValue } from './value-judgement.ts';
import { createVocabulary } from './vocabulary.ts';

const vocabulary = createVocabulary(readCompiledRules().words);
const kindOf = (value: string) => judgeValue(value, vocabulary).kind;

test.each([
  ['lower-case letters and digits', 'abcdefghijklmnopqrstuvwxyz0123456789'],
  ['letters and digits', 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'],
  ['hexadecimal digits', '0123456789abcdef'],
])('nearly every value that a machine makes of %s is seen as random', (_, alphabet) => {
  const value = fc.string({ unit: fc.constantFrom(...alphabet), minLength: 24, maxLength: 40 });
  const samples = fc.sample(value, { numRuns: 2000, seed: 7 });
  const random = samples.filter((sample) => kindOf(sample) === 'random').length;
  expect(random / samples.length).toBeGreaterThan(0.97);
});

test.each([
  'connection-string-of-the-database-2',
  'benutzerverwaltung2konfiguration',
  'storage4production1environment',
  'authentication_provider_settings_v2',
  'contrasenapredeterminada2024usuario',
])('%s is language', (value) => {
  expect(kindOf(value)).not.toBe('random');
});

test.each([
  'abc123',
  'abcdef1234567890abcdef1234567890',
  'qwertyuiopasdfghjklzxcvbnm123456',
  '987654321abcdef',
])('%s is typed, not made: a placeholder', (value) => {
  expect(kindOf(value)).toBe('placeholder');
});

test('what was judged before is judged the same, however much came between', () => {
  const judged = new Map();
  const remembering = { ...vocabulary, judged };
  const value = fc.string({ unit: fc.constantFrom(...'abCD12-_xX.$'), minLength: 1, maxLength: 140 });
  const values = fc.sample(value, { numRuns: 5000, seed: 3 });
  for (const sample of [...values, ...values.slice(-50), ...values.slice(0, 50)])
    expect(judgeValue(sample, remembering)).toEqual(judgeValue(sample, vocabulary));
  expect(judged.size).toBeLessThanOrEqual(4096);
});
