import { expect, test } from 'vitest';
import { secretsFound, secretsInBytes } from '../../../../../test/support/secrets-found.ts';

const severityOf = (path: string, template: string) =>
  secretsFound(path, template).map((found) => found.split(' ').slice(1, 3).join(' '));

function jwt(claims: Record<string, number | string>, alg = 'HS256'): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg, typ: 'JWT' })}.${part(claims)}.${'sQ3x7LmP2vKd9TzR'.repeat(3)}`;
}

const ofJwt = (text: string, path = 'src/a.conf') =>
  secretsInBytes(path, Buffer.from(text)).map((found) => found.split(' ').slice(1, 3).join(' '));

test('a token that was valid for an hour is no open door; one for years or without an end is', () => {
  expect(ofJwt(`t = "${jwt({ sub: 'a', iat: 1_600_000_000, exp: 1_600_003_600 })}"`)).toEqual(['jwt low']);
  expect(ofJwt(`t = "${jwt({ sub: 'a', iat: 1_600_000_000, exp: 1_900_000_000 })}"`)).toEqual(['jwt high']);
  expect(ofJwt(`t = "${jwt({ sub: 'a', exp: 1_600_003_600 })}"`)).toEqual(['jwt high']);
  expect(ofJwt(`t = "${jwt({ sub: 'a' })}"`)).toEqual(['jwt high']);
});

test('a token of NATS is for every server to read', () => {
  expect(ofJwt(`t = "${jwt({ sub: 'a' }, 'ed25519-nkey')}"`)).toEqual(['jwt low']);
});

test('a token in an address opens what is there; in a header it opens more', () => {
  const token = jwt({ sub: 'a' });
  expect(ofJwt(`gif = "https://media.corp.net/a.gif?token=${token}"`)).toEqual(['jwt medium']);
  expect(ofJwt(`gif = "https://media.corp.net/a.gif" # ${token}`)).toEqual(['jwt high']);
});

// biome-ignore format: one line for each row
test.for([
  ['a key id in a signed address', 'src/a.conf', 'pdf = "https://b.s3.amazonaws.com/a.pdf?Signature=x&AWSAccessKeyId=AKIA{B32:16}"\n', ['aws-access-key-id medium']],
  ['a key id of its own', 'src/a.conf', 'id = "AKIA{B32:16}"\n', ['aws-access-key-id high']],
  ['a key of a program in a folder for certificates', 'server/certs/key.pem', '-----BEGIN RSA {cut}PRIVATE KEY-----\n{pem:8}\n-----END RSA {cut}PRIVATE KEY-----\n', ['private-key medium']],
  ['the key of somebody there', 'server/certs/shop.corp.net.key', '-----BEGIN RSA {cut}PRIVATE KEY-----\n{pem:8}\n-----END RSA {cut}PRIVATE KEY-----\n', ['private-key critical']],
  ['a key for deploying there', 'keys/deploy.pem', '-----BEGIN RSA {cut}PRIVATE KEY-----\n{pem:8}\n-----END RSA {cut}PRIVATE KEY-----\n', ['private-key critical']],
  ['a key that developers use', 'hack/keys/worker_key', '-----BEGIN RSA {cut}PRIVATE KEY-----\n{pem:8}\n-----END RSA {cut}PRIVATE KEY-----\n', ['private-key medium']],
  ['a text with gaps in braces', 'src/ws.py', 'auth_cookie = \'token="{0.token}";\'.format(self)\n', ['generic-secret medium']],
  ['a value behind a gap in braces', 'src/ws.py', "auth_token = '{0}{hex:40}'.format(self)\n", ['generic-secret high']],
  ['what a function gives', 'src/a.py', 'snowflake_password = store.get_secret_or_env(key)\n', []],
  ['a chain of words', '.policy', '  "lic:golang:vault:api:auth:kubernetes:MPL-2.0":\n', []],
  ['a value behind one colon', 'a.yml', 'api_secret:{hex:40}\n', ['generic-secret high']],
  ['a key somewhere else', 'server/key.pem', '-----BEGIN RSA {cut}PRIVATE KEY-----\n{pem:8}\n-----END RSA {cut}PRIVATE KEY-----\n', ['private-key critical']],
  ['a secret of what is reached at this machine', 'infra/compose.yml', "    environment:\n      SITE_URL: http://localhost:3000\n      JWT_SECRET: '{hex:32}'\n", ['generic-secret medium']],
  ['a secret of what is reached elsewhere', 'infra/compose.yml', "    environment:\n      SITE_URL: https://shop.corp.net\n      JWT_SECRET: '{hex:32}'\n", ['generic-secret high']],
  ['a token that was issued, at this machine', 'infra/compose.yml', "    environment:\n      SITE_URL: http://localhost:3000\n      MAIL_API_TOKEN: '{hex:32}'\n", ['generic-secret high']],
  ['a key of Google in an app', 'app/src/main/res/values/setup.xml', '<string name="google_api_key">AIza{alnum:35}</string>\n', ['google-api-key medium']],
  ['a key of Google in a page', 'web/index.html', '<script src="https://x.test/?key=AIza{alnum:35}"></script>\n', ['google-api-key medium']],
  ['a key of Google for Firebase', 'src/start.ts', 'start({ apiKey: "AIza{alnum:35}", authDomain: "x.test" });\n', ['google-api-key medium']],
  ['a key of Google that a build puts into a page', 'deploy/env', 'VITE_SEARCH=AIza{alnum:35}\n', ['google-api-key medium']],
  ['a key of Google of a server', 'deploy/env', 'GEMINI_API_KEY=AIza{alnum:35}\n', ['google-api-key high']],
  ['a key of Google in a program', 'src/start.ts', 'const key = "AIza{alnum:35}";\n', ['google-api-key high']],
  ['a URL in a comment', 'server.conf', '# e.g. --routes=nats://ruser:T0pS3cr3t-x@otherhost.corp.net:6222\n', ['database-url medium']],
  ['a URL in a setting', 'server.conf', 'routes = nats://ruser:T0pS3cr3t-x@otherhost.corp.net:6222\n', ['database-url high']],
  ['a URL whose user and host are gaps', 'a.py', 'text = "use postgresql://user:pass%5Bword@host/db"\n', ['database-url medium']],
  ['a URL whose host is none', 'a.py', 'text = "use postgresql://user:pass%5Bword@db7.corp.net/db"\n', ['database-url high']],
  ['an encoded address in a comment', 'a.php', '//  "totp": "otpauth://totp/G%3Aj%2Edoe?issuer=G&secret=A5GRFTVVRBGY7UIW"\n', ['generic-secret medium']],
  ['the same in code', 'a.php', '$x = "otpauth://totp/G%3Aj%2Edoe?issuer=G&secret=A5GRFTVVRBGY7UIW";\n', ['generic-secret high']],
  ['a list of ciphers', 'a.conf', 'ssl_cipher_list = ALL:!ADH:!LOW:!PSK:!DSS:!RC4:!SEED:!IDEA:+HIGH:+MEDIUM\n', []],
  ['a key behind a colon', 'a.conf', 'wifi:PSK:Winter-2024x9Qf7Lm\n', []],
  ['a command between backticks', 'a.rb', '$token = `curl --silent --max-time 60 -X PUT http://169.254.169.254/latest/api/token -H "X-aws-ec2-ttl: 30"`\n', []],
  ['a secret between backticks', 'a.ts', 'const secret = `{alnum:40}`;\n', ['generic-secret high']],
  ['a token of one word over and over', 'values.yaml', 'github_token: ghp_sampleSampleSampleSampleSampleSample\n', ['github-token medium']],
  ['a registry, which begins like a comment', '.npmrc', '//registry.corp.net/:_authToken={alnum:40}\n', ['npm-auth-token high']],
  ['a document in a text', 'a.sh', 'put --secret-string "{\\"host\\":\\"$HOST\\",\\"password\\":\\"$PASSWORD\\",\\"id\\":\\"$ID7\\"}"\n', []],
  ['a secret in a document in a text', 'a.sh', 'put --secret-string "{\\"host\\":\\"$HOST\\",\\"password\\":\\"{alnum:20}\\"}"\n', ['generic-password high']],
  ['an expression', 'a.json', '{"secretArn": "secret:ecr\\\\-cache\\\\/[a-zA-Z0-9\\\\/_+=.@-]+$"}\n', []],
  ['the version of a record', 'a.ts', 'const a = { version_token: "{alnum:44}" };\n', []],
  ['an identifier of typed runs', 'a.py', "SECRET = '1234abcd-1234-abcd-1234-abcd1234adcd'\n", []],
  ['the client that RFC 6749 shows', 'src/a.conf', 'Authorization: Basic czZCaGRSa3F0MzpnWDFmQmF0M2JW\n', []],
  ['the server that everybody may play with', 'mc.json', '{"secretKey": "zuf+tfteSlswRu7BJ86wekitnifILbZam1KYY3TG"}\n', []],
] as Array<[string, string, string, string[]]>)('%s', ([, path, template, expected]) => {
  expect(severityOf(path, template)).toEqual(expected);
});

test('a private key is medium where a comment says that it is there for everybody', () => {
  const key =
    'a: |\n  -----BEGIN RSA {cut}PRIVATE KEY-----\n  {pem:8}\n  -----END RSA {cut}PRIVATE KEY-----\n';
  const of = (comment: string) => severityOf('deploy/jwt.yaml', `${comment}\n${key}`);
  expect(of('# In practice, this should never be checked in. It is here to simplify deployment')).toEqual([
    'private-key medium',
  ]);
  expect(of('# Do not use it in production')).toEqual(['private-key medium']);
  expect(of('# For demonstration purposes only')).toEqual(['private-key medium']);
  expect(of('# This must not be committed!')).toEqual(['private-key critical']);
  expect(of('# The key that production signs with')).toEqual(['private-key critical']);
  expect(of('note: do not use it in production')).toEqual(['private-key critical']);
  const pem = `-----BEGIN RSA ${'PRIVATE KEY'}-----\n${'q8Zx7LmP2vKd9TzRw4Yb6NcV'.repeat(16)}\n-----END RSA ${'PRIVATE KEY'}-----\n`;
  const secret = (comment: string) =>
    ofJwt(`${comment}\na.key: ${Buffer.from(pem).toString('base64')}\n`, 'deploy/jwt.yaml');
  expect(secret('# Never use it in production')).toEqual(['private-key medium']);
  expect(secret('# It signs every token')).toEqual(['private-key critical']);
});

test('a private key that words call an example, or that is cut off, is medium', () => {
  const pem = (body: string) => `-----BEGIN RSA PRIVATE KEY----- ${body} -----END RSA PRIVATE KEY-----`;
  // The first says that 257 bytes follow.
  const [whole, start] = [
    'MIIBAQIBAAKB'.padEnd(348, 'gQ3xP9vKdT7zRmL2'),
    'MIIBAQIBAAKB'.padEnd(96, 'gQ3xP9vKdT7zRmL2'),
  ];
  expect(ofJwt(`key = "${pem(whole)}"`)).toEqual(['private-key critical']);
  expect(ofJwt(`key = "${pem(start)}"`)).toEqual(['private-key medium']);
  expect(ofJwt(`:param key: The key. For example, \`${pem(whole)}\``, 'a.py')).toEqual([
    'private-key medium',
  ]);
});

test('certificates of a Secret are for everybody, its keys are not', () => {
  const pem = (label: string) =>
    Buffer.from(
      `-----BEGIN ${label}-----\n${'SzCCAjOgAwIBAgIIcxWfiFVzuYIwDQYJKoZIhvc9'.repeat(4)}\n-----END ${label}-----\n`,
    );
  const manifest = (key: string, label: string) =>
    `apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\ndata:\n  ${key}: ${pem(label).toString('base64')}\n`;
  expect(ofJwt(manifest('tls.crt', 'CERTIFICATE'), 'a.yaml')).toEqual([]);
  expect(ofJwt(manifest('tls.key', 'PRIVATE KEY'), 'a.yaml')).toEqual(['private-key critical']);
});
