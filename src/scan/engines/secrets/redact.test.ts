import { expect, test } from 'vitest';
import { redact } from './redact.ts';

test.for([
  ['ghp_0123456789abcdef', 4, true, 'ghp_…ef'],
  ['ghp_0123456789abcde', 4, true, 'ghp_…'],
  ['0123456789abcdef', undefined, true, '…ef'],
  ['0123456789abcde', undefined, true, '…'],
  ['0123456789abcdef', undefined, false, '…'],
  ['ghp_0123456789abcdef', 4, false, 'ghp_…'],
  ['ä€0123456789abcdef\u0007', 2, true, '??…f?'],
] as const)(
  'of %j with a public beginning of %s, made by a machine: %s, this is shown: %s',
  ([value, prefix, machineMade, expected]) => {
    expect(redact(value, prefix, machineMade)).toBe(expected);
  },
);
