import { expect, test } from 'vitest';
import { secretsFound } from '../../../../../test/support/secrets-found.ts';
import { doubtOfIssuer } from './doubts/issuers.ts';
import { doubtOfLocalService, doubtOfServices, doubtOfShown, enclosingNames } from './sample-data.ts';

const severityOf = (path: string, template: string) =>
  secretsFound(path, template).map((found) => found.split(' ').slice(1, 3).join(' '));

test.for([
  ['const sampleData = {\n  a: { b: 1 },\n  token: ', ['sampleData']],
  ['run({\n  sample_data: [\n    { token: ', ['sample_data', 'run']],
  ['const data: Payload = {\n token: ', ['data']],
  ["'example' => [\n  'token' => ", ['example']],
  ['const done = { a: 1 };\nconst secret = ', []],
] as const)('the names of what is open behind %s', ([before, names]) => {
  expect(enclosingNames(before)).toEqual(names);
});

test('no more names than a few are collected of brackets without end', () => {
  expect(enclosingNames('ab={'.repeat(5000))).toHaveLength(12);
});

// biome-ignore format: one line for each row
test.for([
  ['in an object for samples', 'src/order.ts', 'export const sampleData = {\n  token: "{hex:32}",\n};\n', ['generic-secret medium']],
  ['in an object of another name', 'src/order.ts', 'export const settings = {\n  secret: "{hex:32}",\n};\n', ['generic-secret high']],
  ['behind an object for samples', 'src/order.ts', 'const sampleData = { a: 1 };\nconst secret = "{hex:32}";\n', ['generic-secret high']],
  ['in a record', 'src/order.ts', 'const data = {\n  created_at: "2021-05-01T10:00:00Z",\n  token: "{hex:32}",\n  updated_at: "2021-05-02T10:00:00Z",\n};\n', ['generic-secret medium']],
  ['next to one moment', 'src/order.ts', 'const data = {\n  since: "2021-05-01T10:00:00Z",\n  secret: "{hex:32}",\n};\n', ['generic-secret high']],
  ['in a record of a dump', 'users.json', '{\n  "created_at": "2021-05-01T10:00:00Z",\n  "token": "{hex:32}",\n  "updated_at": "2021-05-02T10:00:00Z"\n}\n', ['generic-secret high']],
  ['of a provider, in an object for samples', 'src/order.ts', 'export const sampleData = {\n  token: "ghp_{crc}",\n};\n', ['github-token critical']],
  ['in an answer that says when it expires', 'a.json', '{"access_token": "{alnum:40}", "expires_in": 3600}\n', ['generic-secret medium']],
  ['in an answer that does not', 'a.json', '{"access_token": "{alnum:40}", "scope": "all"}\n', ['generic-secret high']],
  ['that gets new ones, in an answer that a program keeps', 'a.json', '{"refresh_token": "{alnum:40}", "expires_in": 3600}\n', ['generic-secret high']],
  ['below lines of a log', 'run.txt', '3.781 phase RotateKeys\n3.783 Response {\n    "refresh_token": "{alnum:40}"\n}\n', ['generic-secret medium']],
  ['below one line that begins like it', 'run.txt', '3.781 phase RotateKeys\n"refresh_token": "{alnum:40}"\n', ['generic-secret high']],
  ['in a text for samples', 'dns.toml', "Example = '''\nexport API_KEY={hex:40}\n'''\n", ['generic-secret medium']],
  ['behind a text for samples', 'dns.toml', "Example = '''\nls\n'''\nAPI_KEY = '{hex:40}'\n", ['generic-secret high']],
  ['in a text of another name', 'dns.toml', "Script = '''\nexport API_KEY={hex:40}\n'''\n", ['generic-secret high']],
  ['in a page that a description of an API has inside', 'api.json', '{\n  "description": "Send it.\\n```json\\n{\\"access_token\\": \\"{alnum:24}\\"}\\n```"\n}\n', ['generic-secret medium']],
  ['in a description of an API, behind such a page', 'api.json', '{\n  "description": "Send it.\\n```json\\n{}\\n```",\n  "access_token": "{alnum:24}"\n}\n', ['generic-secret high']],
  ['in a listing of a docstring', 'views.py', '"""\n.. sourcecode:: http\n\n   {\n     "access_token": "{alnum:24}"\n   }\n"""\n', ['generic-secret medium']],
  ['of services that the own machine alone reaches', 'docker-compose.yml', 'services:\n  db:\n    environment:\n      - ACCESS_TOKEN={alnum:24}\n    ports:\n      - "127.0.0.1:5432:5432"\n', ['generic-secret medium']],
  ['of services of which one is for everybody', 'docker-compose.yml', 'services:\n  db:\n    environment:\n      - ACCESS_TOKEN={alnum:24}\n    ports:\n      - "127.0.0.1:5432:5432"\n      - "80:80"\n', ['generic-secret high']],
  ['of services that are published nowhere', 'docker-compose.yml', 'services:\n  db:\n    environment:\n      - ACCESS_TOKEN={alnum:24}\n', ['generic-secret high']],
  ['that is a list of references', 'names.csv', 'AUTH=,[RFC3501][RFC9051]\n', []],
  ['that is a class of characters', 'a.php', "$token = \"[!#%&'*+.^_`|~0-9A-Za-z-]\";\n", []],
  ['that begins like one', 'a.php', "$secret = \"[{alnum:24}\";\n", ['generic-secret high']],
  ['that sed takes out of a line', 'a.sh', "pass=$(echo \"$rest\" | sed -n 's/.*password=\\([^&]*\\).*/\\1/p')\n", []],
  ['in a line of a log', 'run.log', '2021-05-01 10:00:00 sent access_token={alnum:40}\n', ['generic-secret medium']],
  ['in a header of a log', 'run.log', "3.001 request_http {'Authorization': 'Bearer {alnum:40}'}\n", ['authorization-header medium']],
  ['in a request that is shown', 'a.py', 'def f():\n    """\n        POST /revoke HTTP/1.1\n        Authorization: Bearer {alnum:40}\n    """\n', ['authorization-header medium']],
  ['in a request that a file is', 'a.http', 'POST /revoke HTTP/1.1\nAuthorization: Bearer {alnum:40}\n', ['authorization-header high']],
  ['in a header of a program', 'a.py', "headers = {'Authorization': 'Bearer {alnum:40}'}\n", ['authorization-header high']],
] as Array<[string, string, string, string[]]>)('a secret %s', ([, path, template, expected]) => {
  expect(severityOf(path, template)).toEqual(expected);
});

// biome-ignore format: one line for each row
test.for([
  ['docker-compose.dev.yml', 'POSTGRES_PASSWORD: {alnum:20}\n', ['generic-password medium']],
  ['docker-compose.yml', 'POSTGRES_PASSWORD: {alnum:20}\n', ['generic-password high']],
  ['.devcontainer/docker-compose.yml', 'JWT_SECRET: {alnum:40}\n', ['generic-secret medium']],
  ['.env.dev', 'SESSION_SECRET={alnum:40}\n', ['generic-secret medium']],
  ['.env.development', 'CLIENT_SECRET={alnum:40}\n', ['generic-secret high']],
  ['.env.development', 'GITHUB_TOKEN=ghp_{crc}\n', ['github-token critical']],
  ['contrib/local-environment/proxy.cfg', 'cookie_secret="{alnum:43}"\n', ['generic-secret medium']],
  ['src/devices/a.conf', 'password = {alnum:20}\n', ['generic-password high']],
  ['.github/workflows/ci.yml', 'env:\n  ENCRYPTION_KEY: {hex:32}\n', ['generic-secret medium']],
  ['.github/workflows/ci.yml', 'env:\n  SECRET_KEY_BASE: {hex:64}\n', ['generic-secret medium']],
  ['.github/workflows/ci.yml', 'env:\n  UPLOAD_TOKEN: {hex:32}\n', ['generic-secret high']],
  ['.github/workflows/ci.yml', 'env:\n  CLIENT_SECRET: {hex:32}\n', ['generic-secret high']],
  ['deploy/app.yml', 'env:\n  ENCRYPTION_KEY: {hex:32}\n', ['generic-secret high']],
] as Array<[string, string, string[]]>)('%s: %s', ([path, template, expected]) => {
  expect(severityOf(path, template)).toEqual(expected);
});

test.for([
  ['sso.clientSecret', 'sso.endpoint = http://localhost:8000\nsso.clientId = a\n', true],
  ['OIDC_CLIENT_SECRET', 'OIDC_ISSUER_URL=http://127.0.0.1:8080/realms/a\n', true],
  ['sso.clientSecret', 'sso.endpoint = https://login.corp.net\n', false],
  ['sso.clientSecret', 'mail.host = http://localhost:1025\n', false],
  ['sso.token', 'sso.endpoint = http://localhost:8000\n', false],
] as const)('a secret for a service of the own machine: %s behind %j', ([name, around, isDoubted]) => {
  expect(doubtOfLocalService(name, around) !== undefined).toBe(isDoubted);
});

test.for([
  ["text().example('", true],
  ['string().examples(["', true],
  ["  example: '", true],
  ['"example": "', true],
  ["text().default('", false],
  ["example.secret = '", false],
  ["counterexample('", false],
] as const)('a value behind %j', ([before, isShown]) => {
  expect(doubtOfShown(before) !== undefined).toBe(isShown);
});

test.for([
  ['SECRET_KEY_BASE', 'services:\n  app:\n    build: .\n', true],
  ['SECRET_KEY_BASE', 'services:\n  app:\n    image: a:1\n', true],
  ['SECRET_KEY_BASE', 'settings:\n  app:\n    image: a:1\n', false],
  ['PAYMENT_TOKEN', 'services:\n  app:\n    image: a:1\n', false],
] as const)('%s of the services %j', ([name, text, expected]) => {
  expect(doubtOfServices(name, text)?.limit).toBe(expected ? 'medium' : undefined);
});

test.for([
  ['api_key', true],
  ['apiKey', true],
  ['movieApiKey', true],
  ['TILES_API_KEY', true],
  ['app_key', true],
  ['api_secret', false],
  ['secretKey', false],
  ['rapikey', false],
  ['clientSecret', true],
  ['oauth_client_secret', true],
  ['CONSUMER_SECRET', true],
  ['consumerKey', true],
  ['APP_SECRET', false],
  ['client_token', false],
] as const)('whoever issued %s is not known', ([name, expected]) => {
  expect(doubtOfIssuer(name, false)?.limit).toBe(expected ? 'medium' : undefined);
});

test('what a program names itself with is a secret of the installation where the file holds its settings', () => {
  expect(doubtOfIssuer('client_secret', true)).toBe(undefined);
  expect(doubtOfIssuer('api_key', true)?.limit).toBe('medium');
});
