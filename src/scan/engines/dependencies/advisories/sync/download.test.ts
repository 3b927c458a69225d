import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAuthority } from '../../../../../../test/hostile/authority.ts';
import { type DownloadOptions, downloadFile, downloadText } from './download.ts';

const authority = createAuthority();
let server: Server;
let base: string;
let folder: string;
let target: string;
let options: DownloadOptions;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lorekeep-download-'));
  server = createServer(authority.issue(['mirror.test']), (request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `mirror.test:${(server.address() as AddressInfo).port}`;
  options = {
    allowHosts: [base],
    resolveHost: async () => ['127.0.0.1'],
    certificates: [authority.certificate],
    signal: new AbortController().signal,
  };
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  target = join(folder, 'file');
  rmSync(target, { force: true });
});

const file = (
  limits: { maxBytes?: number; etag?: string; onBytes?(done: number, total?: number): void } = {},
  path = '/a',
) => downloadFile(`https://${base}${path}`, target, { maxBytes: 10, ...limits }, options);

test('a file of the greatest size is taken, readable by its owner alone, and one byte more is refused as soon as it is known', async () => {
  const content = (bytes: number, announced: boolean) => {
    answer = (_, response) => {
      response.writeHead(200, { etag: '"v1"', ...(announced && { 'content-length': bytes }) });
      response.end('x'.repeat(bytes));
    };
  };
  for (const announced of [true, false]) {
    content(10, announced);
    const told: unknown[] = [];
    expect(await file({ onBytes: (...each) => told.push(each) })).toEqual({ status: 200, etag: '"v1"' });
    expect(told).toEqual([[10, announced ? 10 : undefined]]);
    expect(readFileSync(target, 'utf8')).toBe('x'.repeat(10));
    expect(statSync(target).mode & 0o777).toBe(0o600);
    content(11, announced);
    await expect(file()).rejects.toThrow(
      announced
        ? 'mirror.test offers 11 bytes; at most 10 are taken.'
        : 'mirror.test sent more than 10 bytes.',
    );
  }
  expect(existsSync(target)).toBe(false);
});

test('bytes are counted over all pieces of a file', async () => {
  answer = async (_, response) => {
    response.writeHead(200).write('123456');
    await new Promise((resolve) => setImmediate(resolve));
    response.end('78901');
  };
  await expect(file()).rejects.toThrow('mirror.test sent more than 10 bytes.');
  await expect(downloadText(`https://${base}/a`, 10, options)).rejects.toThrow(
    'mirror.test sent more than 10 bytes.',
  );
  expect(await downloadText(`https://${base}/a`, 11, options)).toBe('12345678901');
});

test('a connection is closed as soon as what it brings is not wanted', async () => {
  const closed: unknown[] = [];
  for (const headers of [{ 'content-length': 2 ** 40 }, { location: 'https://169.254.169.254/' }]) {
    answer = (_, response) => {
      closed.push(once(response, 'close'));
      response.writeHead('location' in headers ? 302 : 200, headers).write('x');
    };
    await expect(file()).rejects.toThrow();
  }
  expect(await Promise.all(closed)).toHaveLength(2);
});

test('of a file that ends too early nothing is kept', async () => {
  answer = (_, response) => {
    response.writeHead(200, { 'content-length': 10 }).write('12345', () => response.destroy());
  };
  await expect(file()).rejects.toThrow('aborted');
  expect(existsSync(target)).toBe(false);
});

test('an unchanged file is not sent again, and what was kept of it stays', async () => {
  writeFileSync(target, 'earlier');
  const asked: unknown[] = [];
  answer = ({ headers }, response) => {
    asked.push([headers['if-none-match'], headers['user-agent']]);
    response.writeHead(304).end();
  };
  expect(await file({ etag: '"v1"' })).toEqual({ status: 304, etag: '"v1"' });
  expect(readFileSync(target, 'utf8')).toBe('earlier');
  // Nobody asked whether it changed: that is no answer.
  await expect(file()).rejects.toThrow('mirror.test answered with status 304.');
  expect(asked).toEqual([
    ['"v1"', 'lorekeep'],
    [undefined, 'lorekeep'],
  ]);
});

test('three redirects are followed, a fourth is not', async () => {
  answer = ({ url }, response) => {
    const left = Number(url!.slice(1));
    if (left === 0) response.writeHead(200).end('there');
    else response.writeHead(300 + left, { location: `/${left - 1}` }).end();
  };
  expect(await file({}, '/3')).toEqual({ status: 200, etag: '' });
  await expect(file({}, '/4')).rejects.toThrow('mirror.test redirects too often.');
});

test.for([
  [199, undefined],
  [201, '/0'],
  [299, '/0'],
  [302, undefined],
  [400, '/0'],
  [404, undefined],
  [500, '/0'],
] as const)('status %i with the location %s is an error', async ([status, location]) => {
  answer = (_, response) => {
    if (status < 200) response.socket!.end(`HTTP/1.1 ${status} Odd\r\n\r\nHTTP/1.1 418 Teapot\r\n\r\n`);
    else response.writeHead(status, location === undefined ? {} : { location }).end();
  };
  await expect(file()).rejects.toThrow(`mirror.test answered with status ${status < 200 ? 418 : status}.`);
});

test('a URL with a user or a password is refused before anybody is asked', async () => {
  answer = () => expect.unreachable();
  for (const user of ['me@', ':word@', 'me:word@'])
    await expect(downloadText(`https://${user}${base}/a`, 10, options)).rejects.toThrow(
      'must not contain a user',
    );
});

test('a host that says nothing is waited for no longer than was said, before the first byte and after it', async () => {
  const quick = { ...options, silenceMs: 50 };
  answer = () => {};
  await expect(downloadText(`https://${base}/a`, 10, quick)).rejects.toThrow(
    'mirror.test did not answer in time.',
  );
  answer = (_, response) => void response.writeHead(200).write('x');
  await expect(downloadFile(`https://${base}/a`, target, { maxBytes: 10 }, quick)).rejects.toThrow();
  expect(existsSync(target)).toBe(false);
});

test('a download that is called off leaves nothing', async () => {
  const controller = new AbortController();
  answer = (_, response) => void response.writeHead(200).write('x');
  const download = downloadFile(
    `https://${base}/a`,
    target,
    { maxBytes: 10, onBytes: () => controller.abort() },
    { ...options, signal: controller.signal },
  );
  await expect(download).rejects.toThrow('aborted');
  expect(existsSync(target)).toBe(false);
});
