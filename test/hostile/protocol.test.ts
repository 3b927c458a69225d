import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { createAuthority } from './authority.ts';
import { readBody, serveGit } from './git-host.ts';
import { RepositoryBuilder } from './repositories.ts';
import { bait, expectNothingCaught, useHarness } from './use-harness.ts';

const harness = await useHarness();
const commit = new RepositoryBuilder(harness.repositories, 'good.git').files({ 'a.js': bait });

/** The same request for the repository that really exists. */
function asked(request: IncomingMessage): IncomingMessage {
  request.url = request.url?.replace(/^\/[^/]+/, '/good.git') ?? '';
  return request;
}

function packet(content: string | Buffer): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes]);
}

const flush = Buffer.from('0000');

/** Behaves like the good repository until git asks for objects, then answers with this pack. */
function answerWithPack(name: string, pack: Buffer, encode?: (body: Buffer) => Buffer): string {
  harness.host.answer(`/${name}/`, async (request, response) => {
    const question = await readBody(request);
    if (!question.includes('command=fetch')) {
      return serveGit(harness.repositories, asked(request), response, undefined, question);
    }
    const parts = [packet('shallow-info\n'), packet(`shallow ${commit}\n`), Buffer.from('0001')];
    parts.push(packet('packfile\n'));
    for (let at = 0; at < pack.length; at += 60_000) {
      parts.push(packet(Buffer.concat([Buffer.from([1]), pack.subarray(at, at + 60_000)])));
    }
    const body = Buffer.concat([...parts, flush]);
    const type = { 'content-type': 'application/x-git-upload-pack-result' };
    if (encode) response.writeHead(200, { ...type, 'content-encoding': 'gzip' }).end(encode(body));
    else response.writeHead(200, type).end(body);
  });
  return harness.url(name);
}

function packOf(objects: number, content: Buffer[]): Buffer {
  const pack = Buffer.concat([Buffer.from('PACK'), Buffer.from([0, 0, 0, 2, 0, 0, 0, objects]), ...content]);
  return Buffer.concat([pack, createHash('sha1').update(pack).digest()]);
}

function objectHead(type: number, size: number): Buffer {
  const bytes = [(type << 4) | (size & 15)];
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1]! |= 0x80;
    bytes.push(rest & 127);
  }
  return Buffer.from(bytes);
}
function varint(value: number): Buffer {
  const bytes = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1]! |= 0x80;
    bytes.push(rest % 128);
  }
  return Buffer.from(bytes);
}
function offset(distance: number): Buffer {
  const bytes = [distance & 127];
  for (let rest = distance >> 7; rest > 0; rest >>= 7) bytes.unshift(0x80 | (--rest & 127));
  return Buffer.from(bytes);
}

/** Serves the repository as a web server would that knows nothing of git: files, and where more objects are. */
function answerDumbly(request: IncomingMessage, response: ServerResponse): void {
  const path = (request.url ?? '').replace(/^\/[^/]+/, '').replace(/\?.*/, '');
  const files: Record<string, string> = {
    '/info/refs': `${commit}\trefs/heads/main\n`,
    '/HEAD': 'ref: refs/heads/main\n',
    '/objects/info/http-alternates': `https://127.0.0.1:${harness.trapPort}/objects\nhttp://127.0.0.1:${harness.trapPort}/objects\n`,
    '/objects/info/alternates': `https://127.0.0.1:${harness.trapPort}/objects\n`,
  };
  const content = files[path];
  if (content === undefined) response.writeHead(404).end();
  else response.writeHead(200, { 'content-type': 'text/plain' }).end(content);
}

test.each([false, true])(
  'a server that becomes a plain web server after our look is refused, and its alternates are not contacted (history: %s)',
  async (history) => {
    let looked = 0;
    const name = `dumb-${history}.git`;
    harness.host.answer(`/${name}/`, (request, response) => {
      if (looked++ === 0) serveGit(harness.repositories, asked(request), response);
      else answerDumbly(request, response);
    });
    const outcome = await harness.scan(harness.url(name), { history });
    expect(outcome).toMatchObject({ status: 'failed', errorCode: 'corrupt_repository' });
    // A dumb server's objects are not checked as those of a pack are: none may be asked for.
    expect(harness.host.requests.filter(({ url }) => url.startsWith(`/${name}/objects/`))).toEqual([]);
    expectNothingCaught(harness);
  },
);

test('a pack whose deltas grow to gigabytes meets the memory limit, not the machine’s', async () => {
  const base = Buffer.alloc(65_535, 'a');
  const copy = [0x80 | 0x10 | 0x20, 0xff, 0xff];
  // Every instruction copies the whole base: three bytes become sixty-four thousand.
  const copies = 130_000;
  const delta = Buffer.concat([
    varint(base.length),
    varint(copies * base.length),
    Buffer.alloc(copies * copy.length, Buffer.from(copy)),
  ]);
  const first = Buffer.concat([objectHead(3, base.length), deflateSync(base)]);
  const second = [objectHead(6, delta.length), offset(first.length), deflateSync(delta)];
  const url = answerWithPack('bomb.git', packOf(2, [first, ...second]));
  expect(await harness.scan(url, { limits: { packBytes: 4_000_000 } } as never)).toMatchObject({
    status: 'failed',
    errorCode: 'out_of_memory',
  });
  expectNothingCaught(harness);
});

test('an answer that unpacks a thousandfold on its way in meets the size limit', async () => {
  const size = 60_000_000;
  const pack = packOf(1, [objectHead(3, size), deflateSync(Buffer.alloc(size), { level: 0 })]);
  const url = answerWithPack('gzip.git', pack, (body) => gzipSync(body, { level: 1 }));
  expect(await harness.scan(url, { limits: { packBytes: 4_000_000 } } as never)).toMatchObject({
    status: 'failed',
    errorCode: 'repo_too_large',
  });
  expectNothingCaught(harness);
});

test('nothing of the operator’s environment and home reaches git: no proxy, no rewritten address, no trace, no unverified certificate', async () => {
  const home = join(harness.root, 'home');
  const trap = `http://127.0.0.1:${harness.trapPort}`;
  mkdirSync(home);
  writeFileSync(
    join(home, '.gitconfig'),
    `[url "https://127.0.0.1:${harness.trapPort}/"]\n\tinsteadOf = ${harness.url('')}\n[http]\n\tproxy = ${trap}\n\tsslVerify = false\n[core]\n\tgitProxy = touch ${harness.canaries}/proxy\n`,
  );
  const hostile: Record<string, string> = {
    HOME: home,
    XDG_CONFIG_HOME: home,
    HTTPS_PROXY: trap,
    https_proxy: trap,
    ALL_PROXY: trap,
    all_proxy: trap,
    GIT_PROXY_COMMAND: `touch ${harness.canaries}/command`,
    GIT_SSL_NO_VERIFY: '1',
    GIT_TRACE: join(harness.canaries, 'trace'),
    GIT_TRACE_CURL: join(harness.canaries, 'curl'),
    GIT_EXTERNAL_DIFF: `touch ${harness.canaries}/diff`,
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `url.https://127.0.0.1:${harness.trapPort}/.insteadOf`,
    GIT_CONFIG_VALUE_0: harness.url(''),
    GIT_ALTERNATE_OBJECT_DIRECTORIES: '/nowhere',
    GIT_OBJECT_DIRECTORY: join(home, 'objects'),
    GIT_DIR: home,
    GIT_EXEC_PATH: home,
  };
  const before = { ...process.env };
  Object.assign(process.env, hostile);
  try {
    expect(await harness.scan(harness.url('good.git'))).toMatchObject({
      status: 'completed',
      findings: [{ file: 'a.js' }],
    });
  } finally {
    for (const name of Object.keys(hostile)) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
  expectNothingCaught(harness);
});

test('a certificate of an authority that nobody trusts ends the scan before git is started', async () => {
  const tls = createAuthority().issue(['git.test']);
  const server = createServer(tls, (_request, response) => response.end());
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(harness.host.port, '127.0.0.2', resolve));
  onTestFinished(() => void server.close());
  expect((server.address() as AddressInfo).port).toBe(harness.host.port);
  harness.names.set('git.test', [['127.0.0.2']]);
  const outcome = await harness.scan(harness.url('good.git'));
  harness.names.set('git.test', [['127.0.0.1']]);
  expect(outcome).toMatchObject({
    status: 'failed',
    errorCode: 'repo_not_found',
    network: true,
    error: expect.stringContaining('certificate'),
  });
  expect(harness.caught().commands).toEqual([]);
});

test('a host that asks for other ways to sign in gets none', async () => {
  let looked = 0;
  harness.host.answer('/sign-in.git/', (request, response) => {
    if (looked++ === 0) return serveGit(harness.repositories, asked(request), response);
    response.setHeader('www-authenticate', [
      'Negotiate',
      'NTLM',
      'Basic realm="x"',
      'Digest realm="x", nonce="y"',
    ]);
    response.writeHead(401).end();
  });
  expect(await harness.scan(harness.url('sign-in.git'))).toMatchObject({
    status: 'failed',
    errorCode: 'auth_failed',
  });
  const sent = harness.host.requests.filter(({ url }) => url.startsWith('/sign-in.git'));
  expect(sent.map(({ authorization }) => authorization)).toEqual(sent.map(() => undefined));
  expectNothingCaught(harness);
});

test.each([
  ['says 404', 404, false],
  ['says 503', 503, true],
])(
  'a host that %s after our look is told apart, whatever the repository is called',
  async (_, status, network) => {
    let looked = 0;
    const name = `redirect-timeout-ssl-${status}.git`;
    harness.host.answer(`/${name}/`, (request, response) => {
      if (looked++ === 0) serveGit(harness.repositories, asked(request), response);
      else response.writeHead(status).end();
    });
    const outcome = await harness.scan(harness.url(name));
    expect(outcome).toMatchObject({ status: 'failed', errorCode: 'repo_not_found' });
    expect('network' in outcome).toBe(network);
    expectNothingCaught(harness);
  },
);

test('a redirect of the request for the pack is not followed', async () => {
  harness.host.answer('/late-pack.git/', (request, response) => {
    if (request.method === 'GET') return serveGit(harness.repositories, asked(request), response);
    response.writeHead(307, { location: `https://127.0.0.1:${harness.trapPort}/git-upload-pack` }).end();
  });
  expect(await harness.scan(harness.url('late-pack.git'))).toMatchObject({
    status: 'failed',
    errorCode: 'redirect_blocked',
  });
  expectNothingCaught(harness);
});

/** Offers as many branches as asked for, all at the same commit. */
function answerWithRefs(name: string, count: number): string {
  const refs = Array.from({ length: count }, (_, i) => packet(`${commit} refs/heads/${i % 7}/b${i}\n`));
  const list = [packet(`${commit} HEAD\n`), packet(`${commit} refs/heads/main\n`), ...refs, flush];
  harness.host.answer(`/${name}/`, async (request, response) => {
    const body = await readBody(request);
    if (!body.includes('command=ls-refs')) {
      return serveGit(harness.repositories, asked(request), response, undefined, body);
    }
    response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' });
    response.end(Buffer.concat(list));
  });
  return harness.url(name);
}

test('many branches do not stand in the way of one, and with the history they are all followed', async () => {
  const url = answerWithRefs('refs.git', 100_000);
  expect(await harness.scan({ kind: 'remote', url, ref: 'main' })).toMatchObject({ status: 'completed' });
  const some = answerWithRefs('some-refs.git', 2_000);
  const whole = await harness.scan(some, { history: true, engines: ['secrets'] });
  expect(whole).toMatchObject({ status: 'completed', coverage: { complete: true } });
  expectNothingCaught(harness);
});

test('a history with more branches than the limit ends there, and does not fill the disk with them', async () => {
  const url = answerWithRefs('too-many-refs.git', 3_000);
  const task = { history: true, engines: ['secrets' as const], limits: { historyBlobs: 1_000 } };
  expect(await harness.scan(url, task as never)).toMatchObject({
    status: 'failed',
    errorCode: 'too_many_files',
  });
  expectNothingCaught(harness);
});
