import { expect, test } from 'vitest';
import { expandTemplate } from '../../rules/example-template.ts';
import { createSecretsEngine } from '../../secrets-engine.ts';

const engine = createSecretsEngine();

/** The rules that speak up, with their severities; gaps such as `{alnum:32}` are filled in. */
function found(path: string, template: string): string[] {
  const text = expandTemplate(template, path);
  const { findings } = engine.analyse(
    { path, bytes: Buffer.from(text), text, tree: undefined },
    { hashSecret: () => '' },
  );
  return findings.map(({ ruleId, severity }) => `${ruleId} ${severity}`);
}

test.each([
  ['a.go', 'var apiToken string = "{alnum:32}"'],
  ['a.go', 'const signingKey string = `{hex:64}`'],
  ['a.c', 'static const char api_key[] = "{alnum:32}";'],
  ['a.c', 'char client_secret[64] = "{alnum:40}";'],
  ['a.c', 'curl_easy_setopt(curl, CURLOPT_XOAUTH2_BEARER, "{alnum:40}");'],
  ['a.php', '$apiToken .= "{alnum:32}";'],
  ['a.php', "$this->secret ??= '{alnum:32}';"],
  ['settings.mk', 'API_TOKEN ::= {alnum:32}'],
  ['settings.mk', 'API_TOKEN :::= {alnum:32}'],
  ['a.xml', '<apiToken>\n    {alnum:32}\n</apiToken>'],
  ['README.md', "API token - '{alnum:32}'"],
  ['README.md', '| API_KEY | {alnum:32} |'],
  ['a.go', '// API_KEY | {alnum:32} |'],
  ['a.conf', 'some_api_token_123 = "{alnum:32}"'],
  ['a.conf', '"user_auth": "{b64url:44}"'],
])('in %s: %s', (path, template) => {
  expect(found(path, template)).toEqual([expect.stringMatching(/^generic-secret (?:medium|high)$/)]);
});

test.each([
  ['a.c', '#define password "{alnum:12}"'],
  ['a.sql', "create role app login password '{alnum:12}';"],
  ['.env', 'MYSQLPASS={alnum:12}'],
  ['a.ini', 'PSSWD={alnum:12}'],
])('a password in %s: %s', (path, template) => {
  expect(found(path, template)).toEqual([expect.stringContaining('generic-password')]);
});

test.each([
  ['a.go', 'var apiToken string = os.Getenv("API_TOKEN")'],
  ['a.c', 'if (keys[i] == "{alnum:32}") return;'],
  ['a.properties', String.raw`blank.password=\u5bc6\u7801\u4e0d\u80fd\u4e3a\u7a7a`],
  ['release.yml', 'RELEASE_GPG_KEY: 7d061a4aa61436b40713d42eff054dacd908493a'],
  ['release.sh', 'gpg --default-key 7D061A4AA61436B40713D42EFF054DACD908493A'],
  [
    'storage.conf',
    'AccountKey=Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==',
  ],
  ['docs/note.md', '{alnum:40}'],
  ['a.go', 'flags = Pw | (r4Xq9[p.To.Reg] & Zt7)'],
  ['a.go', 'flags := API_KEY | k3YqZ81xPw04LmNs7Rt2Vb9Jc5Hd6Fg0'],
  ['README.md', "the token - 'identifier' or 'number'"],
  ['README.md', '| API_KEY | the key of the service |'],
  ['a.tsx', 'const key = width[i] = "left";'],
  ['a.java', 'SetSysctl = "{lowernum:24}"'],
  ['a.java', 'sumOfExposures = "{alnum:64}"'],
  ['a.conf', 'SharedAccessKey=[Shared Access key goes here]'],
  ['a.conf', 'access_token=eyJzaWduSW5BZGRyZXNz...'],
  ['a.conf', 'api_key = key_aaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
  ['a.conf', 'api_key = 123123123123123123123123123'],
  ['a.sh', 'curl -u test:test https://example.org'],
])('silence in %s: %s', (path, template) => {
  expect(found(path, template)).toEqual([]);
});

test('a field of a connection string ends at its semicolon', () => {
  expect(
    found('a.conf', 'InstrumentationKey=00000000-0000-0000-0000-000000000000;Endpoint=https://x.test/'),
  ).toEqual([]);
});

test('a token with points in it is no expression', () => {
  expect(found('a.conf', 'vault_token: s.{alnum:26}')).toEqual([
    expect.stringMatching(/generic-secret|vault/),
  ]);
  expect(found('a.conf', 'token: settings.token')).toEqual([]);
});

test('Secret manifests are read quoted, in lists and with folded values', () => {
  const encoded = Buffer.from('user:Xq7ZkP02mLr9').toString('base64');
  expect(found('a.yaml', `apiVersion: v1\nkind: "Secret"\ndata:\n  extra: '${encoded}'\n`)).toEqual([
    expect.stringContaining('kubernetes-secret'),
  ]);
  expect(
    found('a.yaml', `items:\n- apiVersion: v1\n  kind: Secret\n  data:\n    extra: ${encoded}\n`),
  ).toEqual([expect.stringContaining('kubernetes-secret')]);
  expect(found('a.yaml', `kind: Secret\ndata:\n  .cfg: |\n    ${encoded}\n`)).toEqual([
    expect.stringContaining('kubernetes-secret'),
  ]);
});

test('what a program computes beside a name is no value of it', () => {
  expect(
    found('a.js', "addSetting({ key: 'api_secret', value: crypto.randomBytes(64).toString('hex') })"),
  ).toEqual([]);
  expect(found('a.yaml', 'env:\n  - name: API_SECRET\n    value: {alnum:32}\n')).toHaveLength(1);
});

test('defaults of settings are values', () => {
  expect(found('a.yml', 'password: ${DB_PASSWORD:{alnum:12}}')).toHaveLength(1);
  expect(found('A.java', '@Value("${app.secret:{alnum:24}}")')).toHaveLength(1);
  expect(found('a.py', 'SECRET = os.getenv("SECRET", "{alnum:24}")')).toHaveLength(1);
  expect(found('a.sh', ': ${DB_PASSWORD:?must be set}')).toEqual([]);
});

test('folders and files with the word Test in their names are tests', () => {
  const key = '-----BEGIN {cut}PRIVATE KEY-----\n{pem:8}\n-----END {cut}PRIVATE KEY-----';
  expect(found('src/Shared/TestCertificates/https.key', key)).toEqual(['private-key low']);
  expect(found('src/contest/Latest/https.key', key)).toEqual(['private-key critical']);
});

test('in a test a secret is low, but for what a provider has issued', () => {
  const tests = 'tests/shop/client_test.py';
  expect(found(tests, 'api_secret = "{alnum:40}"')).toEqual(['generic-secret low']);
  expect(found(tests, 'key = "sk_live_{alnum:24}"')).toEqual(['stripe-key medium']);
  expect(found(tests, 'url = "postgres://keeper:{alnum:20}@db.shop.example.net/shop"')).toEqual([
    'database-url medium',
  ]);
  expect(found('config/shop.conf', 'api_secret = "{alnum:40}"')).toEqual(['generic-secret high']);
});

test.each([
  ['Dockerfile', 'ENV POSTGRES_PASSWORD {alnum:12}'],
  ['Dockerfile', 'ENV API_TOKEN {alnum:32}'],
  ['a.clj', '{:password "{alnum:12}"}'],
  ['a.vb', 'Dim password As String = "{alnum:12}"'],
  ['a.go', 'if creds.Secret != "{alnum:32}" {'],
  ['build.gradle', "buildConfigField 'String', 'API_KEY', '\"{alnum:32}\"'"],
  ['a.cs', 'new DirectoryEntry("LDAP://x.test", "someone@x.test", "{alnum:12}");'],
  ['notes.txt', 'password:{alnum:12} username:someone'],
  ['a.md', "The password is '{alnum:20}'"],
])('one finding in %s: %s', (path, template) => {
  expect(found(path, template)).toHaveLength(1);
});

test.each([
  ['a.php', "echo 'password = '.$p['config']['daemon_password'];"],
  [
    'a.js',
    'labels({ userLabel: "User or email:", passwordLabel: "Password:", rememberLabel: "Remember me:" })',
  ],
  ['a.js', "this.addPassword = '#add-password';"],
  ['a.js', "form.find('.password-field').value"],
  ['a.rb', 'text << "Password=#{password}, "'],
])('a label, a selector and a gap in %s are no passwords: %s', (path, template) => {
  expect(found(path, template)).toEqual([]);
});

test('a value that fits a provider is high where the name is one for a credential, and medium where it says something else', () => {
  expect(found('a.conf', 'DRONE_TOKEN = "{alnum:32}"')).toEqual(['drone-token high']);
  expect(found('a.conf', 'drone: {alnum:32}')).toEqual(['drone-token high']);
  expect(found('a.go', 'droneCommandService = "{alnum:32}"')).toEqual(['drone-token medium']);
});

test('the fingerprint of a key that is not one of OpenPGP is still a value', () => {
  for (const value of [
    '7d061a4aa61436b40713d42eff054dacd908493a',
    '7D061A4AA61436B40713D42EFF054DACD908493A',
  ])
    expect(found('a.conf', `service_key = ${value}`)).toHaveLength(1);
});

test('a file that holds one random value is a finding, a page of documentation is not', () => {
  expect(found('config/master.key', '{alnum:40}')).toEqual(['file-with-one-secret high']);
  expect(found('config/master.txt', '{alnum:40}')).toHaveLength(1);
});

test('a token in the address of a badge is low, in that of anything else it is what it was', () => {
  expect(found('a.conf', 'https://ci.test/project/badge.svg?token={alnum:24}')).toEqual([
    'generic-secret low',
  ]);
  expect(found('a.conf', 'https://ci.test/project/build?token={alnum:24}')).not.toContain(
    'generic-secret low',
  );
});

test('a password hash is medium, and low in tests and documentation', () => {
  const line = 'hash = "$2a$12${alnum:53}"';
  expect(found('src/users.conf', line)).toEqual(['bcrypt-hash medium']);
  expect(found('tests/users.conf', line)).toEqual(['bcrypt-hash low']);
});

test('in a binary file a format counts where it is part of a text, and not where its bytes are chance', () => {
  const template = '-U ci%{alnum:14}';
  const text = Buffer.from(expandTemplate(template, 'a.bin'));
  const inText = Buffer.concat([
    Buffer.alloc(40),
    Buffer.from('smbclient //srv/share '),
    text,
    Buffer.alloc(40),
  ]);
  const chance = Buffer.concat([
    Buffer.alloc(40),
    text.subarray(0, 12),
    Buffer.from([0xfe, 0x91, 0x80, 0xff]),
    Buffer.alloc(40),
  ]);
  const rules = (bytes: Buffer) =>
    engine
      .analyse({ path: 'a.bin', bytes, text: '', tree: undefined }, { hashSecret: () => '' })
      .findings.map(({ ruleId }) => ruleId);
  expect(rules(inText)).toEqual(['smbclient-password']);
  expect(rules(chance)).toEqual([]);
});
