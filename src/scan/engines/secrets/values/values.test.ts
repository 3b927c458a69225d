import { expect, test } from 'vitest';
import { readCompiledRules } from '../rules/compiled-rules.ts';
import { classifyName, wordsOf } from './assignment-name.ts';
import { readFallback } from './fallback-value.ts';
import { contextOf, contextWith } from './file-context.ts';
import { isPlainAddress, isReference } from './reference-value.ts';
import { runLength } from './typed-run.ts';
import { entropy, isDocumented, isRepetition, judgeValue } from './value-judgement.ts';
import { createVocabulary } from './vocabulary.ts';

const vocabulary = createVocabulary(readCompiledRules().words);

test.for([
  ['q7GhT2mZk9Xw4Rb8', 'random'],
  ['q7GhT2mZk9Xw4Rb', 'strong'],
  ['q7ght2mzk9xw4rb8', 'random'],
  ['7d061a4aa61436b4', 'random'],
  ['7061443614436070', 'weak'],
  ['dabcefdabcefbade', 'weak'],
  ['123e4567-e89b-42d3-a456-426614174000', 'random'],
  ['KqZwXbVnRtPlMhGf', 'random'],
  ['kqzwxbvnrtplmhgf', 'weak'],
  ['KqZwxbvnrtplmhgf', 'weak'],
  ['Kq7 Zw4 Xb9 Vn2 Rt5', 'strong'],
  ['Winter-2024x', 'strong'],
  ['Winter-1', 'strong'],
  ['winter2024', 'weak'],
  ['sunshine', 'weak'],
  ['ab', 'placeholder'],
  ['abc', 'weak'],
  ['an-example-4', 'soft'],
  ['MyTestPassword1!', 'soft'],
  ['connection_string_of_database', 'weak'],
  ['StoreFieldErrors_SessionKey', 'weak'],
  ['aaaaaaaaaaaa', 'placeholder'],
  ['abababababab', 'placeholder'],
  ['aabbccddaabbccdd', 'placeholder'],
  ['12345678', 'placeholder'],
  ['qwertzuiop', 'placeholder'],
  ['key_aaaaaaaaaaaaaaaa', 'placeholder'],
  ['AKIAIOSFODNN7EXAMPLE', 'soft'],
  ['${SECRET}', 'placeholder'],
  ['changeme', 'placeholder'],
  ['********', 'placeholder'],
  ['xxxxxxxxxxxx', 'placeholder'],
] as Array<[string, string]>)('%s is %s', ([value, expected]) => {
  expect(judgeValue(value, vocabulary).kind).toEqual(expected);
});

test('the reason says how random a value is, and never what it is', () => {
  expect(judgeValue('q7GhT2mZk9Xw4Rb8', vocabulary).reason).toBe(
    'the value looks random (4.0 bits per character, no words)',
  );
  expect(entropy('')).toBe(0);
  expect(entropy('aabb')).toBe(1);
  expect(entropy('abcd')).toBe(2);
});

test.for([
  ['aaaaaaaaaaaaaaaa', true],
  ['aaaaaaaaaaaaaaa', false],
  ['123123123123123123', true],
  ['q7GhT2mZk9aaaaaa', false],
  ['q7GhT2aaaaaaaaaaaaaaaa', true],
  ['abcdeabcdeabcdeabcde', false],
] as const)('%s repeats a few characters: %s', ([value, expected]) => {
  expect(isRepetition(value)).toBe(expected);
});

test.for([
  ['this-is-an-Example', true],
  ['sample-1', true],
  ['a-sample', false],
  ['fakekey', true],
  [`6LeIx${'AcTAAAAAJcZVRqyHh71'}`, true],
  ['q7GhT2mZk9Xw4Rb8', false],
] as const)('%s says that it is none: %s', ([value, expected]) => {
  expect(isDocumented(value)).toBe(expected);
});

test.for([
  ['abcd', 0, 4],
  ['abdd', 0, 2],
  ['4321', 0, 4],
  ['qwert', 0, 5],
  ['qwertz', 0, 6],
  ['xabcx', 1, 3],
  ['x', 0, 1],
  ['a-b', 0, 1],
  ['890', 0, 3],
  ['yxc', 0, 3],
] as const)('from %s, position %i, %i characters were typed in a row', ([text, from, length]) => {
  expect(runLength(text, from)).toBe(length);
});

test.for([
  ['$NAME', true],
  ['${NAME}', true],
  ['a${NAME}b', true],
  ['$(cmd)', true],
  ['%NAME%', true],
  ['%(name)s', true],
  ['%s', true],
  ['{{ name }}', true],
  ['#{name}', true],
  ['<% x %>', true],
  ['{name}', true],
  ['{call(x)}', true],
  ['<name>', true],
  ['{config.get(', true],
  ['[a-z]{32}', true],
  ['\\d+', true],
  ['process.env.X', true],
  ['os.environ', true],
  ['secrets.x', true],
  ['@name', true],
  ['vault:x', true],
  ['arn:aws:x', true],
  ['name.of.something', true],
  ['name.of', false],
  ['#add-password', true],
  ['[Your key]', true],
  ['abc...', true],
  ['GET /v1', true],
  ['(Get-Secret x).Value', true],
  ['1.2.3', true],
  ['v1.2.3', true],
  ['ENC[x', true],
  ['{cipher}x', true],
  ['owner/name#abcdef0', true],
  ['file.pem', true],
  ['config/app.json', true],
  ['/etc/app/key', true],
  ['./a/b', true],
  ['~/a/b', true],
  ['/a', false],
  ['a/Kq7GhT2mZk9/b', false],
  ['/aa/Kq7GhT2mZk9', false],
  ['{SSHA}x', false],
  ['urn:oid:2.5.4.35', true],
  ['urn-q7GhT2mZk9Xw4Rb8', false],
  ['{ImdbId:tt1234567}', true],
  ['{ImdbId:tt1}q7GhT2mZk9', false],
  ['$2a$12$x', false],
  ['$argon2id$', false],
  ['q7GhT2mZk9Xw4Rb8', false],
  ['sunshine', false],
] as Array<[string, boolean]>)('%s points elsewhere: %s', ([value, expected]) => {
  expect(isReference(value)).toBe(expected);
});

test.for([
  ['https://x.test/a', true],
  ['//x.test', true],
  ['https://a:b@x.test', false],
  ['x.test/a', false],
  ['a b://x', false],
] as const)('%s is a plain address: %s', ([value, expected]) => {
  expect(isPlainAddress(value)).toBe(expected);
});

test.for([
  ['password', 'password'],
  ['DB_PASSWORD', 'password'],
  ['userPassword2', 'password'],
  ['showPassword', undefined],
  ['proxy_pass', undefined],
  ['db_pass', 'password'],
  ['dbpass', 'password'],
  ['compass', undefined],
  ['passphrase', 'password'],
  ['apiToken', 'secret'],
  ['client_secret', 'secret'],
  ['secretKeyBase', 'secret'],
  ['public_key', undefined],
  ['publicToken', undefined],
  ['auth', 'scheme'],
  ['apikey', 'secret'],
  ['api_key', 'secret'],
  ['sort_key', undefined],
  ['my_key', 'key'],
  ['keys', 'key'],
  ['storagekey', 'secret'],
  ['monkey', undefined],
  ['', undefined],
  ['token_123', 'secret'],
  ['user', undefined],
] as Array<[string, string | undefined]>)('the name %s is one for a %s', ([name, expected]) => {
  expect(classifyName(name, vocabulary)).toEqual(expected);
});

test.for([
  ['userPassword2', ['user', 'password', '2']],
  ['DBPassword', ['db', 'password']],
  ['a.b-c_d', ['a', 'b', 'c', 'd']],
  ['v2key', ['v2key']],
  ['--x--', ['x']],
] as const)('%s has the words %j', ([name, words]) => {
  expect(wordsOf(name)).toEqual(words);
});

test.for([
  ['src/a.ts', 'code', undefined],
  ['a.yml', 'config', undefined],
  ['.env.local', 'shell', undefined],
  ['Dockerfile.dev', 'shell', undefined],
  ['.bashrc', 'shell', undefined],
  ['Makefile', 'shell', undefined],
  ['a.sh', 'shell', undefined],
  ['noextension', 'config', undefined],
  ['.gitconfig', 'config', undefined],
  ['notes.txt', 'prose', undefined],
  ['README.md', 'prose', 'documentation or an example'],
  ['docs/a.conf', 'config', 'documentation or an example'],
  ['app.example.env', 'shell', 'documentation or an example'],
  ['test/a.conf', 'config', 'test data'],
  ['src/LoginTest.java', 'code', 'test data'],
  ['src/jvmTest/a.key', 'config', 'test data'],
  ['src/testCert.pem', 'config', 'test data'],
  ['src/latest/a.key', 'config', undefined],
  ['phpunit.xml', 'config', 'test data'],
  ['phpunit.ci.xml.dist', 'config', 'test data'],
  ['caddytest/a.key', 'config', 'test data'],
  ['src/conformance/keys.go', 'code', 'test data'],
  ['certs/localhost.key', 'config', 'test data'],
  ['certs/app.localhost-key.pem', 'config', 'test data'],
  ['certs/notlocalhost.key', 'config', undefined],
  ['certs/localhost.conf', 'config', undefined],
  ['src/contest.conf', 'config', undefined],
  ['UserTests.swift', 'code', 'test data'],
  ['locales/de.json', 'config', 'translations'],
  ['de-AT.yml', 'config', 'translations'],
  ['messages_fr.properties', 'config', 'translations'],
  ['a.po', 'config', 'translations'],
  ['.github/workflows/ci.yml', 'config', undefined],
  ['config/db.json', 'config', undefined],
  ['internal/testresources/client.pem', 'config', 'test data'],
  ['internal/http/testkey.pem', 'config', 'test data'],
  ['internal/testimony/key.pem', 'config', undefined],
  ['keys/insecure_id_rsa', 'config', 'test data'],
  ['keys/secure_id_rsa', 'config', undefined],
  ['charts/a/ci/tls-values.yaml', 'config', 'test data'],
  ['charts/a/values.yaml', 'config', undefined],
  ['vectors/asymmetric/PKCS8/private.pem', 'config', 'test data'],
  ['t/certs/server.key', 'config', 'test data'],
  ['lib/at/server.key', 'config', undefined],
  ['fuzzing/corpora/seed.zip', 'config', 'test data'],
  ['spec/cassettes/login.yml', 'config', 'test data'],
  ['.github/workflows/phpunit/parameters.php', 'code', 'test data'],
  ['yarn.lock', 'config', 'a lock file'],
  ['go.sum', 'config', 'a lock file'],
  ['SHA256SUMS', 'config', 'a list of checksums'],
  ['app.min.js', 'code', 'a minified or generated file'],
  ['vendor/a.conf', 'config', 'a minified or generated file'],
  ['backend/bdd/ca/key.pem', 'config', 'test data'],
  ['database/seeders/DemoSeeder.php', 'code', 'test data'],
  ['src/db/seed-data.ts', 'code', 'test data'],
  ['src/seeding/plan.ts', 'code', undefined],
  ['integration/files/server.pem', 'config', 'test data'],
  ['src/integration/java/Keys.java', 'code', 'test data'],
  ['src/main/integration/Keys.java', 'code', undefined],
  ['integrations/chat/keys.yml', 'config', undefined],
  ['internal/acceptance/setup.yml', 'config', 'test data'],
  ['internal/acceptances/setup.yml', 'config', undefined],
  ['try/unit/tokens_try.rb', 'code', 'test data'],
  ['lib/retry.rb', 'code', undefined],
] as Array<[string, string, string | undefined]>)('%s holds %s, and is %s', ([path, syntax, caution]) => {
  expect(contextOf(path)).toMatchObject({ syntax, caution });
});

test.for([
  ["process.env.KEY || 'value'", 'value'],
  ['get(x) ?? "value"', 'value'],
  ["ENV['KEY'] or 'value'", 'value'],
  ["a ?: 'value'", 'value'],
  ["getenv('NAME', 'value')", 'value'],
  ["config.get('name', default='value')", 'value'],
  ["a || 'va'", undefined],
  ['a || value', undefined],
  ["a + 'value'", undefined],
  ['a || "value\'', undefined],
] as const)('what stands in where %s has nothing is %s', ([text, expected]) => {
  const bytes = Buffer.from(`x = ${text}`);
  const found = readFallback(bytes, 4);
  expect(found && bytes.toString('latin1', found.valueStart, found.valueEnd)).toBe(expected);
});

test.for([
  ['site/settings.py', true],
  ['app/config.php', true],
  ['settings.local.js', true],
  ['wp-config.php', true],
  ['infra/main.tf', true],
  ['src/issuer-config.php', false],
  ['src/settings-page.ts', false],
  ['src/config.yaml', false],
  ['config/client.ts', false],
] as const)('%s holds the settings of an installation', ([path, expected]) => {
  expect(contextOf(path).settings).toBe(expected);
});

test('a context with a change has all else that the one of the path has', () => {
  const path = 'certs/test/server.key';
  const { syntax, extension, caution, setup, anonymousKey, settings, shipped } = contextOf(path);
  expect(contextWith(contextOf(path), {})).toEqual({
    syntax,
    extension,
    caution,
    setup,
    anonymousKey,
    settings,
    shipped,
  });
  expect(contextWith(contextOf('ci/server.key'), { syntax: 'code' })).toEqual({
    syntax: 'code',
    extension: '',
    caution: undefined,
    setup: undefined,
    anonymousKey: true,
    settings: false,
    shipped: false,
  });
});
