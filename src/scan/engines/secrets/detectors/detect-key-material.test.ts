import { expect, test } from 'vitest';
import { secretsFound } from '../../../../../test/support/secrets-found.ts';

const key = (label: string, body: string, end = label) =>
  `-----BEGIN {cut}${label}-----\n${body}\n-----END {cut}${end}-----`;
const openssh = (cipher: string) => {
  const field = (text: string) => `\0\0\0${String.fromCharCode(text.length)}${text}`;
  return Buffer.from(
    `openssh-key-v1\0${field(cipher)}${field('none')}${'q7GhT2mZk9Xw4Rb8'.repeat(4)}`,
    'latin1',
  ).toString('base64');
};

test.for([
  ['a key', key('RSA PRIVATE KEY', '{pem:8}'), ['1:1-10:30 private-key critical high']],
  [
    'a key with text around it',
    `x\n${key('EC PRIVATE KEY', '{pem:3}')}\ny`,
    ['2:1-6:29 private-key critical high'],
  ],
  ['a block of OpenPGP', key('PGP PRIVATE KEY BLOCK', '{pem:4}'), ['1:1-6:36 private-key critical high']],
  [
    'an encrypted key',
    key('ENCRYPTED PRIVATE KEY', '{pem:8}'),
    ['1:1-10:36 encrypted-private-key medium high'],
  ],
  [
    'an encrypted key of the old form',
    key('RSA PRIVATE KEY', 'Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,00\n\n{pem:8}'),
    ['1:1-13:30 encrypted-private-key medium high'],
  ],
  ['a key of OpenSSH', key('OPENSSH PRIVATE KEY', openssh('none')), ['1:1-3:34 private-key critical high']],
  [
    'one of OpenSSH that is encrypted',
    key('OPENSSH PRIVATE KEY', openssh('aes256-ctr')),
    ['1:1-3:34 encrypted-private-key medium high'],
  ],
  ['a short body', key('PRIVATE KEY', '{alnum:63}'), ['1:1-3:26 private-key medium low']],
  ['a body just long enough', key('PRIVATE KEY', '{alnum:64}'), ['1:1-3:26 private-key critical high']],
  ['a body of 15 signs', key('PRIVATE KEY', '{alnum:15}'), []],
  ['a body of 16 signs', key('PRIVATE KEY', '{alnum:16}'), ['1:1-3:26 private-key medium low']],
  ['a body of one sign', key('PRIVATE KEY', 'A'.repeat(64)), []],
  ['a gap', key('PRIVATE KEY', '{alnum:64}...{alnum:64}'), []],
  ['crosses', key('PRIVATE KEY', `{alnum:64}xxxx{alnum:64}`), []],
  ['a template', key('PRIVATE KEY', '{alnum:64}${BODY}'), []],
  ['code', key('PRIVATE KEY', '{alnum:64}(x)'), []],
  [
    'a key whose name says that it is made up',
    `const TEST_FAKE_KEY: &str = "${key('PRIVATE KEY', '{pem:8}')}`,
    ['1:30-10:26 private-key medium low'],
  ],
  [
    'a key of a sample, on the next line',
    `static var sampleServerKey: String { """\n  ${key('PRIVATE KEY', '{pem:8}')}`,
    ['2:3-11:26 private-key medium low'],
  ],
  [
    'a key in a comment for readers',
    ` * for example:\n * ${key('PRIVATE KEY', '{pem:8}')}`,
    ['2:4-11:26 private-key medium low'],
  ],
  [
    'a key with another name',
    `const LATEST_KEY: &str = "${key('PRIVATE KEY', '{pem:8}')}`,
    ['1:27-10:26 private-key critical high'],
  ],
  ['a public key', key('PUBLIC KEY', '{pem:4}'), []],
  ['a certificate', key('CERTIFICATE', '{pem:4}'), []],
  [
    'no end',
    '-----BEGIN {cut}PRIVATE KEY-----\n{pem:4}\n# and something else',
    ['1:1-5:66 private-key critical high'],
  ],
  [
    'an end of another form',
    '-----BEGIN {cut}PRIVATE KEY-----\n{pem:4}\n-----',
    ['1:1-5:66 private-key critical high'],
  ],
  [
    'in a text with escaped ends of lines',
    'k = "-----BEGIN {cut}PRIVATE KEY-----\\n{alnum:64}\\n{alnum:64}\\n-----END {cut}PRIVATE KEY-----\\n"',
    ['1:6-192 private-key critical high'],
  ],
] as const)('%s', ([, text, expected]) => {
  expect(secretsFound('id.conf', text)).toEqual(expected);
});

const putty = (encryption: string) =>
  `PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: ${encryption}\nComment: x\nPublic-Lines: 1\n{alnum:60}\nPrivate-Lines: 2\n{alnum:60}\n{alnum:40}\nPrivate-MAC: 00\n`;
test.for([
  ['that is not encrypted', putty('none'), ['7:1-8:41 putty-private-key critical high']],
  ['behind a passphrase', putty('aes256-cbc'), ['7:1-8:41 putty-private-key medium high']],
  [
    'without its private half',
    'PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nPublic-Lines: 1\n{alnum:60}\n',
    [],
  ],
] as const)('a key of PuTTY %s', ([, text, expected]) => {
  expect(secretsFound('id.ppk', text)).toEqual(expected);
});
