import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { FailedScan } from '../../src/scan/model/outcome.ts';
import { readBody, serveGit } from './git-host.ts';
import { RepositoryBuilder } from './repositories.ts';
import { bait, expectNothingCaught, useHarness } from './use-harness.ts';

const harness = await useHarness();
new RepositoryBuilder(harness.repositories, 'good.git').files({
  'a.js': bait,
  'b.md': 'x'.repeat(200_000),
});

const discovery = '/info/refs?service=git-upload-pack';

test('a repository on a real git server is fetched and scanned', async () => {
  const outcome = await harness.scan(harness.url('good.git'));
  expect(outcome).toMatchObject({
    status: 'completed',
    findings: [{ file: 'a.js', line: 1, ruleId: 'supply-chain.bidi-control' }],
    coverage: { complete: true, files: 2 },
  });
  expect(outcome).toHaveProperty('commit', expect.stringMatching(/^[0-9a-f]{40}$/));
  const { commands } = harness.caught();
  expect(commands.length).toBeGreaterThan(0);
  // Every URL and ref stands behind "--", where git cannot read it as an option.
  const fetch = commands.find((command) => command.includes('fetch'))!;
  expect(fetch.indexOf('--')).toBe(fetch.findIndex((argument) => argument.startsWith('https://')) - 1);
});

describe('names', () => {
  test.each([
    ['a private address', [['10.1.2.3']]],
    ['loopback', [['127.0.0.1']]],
    ['a mapped loopback address', [['::ffff:127.0.0.1']]],
    ['carrier NAT', [['100.100.100.200']]],
    ['a unique local address', [['fd12::1']]],
    ['a zone of a link-local address', [['fe80::1%eth0']]],
    ['a public and a private address', [['93.184.215.14', '192.168.0.1']]],
    ['something that is no address', [['localhost']]],
  ])('one that resolves to %s is blocked and never contacted', async (_, answers) => {
    harness.names.set('private.test', answers);
    const before = harness.host.requests.length;
    const outcome = await harness.scan(`https://private.test:${harness.trapPort}/a.git`);
    expect(outcome).toMatchObject({ status: 'failed', errorCode: 'host_blocked' });
    expect(harness.host.requests).toHaveLength(before);
    expectNothingCaught(harness);
  });

  test('one that does not resolve cannot be told from one that leads inside', async () => {
    harness.names.set('inside.test', [['10.1.2.3']]);
    const { network, ...unknown } = (await harness.scan('https://unknown.test/a.git')) as FailedScan;
    const inside = await harness.scan('https://inside.test/a.git');
    // Each names the host that was asked for, and nothing else of it.
    const { error, ...others } = inside as FailedScan;
    expect(unknown).toEqual({ ...others, error: error.replace('inside.test', 'unknown.test') });
    expect(unknown).toMatchObject({ status: 'failed', errorCode: 'host_blocked' });
    // Only the command line, whose user asked for the name, is told that the network is at fault.
    expect(network).toBe(true);
  });

  test('one that resolves differently the second time is asked only once, and git goes where we looked', async () => {
    harness.names.set('git.test', [['127.0.0.1'], ['127.66.66.66']]);
    harness.asked.length = 0;
    expect(await harness.scan(harness.url('good.git'))).toMatchObject({ status: 'completed' });
    expect(harness.asked).toEqual(['git.test']);
    harness.names.set('git.test', [['127.0.0.1']]);
    expectNothingCaught(harness);
  });
});

describe('redirects', () => {
  let turn = 0;
  function redirect(location: string | (() => string)): string {
    const path = `moved-${turn++}.git`;
    harness.host.answer(`/${path}/`, (_request, response) => {
      response.writeHead(302, { location: typeof location === 'string' ? location : location() }).end();
    });
    return harness.url(path);
  }

  test('to a renamed repository on the same host are followed, with the credential', async () => {
    harness.host.requests.length = 0;
    const url = redirect(`${harness.url('good.git')}${discovery}`);
    const credential = { username: 'me', password: 'word' };
    expect(await harness.scan({ kind: 'remote', url, credential })).toMatchObject({ status: 'completed' });
    const sent = harness.host.requests.map(({ authorization }) => authorization);
    expect(new Set(sent)).toEqual(new Set([`Basic ${Buffer.from('me:word').toString('base64')}`]));
    // It travels by environment; on a command line every user of the machine could read it.
    expect(JSON.stringify(harness.caught().commands)).not.toMatch(/word|bWU6d29yZA/);
  });

  test('to another host lose the credential', async () => {
    harness.host.requests.length = 0;
    const url = redirect(`${harness.url('good.git', 'other.test')}${discovery}`);
    const credential = { username: 'me', password: 'word' };
    expect(await harness.scan({ kind: 'remote', url, credential })).toMatchObject({ status: 'completed' });
    const elsewhere = harness.host.requests.filter(({ host }) => host.startsWith('other.test'));
    expect(elsewhere.length).toBeGreaterThan(1);
    expect(elsewhere.map(({ authorization }) => authorization)).toEqual(elsewhere.map(() => undefined));
  });

  test.each([
    ['loopback', () => `https://127.0.0.1:${harness.trapPort}/a${discovery}`],
    ['loopback as a number', () => `https://2130706433:${harness.trapPort}/a${discovery}`],
    ['localhost', () => `https://localhost:${harness.trapPort}/a${discovery}`],
    ['a name of a private address', () => `https://inside.test:${harness.trapPort}/a${discovery}`],
    ['http', () => `http://git.test:${harness.trapPort}/a${discovery}`],
    ['a file', () => `file:///etc/passwd${discovery}`],
    ['a user and a password', () => `https://me:word@git.test:${harness.host.port}/good.git${discovery}`],
    ['something that is no repository', () => `https://git.test:${harness.host.port}/login`],
    ['nothing readable', () => 'https://[::'],
  ])('to %s are blocked', async (_, location) => {
    harness.names.set('inside.test', [['10.0.0.1']]);
    expect(await harness.scan(redirect(location))).toMatchObject({
      status: 'failed',
      errorCode: 'redirect_blocked',
    });
    expectNothingCaught(harness);
  });

  test('that never end are blocked after three', async () => {
    harness.host.requests.length = 0;
    let url = '';
    url = redirect(() => `${url}${discovery}`);
    expect(await harness.scan(url)).toMatchObject({ status: 'failed', errorCode: 'redirect_blocked' });
    expect(harness.host.requests).toHaveLength(4);
  });

  test('that git meets after our own look are blocked too', async () => {
    let asked = 0;
    harness.host.answer('/late.git/', (request, response) => {
      if (asked++ === 0) {
        response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' }).end();
      } else
        response.writeHead(302, { location: `https://127.0.0.1:${harness.trapPort}${request.url}` }).end();
    });
    expect(await harness.scan(harness.url('late.git'))).toMatchObject({
      status: 'failed',
      errorCode: 'redirect_blocked',
    });
    expectNothingCaught(harness);
  });
});

describe('servers', () => {
  const slow = { limits: { cloneMs: 1_500 } } as never;

  test.each([
    ['says 404', 404, 'text/plain', 'repo_not_found'],
    ['says 401', 401, 'text/plain', 'auth_failed'],
    ['says 403', 403, 'text/plain', 'auth_failed'],
    ['says 500', 500, 'text/plain', 'repo_not_found'],
    ['answers with a web page', 200, 'text/html', 'repo_not_found'],
    [
      'answers with an empty advertisement',
      200,
      'application/x-git-upload-pack-advertisement',
      'corrupt_repository',
    ],
  ])('one that %s', async (_, status, type, errorCode) => {
    harness.host.answer('/plain.git/', (_request, response) => {
      response.writeHead(status, { 'content-type': type }).end('<html>');
    });
    expect(await harness.scan(harness.url('plain.git'))).toMatchObject({ status: 'failed', errorCode });
    expectNothingCaught(harness);
  });

  test('one that never answers meets the clone limit', async () => {
    harness.host.answer('/mute.git/', () => {});
    expect(await harness.scan(harness.url('mute.git'), slow)).toMatchObject({ errorCode: 'clone_timeout' });
    expectNothingCaught(harness);
  });

  test('one that drips a byte at a time meets the clone limit', async () => {
    harness.host.answer('/drip.git/', (request, response) => {
      const waiting: number[] = [];
      const drip = (chunk: Buffer) => {
        waiting.push(...chunk);
        return Buffer.alloc(0);
      };
      const isPost = request.method === 'POST';
      serveGit(harness.repositories, spelled(request, 'good.git'), response, isPost ? drip : undefined);
      if (!isPost) return;
      response.end = () => response;
      const timer = setInterval(() => response.write(Buffer.from(waiting.splice(0, 1))), 50);
      response.on('close', () => clearInterval(timer));
    });
    expect(await harness.scan(harness.url('drip.git'), slow)).toMatchObject({ errorCode: 'clone_timeout' });
    expectNothingCaught(harness);
  });

  test('one that sends objects without end meets the size limit', async () => {
    harness.host.answer('/endless.git/', async (request, response) => {
      const body = await readBody(request);
      spelled(request, 'good.git');
      if (!body.includes('command=fetch')) {
        return serveGit(harness.repositories, request, response, undefined, body);
      }
      response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' });
      response.write(packet(Buffer.from('packfile\n')));
      // A pack that announces two million objects and goes on to send them.
      response.write(packet(Buffer.from([1, ...Buffer.from('PACK'), 0, 0, 0, 2, 0, 32, 0, 0])));
      const timer = setInterval(() => {
        for (let i = 0; i < 40; i++) response.write(packet(Buffer.concat([Buffer.from([1]), randomBlobs()])));
      }, 5);
      response.on('close', () => clearInterval(timer));
    });
    const limits = { limits: { packBytes: 4_000_000, cloneMs: 30_000 } } as never;
    const outcome = await harness.scan(harness.url('endless.git'), limits);
    expect(outcome).toMatchObject({ status: 'failed', errorCode: 'repo_too_large' });
    expectNothingCaught(harness);
  });

  test('one that closes in the middle of the pack', async () => {
    harness.host.answer('/cut.git/', (request, response) => {
      const limit = request.method === 'POST' ? 500 : Number.POSITIVE_INFINITY;
      serveGit(harness.repositories, spelled(request, 'good.git'), response, (chunk, sent) =>
        sent + chunk.length > limit ? undefined : chunk,
      );
    });
    expect(await harness.scan(harness.url('cut.git'))).toMatchObject({
      status: 'failed',
      errorCode: 'corrupt_repository',
    });
    expectNothingCaught(harness);
  });

  test('one that sends a damaged pack', async () => {
    harness.host.answer('/damaged.git/', (request, response) => {
      serveGit(harness.repositories, spelled(request, 'good.git'), response, (chunk) => {
        const pack = request.method === 'POST' ? chunk.indexOf('PACK') : -1;
        if (pack !== -1) for (let i = pack + 20; i < chunk.length - 8; i += 7) chunk[i]! ^= 0x55;
        return chunk;
      });
    });
    expect(await harness.scan(harness.url('damaged.git'))).toMatchObject({
      status: 'failed',
      errorCode: 'corrupt_repository',
    });
    expectNothingCaught(harness);
  });
});

/** One packet of git's protocol: four hexadecimal digits and the content. */
function packet(content: Buffer): Buffer {
  return Buffer.concat([Buffer.from((content.length + 4).toString(16).padStart(4, '0')), content]);
}

/** Sixty blobs of 1,000 random bytes as they stand in a pack. */
function randomBlobs(): Buffer {
  return Buffer.concat(
    Array.from({ length: 60 }, () =>
      Buffer.concat([Buffer.from([0xb8, 0x3e]), deflateSync(randomBytes(1000), { level: 0 })]),
    ),
  );
}

/** The same request for the repository that really exists. */
function spelled<Request extends { url?: string | undefined }>(request: Request, name: string): Request {
  request.url = request.url?.replace(/^\/[^/]+/, `/${name}`);
  return request;
}
