import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../test/support/app.ts';
import { ServiceError } from '../kernel/errors.ts';
import { createLogger } from '../telemetry/logger.ts';
import { callService, callStartingService, isServiceRunning, ServiceNotRunning } from './client.ts';
import type { Operations } from './operations.ts';
import { listenForCommands } from './server.ts';
import { controlSocketPath } from './socket-path.ts';
import { createToken, isToken, readToken } from './token.ts';

const operations: Operations = {
  echo: async (args, report) => {
    report({ done: 1 });
    report({ done: 2 });
    return args;
  },
  nothing: async () => undefined,
  'a/b': async () => 'slash',
  refuse: async () => {
    throw new ServiceError('not_found', 'No such thing.', {
      details: [{ path: 'a', code: 'b', message: 'c' }],
    });
  },
  break: async () => {
    throw new TypeError('broken');
  },
};

// A thread of the tests cannot set the mask of its process.
beforeEach(() => {
  const mask = vi.spyOn(process, 'umask').mockReturnValue(0o022);
  onTestFinished(() => mask.mockRestore());
});

async function serve(folder = temporaryFolder()) {
  const server = await listenForCommands(folder, operations, createLogger('silent'));
  onTestFinished(() => server!.close());
  return { folder, server: server! };
}

test('an operation tells how far it is and gives its result', async () => {
  const { folder } = await serve();
  const told: unknown[] = [];
  expect(await callService(folder, 'echo', { a: [1, 'x'] }, (progress) => told.push(progress))).toEqual({
    a: [1, 'x'],
  });
  expect(told).toEqual([{ done: 1 }, { done: 2 }]);
  expect(await callService(folder, 'nothing', {}, () => {})).toBeNull();
  expect(await callService(folder, 'a/b', {}, () => {})).toBe('slash');
  expect(await isServiceRunning(folder)).toBe(true);
});

test('a service that listens only after a while is waited for, and its failures are its own', async () => {
  const folder = temporaryFolder();
  const asked = callStartingService(folder, 'echo', { a: 1 }, () => {}, new Error('in use'));
  const refused = callStartingService(folder, 'refuse', {}, () => {}, new Error('in use'));
  await serve(folder);
  expect(await asked).toEqual({ a: 1 });
  await expect(refused).rejects.toMatchObject({ code: 'not_found' });
});

test.each<[string, object]>([
  [
    'refuse',
    { code: 'not_found', message: 'No such thing.', details: [{ path: 'a', code: 'b', message: 'c' }] },
  ],
  ['break', { code: 'internal_error', message: 'broken', details: undefined }],
  ['unknown', { code: 'not_found', message: expect.stringContaining('does not know this command') }],
  ['constructor', { code: 'not_found' }],
])('the error of "%s" comes through', async (name, error) => {
  const { folder } = await serve();
  await expect(callService(folder, name, {}, () => {})).rejects.toMatchObject(error);
});

test('what is not an object is refused, and so is a body of more than 64 MiB', async () => {
  const { folder } = await serve();
  await expect(callService(folder, 'echo', [] as never, () => {})).rejects.toMatchObject({
    code: 'invalid_json',
  });
  const large = { text: 'x'.repeat(64 * 1024 * 1024) };
  await expect(callService(folder, 'nothing', large, () => {})).rejects.toMatchObject({
    code: 'payload_too_large',
  });
});

test('who sends much to a command that nobody knows is told so', async () => {
  const { folder } = await serve();
  const large = { text: 'x'.repeat(16 * 1024 * 1024) };
  await expect(callService(folder, 'unknown', large, () => {})).rejects.toMatchObject({ code: 'not_found' });
});

test('calls have a connection each, so that none meets one that the service closes', async () => {
  const { folder } = await serve();
  const opened: string[] = [];
  const heard = (message: unknown) =>
    opened.push(String((message as { request: { reusedSocket: boolean } }).request.reusedSocket));
  subscribe('http.client.response.finish', heard);
  await callService(folder, 'echo', {}, () => {});
  await callService(folder, 'echo', {}, () => {});
  unsubscribe('http.client.response.finish', heard);
  expect(opened).toEqual(['false', 'false']);
});

test('only who may read the folder may give commands', async () => {
  const { folder } = await serve();
  expect(statSync(join(folder, 'control.sock')).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, 'control.token')).mode & 0o777).toBe(0o600);
  writeFileSync(join(folder, 'control.token'), 'another');
  await expect(callService(folder, 'echo', {}, () => {})).rejects.toMatchObject({ code: 'unauthenticated' });
});

test('no service, one that died and one that goes away are told apart', async () => {
  const empty = temporaryFolder();
  expect(await isServiceRunning(empty)).toBe(false);
  await expect(callService(empty, 'echo', {}, () => {})).rejects.toBeInstanceOf(ServiceNotRunning);
  const { folder, server } = await serve();
  await server.close();
  writeFileSync(join(folder, 'control.sock'), '');
  expect(await isServiceRunning(folder)).toBe(false);
  const dying = temporaryFolder();
  const listener = createServer((socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'));
  });
  await new Promise<void>((done) => listener.listen(join(dying, 'control.sock'), done));
  await expect(callService(dying, 'echo', {}, () => {})).rejects.toThrow('went away before it had finished');
  await new Promise<void>((done) => listener.close(() => done()));
});

test('a socket that was left behind does not keep a service from starting', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'control.sock'), '');
  await serve(folder);
  expect(await isServiceRunning(folder)).toBe(true);
});

test('a folder whose path is too long for a socket is reached all the same on Linux', async () => {
  const base = temporaryFolder();
  const exact = join(base, 'x'.repeat(100 - Buffer.byteLength(join(base, 'x', 'control.sock')) + 1));
  const long = join(base, 'y'.repeat(120));
  for (const folder of [exact, long]) mkdirSync(folder);
  expect(controlSocketPath(exact)).toBe(join(exact, 'control.sock'));
  expect(controlSocketPath(`${exact}x`.slice(0, -1))).toBe(join(exact, 'control.sock'));
  if (process.platform !== 'linux') return;
  expect(controlSocketPath(long)).toMatch(/^\/proc\/self\/fd\/\d+\/control\.sock$/);
  await serve(long);
  expect(await callService(long, 'nothing', {}, () => {})).toBeNull();
});

test('a token is new at every start, and only the whole of it is right', () => {
  const folder = temporaryFolder();
  expect(readToken(folder)).toBe('');
  const first = createToken(folder);
  expect(readFileSync(join(folder, 'control.token'), 'utf8')).toBe(first);
  const second = createToken(folder);
  expect(second).not.toBe(first);
  expect(Buffer.from(second, 'base64url')).toHaveLength(32);
  expect(readToken(folder)).toBe(second);
  for (const [given, right] of [
    [second, true],
    [first, false],
    [second.slice(1), false],
    ['', false],
    [undefined, false],
    [[second], false],
  ] as const)
    expect(isToken(second, given), String(given)).toBe(right);
  rmSync(join(folder, 'control.token'));
  mkdirSync(join(folder, 'control.token'));
  expect(() => readToken(folder)).toThrow(/EISDIR/);
  expect(existsSync(folder)).toBe(true);
});

test('a request without a token is answered with an error, not with a result', async () => {
  const { folder } = await serve();
  const text = await new Promise<string>((done) => {
    request({ socketPath: controlSocketPath(folder)!, method: 'POST', path: '/echo' }, async (response) => {
      let all = '';
      for await (const chunk of response) all += chunk;
      done(`${response.statusCode} ${response.headers['content-type']} ${all}`);
    }).end('{}');
  });
  expect(text).toMatch(/^200 application\/x-ndjson \{"error":\{"code":"unauthenticated",/);
});

test('a socket that nobody listens on is no service; a service that breaks off is an error', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'control.sock'), '');
  await expect(callService(folder, 'echo', {}, () => {})).rejects.toBeInstanceOf(ServiceNotRunning);
  const broken = temporaryFolder();
  const listener = createServer((socket) => socket.destroy());
  await new Promise<void>((done) => listener.listen(join(broken, 'control.sock'), done));
  const failure = await callService(broken, 'echo', {}, () => {}).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
  expect(failure).not.toBeInstanceOf(ServiceNotRunning);
  await new Promise<void>((done) => listener.close(() => done()));
});
