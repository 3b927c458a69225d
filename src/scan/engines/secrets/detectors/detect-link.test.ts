import { expect, test } from 'vitest';
import { secretsFound } from '../../../../../test/support/secrets-found.ts';

test.for([
  [
    'a random password of a service',
    'git = https://ci:{alnum:20}@git.corp.net/x',
    ['1:18-38 credentials-in-url high medium'],
  ],
  [
    'a random password of a database',
    'db = postgres://app:{alnum:20}@db.corp.net/x',
    ['1:21-41 database-url high medium'],
  ],
  [
    'a password as people choose them, of a database',
    'db = mysql://app:Winter-2024x@db.corp.net/x',
    ['1:18-30 database-url high medium'],
  ],
  [
    'the same where the host is a variable',
    'db = f"mssql+pyodbc://sa:Winter-2024x@{host}:1433/x"',
    ['1:26-38 database-url medium medium'],
  ],
  [
    'the same where the host is one of a local network',
    'db = mysql://app:Winter-2024x@store.svc.cluster.local:3306/x',
    ['1:18-30 database-url medium medium'],
  ],
  [
    'a random password where the host is a variable',
    'db = f"mssql+pyodbc://sa:{alnum:20}@{host}:1433/x"',
    ['1:26-46 database-url high medium'],
  ],
  [
    'the same of another service',
    'git = https://ci:Winter-2024x@git.corp.net/x',
    ['1:18-30 credentials-in-url medium medium'],
  ],
  ['a word', 'git = https://ci:sunshine@git.corp.net/x', ['1:18-26 credentials-in-url medium low']],
  [
    'a word that calls itself a sample',
    'git = https://ci:an-example-4@git.corp.net/x',
    ['1:18-30 credentials-in-url low low'],
  ],
  [
    'a host on this machine',
    'db = postgres://app:{alnum:20}@localhost:5432/x',
    ['1:21-41 database-url low low'],
  ],
  [
    'a host that a compose file names',
    'db = postgres://app:{alnum:20}@postgres:5432/x',
    ['1:21-41 database-url low low'],
  ],
  [
    'a host that only begins like one',
    'db = postgres://app:{alnum:20}@postgres.corp.net/x',
    ['1:21-41 database-url high medium'],
  ],
  ['an address of this machine', 'db = redis://app:{alnum:20}@127.0.0.1/x', ['1:18-38 database-url low low']],
  ['words that stand for a password', 'git = https://ci:your_api-key@git.corp.net/x', []],
  [
    'the same in percent signs',
    'git = https://ci:my%20p%40ssw0rd@git.corp.net/x',
    ['1:18-33 credentials-in-url low medium'],
  ],
  [
    'percent signs that stand for nothing',
    'git = https://ci:my%zzpass@git.corp.net/x',
    ['1:18-27 credentials-in-url medium low'],
  ],
  ['no user', 'db = redis://:{alnum:20}@cache.corp.net/0', ['1:15-35 database-url high medium']],
  [
    'an at sign in the password',
    'git = https://ci:{alnum:10}@{alnum:10}@git.corp.net/x',
    ['1:18-39 credentials-in-url high medium'],
  ],
  [
    'a colon in the password',
    'git = https://ci:{alnum:10}:{alnum:10}@git.corp.net/x',
    ['1:18-39 credentials-in-url high medium'],
  ],
  [
    'the end of the file behind the host',
    'https://ci:{alnum:20}@git.corp.net',
    ['1:12-32 credentials-in-url high medium'],
  ],
  [
    'a gap in place of the host',
    'git = https://ci:{alnum:20}@$HOST/x',
    ['1:18-38 credentials-in-url high medium'],
  ],
  ['a quoted URL', 'git = "https://ci:{alnum:20}@git.corp.net"', ['1:19-39 credentials-in-url high medium']],
  [
    'a scheme with signs',
    'x = git+https://ci:{alnum:20}@git.corp.net',
    ['1:20-40 credentials-in-url high medium'],
  ],
  ['two letters', 'git = https://ci:q7@git.corp.net/x', []],
  ['three letters', 'git = https://ci:q7Z@git.corp.net/x', ['1:18-21 credentials-in-url medium low']],
  ['no password', 'git = https://ci@git.corp.net/x', []],
  ['a port and an at sign behind the path', 'git = https://git.corp.net:8080/a@{alnum:20}', []],
  ['a colon behind the at sign', 'git = https://token@git.corp.net:8080/x', []],
  ['nothing in front', '://ci:{alnum:20}@git.corp.net', []],
  ['a quote inside', 'git = https://ci:{alnum:9}"{alnum:9}@git.corp.net/x', []],
  ['a blank inside', 'git = https://ci:{alnum:9} {alnum:9}@git.corp.net/x', []],
  ['a question mark inside', 'git = https://ci:{alnum:9}?{alnum:9}@git.corp.net/x', []],
  ['a bar inside', 'git = https://ci:{alnum:9}|{alnum:9}@git.corp.net/x', []],
  ['a backslash inside', 'git = https://ci:{alnum:9}\\{alnum:9}@git.corp.net/x', []],
  ['brackets: a call', 'git = https://ci:{alnum:9}()@git.corp.net/x', []],
  ['a variable', 'git = https://ci:${PASSWORD}@git.corp.net/x', []],
  ['the digest of an image', 'image = docker://a:{alnum:20}@sha256:{hex:64}', []],
  ['a host that is none', 'git = https://ci:{alnum:20}@.net/x', []],
  ['the words of examples, to a host of examples', 'git = https://ci:password@git.example.com/x', []],
  [
    'the same to a real host',
    'git = https://ci:password@git.corp.net/x',
    ['1:18-26 credentials-in-url low low'],
  ],
  ['the same with the user of examples', 'git = https://user:password@git.corp.net/x', []],
  ['a password that repeats its user', 'db = postgres://postgres:postgres@db.corp.net/x', []],
  [
    'a documented word with another user',
    'db = postgres://keeper:postgres@db.corp.net/x',
    ['1:24-32 database-url low low'],
  ],
  ['more than 320 bytes', `git = https://ci:${'q7'.repeat(160)}@git.corp.net/x`, []],
] as const)('%s', ([, text, expected]) => {
  expect(secretsFound('app.conf', text)).toEqual(expected);
});

test('in tests and documentation a link is told with low confidence', () => {
  expect(secretsFound('tests/app.conf', 'db = postgres://app:{alnum:20}@db.corp.net/x')).toEqual([
    '1:21-41 database-url medium low',
  ]);
});

// biome-ignore format: one line for each row
test.for([
  ['a scheme behind another', 'jdbc:postgresql://app:{alnum:20}@db.corp.net/x', ['1:23-43 database-url high medium']],
  ['an address that ends at a blank', 'https://a b:{alnum:20}@corp.net', []],
  ['one that ends at a line', 'https://a\nb:{alnum:20}@corp.net', []],
  ['one that ends at a quote', 'https://a"b:{alnum:20}@corp.net', []],
  ['one that ends at a bar', 'https://a|b:{alnum:20}@corp.net', []],
  ['one that ends at a question', 'https://a?b:{alnum:20}@corp.net', []],
  ['no scheme', '://app:{alnum:20}@corp.net', []],
] as const)('a link: %s', ([, text, expected]) => {
  expect(secretsFound('a.conf', text)).toEqual(expected);
});
