import { expect, test } from 'vitest';
import { gitFailure } from './git-failure.ts';

const url = 'https://git.example.com/redirect/timeout/ssl-certificate/malloc.git/';

test.each([
  ['fatal: write error: No space left on device', 'engine_failed', false],
  ["fatal: couldn't find remote ref refs/heads/x", 'ref_not_found', false],
  [`fatal: unable to access '${url}': The requested URL returned error: 503`, 'repo_not_found', true],
  [`fatal: unable to access '${url}': The requested URL returned error: 429`, 'repo_not_found', true],
  [`fatal: repository '${url}' not found`, 'repo_not_found', false],
  [`fatal: unable to access '${url}': Failed to connect to git.example.com port 443`, 'repo_not_found', true],
  [`fatal: Authentication failed for '${url}'`, 'auth_failed', false],
  ['remote: redirect timeout\nfatal: the remote end hung up unexpectedly', 'corrupt_repository', true],
  ['fatal: unable to update url base from redirection', 'redirect_blocked', false],
  ['fatal: Out of memory, malloc failed (tried to allocate 9 bytes)', 'out_of_memory', false],
  ['fatal: bad object', 'corrupt_repository', false],
])('git’s words, not those of the address or the server, choose the outcome: %s', (stderr, code, network) => {
  const failure = gitFailure({ signal: null, stderr });
  expect([failure.errorCode, failure.network]).toEqual([code, network]);
  expect(failure.message).not.toContain('example.com');
});

test.each([
  { signal: 'SIGKILL' as const, stderr: '' },
  { signal: 'SIGTERM' as const, stderr: 'fatal: bad object' },
  { signal: null, stderr: 'error: git-remote-https died of signal 9' },
])('a git that somebody killed says nothing about the repository: %o', (end) => {
  expect(gitFailure(end)).toMatchObject({ errorCode: 'worker_lost', killed: true });
});

test.each([
  [{ signal: 'SIGXCPU' as const, stderr: '' }, 'clone_timeout'],
  [{ signal: 'SIGXFSZ' as const, stderr: '' }, 'repo_too_large'],
  [{ signal: 'SIGSEGV' as const, stderr: '' }, 'corrupt_repository'],
  [{ signal: null, stderr: 'error: index-pack died of signal 24' }, 'clone_timeout'],
  [{ signal: null, stderr: 'remote: died of signal 9\nfatal: bad object' }, 'corrupt_repository'],
])('a git that reached a limit or broke on the repository is not called killed: %o', (end, code) => {
  expect(gitFailure(end)).toMatchObject({ errorCode: code, killed: false });
});

test('a git that is not there is our failure; what it said goes into the cause, cut to size', () => {
  expect(gitFailure({ code: 127, signal: null, stderr: 'fatal: bad object' })).toMatchObject({
    errorCode: 'engine_failed',
    message: 'There is no git on this machine.',
  });
  expect(gitFailure({ code: 126, signal: null, stderr: '' }).errorCode).toBe('corrupt_repository');
  const { cause } = gitFailure({ signal: null, stderr: `a${'b'.repeat(1999)}c` });
  expect((cause as Error).message).toBe(`git: a${'b'.repeat(1999)}`);
});
