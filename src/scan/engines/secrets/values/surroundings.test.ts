import { expect, test } from 'vitest';
import { enclosingKeys } from './enclosing-keys.ts';
import {
  doubtOfKeys,
  doubtOfLine,
  doubtOfMode,
  doubtOfName,
  doubtOfNote,
  doubtOfPage,
  doubtOfSalt,
  doubtOfWords,
} from './surroundings.ts';

const hex = '0123456789abcdef0123456789abcdef';
const id = '01234567-89ab-cdef-0123-456789abcdef';
const other = 'fedcba98-89ab-cdef-0123-456789abcdef';

// biome-ignore format: one line for each row
test.for([
  ['a search key', 'indexName: "x", apiKey: "', hex, '"', 'low: a search key such as every page of a documentation shows'],
  ['a search key whose library is named behind it', 'apiKey: "', hex, '", // DocSearch', 'low: a search key such as every page of a documentation shows'],
  ['a longer value', 'indexName: "x", apiKey: "', `${hex}0`, '"', undefined],
  ['a key without a word about searching', 'apiKey: "', hex, '"', undefined],
  ['a badge', '[x](https://ci.test/badge?token=', 'x1', ')', 'low: it is part of the address of a badge, which every reader of the page fetches'],
  ['a picture', 'https://ci.test/a.svg?token=', 'x1', '', 'low: it is part of the address of a badge, which every reader of the page fetches'],
  ['another address before the one of a badge', 'https://ci.test/badge?a=b http://ci.test/x?token=', 'x1', '', undefined],
  ['a badge without a question', 'https://ci.test/badge/', 'x1', '', undefined],
  ['a badge somewhere before', 'https://ci.test/badge?x and token=', 'x1', '', undefined],
  ['an address that is none of a badge', 'https://ci.test/build?token=', 'x1', '', undefined],
  ['one of many identifiers', `"${other}",\nkey: "`, id, `",\n"${other}"`, 'low: it is one of a list of identifiers'],
  ['the last of them', `"${other}",\nkey: "`, id, '"\n', undefined],
  ['the first of them', '\nkey: "', id, `",\n"${other}"`, undefined],
  ['a value between identifiers', `"${other}",\nkey: "`, 'x1', `",\n"${other}"`, undefined],
  ['identifiers further away', `"${other}",\n\nkey: "`, id, `",\n\n"${other}"`, undefined],
  ['identifiers without quotes', `${other}\nkey: `, id, `\n${other}`, undefined],
  ['a comment', 'a\n  # key = ', 'x1', '', 'medium: it stands in a comment'],
  ['a comment of another kind', '// key = ', 'x1', '', 'medium: it stands in a comment'],
  ['a comment of SQL', '-- key = ', 'x1', '', 'medium: it stands in a comment'],
  ['a flag', '--key = ', 'x1', '', undefined],
  ['a comment on the line before', '# a\nkey = ', 'x1', '', undefined],
  ['code', 'key = ', 'x1', '', undefined],
] as const)('the line says of %s', ([, before, value, after, expected]) => {
  const doubt = doubtOfLine(before, value, after);
  expect(doubt && `${doubt.limit}: ${doubt.reason}`).toBe(expected);
});

// biome-ignore format: one line for each row
test.for([
  ['behind one fence', '```\nkey = ', 'it is a piece of code of a page'],
  ['behind two', '```\na\n```\nkey = ', undefined],
  ['behind three', '```\na\n```\n * ```\nkey = ', 'it is a piece of code of a page'],
  ['behind a fence in a line', 'a ```\nkey = ', undefined],
  ['in a comment for readers', '/**\n * key = ', 'it stands in a comment for readers'],
  ['in one of three strokes', '/// key = ', 'it stands in a comment for readers'],
  ['in an ordinary comment', '// key = ', undefined],
  ['behind such a comment', ' * a\nkey = ', undefined],
  ['in a block of code', '.. code-block:: json\n\n    {\n        "key": ', 'it is a piece of code of a page'],
  ['behind such a block', '.. code-block:: json\n\n    {}\n\nkey = ', undefined],
  ['behind a link', '.. codes: a\n  key = ', undefined],
] as const)('a page: %s', ([, before, reason]) => {
  expect(doubtOfPage(before)).toEqual(reason && { limit: 'medium', reason });
});

test.for([
  ['const TEST_KEY = "', true],
  ['const fakeKey = `', true],
  ['let key = "', false],
  ['dummyKey: &str = r"""', true],
  ['let contestKey = "', false],
  ['sampleKey("', true],
  ['sampleKey + "', false],
] as const)('the name in %j says that it was made up: %s', ([before, expected]) => {
  expect(doubtOfName(before)?.limit).toBe(expected ? 'medium' : undefined);
});

test.for([
  ['test_otp_secret', 'its name says that it was made up for tests'],
  ['contestSecret', undefined],
  ['wrapper.license.key.0', 'it is a licence, which opens nothing by itself'],
  ['NEW_RELIC_LICENSE_KEY', undefined],
  ['api_key', undefined],
] as Array<[string, string | undefined]>)('the words of %s', ([name, reason]) => {
  expect(doubtOfWords(name)?.reason).toBe(reason);
});

// biome-ignore format: one line for each row
test.for([
  ['signing_salt', '', true],
  ['PASSWORD_SALT_2', "PASSWORD_HASH = '0123456789abcdef0'", true],
  ['AUTH_SALT', "define('AUTH_KEY', '0123456789(cdef>0');", false],
  ['authSalt', '{ authKey: "0123456789abcdef0" }', false],
  ['COOKIE_SALT', 'COOKIE_SECRET=0123456789abcdef0', false],
  ['COOKIE_SALT', 'COOKIE_SECRET=${COOKIE_SECRET_OF_THE_CLUSTER}', true],
  ['COOKIE_SALT', 'COOKIE_SECRET=short', true],
  ['COOKIE_SALT', 'MAIL_SECRET=0123456789abcdef0', true],
  ['salt', 'the_key=0123456789abcdef0', true],
  ['salt_key', '', false],
  ['basalt', '', false],
] as Array<[string, string, boolean]>)('the salt %s beside %s', ([name, around, isDoubted]) => {
  expect(doubtOfSalt(name, around) !== undefined).toBe(isDoubted);
});

test.for([
  [[], undefined],
  [['key', 'Example', 'paths'], 'low: it is a part of an example'],
  [['examples'], 'low: it is a part of an example'],
  [['counterexample'], undefined],
  [['key', 'Test'], 'low: it is set for tests'],
  [['test', 'production'], undefined],
  [['key', 'development'], 'medium: it is set for development'],
  [['development', 'key'], undefined],
] as Array<[string[], string | undefined]>)('the keys %j around a value', ([keys, expected]) => {
  const doubt = doubtOfKeys(keys);
  expect(doubt && `${doubt.limit}: ${doubt.reason}`).toBe(expected);
});

test.for([
  ['a:\n  b:\n    c: ', ['b', 'a']],
  ['a:\n  b: 1\n  c: ', ['a']],
  ['a:\nb: ', []],
  ['{\n  "a": {\n    "b": "', ['a']],
  ['a:\n  - x: 1\n    y: ', ['x', 'a']],
  ['a:\n\n  # b:\n// c:\n  d: ', ['a']],
  ['a:\n  text\n    b: ', ['a']],
  ['a: {b: ', []],
] as Array<[string, string[]]>)('the keys around the end of %j are %j', ([before, expected]) => {
  expect(enclosingKeys(before)).toEqual(expected);
});

test.for([
  ['# Test-only values - never use them in production.\nkey: ', true],
  ['# Not for production.\nother: a\nkey: ', true],
  ['// Do not use this in production.\n  key: ', true],
  ['# Not for production.\n\nkey: ', false],
  ['# Not for production.\na: 1\nb: 2\nc: 3\nkey: ', false],
  ['# Not for production.\na: 1\n# The key.\nkey: ', false],
  ['# SECURITY WARNING: keep the secret key used in production secret!\nKEY = ', false],
  ['key: ', false],
] as const)('a note above a value: %j', ([before, isDoubted]) => {
  expect(doubtOfNote(before) !== undefined).toBe(isDoubted);
});

test.for([
  ['var localhostKey = []byte(`', true],
  ['const localhostKey = `', true],
  ['var testKey = []byte(`', true],
  ['var serverKey = []byte(`', false],
  ['var localHosting = []byte(`', false],
] as const)('a private key behind %s', ([before, expected]) => {
  expect(doubtOfName(before)?.limit).toBe(expected ? 'medium' : undefined);
});

test.for([
  ['sk_test_tUj6wq1', true],
  ['rk-sandbox-tUj6wq1', true],
  ['sk_live_tUj6wq1', false],
  ['contest_tUj6wq1', false],
  ['testimony_test', false],
] as const)('the mode in the value %s', ([value, expected]) => {
  expect(doubtOfMode(value)?.limit).toBe(expected ? 'medium' : undefined);
});
