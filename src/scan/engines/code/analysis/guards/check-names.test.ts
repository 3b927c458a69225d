import { expect, test } from 'vitest';
import { soundsLikeAllowed, soundsLikeCheck } from './check-names.ts';

test.each([
  'isValid',
  'is_safe_url',
  'validateURL',
  'checkPath',
  'verifyHost',
  'isAllowedHost',
  'valid?',
  'assertValid',
])('%s promises a check', (name) => {
  expect(soundsLikeCheck(name)).toBe(true);
});

test.each([
  'validation_failed',
  'allowed_length_exceeded',
  'isInvalid',
  'disallowed',
  'isUnsafe',
  'is_not_valid',
  'checkout',
  'validityError',
  'unknown',
  'log',
])('%s promises none', (name) => {
  expect(soundsLikeCheck(name)).toBe(false);
});

test.each(['allowed', 'ALLOWED_HOSTS', 'whitelist', 'SORT_FIELDS', 'knownNames'])(
  '%s may list what is allowed',
  (name) => {
    expect(soundsLikeAllowed(name)).toBe(true);
  },
);

test.each([
  'ab',
  'xs',
  'users',
  'unknown',
  'invalid',
  'disallowed',
  'blacklist',
  'DB',
  'unsupported',
  'items',
])('%s may list anything', (name) => {
  expect(soundsLikeAllowed(name)).toBe(false);
});
