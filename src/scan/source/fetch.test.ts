import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuthority } from '../../../test/hostile/authority.ts';
import { type GitHost, startGitHost } from '../../../test/hostile/git-host.ts';
import {
  commitAll,
  git,
  gitOptions,
  gitRepository,
  temporaryFolder,
  writeFiles,
} from '../../../test/support/git-folder.ts';
import { type FetchRequest, fetchRemote } from './git/fetch-remote.ts';
import { baselineRef, targetRef } from './git/fetched-refs.ts';
import { runGit } from './git/git-process.ts';
import { listTips } from './git/history-blobs.ts';
import { checkRepositoryUrl } from './guard/url-guard.ts';

let root: string;
let host: GitHost;
let caFile: string;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'lorekeep-fetch-'));
  const authority = createAuthority();
  caFile = join(root, 'authority.pem');
  writeFileSync(caFile, authority.certificate);
  host = await startGitHost(root, authority.issue(['git.test', 'other.test']));
});
afterAll(async () => {
  await host.close();
  rmSync(root, { recursive: true, force: true });
});

/** Fetches a repository of the host into a new folder, which is returned. */
async function fetched(
  path: string,
  change: Partial<FetchRequest> & { name?: string } = {},
): Promise<string> {
  const allowHosts = [`git.test:${host.port}`, `other.test:${host.port}`];
  const gitDir = temporaryFolder();
  await fetchRemote({
    url: checkRepositoryUrl(`https://${change.name ?? 'git.test'}:${host.port}/${path}`, allowHosts),
    history: false,
    gitDir,
    limits: { packBytes: 2 ** 24, cloneMs: 60_000, historyBlobs: 100 },
    network: { allowHosts, caFile },
    resolveHost: async () => ['127.0.0.1'],
    signal: new AbortController().signal,
    onBytes: () => {},
    ...change,
  });
  return gitDir;
}

const objectOf = async (gitDir: string, ref: string) =>
  (await runGit(['rev-parse', '--verify', '--quiet', ref], gitOptions(gitDir))).stdout.trim();

/** A repository of the host with two commits, the first of them under the names of `old`. */
function served(name: string): { first: string; second: string } {
  const folder = gitRepository({ a: '1' });
  const first = git(folder, 'rev-parse', 'HEAD');
  git(folder, 'branch', 'old');
  git(folder, 'tag', 'v1');
  git(folder, 'tag', 'both', first);
  writeFiles(folder, { a: '2' });
  const second = commitAll(folder);
  git(folder, 'branch', 'both');
  git(folder, 'clone', '-q', '--bare', '.', join(root, name));
  return { first, second };
}

test('the default branch, a branch, a tag or a commit is fetched; a short name is a branch first', async () => {
  const { first, second } = served('names.git');
  for (const [ref, object] of [
    [undefined, second],
    ['HEAD', second],
    ['old', first],
    ['v1', first],
    ['both', second],
    ['refs/tags/both', first],
    [second, second],
  ] as const) {
    const gitDir = await fetched('names.git', ref === undefined ? {} : { ref });
    expect(await objectOf(gitDir, targetRef), ref).toBe(object);
    expect(await objectOf(gitDir, baselineRef)).toBe('');
  }
  await expect(fetched('names.git', { ref: 'none' })).rejects.toMatchObject({ errorCode: 'ref_not_found' });
  await expect(fetched('names.git', { ref: '-x' })).rejects.toMatchObject({ errorCode: 'ref_not_found' });
  await expect(fetched('names.git', { baselineRef: 'a..b' })).rejects.toMatchObject({
    errorCode: 'ref_not_found',
  });
});

test('a baseline is fetched as well; one commit, or the history with all branches and tags', async () => {
  const { first, second } = served('history.git');
  let most = 0;
  const gitDir = await fetched('history.git', {
    baselineRef: 'old',
    onBytes: (bytes) => (most = Math.max(most, bytes)),
  });
  expect([await objectOf(gitDir, targetRef), await objectOf(gitDir, baselineRef)]).toEqual([second, first]);
  expect(most).toBeGreaterThan(100);
  expect(await objectOf(await fetched('history.git'), `${targetRef}~1`)).toBe('');
  const whole = await fetched('history.git', { history: true });
  expect(await objectOf(whole, `${targetRef}~1`)).toBe(first);
  expect((await listTips(gitOptions(whole))).toSorted()).toEqual([first, second].toSorted());
  // main, old, both, v1, both and the target itself are six refs.
  const limits = (historyBlobs: number) => ({ packBytes: 2 ** 24, cloneMs: 60_000, historyBlobs });
  await fetched('history.git', { history: true, limits: limits(6) });
  await expect(fetched('history.git', { history: true, limits: limits(5) })).rejects.toMatchObject({
    errorCode: 'too_many_files',
  });
  await fetched('history.git', { limits: limits(0) });
});

test('a repository in the newer hash function is fetched', async () => {
  const folder = temporaryFolder({ a: '1' });
  git(folder, 'init', '-q', '--object-format=sha256');
  const commit = commitAll(folder);
  git(folder, 'clone', '-q', '--bare', '.', join(root, 'long.git'));
  expect(await objectOf(await fetched('long.git'), targetRef)).toBe(commit);
});

test('a pack beyond the limit, a fetch that was cancelled and one that is late fail as such', async () => {
  const folder = gitRepository({
    a: Buffer.from(Array.from({ length: 300_000 }, (_, i) => (i * i * 31) % 251)),
  });
  writeFiles(folder, { b: crypto.getRandomValues(new Uint8Array(65_536)) });
  commitAll(folder);
  git(folder, 'clone', '-q', '--bare', '.', join(root, 'large.git'));
  const limits = { packBytes: 16_384, cloneMs: 60_000, historyBlobs: 100 };
  await expect(fetched('large.git', { limits })).rejects.toMatchObject({ errorCode: 'repo_too_large' });
  await expect(fetched('large.git', { signal: AbortSignal.abort() })).rejects.toMatchObject({
    errorCode: 'cancelled',
  });
  host.answer('/silent.git', () => {});
  const late = { ...limits, cloneMs: 50 };
  await expect(fetched('silent.git', { limits: late })).rejects.toMatchObject({ errorCode: 'clone_timeout' });
});

const advertised = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' }).end();

test.for([
  [
    401,
    undefined,
    { errorCode: 'auth_failed', message: 'The repository does not exist or needs a credential.' },
  ],
  [
    403,
    'secret',
    { errorCode: 'auth_failed', message: 'The host did not accept the credential for this repository.' },
  ],
  [404, undefined, { errorCode: 'repo_not_found', message: 'There is no such repository.' }],
  [410, undefined, { errorCode: 'repo_not_found', message: 'There is no such repository.' }],
  [
    429,
    undefined,
    { errorCode: 'repo_not_found', message: 'The host of the repository answered with status 429.' },
  ],
  [
    500,
    undefined,
    { errorCode: 'repo_not_found', message: 'The host of the repository answered with status 500.' },
  ],
  [200, undefined, { errorCode: 'repo_not_found', message: 'There is no git repository at this address.' }],
  [204, undefined, { errorCode: 'repo_not_found', message: 'There is no git repository at this address.' }],
] as const)('an answer of status %i', async ([status, password, expected]) => {
  host.answer(
    `/status-${status}`,
    (_, response) => void response.writeHead(status, { 'content-type': 'text/html' }).end(),
  );
  const credential = password && { username: 'u', password };
  await expect(fetched(`status-${status}.git`, credential ? { credential } : {})).rejects.toMatchObject(
    expected,
  );
});

const to = (path: string) => (_: unknown, response: ServerResponse) =>
  void response.writeHead(302, { location: `${path}/info/refs?service=git-upload-pack` }).end();

test('redirects are followed three times, with the credential to the same host alone', async () => {
  const { second } = served('real.git');
  const base = (name: string) => `https://${name}:${host.port}`;
  host.answer('/one.git', to('/two.git'));
  host.answer('/two.git', to('/three.git'));
  host.answer('/three.git', to(`${base('other.test')}/real.git`));
  host.answer('/zero.git', to('/one.git'));
  const credential = { username: 'u', password: 'p' };
  host.requests.length = 0;
  expect(await objectOf(await fetched('one.git', { credential }), targetRef)).toBe(second);
  const sent = host.requests.map(
    ({ url, authorization }) => `${url.split('/')[1]} ${authorization !== undefined}`,
  );
  expect(sent.slice(0, 3)).toEqual(['one.git true', 'two.git true', 'three.git true']);
  expect(new Set(sent.slice(3))).toEqual(new Set(['real.git false']));
  await expect(fetched('zero.git')).rejects.toMatchObject({
    errorCode: 'redirect_blocked',
    message: 'The repository redirects too often.',
  });
});

test.for([
  ['to something that is no repository', 'https://git.test/x', 'something that is not a repository'],
  [
    'to a host that is not allowed',
    'https://127.0.0.1/x/info/refs?service=git-upload-pack',
    'an address that is not allowed',
  ],
  [
    'to another protocol',
    'http://git.test/x/info/refs?service=git-upload-pack',
    'an address that is not allowed',
  ],
  [
    'to a private address',
    'https://inner.example/x/info/refs?service=git-upload-pack',
    'whose address is not public',
  ],
] as const)('a redirect %s is blocked', async ([name, location, message]) => {
  const path = `/${name.replaceAll(' ', '-')}`;
  host.answer(path, (_, response) => void response.writeHead(301, { location }).end());
  await expect(fetched(path.slice(1))).rejects.toMatchObject({
    errorCode: 'redirect_blocked',
    message: expect.stringContaining(message),
  });
});

test('a host that cannot be resolved, or not to a public address, is not contacted', async () => {
  host.requests.length = 0;
  const failing = async () => {
    throw new Error('ENOTFOUND');
  };
  const network = { allowHosts: [], caFile };
  const url = checkRepositoryUrl('https://inner.example/a', []);
  await expect(fetched('a', { url, network, resolveHost: failing })).rejects.toMatchObject({
    errorCode: 'host_blocked',
  });
  await expect(fetched('a', { url, network, resolveHost: async () => [] })).rejects.toMatchObject({
    errorCode: 'host_blocked',
  });
  for (const addresses of [['10.0.0.1'], ['93.184.216.34', '127.0.0.1']])
    await expect(fetched('a', { url, network, resolveHost: async () => addresses })).rejects.toMatchObject({
      errorCode: 'host_blocked',
    });
  expect(host.requests).toEqual([]);
});

test('a certificate that nobody trusts, and a port where nobody is, are told apart', async () => {
  host.answer('/plain.git', (_, response) => void advertised(response));
  const allowHosts = [`git.test:${host.port}`, 'git.test:1'];
  await expect(fetched('plain.git', { network: { allowHosts } })).rejects.toThrow(
    'The certificate of the repository’s host cannot be verified.',
  );
  const url = checkRepositoryUrl('https://git.test:1/a', allowHosts);
  await expect(fetched('a', { url, network: { allowHosts, caFile } })).rejects.toThrow(
    'The host of the repository cannot be reached.',
  );
});
