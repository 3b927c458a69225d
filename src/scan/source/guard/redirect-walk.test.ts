import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuthority } from '../../../../test/hostile/authority.ts';
import { walkRedirects } from './redirect-walk.ts';
import { checkRepositoryUrl } from './url-guard.ts';

const authority = createAuthority();
const advertisement = 'application/x-git-upload-pack-advertisement';
const suffix = '/info/refs?service=git-upload-pack';
let server: Server;
let port: number;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
beforeAll(async () => {
  const { key, cert } = authority.issue(['git.test', 'other.test']);
  server = createServer({ key, cert }, (request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const credential = { username: 'me', password: 'word' };
const found = (response: ServerResponse, type = advertisement, status = 200) =>
  response.writeHead(status, { 'content-type': type }).end();

async function walk({
  withCredential = false,
  path = 'a',
  name = 'git.test',
  resolve = async (_: string) => ['127.0.0.1'],
} = {}): Promise<{
  base?: string;
  withCredential?: boolean;
  code?: string;
  message?: string;
  network?: boolean;
}> {
  const allowHosts = ['git.test', 'other.test'].map((host) => `${host}:${port}`);
  try {
    const located = await walkRedirects(checkRepositoryUrl(`https://${name}:${port}/${path}`, allowHosts), {
      network: { allowHosts } as never,
      resolveHost: resolve,
      certificates: [authority.certificate],
      ...(withCredential && { credential }),
      signal: new AbortController().signal,
    });
    expect(located.address).toBe('127.0.0.1');
    return {
      base: located.url.base.replace(`:${port}`, ''),
      withCredential: located.credential !== undefined,
    };
  } catch (error) {
    const { errorCode, message, network } = error as {
      errorCode: string;
      message: string;
      network?: boolean;
    };
    return { code: errorCode, message, ...(network !== undefined && { network }) };
  }
}

// biome-ignore format: one line for each row
test.each([
  [200, advertisement, undefined], [200, `${advertisement}; charset=x`, undefined], [200, 'text/html', 'repo_not_found: There is no git repository at this address.'], [200, `x${advertisement}`, 'repo_not_found: There is no git repository at this address.'], [204, advertisement, 'repo_not_found: There is no git repository at this address.'],
  [299, advertisement, 'repo_not_found: There is no git repository at this address.'], [300, advertisement, 'repo_not_found: There is no git repository at this address.'], [400, advertisement, 'repo_not_found: There is no git repository at this address.'],
  [401, advertisement, 'auth_failed: The repository does not exist or needs a credential.'], [403, advertisement, 'auth_failed: The repository does not exist or needs a credential.'], [402, advertisement, 'repo_not_found: There is no git repository at this address.'],
  [404, advertisement, 'repo_not_found: There is no such repository.'], [410, advertisement, 'repo_not_found: There is no such repository.'], [429, advertisement, 'repo_not_found: The host of the repository answered with status 429.'],
  [499, advertisement, 'repo_not_found: There is no git repository at this address.'], [500, advertisement, 'repo_not_found: The host of the repository answered with status 500.'], [503, advertisement, 'repo_not_found: The host of the repository answered with status 503.'],
] as Array<[number, string, string | undefined]>)('the status %i with the type %s means: %s', async (status, type, failure) => {
  answer = (_, response) => found(response, type, status);
  const result = await walk();
  expect(result.code === undefined ? undefined : `${result.code}: ${result.message}`).toBe(failure);
});

test('a refused credential is named', async () => {
  answer = (_, response) => found(response, advertisement, 403);
  expect((await walk({ withCredential: true })).message).toBe(
    'The host did not accept the credential for this repository.',
  );
});

test('the host is asked as git asks, with the credential', async () => {
  const asked: unknown[] = [];
  answer = ({ url, headers }, response) => {
    asked.push([url, headers.host, headers['user-agent'], headers['git-protocol'], headers.authorization]);
    found(response);
  };
  expect(await walk({ withCredential: true, path: 'a/b.git' })).toEqual({
    base: 'https://git.test/a/b.git',
    withCredential: true,
  });
  expect(await walk()).toEqual({ base: 'https://git.test/a', withCredential: false });
  const basic = `Basic ${Buffer.from('me:word').toString('base64')}`;
  expect(asked).toEqual([
    [`/a/b.git${suffix}`, `git.test:${port}`, 'git/lorekeep', 'version=2', basic],
    [`/a${suffix}`, `git.test:${port}`, 'git/lorekeep', 'version=2', undefined],
  ]);
});

/** Redirects from `/a` to `/b` to `/c` and so on, so many times. */
const redirecting = (times: number, to = (path: string) => `${path}${suffix}`, status = 302) => {
  answer = ({ url }, response) => {
    const at = url!.charCodeAt(1) - 97;
    if (at >= times) found(response);
    else response.writeHead(status, { location: to(`/${String.fromCharCode(98 + at)}`) }).end();
  };
};

test('three redirects are followed, a fourth is not', async () => {
  redirecting(3);
  expect(await walk({ withCredential: true })).toEqual({ base: 'https://git.test/d', withCredential: true });
  redirecting(4);
  expect(await walk()).toMatchObject({
    code: 'redirect_blocked',
    message: 'The repository redirects too often.',
  });
});

// biome-ignore format: one line for each row
test.each([
  [300, 'https://git.test/b'], [307, 'https://git.test/b'], [399, 'https://git.test/b'], [299, undefined], [400, undefined],
])('the status %i with a location leads to %s', async (status, base) => {
  redirecting(1, undefined, status);
  expect((await walk()).base).toBe(base);
});

test('the credential stays with its host and port', async () => {
  redirecting(1, (path) => `https://other.test:${port}${path}${suffix}`);
  expect(await walk({ withCredential: true })).toEqual({
    base: 'https://other.test/b',
    withCredential: false,
  });
  redirecting(1, (path) => `https://git.test:${port}${path}${suffix}`);
  expect(await walk({ withCredential: true })).toEqual({ base: 'https://git.test/b', withCredential: true });
});

// biome-ignore format: one line for each row
test.each([
  ['something else', (path: string) => `${path}/index.html`, 'The repository redirects to something that is not a repository.'],
  ['no address', () => 'https://:bad', 'The repository redirects to something that is not a repository.'],
  ['an address without TLS', (path: string) => `http://git.test${path}${suffix}`, 'The repository redirects to an address that is not allowed.'],
  ['a private address', (path: string) => `https://127.0.0.1${path}${suffix}`, 'The repository redirects to an address that is not allowed.'],
  ['a name with a private address', (path: string) => `https://inner.test${path}${suffix}`, 'The repository redirects to a host that cannot be resolved, or whose address is not public.'],
])('a redirect to %s is refused', async (_, to, message) => {
  redirecting(1, to);
  expect(await walk()).toMatchObject({ code: 'redirect_blocked', message });
});

test('a first host with a private address is refused, and so is one without any', async () => {
  answer = (_, response) => found(response);
  const refused = (host: string) => `The host ${host} cannot be resolved, or its address is not public.`;
  const unnamed = () =>
    walkRedirects(checkRepositoryUrl(`https://inner.test:${port}/a`, []), {
      network: { allowHosts: [] } as never,
      resolveHost: async () => ['127.0.0.1'],
      signal: new AbortController().signal,
    });
  await expect(unnamed()).rejects.toMatchObject({
    errorCode: 'host_blocked',
    message: refused('inner.test'),
  });
  expect(await walk({ resolve: async () => [] })).toMatchObject({
    code: 'host_blocked',
    message: refused('git.test'),
  });
  expect(
    await walk({
      resolve: async () => {
        throw new Error('no such name');
      },
    }),
  ).toMatchObject({ code: 'host_blocked', message: refused('git.test') });
});

test('a certificate that cannot be verified and a host that is not there are told apart', async () => {
  answer = (_, response) => found(response);
  const ask = (certificates: string[] | undefined, at: number) =>
    walkRedirects(checkRepositoryUrl(`https://git.test:${at}/a`, [`git.test:${at}`]), {
      network: { allowHosts: [`git.test:${at}`] } as never,
      resolveHost: async () => ['127.0.0.1'],
      ...(certificates && { certificates }),
      signal: new AbortController().signal,
    });
  await expect(ask(undefined, port)).rejects.toMatchObject({
    errorCode: 'repo_not_found',
    message: 'The certificate of the repository’s host cannot be verified.',
  });
  await expect(ask([authority.certificate], 1)).rejects.toMatchObject({
    errorCode: 'repo_not_found',
    message: 'The host of the repository cannot be reached.',
  });
});

test('a walk that is aborted ends as aborted', async () => {
  answer = () => undefined;
  const stop = new AbortController();
  const walking = walkRedirects(checkRepositoryUrl(`https://git.test:${port}/a`, [`git.test:${port}`]), {
    network: { allowHosts: [`git.test:${port}`] } as never,
    resolveHost: async () => ['127.0.0.1'],
    certificates: [authority.certificate],
    signal: stop.signal,
  });
  stop.abort();
  await expect(walking).rejects.toMatchObject({ name: 'AbortError' });
});
