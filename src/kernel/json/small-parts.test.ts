import { expect, test } from 'vitest';
import { counted } from '../counted.ts';
import { errorCatalogue, ServiceError } from '../errors.ts';
import { formatPath } from '../issue-path.ts';
import { isJsonNumber, isJsonObject, type JsonValue, jsonEquals } from '../json.ts';
import { countKeys } from './count-keys.ts';
import { readNumber } from './exact-number.ts';
import { longestJson, sizeOfJson } from './json-size.ts';
import { refuseTrouble } from './refuse-trouble.ts';

// Clients decide by these whether to try again, and when.
test('every error has its status, whether trying again may help, and when', () => {
  const lines = Object.entries(
    errorCatalogue as Record<string, { status: number; retryable: boolean; retryAfterSeconds?: number }>,
  ).map(([code, { status, retryable, retryAfterSeconds = '' }]) =>
    `${code} ${status} ${retryable ? 'again' : 'never'} ${retryAfterSeconds}`.trim(),
  );
  expect(lines).toMatchInlineSnapshot(`
    [
      "invalid_json 400 never",
      "malformed_request 400 never",
      "validation_failed 400 never",
      "invalid_cursor 400 never",
      "invalid_repo_url 400 never",
      "unsupported_scheme 400 never",
      "url_credentials_not_allowed 400 never",
      "invalid_ref 400 never",
      "unauthenticated 401 never",
      "insufficient_scope 403 never",
      "host_not_allowed 403 never",
      "not_found 404 never",
      "scan_not_found 404 never",
      "entry_not_found 404 never",
      "method_not_allowed 405 never",
      "not_acceptable 406 never",
      "request_timeout 408 again",
      "payload_too_large 413 never",
      "uri_too_long 414 never",
      "unsupported_media_type 415 never",
      "idempotency_in_progress 409 again",
      "scan_not_finished 409 again",
      "scan_already_finished 409 never",
      "version_conflict 409 again",
      "content_rejected 422 never",
      "idempotency_key_reused 422 never",
      "headers_too_large 431 never",
      "rate_limited 429 again",
      "quota_exceeded 429 again",
      "concurrent_scan_limit 429 again",
      "internal_error 500 again",
      "embedding_unavailable 503 again",
      "reranking_unavailable 503 again",
      "overloaded 503 again",
      "queue_full 503 again",
      "shutting_down 503 again",
      "index_memory_full 507 again 120",
      "storage_unavailable 503 again",
      "storage_full 507 again 120",
    ]
  `);
});

test('the message of an error is the best that is known', () => {
  const detail = { path: 'a.b', code: 'c', message: 'Is wrong.' };
  expect(new ServiceError('not_found').message).toBe(errorCatalogue.not_found.message);
  expect(new ServiceError('not_found', 'Mine.').message).toBe('Mine.');
  expect(new ServiceError('validation_failed', undefined, { details: [detail] }).message).toBe(
    'a.b: Is wrong.',
  );
  expect(
    new ServiceError('validation_failed', undefined, { details: [{ ...detail, path: '' }] }).message,
  ).toBe('The request: Is wrong.');
  expect(new ServiceError('validation_failed', undefined, { details: [] }).message).toBe(
    errorCatalogue.validation_failed.message,
  );
  expect(new ServiceError('storage_full').retryAfterSeconds).toBe(120);
  expect(new ServiceError('storage_full', undefined, { retryAfterSeconds: 3 }).retryAfterSeconds).toBe(3);
});

test.each([
  [['entries', 3, 'content'], 'entries[3].content'],
  [[0, 'a'], '[0].a'],
  [[], ''],
  [['a\0b'], 'a\\u0000b'],
  [['x'.repeat(100)], 'x'.repeat(100)],
  [['x'.repeat(101)], `${'x'.repeat(100)}…`],
  [
    ['x'.repeat(100), 'y'.repeat(100), 'z'.repeat(38)],
    `${'x'.repeat(100)}.${'y'.repeat(100)}.${'z'.repeat(38)}`,
  ],
  [
    ['x'.repeat(100), 'y'.repeat(100), 'z'.repeat(39)],
    `${'x'.repeat(100)}.${'y'.repeat(19)}…${'y'.repeat(80)}.${'z'.repeat(39)}`,
  ],
])('the path %j', (parts, path) => {
  expect(formatPath(parts)).toBe(path);
});

test.each<[JsonValue, number, number]>([
  ['ab', 1, 2 + 12],
  [1, 1, 24],
  [null, 1, 24],
  [true, 1, 24],
  [[], 1, 2],
  [{}, 1, 2],
  [['a', 1], 1, 2 + 3 + 6 + 25],
  [{ k: 'v', n: 1 }, 1, 2 + 6 * 3 + 6 + 28],
  [[[]], 1, Number.POSITIVE_INFINITY],
  [[[]], 2, 2 + 3],
  [{ a: { b: 1 } }, 1, Number.POSITIVE_INFINITY],
  [{ a: { b: 1 } }, 2, 2 + 6 + 4 + 2 + 6 + 28],
  [readNumber('12345678901234567890'), 1, 20],
])('%j within %i levels has at most %d bytes', (value, levels, longest) => {
  expect(longestJson(value, levels)).toBe(longest);
  if (Number.isFinite(longest)) expect(sizeOfJson(value)).toBeLessThanOrEqual(longest);
});

test.each<[JsonValue, number]>([
  [1, 0],
  [null, 0],
  [[], 0],
  [{ a: 1, b: { c: 2 } }, 3],
  [[{ a: [{ b: 1 }] }, { c: 1 }], 3],
])('%j has %i keys', (value, keys) => {
  expect(countKeys(value)).toBe(keys);
});

test.each<[JsonValue, JsonValue, boolean]>([
  [1, 1, true],
  [1, readNumber('1.0'), true],
  [readNumber('1e400'), readNumber('1e400'), true],
  [1, '1', false],
  [null, null, true],
  [null, {}, false],
  [[1, 2], [1, 2], true],
  [[1, 2], [2, 1], false],
  [[1], [1, 2], false],
  [[1], { 0: 1 }, false],
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
  [{ a: 1 }, { a: 1, b: 2 }, false],
  [{ a: 1 }, { b: 1 }, false],
  [{}, [], false],
  [true, true, true],
  [true, false, false],
])('%j equals %j: %s', (a, b, equal) => {
  expect(jsonEquals(a, b)).toBe(equal);
  expect(jsonEquals(b, a)).toBe(equal);
});

test('numbers that are kept exactly are numbers, not objects', () => {
  const exact = readNumber('12345678901234567890');
  expect([isJsonNumber(exact), isJsonNumber(1), isJsonNumber('1'), isJsonNumber(undefined)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect([
    isJsonObject(exact),
    isJsonObject({}),
    isJsonObject([]),
    isJsonObject(null),
    isJsonObject(1),
  ]).toEqual([false, true, false, false, false]);
});

test('what is no text or no number is refused with its place, up to twenty times', () => {
  const faults = (value: JsonValue) => {
    try {
      refuseTrouble(value);
    } catch (error) {
      return (error as ServiceError).details!.map(({ path, code }) => `${path} ${code}`);
    }
    return [];
  };
  expect(faults({ a: ['fine', 1, null, true] })).toEqual([]);
  expect(faults({ a: ['x', '\ud800'], 'b\0': 1, c: 'd\0' })).toEqual([
    'a[1] lone_surrogate',
    'b\\u0000 nul_character',
    'c nul_character',
  ]);
  expect(faults({ n: readNumber('1e999'), m: readNumber('12345678901234567890') })).toEqual([
    'n number_out_of_range',
  ]);
  expect(faults(Array.from({ length: 30 }, () => '\0'))).toHaveLength(20);
  expect(faults(Array.from({ length: 19 }, (): JsonValue => '\0').concat([{ 'k\0': 'v\0' }]))).toHaveLength(
    20,
  );
});

test('a number comes with its word', () => {
  expect([counted(1, 'file'), counted(2, 'file'), counted(0, 'advisory', 'advisories')]).toEqual([
    '1 file',
    '2 files',
    '0 advisories',
  ]);
});
