import { expect, test } from 'vitest';
import { secretsFound } from '../../../../../../test/support/secrets-found.ts';

const severityOf = (path: string, template: string) =>
  secretsFound(path, template).map((found) => found.split(' ').slice(1, 3).join(' '));
const value = '    let api_secret = "{alnum:40}";\n';
const tests = `#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn reads() {\n    ${value}    }\n`;

// biome-ignore format: one line for each row
test.for([
  ['in the tests at the end of a file', 'src/lib.rs', `fn run() {\n}\n\n${tests}}\n`, ['generic-secret low']],
  ['in tests that end with the file', 'src/lib.rs', tests, ['generic-secret low']],
  ['in tests with another attribute', 'src/lib.rs', tests.replace('\nmod', '\n#[allow(clippy::unwrap_used)]\npub(crate) mod'), ['generic-secret low']],
  ['behind the tests', 'src/lib.rs', `${tests.replace(value, '')}}\n\nfn run() {\n${value}}\n`, ['generic-secret high']],
  ['behind an import for tests', 'src/lib.rs', `#[cfg(test)]\nuse other::Thing;\n\nfn run() {\n${value}}\n`, ['generic-secret high']],
  ['in a module', 'src/lib.rs', `mod tests {\n${value}}\n`, ['generic-secret high']],
  ['in another language', 'src/lib.swift', tests, ['generic-secret high']],
  ['a key that a provider issued', 'src/lib.rs', tests.replace('api_secret = "{alnum:40}"', 'key = "sk_live_{alnum:24}"'), ['stripe-key medium']],
  ['a hash as directories write it', 'src/lib.rs', 'let im_pw = "{SSHA512}{b64:80}";\n', ['generic-password medium']],
  ['in what fills a database for developers', 'lib/tasks/dev_seed/settings.rake', "common_platform_token: '{hex:32}',\n", ['generic-secret low']],
  ['in a sandbox of a library', 'sandbox/Acme.Sandbox.Server/Startup.cs', 'options.SetClientSecret("{alnum:40}");\nvar clientSecret = "{alnum:40}";\n', ['generic-secret medium', 'generic-secret medium']],
  ['in the sandbox of a program', 'src/sandbox/start.cs', 'var appSecret = "{alnum:40}";\n', ['generic-secret high']],
  ['within a public key', 'keys.go', 'const key = `-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmQGNBF\nA/YC{alnum:38}+yLAX\n', []],
  ['behind a public key', 'keys.go', 'const key = `-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmQGNBF\n-----END PGP PUBLIC KEY BLOCK-----\n`\nA/YC{alnum:38}+yLAX\n', ['yandex-secret-key high']],
] as Array<[string, string, string, string[]]>)('%s', ([, path, template, expected]) => {
  expect(severityOf(path, template)).toEqual(expected);
});
