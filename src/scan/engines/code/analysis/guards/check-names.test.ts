import { expect, test } from 'vitest';
import {
  mayBeCheck,
  soundsForbidden,
  soundsLikeAllowed,
  soundsLikeAnswer,
  soundsLikeAssertion,
  soundsLikeCheck,
  soundsLikeCleaning,
  soundsLikeRefusal,
} from './check-names.ts';

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

const table = (ask: (name: string) => boolean, yes: string, no: string) => {
  expect(yes.split(' ').filter((name) => !ask(name))).toEqual([]);
  expect(no.split(' ').filter((name) => ask(name))).toEqual([]);
};

test('a test of the program of which nothing is known may be a check, unless it only asks what there is', () => {
  table(
    mayBeCheck,
    'matchesAny hostFits looksRight withinRoot hasAll is',
    'getHost matches includes has isEmpty fileExists isNotRight exec parse_url contains',
  );
  expect(mayBeCheck('')).toBe(false);
});

test('a test that says no by its name', () => {
  table(
    soundsLikeRefusal,
    'isIllegalFileName has_traversal checkForbidden isLocalAddress is_private_ip',
    'illegal isLegal traversal findIllegal isPrivate isLocal privateAddress',
  );
});

test('a call that does not come back where its check fails', () => {
  table(
    soundsLikeAssertion,
    'checkPath _validate ensure_safe rejectUnknown',
    'checkout recheck isValid requirement',
  );
});

test('a collection of what is refused, and one of what is allowed', () => {
  table(soundsForbidden, 'blockedHosts denied bad_words', 'hosts allowed ALLOWED');
  table(
    soundsLikeAllowed,
    'allowedHosts KNOWN_TYPES TYPES ALLOWED',
    'BLOCKED_HOSTS hosts Types ABC blockedHosts',
  );
});

test('an assertion about the type of a value is none about what it holds', () => {
  for (const name of ['assertString', 'assertIsString', 'checkType', 'ensureArray', 'assert_is_int'])
    expect(soundsLikeAssertion(name)).toBe(false);
  for (const name of ['assertSafe', 'checkPath', 'ensureAllowed', 'assert', 'validate'])
    expect(soundsLikeAssertion(name)).toBe(true);
});

test('a name of a million capitals is split into words like any other', () => {
  // Looking for the last capital from every one of them took more than half an hour.
  expect(soundsLikeCheck(`isValid${'A'.repeat(1_000_000)}`)).toBe(true);
});

test.each([
  ['sanitizeHtml', true],
  ['safe_referer', true],
  ['escape()', true],
  ['cleanID', true],
  ['unescape', false],
  ['unsafeName', false],
  ['safeParse', false],
  ['safe_load', false],
  ['is_not_safe', false],
  ['find', false],
])('%s says that it cleans: %s', (name, expected) => {
  expect(soundsLikeCleaning(name)).toBe(expected);
});

test.each([
  ['send_result()', true],
  ['jsonResponse', true],
  ['htmlResponse', false],
  ['find', false],
])('%s says that it answers with data: %s', (name, expected) => {
  expect(soundsLikeAnswer(name)).toBe(expected);
});
