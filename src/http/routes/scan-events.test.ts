import type { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Call } from '../route.ts';
import { Followers, streamScanEvents } from './scan-events.ts';

beforeEach(
  () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }),
);
afterEach(() => void vi.useRealTimers());

function follow(statuses: Array<string | Error>, followers = new Followers(2)) {
  const [draining, gone] = [new AbortController(), new AbortController()];
  const call = {
    principal: { keyId: 'key_1' },
    draining: draining.signal,
    gone: gone.signal,
  } as unknown as Call;
  let listener: (() => void) | undefined;
  let looks = 0;
  let withdrawn = false;
  let last = statuses[0]!;
  const options = {
    look: async () => {
      looks++;
      last = statuses.shift() ?? last;
      if (last instanceof Error) throw last;
      return { status: last } as never;
    },
    listen: (given: () => void) => {
      listener = given;
      return () => {
        listener = undefined;
      };
    },
    isWithdrawn: async () => withdrawn,
    everyMs: 100,
    heartbeatMs: 1_000,
    followers,
  };
  const opening = streamScanEvents(call, options as never);
  return {
    opening,
    draining,
    gone,
    change: () => listener?.(),
    withdraw: () => {
      withdrawn = true;
    },
    isListening: () => listener !== undefined,
    looks: () => looks,
    /** What has arrived since the last time. */
    async read() {
      for (let i = 0; i < 5; i++) await turn();
      const stream = (await opening).body as NodeJS.ReadableStream;
      const text = String(stream.read() ?? '');
      // What is at its end says so when it is asked again.
      if (text === '') for (let i = 0; i < 5; i++) await turn();
      return text;
    },
  };
}

const event = (id: number, name: string, status: string) =>
  `id: ${id}\nevent: ${name}\ndata: {"status":"${status}"}\n\n`;

test('a stream tells of a status, of progress in it, and of the end, after which it closes', async () => {
  const scan = follow(['pending', 'running', 'running', 'completed']);
  const response = await scan.opening;
  expect(response).toMatchObject({
    contentType: 'text/event-stream; charset=utf-8',
    headers: { 'X-Accel-Buffering': 'no' },
  });
  expect(await scan.read()).toBe(`retry: 3000\n\n${event(1, 'status', 'pending')}`);
  scan.change();
  await vi.advanceTimersByTimeAsync(99);
  expect(await scan.read()).toBe('');
  // Several changes within a time are one.
  scan.change();
  await vi.advanceTimersByTimeAsync(1);
  expect(await scan.read()).toBe(event(2, 'status', 'running'));
  expect(scan.looks()).toBe(2);
  scan.change();
  await vi.advanceTimersByTimeAsync(100);
  expect(await scan.read()).toBe(event(3, 'progress', 'running'));
  scan.change();
  await vi.advanceTimersByTimeAsync(100);
  expect(await scan.read()).toBe(event(4, 'finished', 'completed'));
  await scan.read();
  expect(scan.isListening()).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

test('a scan that has ended is told of at once, one that failed too', async () => {
  for (const status of ['completed', 'failed']) {
    const scan = follow([status]);
    expect(await scan.read()).toBe(`retry: 3000\n\n${event(1, 'finished', status)}`);
  }
});

test('a heartbeat shows that the stream lives, and looks for what other nodes have changed', async () => {
  const scan = follow(['running', 'running']);
  await scan.read();
  await vi.advanceTimersByTimeAsync(999);
  expect(await scan.read()).toBe('');
  await vi.advanceTimersByTimeAsync(1);
  expect(await scan.read()).toBe(': still here\n\n');
  await vi.advanceTimersByTimeAsync(100);
  expect(await scan.read()).toBe(event(2, 'progress', 'running'));
});

test('a stream ends where the service stops, where nobody reads it, and where the scan is gone', async () => {
  const stopped = follow(['running']);
  await stopped.read();
  stopped.draining.abort();
  await stopped.read();
  expect(stopped.isListening()).toBe(false);
  const left = follow(['running']);
  await left.read();
  left.gone.abort();
  await left.read();
  expect(left.isListening()).toBe(false);
  const deleted = follow(['running', new Error('no scan')]);
  await deleted.read();
  deleted.change();
  await vi.advanceTimersByTimeAsync(100);
  await deleted.read();
  expect(deleted.isListening()).toBe(false);
  const never = follow([new Error('no scan')]);
  await expect(never.opening).rejects.toThrow('no scan');
  for (let i = 0; i < 5; i++) await turn();
  expect(never.isListening()).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

test('a key follows as many scans as it may, and another when one of them is left', async () => {
  const followers = new Followers(2);
  const leave = [followers.enter('a'), followers.enter('a')];
  expect(() => followers.enter('a')).toThrow('This key follows too many scans at the same time.');
  expect(() => followers.enter('b')).not.toThrow();
  leave[0]!();
  expect(() => followers.enter('a')).not.toThrow();
  expect(() => followers.enter('a')).toThrow();
  await expect(follow(['running'], new Followers(0)).opening).rejects.toMatchObject({
    code: 'rate_limited',
    retryAfterSeconds: 10,
  });
});

test.each([
  [64 * 1024, true],
  [64 * 1024 + 1, false],
])('a reader with %i bytes before it gets another event: %s', async (bytes, isSent) => {
  const frame = event(1, 'status', '').length;
  const scan = follow(['x'.repeat(bytes - frame), 'running', 'completed']);
  // Nothing flows until somebody reads.
  const stream = (await scan.opening).body as PassThrough;
  for (let i = 0; i < 5; i++) await turn();
  const waiting = stream.writableLength;
  scan.change();
  await vi.advanceTimersByTimeAsync(100);
  for (let i = 0; i < 5; i++) await turn();
  expect([waiting, stream.writableLength > waiting]).toEqual([bytes, isSent]);
});

test('a reader that is too slow gets no more events until it reads, but the end', async () => {
  const scan = follow(['x'.repeat(70_000), 'running', 'completed']);
  await scan.opening;
  for (let i = 0; i < 5; i++) await turn();
  scan.change();
  await vi.advanceTimersByTimeAsync(100);
  const first = await scan.read();
  expect(first.includes('"running"')).toBe(false);
});

test('a stream whose key was taken away ends without another word about the scan', async () => {
  const scan = follow(['running']);
  await scan.read();
  scan.withdraw();
  scan.change();
  await vi.advanceTimersByTimeAsync(100);
  expect(await scan.read()).toBe('');
  expect(scan.isListening()).toBe(false);
});

test('where nothing changes it ends with the next sign of life', async () => {
  const scan = follow(['running']);
  await scan.read();
  scan.withdraw();
  await vi.advanceTimersByTimeAsync(1_100);
  expect(await scan.read()).toBe(': still here\n\n');
  await scan.read();
  expect(scan.isListening()).toBe(false);
});
