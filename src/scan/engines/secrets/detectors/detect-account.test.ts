import { expect, test } from 'vitest';
import { secretsFound } from '../../../../../test/support/secrets-found.ts';

test.for([
  [
    'above',
    'app.conf',
    'user = keeper\npassword = {alnum:20}\n',
    ['1:8-14 account-of-a-password info low', '2:12-32 generic-password high medium'],
  ],
  [
    'below',
    'app.conf',
    'password = {alnum:20}\nusername: keeper\n',
    ['1:12-32 generic-password high medium', '2:11-17 account-of-a-password info low'],
  ],
  [
    'in quotes',
    'app.json',
    '{\n"username": "keeper",\n"password": "{alnum:20}"\n}\n',
    ['2:14-20 account-of-a-password info low', '3:14-34 generic-password high medium'],
  ],
  [
    'as an element',
    'app.xml',
    '<User>keeper</User>\n<Password>{alnum:20}</Password>\n',
    ['1:7-13 account-of-a-password info low', '2:11-31 generic-password high medium'],
  ],
  [
    'with a prefix, exported',
    '.env',
    'export DB_USER=keeper\nexport DB_PASSWORD={alnum:20}\n',
    ['1:16-22 account-of-a-password info low', '2:20-40 generic-password high medium'],
  ],
  [
    'of two passwords, once',
    'app.conf',
    'user = keeper\npassword = {alnum:20}\nother_password = {alnum:20}\n',
    [
      '1:8-14 account-of-a-password info low',
      '2:12-32 generic-password high medium',
      '3:18-38 generic-password high medium',
    ],
  ],
  [
    'a variable',
    'app.conf',
    'user = $USER_NAME\npassword = {alnum:20}\n',
    ['2:12-32 generic-password high medium'],
  ],
  [
    'more than 400 bytes away',
    'app.conf',
    `user = keeper\n${'#'.repeat(400)}\npassword = {alnum:20}\n`,
    ['3:12-32 generic-password high medium'],
  ],
  [
    'not on a line of its own',
    'app.conf',
    'x user = keeper\npassword = {alnum:20}\n',
    ['2:12-32 generic-password high medium'],
  ],
  [
    'beside a token',
    'app.conf',
    'user = keeper\napi_token = {alnum:32}\n',
    ['2:13-45 generic-secret high medium'],
  ],
  [
    'in code',
    'app.js',
    "user = 'keeper'\npassword = '{alnum:20}'\n",
    ['2:13-33 generic-password high medium'],
  ],
  [
    'in a test',
    'tests/app.conf',
    'user = keeper\npassword = {alnum:20}\n',
    ['2:12-32 generic-password low low'],
  ],
] as const)('the user of a password: %s', ([, path, text, expected]) => {
  expect(secretsFound(path, text)).toEqual(expected);
});
