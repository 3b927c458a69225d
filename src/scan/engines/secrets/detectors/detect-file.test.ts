import { expect, test } from 'vitest';
import { secretsFound, secretsInBytes } from '../../../../../test/support/secrets-found.ts';

test.for([
  ['config/master.key', '{alnum:40}', ['1:1-41 file-with-one-secret high medium']],
  ['config/master.key', '\n  {alnum:40}\n', ['2:3-43 file-with-one-secret high medium']],
  ['config/credentials/production.key', '{hex:32}', ['1:1-33 file-with-one-secret high medium']],
  ['config/credentials/development.key', '{hex:32}', ['1:1-33 file-with-one-secret medium low']],
  ['config/value', '{alnum:40}\n', ['1:1-41 file-with-one-secret medium low']],
  ['config/notes.txt', '{alnum:40}\n', ['1:1-41 file-with-one-secret medium low']],
  ['config/value', '{b64:43}=\n', ['1:1-45 file-with-one-secret medium low']],
  ['config/value', '{alnum:20}\n', ['1:1-21 file-with-one-secret medium low']],
  ['config/value', '{alnum:19}\n', []],
  ['config/value', '{alnum:40}\nx\n', []],
  ['config/value', 'internationalization/localization\n', []],
  ['docs/page.md', '{alnum:40}\n', []],
  ['build/app.sha256', '{alnum:40}\n', []],
  ['.git-commit', '{alnum:40}\n', []],
  ['config/value', '{hex:64}\n', []],
  ['config/value', '{hex:62}\n', ['1:1-63 file-with-one-secret medium low']],
  ['config/token', '{hex:64}\n', ['1:1-65 file-with-one-secret high medium']],
  ['config/value', `{alnum:40}${' '.repeat(600)}\n`, []],
] as const)('%s with %j holds one value and nothing else', ([path, text, expected]) => {
  expect(secretsFound(path, text)).toEqual(expected);
});

test.for([
  ['a table', 'db.corp.net:5432:shop:app:{alnum:16}\n', ['1:27-43 password-file-line high medium']],
  [
    'a table with stars and comments',
    '# all of them\n\n*:*:*:app:{alnum:16}\n',
    ['3:11-27 password-file-line high medium'],
  ],
  [
    'two lines, one of them with a word',
    'a.corp.net:5432:shop:app:Winter-2024x\nb.corp.net:5432:shop:app:sunshine\n',
    ['1:26-38 password-file-line high medium', '2:26-34 password-file-line medium low'],
  ],
  [
    'an escaped colon in the password',
    'a.corp.net:5432:shop:app:Winter\\:2024x\n',
    ['1:26-39 password-file-line high medium'],
  ],
  ['four fields', 'a.corp.net:5432:shop:{alnum:16}\n', []],
  ['a port that is none', 'a.corp.net:x:shop:app:{alnum:16}\n', []],
  ['a placeholder', 'a.corp.net:5432:shop:app:changeme\n', []],
  ['a table behind other lines', 'x\na.corp.net:5432:shop:app:{alnum:16}\n', []],
] as const)('a password file of PostgreSQL: %s', ([, text, expected]) => {
  expect(secretsFound('.pgpass', text)).toEqual(expected);
});

const pkcs12 = [0x30, 0x82, 0x09, 0x10, 0x02, 0x01, 0x03, 0x30];
test.for([
  ['PKCS#12', [...pkcs12, ...Array(57).fill(0xa0)], ['1:1-66 key-store high medium']],
  ['PKCS#12 that is cut', [...pkcs12, ...Array(56).fill(0xa0)], []],
  ['Java', [0xfe, 0xed, 0xfe, 0xed, ...Array(29).fill(0xa0)], ['1:1-34 key-store high medium']],
  ['Java that is cut', [0xfe, 0xed, 0xfe, 0xed, ...Array(28).fill(0xa0)], []],
  ...pkcs12.flatMap((byte, at) =>
    at === 2 || at === 3
      ? []
      : [[`byte ${at} is another`, [...pkcs12.with(at, byte + 1), ...Array(57).fill(0xa0)], []] as const],
  ),
] as Array<[string, number[], string[]]>)('a key store by its first bytes: %s', ([, bytes, expected]) => {
  expect(secretsInBytes('store.bin', Buffer.from(bytes))).toEqual(expected);
});

test.for([
  ['android/app/debug.keystore', 'low'],
  ['android/app/release.keystore', 'high'],
  ['android/app/debug.keystore.bak', 'high'],
  ['dev/server/store.jks', 'medium'],
  ['server/store.jks', 'high'],
] as const)('a key store at %s is %s', ([path, severity]) => {
  const bytes = Buffer.from([0xfe, 0xed, 0xfe, 0xed, ...Array(29).fill(0xa0)]);
  expect(secretsInBytes(path, bytes).map((found) => found.split(' ')[2])).toEqual([severity]);
});
