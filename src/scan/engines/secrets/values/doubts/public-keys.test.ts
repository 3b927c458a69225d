import { expect, test } from 'vitest';
import { secretsFound } from '../../../../../../test/support/secrets-found.ts';
import { rulesFolder } from '../../rules/compiled-rules.ts';
import { readPublicKeys } from '../../rules/rule-files.ts';

const severities = (path: string, line: string) =>
  secretsFound(path, `${line}\n`).map((found) => found.split(' ')[2]);

test.each(readPublicKeys(rulesFolder).map((entry) => [`${entry.what} of ${entry.provider}`, entry] as const))(
  '%s is there to be seen, and what looks like it is not',
  (_, { source, examples, nearMisses }) => {
    expect(source === 'the name itself' || source.startsWith('https://')).toBe(true);
    expect(examples.length).toBeGreaterThanOrEqual(2);
    expect(nearMisses.length).toBeGreaterThanOrEqual(2);
    for (const line of examples)
      expect({ line, found: severities('config/shop.ini', line) }).toEqual({ line, found: ['low'] });
    for (const line of nearMisses) {
      const found = severities('config/shop.ini', line);
      expect({
        line,
        found,
        isPublic: found.length !== 1 || found[0] === 'low' || found[0] === 'info',
      }).toEqual({ line, found, isPublic: false });
    }
  },
);

test('what is encrypted for somebody (JWE) opens nothing; a signed token does', () => {
  const header = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url');
  const parts = '{alnum:54}.{alnum:16}.{alnum:200}.{alnum:22}';
  expect(
    severities('ca.json', `{"encryptedKey": "${header({ alg: 'dir', enc: 'A256GCM' })}.${parts}"}`),
  ).toEqual(['low']);
  expect(
    severities('ca.json', `{"secretKey": "${header({ alg: 'dir', env: 'A256GCM' })}.${parts}"}`),
  ).toEqual(['medium']);
});

test('texts of an Android program in a language hold no password that a person chose, and may hold a key', () => {
  const password = '<string name="password">S3nha-Nov4!</string>';
  expect(severities('app/src/main/res/values-pt-rBR/a.xml', password)).toEqual([]);
  expect(severities('app/src/main/res/values/a.xml', password)).toEqual(['medium']);
  expect(
    severities('app/src/main/res/values-pt-rBR/a.xml', '<string name="api_secret">{alnum:40}</string>'),
  ).toEqual(['medium']);
});

test('texts of a program of Apple in a language hold no password that a person chose', () => {
  const format = '<key>NSStringLocalizedFormatKey</key>\n<string>%1$#@v1@ items</string>';
  expect(severities('App/Resources/pt-br.lproj/Localizable.stringsdict', format)).toEqual([]);
  expect(
    severities('App/pt-br.lproj/Extra.plist', '<key>ApiSecret</key> <string>{alnum:40}</string>'),
  ).toEqual(['medium']);
  expect(severities('DataMocks/Resources/config.json', '{"apiToken": "{hex:32}"}')).toEqual(['low']);
  expect(severities('Data/Resources/config.json', '{"apiToken": "{hex:32}"}')).toEqual(['high']);
});
