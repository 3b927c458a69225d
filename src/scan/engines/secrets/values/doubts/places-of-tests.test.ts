import { expect, test } from 'vitest';
import { secretsFound } from '../../../../../../test/support/secrets-found.ts';

const severityOf = (path: string, template: string) =>
  secretsFound(path, template).map((found) => found.split(' ').slice(1, 3).join(' '));
const pem = '-----BEGIN RSA {cut}PRIVATE KEY-----\n{pem:8}\n-----END RSA {cut}PRIVATE KEY-----';
const token = 'const refreshSecret = "{alnum:40}"\n';
const jwk = '{"keys": [{"kty": "EC", "crv": "P-256", "x": "{alnum:43}", "d": "{alnum:43}"}]}\n';
const setting = "    TOKEN_SECRET_KEY = '{alnum:44}'\n";

// biome-ignore format: one line for each row
test.for([
  ['a file of Go that tests are built with', 'internal/seed.go', `//go:build e2etest\n\npackage internal\n\n${token}`, ['generic-secret low']],
  ['a file of either kind of tests', 'internal/seed.go', `//go:build integration || e2e\n\npackage internal\n\n${token}`, ['generic-secret low']],
  ['a file of tests on one system', 'internal/seed.go', `//go:build linux && integration_tests\n\npackage internal\n\n${token}`, ['generic-secret low']],
  ['a key in JSON in a file of tests', 'internal/seed.go', `//go:build e2etest\n\npackage internal\n\nconst key = \`${jwk.trim()}\`\n`, ['jwk-private-key medium']],
  ['a file of Go for one system', 'internal/seed.go', `//go:build linux\n\npackage internal\n\n${token}`, ['generic-secret high']],
  ['a file of Go that tests are not built with', 'internal/seed.go', `//go:build !integration\n\npackage internal\n\n${token}`, ['generic-secret high']],
  ['a file that tests or others are built with', 'internal/seed.go', `//go:build integration || linux\n\npackage internal\n\n${token}`, ['generic-secret high']],
  ['a constraint with brackets', 'internal/seed.go', `//go:build (integration || e2e) && linux\n\npackage internal\n\n${token}`, ['generic-secret high']],
  ['a constraint behind the package', 'internal/seed.go', `package internal\n\n//go:build integration\n${token}`, ['generic-secret high']],
  ['a key in the tests of a file of Rust', 'src/lib.rs', `fn run() {\n}\n\n#[cfg(test)]\nmod tests {\n    const KEY_A: &str = "${pem}";\n}\n`, ['private-key low']],
  ['a key behind the tests', 'src/lib.rs', `#[cfg(test)]\nmod tests {\n    use super::*;\n}\n\nconst KEY_A: &str = "${pem}";\n`, ['private-key critical']],
  ['a key of C++ that is named after tests', 'src/certificates.cpp', `QString const testTLSKey = R"(${pem})";\n`, ['private-key medium']],
  ['a key of C++', 'src/certificates.cpp', `QString const serverTLSKey = R"(${pem})";\n`, ['private-key critical']],
  ['a key in JSON of what starts on the own machine', '.docker_compose/jwks.json', jwk, ['jwk-private-key medium']],
  ['a key in JSON for development', 'deploy/dev/jwks.json', jwk, ['jwk-private-key medium']],
  ['a key in JSON', 'deploy/jwks.json', jwk, ['jwk-private-key critical']],
  ['a picture as a program of PostScript', 'design/logo.eps', 'a\rreadpassword: Xq7{alnum:20}\r', ['generic-password medium']],
  ['the same text in settings', 'design/logo.conf', 'a\rreadpassword: Xq7{alnum:20}\r', ['generic-password high']],
  ['settings of development', 'app/config.py', `class Config:\n    A = 1\n\n\nclass Development(Config):\n    B = 1\n\n${setting}`, ['generic-secret medium']],
  ['settings of tests', 'app/config.py', `class TestingConfig(BaseConfig):\n${setting}`, ['generic-secret medium']],
  ['settings of production', 'app/config.py', `class Development(Config):\n    A = 1\n\n\nclass Production(Config):\n${setting}`, ['generic-secret high']],
  ['settings of all', 'app/config.py', `class Development(Config):\n    A = 1\n\n\n${setting.trim()}\n`, ['generic-secret high']],
  ['a token of others in settings of development', 'app/config.py', "class Development(Config):\n    SHOP_TOKEN = '{alnum:44}'\n", ['generic-secret high']],
  ['a class that is no settings', 'app/run.py', `class LocalRunner(Runner):\n${setting}`, ['generic-secret high']],
  ['a key in a call for telemetry', 'cmd/server.go', 'telemetry := metricsx.New(cmd, logger, &metricsx.Options{\n\tService: "a",\n\tSecret: "{alnum:32}",\n})\n', ['generic-secret medium']],
  ['a key in another call', 'cmd/server.go', 'storage := store.New(cmd, logger, &store.Options{\n\tService: "a",\n\tSecret: "{alnum:32}",\n})\n', ['generic-secret high']],
  ['a key behind a call for telemetry', 'cmd/server.go', 'telemetry := metricsx.New(cmd, &metricsx.Options{\n\tService: "a",\n})\nstorage := store.New(&store.Options{\n\tSecret: "{alnum:32}",\n})\n', ['generic-secret high']],
  ['a token that nobody says who accepts', 'src/a.ts', 'const shopToken = "{alnum:40}";\n', ['generic-secret medium']],
  ['a token next to the server that accepts it', 'src/a.ts', 'const server = "https://api.shop.net/v2";\nconst shopToken = "{alnum:40}";\n', ['generic-secret high']],
  ['a token next to a server of the own machine', 'src/a.ts', 'const server = "http://shop.localhost:8080/v2";\nconst shopToken = "{alnum:40}";\n', ['generic-secret medium']],
  ['a token next to a page about it', 'src/a.ts', '// https://docs.example.com/tokens\nconst shopToken = "{alnum:40}";\n', ['generic-secret medium']],
  ['what a program signs with', 'src/a.ts', 'const jwtKey = "{alnum:40}";\nconst sessionSecret = "{alnum:40}";\n', ['generic-secret high', 'generic-secret high']],
  ['the name of a mechanism', 'a.go', 'x := m{"ServerAuthentication": "EmailAuthCRAMMD5"}\n', []],
  ['what is no name of a mechanism', 'a.yml', 'authentication: CRAMMD5{alnum:20}\n', ['generic-secret high']],
  ['an entry of a list of samples', 'api.yml', 'a:\n  example:\n  - id: 1\n    secret: {alnum:40}\n', ['generic-secret low']],
  ['an entry of a list next to a sample', 'api.yml', 'a:\n  example: 1\n  entries:\n  - id: 1\n    secret: {alnum:40}\n', ['generic-secret high']],
  ['an entry below a sample at the margin', 'api.yml', 'example:\n- id: 1\n  secret: {alnum:40}\n', ['generic-secret low']],
  ['a message of a description of an API', 'swagger.yml', '# The API\nswagger: "2.0"\npaths:\n  /a:\n    body: "{\n  \'secret\': \'{alnum:40}\'\n"\n', ['generic-secret medium']],
  ['the version of something else', 'app.yml', 'version: "2.0"\npaths:\n  /a:\n    secret: {alnum:40}\n', ['generic-secret high']],
  ['the key that a script signs with, by the end of its fingerprint', '.github/workflows/a.yml', 'run: |\n  gpg --batch --import\n  echo 1\nrun: >\n  ./build -u "x"\n  --sign --sign-key=615D449FE6E6A235\n', []],
  ['a key that is called so elsewhere', 'a.yml', 'run: |\n  ./build -u "x"\n  --sign-key=615D449FE6E6A235\n', ['generic-secret high']],
  ['a key of small letters', 'a.yml', 'run: |\n  gpg --batch --import\n  ./build {lower:300}\n  --sign-key=615d449fe6e6a235\n', ['generic-secret high']],
  ['a header below the words for an example', 'src/a.py', 'def a():\n    """\n    It is sent in a header.  For example:\n\n        Authorization: Token {hex:40}\n    """\n', ['authorization-header medium']],
  ['a header below other words', 'src/a.py', 'def a():\n    """\n    It is sent in a header.\n\n        Authorization: Token {hex:40}\n    """\n', ['authorization-header high']],
  ['a header further below', 'src/a.py', 'def a():\n    """\n    For example:\n\n        nothing\n    """\n    run("Authorization: Token {hex:40}")\n', ['authorization-header high']],
  ['a value that is to be changed in production', 'config/application.yml', 'jwt:\n  # secret key which should be base64 encoded and changed in production\n  base64-secret: {alnum:60}\n', ['generic-secret medium']],
  ['a value that was changed lately', 'config/application.yml', 'jwt:\n  # secret key which was changed in May; production reads it from here\n  base64-secret: {alnum:60}\n', ['generic-secret high']],
  ['a password', 'src/a.ts', 'const dbPassword = "{alnum:40}";\n', ['generic-password high']],
  ['a token in the settings of a program', 'site/settings.py', 'SHOP_TOKEN = "{alnum:40}"\n', ['generic-secret high']],
  ['a token in settings', 'deploy/app.yml', 'shopToken: {alnum:40}\n', ['generic-secret high']],
  ['a token in a script', 'deploy/run.sh', 'export SHOP_TOKEN={alnum:40}\n', ['generic-secret high']],
] as Array<[string, string, string, string[]]>)('%s', ([, path, template, expected]) => {
  expect(severityOf(path, template)).toEqual(expected);
});
