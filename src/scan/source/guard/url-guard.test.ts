import { describe, expect, test } from 'vitest';
import { ServiceError } from '../../../kernel/errors.ts';
import { checkRepositoryUrl, isAllowedHost } from './url-guard.ts';

describe('a repository URL becomes a value', () => {
  test.each([
    ['https://Git.Example/a/b.git', 'https://git.example/a/b.git', 'https://git.example', 'git.example', 443],
    ['https://git.example:443/a/', 'https://git.example/a', 'https://git.example', 'git.example', 443],
    [
      'https://git.example:8443/a',
      'https://git.example:8443/a',
      'https://git.example:8443',
      'git.example',
      8443,
    ],
    ['https://git.example./a', 'https://git.example/a', 'https://git.example', 'git.example', 443],
    ['https://[2606:4700::1]/a', 'https://[2606:4700::1]/a', 'https://[2606:4700::1]', '2606:4700::1', 443],
    ['https://git.example', 'https://git.example', 'https://git.example', 'git.example', 443],
    ['https://git.example/a/../b', 'https://git.example/b', 'https://git.example', 'git.example', 443],
  ])('%s', (text, base, origin, host, port) => {
    expect(checkRepositoryUrl(text, [])).toEqual({ base, origin, host, port });
  });
});

describe('what is no https URL of a repository is refused', () => {
  test.each([
    ['http://git.example/a', 'unsupported_scheme'],
    ['ext::https://git.example/a', 'unsupported_scheme'],
    ['git@git.example:a', 'invalid_repo_url'],
    ['https:git.example/a', 'unsupported_scheme'],
    ['https://me:word@git.example/a', 'url_credentials_not_allowed'],
    ['https://@git.example/a', 'url_credentials_not_allowed'],
    ['https://git.example/a?x', 'invalid_repo_url'],
    ['https://git.example/a#x', 'invalid_repo_url'],
    ['https:///a', 'invalid_repo_url'],
    ['https://git.example:0/a', 'invalid_repo_url'],
    ['-https://git.example/a', 'invalid_repo_url'],
    ['https://git.example/a b', 'invalid_repo_url'],
    ['https://git.example\\a', 'invalid_repo_url'],
    ['https://git.example/a\u007f', 'invalid_repo_url'],
    [`https://git.example/${'a'.repeat(2048 - 19)}`, 'invalid_repo_url'],
    ['https://localhost/a', 'host_not_allowed'],
    ['https://a.localhost/a', 'host_not_allowed'],
    ['https://127.0.0.1/a', 'host_not_allowed'],
    ['https://[::1]/a', 'host_not_allowed'],
  ])('%s: %s', (text, code) => {
    expect(codeOf(text, [])).toBe(code);
  });

  test('a URL of 2,048 characters is the longest', () => {
    expect(codeOf(`https://git.example/${'a'.repeat(2048 - 20)}`, [])).toBeUndefined();
  });

  test('a special address is accepted where its host is allowed, or where another service decides', () => {
    for (const allowed of [['127.0.0.1'], ['127.0.0.1:443'], [' 127.0.0.1 '], 'any'] as const)
      expect(codeOf('https://127.0.0.1/a', allowed)).toBeUndefined();
    expect(codeOf('https://127.0.0.1/a', ['127.0.0.1:8443'])).toBe('host_not_allowed');
  });
});

test('an operator names a host with or without its port, an IPv6 address with or without brackets', () => {
  const six = checkRepositoryUrl('https://[2606:4700::1]:8443/a', []);
  for (const allowed of ['2606:4700::1', '[2606:4700::1]', '[2606:4700::1]:8443'])
    expect(isAllowedHost(six, [allowed])).toBe(true);
  for (const other of ['[2606:4700::1]:443', '2606:4700::2', ''])
    expect(isAllowedHost(six, [other])).toBe(false);
  expect(isAllowedHost(checkRepositoryUrl('https://git.example/a', []), ['GIT.example'])).toBe(true);
});

function codeOf(text: string, allowHosts: readonly string[] | 'any'): string | undefined {
  try {
    checkRepositoryUrl(text, allowHosts);
    return undefined;
  } catch (error) {
    if (error instanceof ServiceError) return error.code;
    throw error;
  }
}
