import { gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { zipOf } from '../../../../test/support/zip.ts';
import { decodeText } from '../../source/source-text.ts';
import type { FileAnalysis } from '../engine.ts';
import { expandTemplate } from './rules/example-template.ts';
import { createSecretsEngine } from './secrets-engine.ts';

const engine = createSecretsEngine();
const token = expandTemplate('ghp_{crc}', 'token');

function analyse(content: string | Uint8Array, path = 'src/settings.conf'): FileAnalysis<unknown> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return engine.analyse(
    { path, bytes, text: decodeText(bytes), tree: undefined },
    { hashSecret: (value) => `hash-of-${value.length}` },
  );
}
const idsOf = (analysis: FileAnalysis<unknown>) => analysis.findings.map((finding) => finding.ruleId);

test('a finding says where, what and why, and never holds the value', () => {
  const analysis = analyse(`\n\n  é = 1; token = "${token}"\n`);
  expect(analysis.findings).toHaveLength(1);
  const finding = analysis.findings[0]!;
  expect(finding).toMatchObject({
    ruleId: 'github-token',
    severity: 'critical',
    confidence: 'high',
    startLine: 3,
    endLine: 3,
    startColumn: 19,
    cwe: ['CWE-798'],
  });
  expect(finding.description).toContain('its checksum holds');
  expect(JSON.stringify(analysis)).not.toContain(token.slice(4, 16));
  expect(finding.secret?.redacted).toBe(`ghp_…${token.slice(-2)}`);
});

test('redactions cover exactly the value in the text, also behind signs of several bytes and a byte order mark', () => {
  for (const start of ['', '\ufeff', 'äöü€😀 ']) {
    const content = `${start}key: ${token} # end`;
    const bytes = Buffer.from(content);
    const text = new TextDecoder().decode(bytes);
    const { redactions } = analyse(bytes);
    expect(redactions?.map(([from, to]) => text.slice(from, to))).toEqual([token]);
  }
});

test('a token whose checksum does not hold is told with less confidence', () => {
  const forged = `${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`;
  expect(analyse(`t = "${forged}"`).findings[0]).toMatchObject({
    ruleId: 'github-token',
    confidence: 'medium',
    severity: 'high',
  });
});

test('tests, documentation, lock files and bundles lower confidence and are never dropped', () => {
  for (const path of ['test/fixtures/a.env', 'docs/guide.md', 'package-lock.json', 'dist/app.min.js']) {
    expect(analyse(`t = "${token}"`, path).findings).toMatchObject([
      { ruleId: 'github-token', confidence: 'low', severity: 'medium' },
    ]);
  }
});

test('an AWS key names the account that it belongs to', () => {
  // The key and the account of a published explanation of the form.
  const { findings } = analyse(`id = ${'ASIAQNZGK'}${'IQY56JQ7WML'}\n`);
  expect(findings).toMatchObject([{ ruleId: 'aws-access-key-id', confidence: 'high' }]);
  expect(findings[0]!.description).toContain('account 029608264753');
});

test('a value is read where manifests, programs and commands put it', () => {
  const value = expandTemplate('{alnum:20}', 'places');
  const places: Array<[path: string, text: string, line: number]> = [
    ['pod.yaml', `- name: DB_PASSWORD\n  value: ${value}`, 2],
    ['task.json', `{"name": "DB_PASSWORD", "value": "${value}"}`, 1],
    ['app.js', `const password = process.env.PASSWORD || '${value}';`, 1],
    ['app.py', `key = os.environ.get('API_KEY') or '${value}'`, 1],
    ['Db.cs', `var c = "Server=db;User Id=sa;Pwd=${value};";`, 1],
    ['db.py', `connect("host=db user=app password=${value} sslmode=require")`, 1],
    ['db.go', `sql.Open("mysql", "app:${value}@tcp(db:3306)/app")`, 1],
    ['run.sh', `PGPASSWORD=${value} psql -h db`, 1],
    ['app.yml', `password: >-\n  ${value}\nport: 80`, 2],
    ['app.xml', `<password><![CDATA[${value}]]></password>`, 1],
    ['api.py', `requests.get(url, auth=('ci', '${value}'))`, 1],
  ];
  for (const [path, text, line] of places)
    expect(
      analyse(text, path).findings.map(({ startLine }) => startLine),
      text,
    ).toEqual([line]);
});

test('what only looks like a secret there is none', () => {
  const quiet: Array<[path: string, text: string]> = [
    ['de.json', '{"password": "Passwort", "new_password": "Neues Passwort"}'],
    ['values.yaml', 'existingSecret: app-credentials'],
    ['sealed.yaml', `password: AgB${expandTemplate('{b64:200}', 'sealed')}`],
    ['redux.js', "const SET_TOKEN = 'auth/SET_TOKEN';"],
    ['cli.py', "parser.add_argument('--password', help='password of the user')"],
    ['ask.ps1', '$password = Read-Host -AsSecureString'],
    ['pod.yaml', '- name: DB_PASSWORD\n  valueFrom:\n    secretKeyRef: { name: db }'],
  ];
  for (const [path, text] of quiet) expect(idsOf(analyse(text, path)), text).toEqual([]);
});

test('names, prose, digests and code are not taken for secrets', () => {
  const cases: Array<[string, string]> = [
    ['src/A.java', 'String errorsSessionKey = "__MessageStore_FieldErrors_SessionKey";'],
    ['src/A.java', 'static final String SESSION_KEY = "org.apache.struts2.debugging.VALUE_STACK";'],
    ['mvnw', '#   MVNW_USERNAME/MVNW_PASSWORD - user and password for downloading maven'],
    ['mvnw', 'case "${MVNW_PASSWORD:+has-password}" in'],
    ['run.sh', "say '  Pass `current` explicitly to silence this warning.'"],
    ['schema.json', '"description": "A secret containing the user and password pair.",'],
    ['App.config', '<assemblyIdentity name="System.ValueTuple" publicKeyToken="cc7b13ffcd2ddd51" />'],
    ['src/A.cs', 'var value = tree.SelectToken("$..[?(@.usingmem>27000)]");'],
    ['src/A.cs', 'return new List<JToken>(_all.Values<T, JToken>(key)!);'],
    ['src/a.py', "XCOM_KEY_1 = f\"test_xcom_{DATE.replace(':', '')[:16]}\""],
    ['images/output_build.txt', '6869c62bf6dd00ce2c54810da1e09c95\n'],
    ['images/command_hashes.txt', 'auth:d79e9c7d00c432bdbcbc2a86e2e32053\n'],
    [
      'secrets.ejson',
      '"secret_key_base": "EJ[1:uVYNcUQroXibtBA91lOdIwyM0LVFbcLsSCBfwTLkLVc=:2zhtaGmI4xxT/opR]"',
    ],
    ['composer.json', '"phpixie/auth": "dev-master#026af58ba5871e0eac526bfc294b4f7b0233b6d9",'],
    [
      'src/x509.py',
      'if text.startswith(b"-----BEGIN RSA PRIVATE KEY-----") or\\\n  is_key(text, kind, "another and another word")\n  "-----BEGIN',
    ],
    [
      'docs.config.js',
      'algolia: { appId: "W7AFDUEIGE", apiKey: "3c9c0e0f1d8b4a6f9e2d7c5b8a1f0e3d", indexName: "x" }',
    ],
    ['list.dat', '// Hasura : https://hasura.io/learn/graphql\n'],
    ['src/A.kt', 'private const val TOKEN = "([a-zA-Z0-9-!#$%&*+.^_{|}~]+)"'],
    ['RELEASE.md', 'gpg --receive-keys CDE15C6E4D3A8EC4ECF4BA4B6674E08AD7DE406F'],
  ];
  for (const [path, content] of cases) {
    const worse = analyse(content, path).findings.filter(
      ({ severity }) => severity !== 'info' && severity !== 'low',
    );
    expect(worse, `${path}: ${content}`).toEqual([]);
  }
});

test('a password in a URL that says what it stands for is told as a lesser matter', () => {
  for (const [password, severity] of [
    ['my-access-token', 'low'],
    ['p%40ssword', 'low'],
    ['proxy_password', 'low'],
    ['Password12^', 'medium'],
    ['correcthorse', 'medium'],
  ] as const)
    expect(analyse(`url = https://service:${password}@proxy.corp.net/x`).findings, password).toMatchObject([
      { severity },
    ]);
});

test('an access key beside its secret is one critical finding', () => {
  const id = expandTemplate('AKIA{B32:16}', 'id');
  const secret = expandTemplate('{b64:38}7a', 'secret');
  const { findings } = analyse(`aws_access_key_id = ${id}\naws_secret_access_key = ${secret}\n`);
  expect(findings).toMatchObject([
    { ruleId: 'aws-secret-access-key', severity: 'critical', confidence: 'high', startLine: 2 },
  ]);
  expect(findings[0]!.description).toContain('other half');
  expect(idsOf(analyse(`aws_access_key_id = ${id}\n`))).toEqual(['aws-access-key-id']);
});

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: the placeholders of other languages look like this
test('placeholders, references and documented examples are not secrets', () => {
  const quiet = [
    'password = changeme',
    'password = ${DB_PASSWORD}',
    'password: "{{ password }}"',
    'api_key = "your-api-key-here"',
    'token = "<token>"',
    'password = "********"',
    'secret = process.env.SECRET',
    'key = AKIAIOSFODNN7EXAMPLE',
    'password=',
    'password: ""',
    'secret_key = "xxxxxxxxxxxxxxxxxxxx"',
    'https://user:password@example.com/',
    'password = "%s"',
    'passwords = ["password", "email"]',
  ];
  for (const line of quiet) expect(idsOf(analyse(line)), line).toEqual([]);
});

// biome-ignore-end lint/suspicious/noTemplateCurlyInString: see above
test('a secret is found behind base64, hexadecimal, percent signs, escapes and UTF-16, three layers deep', () => {
  const inner = `the token is ${token} indeed`;
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const layers: Record<string, string | Uint8Array> = {
    base64: `blob: ${base64(inner)}`,
    nested: `blob: ${base64(`x ${base64(`y ${base64(inner)} y`)} x`)}`,
    hex: `blob: ${Buffer.from(inner).toString('hex')}`,
    percent: `u=${[...token].map((char) => `%${char.charCodeAt(0).toString(16)}`).join('')}`,
    unicode: `u="${[...token].map((char) => `\\u00${char.charCodeAt(0).toString(16)}`).join('')}"`,
    escapes: `u="${[...token].map((char) => `\\x${char.charCodeAt(0).toString(16)}`).join('')}"`,
    utf16: Buffer.from(`\ufeffkey: ${token}\n`, 'utf16le'),
    wideWithoutMark: Buffer.from(`key: ${token}\n`.repeat(3), 'utf16le'),
    powershell: `-enc ${Buffer.from(inner, 'utf16le').toString('base64')}`,
  };
  for (const [name, content] of Object.entries(layers))
    expect(idsOf(analyse(content)), name).toContain('github-token');
});

test('findings of a file are in the order of their places, what was decoded included', () => {
  const encoded = Buffer.from(`key: ${token}\n`).toString('base64');
  const { findings } = analyse(`a = ${encoded}\nb = ${token.slice(0, -1)}1\nc = ${token.slice(0, -1)}2\n`);
  expect(findings.map(({ startLine }) => startLine)).toEqual([1, 2, 3]);
});

test('an archive is read member by member', () => {
  const header = Buffer.alloc(512);
  header.write('conf/app.env');
  header.write('00000000100\0', 124);
  header.write('0', 156);
  header.write('ustar', 257);
  const body = Buffer.alloc(512);
  body.write(`T=${token}\n`.padEnd(64, '#'));
  const { findings } = analyse(gzipSync(Buffer.concat([header, body, Buffer.alloc(1024)])), 'backup.tgz');
  expect(findings).toMatchObject([{ ruleId: 'github-token', file: 'backup.tgz', startLine: 1 }]);
  expect(findings[0]!.description).toContain('conf/app.env');
});

test('a secret is found in pictures, in wide characters and in archives in archives', () => {
  const text = `key: ${token}\n`;
  const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\0', 'latin1'), Buffer.alloc(40)]);
  const utf32 = Buffer.alloc(4 * text.length);
  for (const [i, char] of [...text].entries()) utf32.writeUInt32LE(char.charCodeAt(0), 4 * i);
  const files: Record<string, Buffer> = {
    'logo.png': Buffer.concat([png, Buffer.from(`tEXtComment\0${text}`), Buffer.alloc(9)]),
    'font.woff': Buffer.concat([Buffer.alloc(50), Buffer.from(text)]),
    'a.txt': utf32,
    'b.txt': Buffer.from(utf32).swap32(),
    'c.txt': Buffer.from(text, 'utf16le').swap16(),
    'd.env': Buffer.from(`# \0\n${text}`),
    'e.zip': zipOf([['inner.txt', text]]),
    'f.png': Buffer.concat([png, zipOf([['inner.txt', text]])]),
    'g.gz': gzipSync(gzipSync(gzipSync(Buffer.from(text)))),
    'h.zst': zstdCompressSync(Buffer.from(text)),
  };
  for (const [path, bytes] of Object.entries(files)) {
    const analysis = analyse(bytes, path);
    const isNoted = analysis.notes?.some(({ reason }) => reason === 'archive_partly_read') ?? false;
    expect(idsOf(analysis).includes('github-token') || (path === 'f.png' && isNoted), path).toBe(true);
  }
});

test('what is packed in a way that is not read is noted', () => {
  const archives = ['BZh91AY&SY', '\xfd7zXZ\0', "7z\xbc\xaf'\x1c", 'Rar!\x1a\x07\x01\0'];
  for (const head of archives)
    expect(
      analyse(Buffer.concat([Buffer.from(head, 'latin1'), Buffer.alloc(90)]), 'a.bin').notes,
    ).toMatchObject([{ reason: 'archive_partly_read' }]);
  const encrypted = zipOf([['a', 'x']]);
  encrypted[encrypted.indexOf('PK\x01\x02', 0, 'latin1') + 8] = 1;
  expect(analyse(encrypted, 'a.zip').notes).toMatchObject([{ reason: 'archive_partly_read' }]);
  const nested = [1, 2, 3, 4, 5].reduce((bytes) => gzipSync(bytes), Buffer.from('x'));
  expect(analyse(nested, 'a.gz').notes).toMatchObject([{ reason: 'archive_partly_read' }]);
});

test('pictures and fonts without secrets give nothing, and cost no budget', () => {
  let state = 7;
  const noise = Buffer.alloc(2 << 20);
  for (let at = 0; at < noise.length; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    noise[at] = state >>> 16;
  }
  expect(analyse(noise, 'photo.jpg')).toEqual({ findings: [] });
});

test('a damaged or swollen archive is noted, not fatal', () => {
  const damaged = gzipSync(Buffer.alloc(100_000, 'a')).subarray(0, 60);
  expect(analyse(damaged, 'a.gz').notes).toMatchObject([{ reason: 'archive_partly_read' }]);
  const bomb = gzipSync(Buffer.alloc(41 << 20));
  expect(analyse(bomb, 'b.gz').notes).toMatchObject([{ reason: 'archive_partly_read' }]);
});

test('the same file gives the same findings, whatever was scanned before', () => {
  const content = `password = "${expandTemplate('{alnum:20}', 'x')}"\nurl = https://a:${expandTemplate('{alnum:18}', 'y')}@git.example.org`;
  const first = analyse(content);
  analyse(`t = "${token}"`);
  expect(analyse(content)).toEqual(first);
  expect(createSecretsEngine().version).toBe(engine.version);
});

test('a JSON Web Token is decoded, and its expiry is told', () => {
  const { findings } = analyse(`auth: ${expandTemplate('{jwt}', 'j')}`);
  expect(findings).toMatchObject([{ ruleId: 'jwt', severity: 'high' }]);
  expect(findings[0]!.description).toContain('it expires on 2030-01-01');
});

test('what is masked is the secret alone, however far the form reaches behind it', () => {
  const secret = expandTemplate('{alnum:43}', 'd');
  const content = `{"d": "${secret}", "crv": "P-256", "x": "${expandTemplate('{alnum:43}', 'x')}", "kty": "EC"}`;
  const { findings, redactions } = analyse(content, 'keys.json');
  expect(findings.map(({ ruleId }) => ruleId)).toEqual(['jwk-private-key-first']);
  expect(redactions?.map(([from, to]) => content.slice(from, to))).toEqual([secret]);
});

test('basic authorization is high unless its password is made of common words or short', () => {
  const header = (login: string) => `Authorization: Basic ${Buffer.from(login).toString('base64')}\n`;
  const severity = (login: string) => analyse(header(login)).findings.map((finding) => finding.severity);
  expect(severity('service:q7GhT2mZk9Xw4Rb8')).toEqual(['high']);
  expect(severity('telemetry@acme.dev:telemetry')).toEqual(['medium']);
  expect(severity('beep:boop')).toEqual(['medium']);
});

test('a variable that is called like a word is no password of a registry', () => {
  expect(idsOf(analyse('_password = password || given;\n', 'src/a.js'))).toEqual([]);
  expect(idsOf(analyse('_password=cTdHaFQybVprOVh3\n', '.npmrc'))).toContain('npm-password');
});
