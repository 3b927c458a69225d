import { describe, expect, test } from 'vitest';
import { ServiceError } from '../../src/kernel/errors.ts';
import { isValidRef } from '../../src/scan/source/git/ref-name.ts';
import { checkRepositoryUrl } from '../../src/scan/source/guard/url-guard.ts';
import { useHarness } from './use-harness.ts';

const harness = await useHarness();

describe('a URL that is refused before any name is resolved, by the start call and by the scan alike', () => {
  test.each([
    ['an option', '--upload-pack=touch CANARY/option', 'invalid_repo_url', 'repo_not_found'],
    ['a short option', '-uCANARY/option', 'invalid_repo_url', 'repo_not_found'],
    ['a helper that runs commands', 'ext::sh -c touch% CANARY/ext', 'invalid_repo_url', 'repo_not_found'],
    ['a helper without spaces', 'ext::CANARY/ext', 'unsupported_scheme', 'repo_not_found'],
    ['a helper before a URL', 'fd::https://example.com/a', 'unsupported_scheme', 'repo_not_found'],
    ['a local file', 'file:///etc/passwd', 'unsupported_scheme', 'repo_not_found'],
    ['a local path', '/etc', 'invalid_repo_url', 'repo_not_found'],
    ['ssh', 'ssh://git@example.com/a.git', 'unsupported_scheme', 'repo_not_found'],
    ['ssh with an option as host', 'ssh://-oProxyCommand=touch/a', 'unsupported_scheme', 'repo_not_found'],
    ['ssh in its short form', 'git@example.com:a.git', 'invalid_repo_url', 'repo_not_found'],
    ['the git protocol', 'git://example.com/a.git', 'unsupported_scheme', 'repo_not_found'],
    ['plain http', 'http://example.com/a.git', 'unsupported_scheme', 'repo_not_found'],
    [
      'a user and a password',
      'https://me:word@example.com/a',
      'url_credentials_not_allowed',
      'repo_not_found',
    ],
    ['a user alone', 'https://me@example.com/a', 'url_credentials_not_allowed', 'repo_not_found'],
    ['an empty user', 'https://@example.com/a', 'url_credentials_not_allowed', 'repo_not_found'],
    ['loopback', 'https://127.0.0.1/a', 'host_not_allowed', 'host_blocked'],
    ['loopback as one decimal number', 'https://2130706433/a', 'host_not_allowed', 'host_blocked'],
    ['loopback in octal', 'https://0177.0.0.1/a', 'host_not_allowed', 'host_blocked'],
    ['loopback in hexadecimal', 'https://0x7f.0x0.0x0.0x1/a', 'host_not_allowed', 'host_blocked'],
    ['loopback with parts left out', 'https://127.1/a', 'host_not_allowed', 'host_blocked'],
    ['loopback in full-width digits', 'https://１２７.0.0.1/a', 'host_not_allowed', 'host_blocked'],
    ['the zero address', 'https://0/a', 'host_not_allowed', 'host_blocked'],
    ['loopback of IPv6', 'https://[::1]/a', 'host_not_allowed', 'host_blocked'],
    ['a mapped address', 'https://[::ffff:127.0.0.1]/a', 'host_not_allowed', 'host_blocked'],
    ['a mapped public address', 'https://[::ffff:8.8.8.8]/a', 'host_not_allowed', 'host_blocked'],
    ['a translated address', 'https://[64:ff9b::a00:1]/a', 'host_not_allowed', 'host_blocked'],
    ['a 6to4 address', 'https://[2002:7f00:1::]/a', 'host_not_allowed', 'host_blocked'],
    ['a unique local address', 'https://[fd00::1]/a', 'host_not_allowed', 'host_blocked'],
    ['a link-local address', 'https://[fe80::1]/a', 'host_not_allowed', 'host_blocked'],
    ['the metadata service', 'https://169.254.169.254/a', 'host_not_allowed', 'host_blocked'],
    ['carrier NAT', 'https://100.64.0.1/a', 'host_not_allowed', 'host_blocked'],
    ['a private network', 'https://192.168.1.1/a', 'host_not_allowed', 'host_blocked'],
    ['localhost', 'https://localhost/a', 'host_not_allowed', 'host_blocked'],
    ['localhost with a dot', 'https://LOCALHOST./a', 'host_not_allowed', 'host_blocked'],
    ['a name below localhost', 'https://a.localhost/a', 'host_not_allowed', 'host_blocked'],
    ['an allowed host at another port', 'https://127.0.0.1:1/a', 'host_not_allowed', 'host_blocked'],
    ['a second line', 'https://example.com/a\n--upload-pack=x', 'invalid_repo_url', 'repo_not_found'],
    ['a backslash', 'https://example.com\\@127.0.0.1/a', 'invalid_repo_url', 'repo_not_found'],
    ['a query', 'https://example.com/a?x=--upload-pack', 'invalid_repo_url', 'repo_not_found'],
    ['port 0', 'https://example.com:0/a', 'invalid_repo_url', 'repo_not_found'],
    ['no host', 'https:///a', 'host_not_allowed|invalid_repo_url|repo_not_found', 'repo_not_found'],
    [
      'four thousand characters',
      `https://example.com/${'a'.repeat(4000)}`,
      'invalid_repo_url',
      'repo_not_found',
    ],
  ])('%s', async (_, template, code, errorCode) => {
    const url = template.replace('CANARY', harness.canaries);
    let refusal: unknown;
    try {
      checkRepositoryUrl(url, []);
    } catch (error) {
      refusal = error;
    }
    if (refusal !== undefined || code.includes('|') === false) {
      expect(refusal).toBeInstanceOf(ServiceError);
      expect(code.split('|')).toContain((refusal as ServiceError).code);
    }
    expect(await harness.scan(url)).toMatchObject({ status: 'failed', errorCode });
    const { connections, executed, commands, scratch } = harness.caught();
    expect({ connections, executed, commands, scratch }).toEqual({
      connections: 0,
      executed: [],
      commands: [],
      scratch: [],
    });
  });
});

test('no refused URL was ever looked up, except the one whose path looks like a host', () => {
  expect(harness.asked.filter((name) => name !== 'a')).toEqual([]);
});

describe('a ref that git never sees', () => {
  test.each([
    ['an option', '--upload-pack=touch CANARY/ref'],
    ['a short option', '-x'],
    ['an option as a part', 'feature/--upload-pack'],
    ['a range', 'a..b'],
    ['a path inside', 'HEAD:secret'],
    ['a refspec', 'main:refs/heads/other'],
    ['a pattern', 'refs/heads/*'],
    ['a revision expression', 'main^{tree}'],
    ['the reflog', '@{-1}'],
    ['at', '@'],
    ['a second line', 'main\n--upload-pack=x'],
    ['a zero byte', 'main\0x'],
    ['a space', 'main x'],
    ['a backslash', 'main\\x'],
    ['a lock', 'main.lock'],
    ['a hidden part', 'a/.git'],
    ['two slashes', 'a//b'],
    ['a slash at the end', 'a/'],
    ['nothing', ''],
    ['a thousand characters', 'a'.repeat(1000)],
    ['half a character', '\ud800'],
  ])('%s', async (_, template) => {
    const ref = template.replace('CANARY', harness.canaries);
    expect(isValidRef(ref)).toBe(false);
    const outcome = await harness.scan({ kind: 'remote', url: harness.url('a.git'), ref });
    expect(outcome).toMatchObject({ status: 'failed', errorCode: 'ref_not_found' });
    expect(harness.caught()).toMatchObject({ connections: 0, executed: [], commands: [] });
    expect(harness.host.requests).toEqual([]);
  });
});

test.each(['main', 'feature/x.y', 'v1.2.3', 'refs/pull/7/head', 'a'.repeat(40), 'ünï-cødé', 'a@b'])(
  'the ordinary ref %s passes',
  (ref) => {
    expect(isValidRef(ref)).toBe(true);
  },
);
