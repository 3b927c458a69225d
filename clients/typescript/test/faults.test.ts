import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { checkSchedule, startFaultServer } from '../../../test/support/fault-server.ts';
import { ConnectionFailed, Lorekeep, LorekeepError, Timeout, Unavailable } from '../src/index.ts';

const schedules = JSON.parse(
  readFileSync(new URL('../../fault-schedules.json', import.meta.url), 'utf8'),
) as string[];

async function faultyService() {
  const server = await startFaultServer();
  onTestFinished(() => server.close());
  const client = (schedule: string, options = {}) =>
    new Lorekeep({ baseUrl: server.url, apiKey: 'key_a', headers: { 'X-Schedule': schedule }, ...options });
  return { ...server, client };
}

function run(lore: Lorekeep, operation: string): Promise<unknown> {
  switch (operation) {
    case 'write':
      return lore.memory.write({ namespace: 'a', entries: [{ content: 'a' }] });
    case 'search':
      return lore.memory.search({ namespace: 'a', query: 'a' });
    case 'update':
      return lore.memory.update('mem_a', { content: 'a' });
    case 'deleteMany':
      return lore.memory.deleteMany({ namespace: 'a', ids: ['mem_a'] });
    default:
      return lore.memory.delete('mem_a');
  }
}

test('in 1,000 fault schedules nothing is written twice, and what must not be repeated never is', async () => {
  const { client, records } = await faultyService();
  const wrong: string[] = [];
  const one = async (schedule: string, i: number) => {
    const lore = client(`${i} ${schedule}`, { timeoutMs: schedule.includes('slow') ? 8_000 : 120_000 });
    const outcome = await run(lore, schedule.split(' ')[0]!).then(
      () => 'returned' as const,
      (error: unknown) => {
        if (!(error instanceof LorekeepError)) wrong.push(`${schedule}: threw ${error}`);
        return 'failed' as const;
      },
    );
    const record = records.get(String(i));
    wrong.push(...checkSchedule(schedule, record, outcome).map((what) => `${schedule}: ${what}`));
  };
  // Those that wait for a timeout do so together; the others never come near theirs.
  const numbered = schedules.map((schedule, i) => ({ schedule, i }));
  const late = numbered.filter(({ schedule }) => schedule.includes('slow'));
  const others = numbered.filter(({ schedule }) => !schedule.includes('slow'));
  await Promise.all(late.map(({ schedule, i }) => one(schedule, i)));
  for (let at = 0; at < others.length; at += 200)
    await Promise.all(others.slice(at, at + 200).map(({ schedule, i }) => one(schedule, i)));
  expect(schedules).toHaveLength(1_000);
  expect(wrong).toEqual([]);
});

test('a redirect is not followed: a write would arrive as a read, and the key somewhere else', async () => {
  const asked: unknown[] = [];
  const server = createServer(({ method, url, headers }, response) => {
    asked.push([method, url, headers.authorization]);
    response.writeHead(301, { location: 'https://lorekeep.example.com/' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const lore = new Lorekeep({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey: 'key_a',
  });
  await expect(lore.memory.write({ namespace: 'a', entries: [{ content: 'a' }] })).rejects.toMatchObject({
    code: 'invalid_response',
    status: 301,
    message: 'The service redirects to https://lorekeep.example.com/: give that as baseUrl.',
  });
  expect(asked).toEqual([['POST', '/v1/memory/entries', 'Bearer key_a']]);
});

test('a stream of events that ends again and again is not opened without a pause', async () => {
  let opened = 0;
  const server = createServer((_, response) => {
    opened++;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end('event: state\ndata: {"status":"running"}\n\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const lore = new Lorekeep({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey: 'key_a',
  });
  const signal = AbortSignal.timeout(800);
  await expect(Array.fromAsync(lore.scans.follow('scan_a', { signal }))).rejects.toThrow();
  expect(opened).toBeLessThanOrEqual(2);
});

test('errors say which way the call failed', async () => {
  const { client } = await faultyService();
  const update = (fault: string, options = {}) =>
    client(`${fault} update ${fault}`, options)
      .memory.update('mem_a', { content: 'a' })
      .catch((error: unknown) => error);
  expect(await update('drop')).toBeInstanceOf(ConnectionFailed);
  const nowhere = new Lorekeep({ baseUrl: 'http://127.0.0.1:9', maxRetries: 0 });
  await expect(nowhere.limits()).rejects.toThrow('http://127.0.0.1:9 could not be reached');
  await expect(nowhere.call('nope' as 'getLimits', {})).rejects.toThrow('There is no operation "nope"');
  expect(await update('half')).toBeInstanceOf(ConnectionFailed);
  expect(await update('slow', { timeoutMs: 50 })).toBeInstanceOf(Timeout);
  expect(await update('proxy')).toMatchObject({ code: 'invalid_response', status: 502, retryable: true });
  expect(await update('unavailable')).toBeInstanceOf(Unavailable);
  expect(await update('invalid')).toMatchObject({
    code: 'validation_failed',
    status: 400,
    retryable: false,
    requestId: 'req_00000000000000000000000000',
  });
});

test('an abort ends a call at once: while it runs, and while it waits to try again', async () => {
  for (const fault of ['slow', 'unavailable']) {
    const { client, records } = await faultyService();
    const reason = new Error('enough');
    const controller = new AbortController();
    const call = client(`0 search ${fault} ${fault} ${fault}`, { maxRetries: 5 }).memory.search(
      { namespace: 'a', query: 'a' },
      { signal: controller.signal },
    );
    const refused = expect(call).rejects.toBe(reason);
    while (records.get('0')?.tries !== 1) await new Promise(setImmediate);
    controller.abort(reason);
    await refused;
    expect(records.get('0')?.tries).toBe(1);
  }
});

test('Retry-After is obeyed up to a minute; longer waits are the caller’s', async () => {
  let calls = 0;
  const refuse = (seconds: string) =>
    (async () => {
      calls++;
      return new Response(
        JSON.stringify({ success: false, data: { code: 'rate_limited', message: 'x', retryable: true } }),
        { status: 429, headers: { 'Retry-After': seconds } },
      );
    }) as typeof fetch;
  const search = (fetch: typeof globalThis.fetch) =>
    new Lorekeep({ apiKey: 'key_a', fetch }).memory.search({ namespace: 'a', query: 'a' });
  await expect(search(refuse('0'))).rejects.toMatchObject({ code: 'rate_limited', retryAfterMs: 0 });
  expect(calls).toBe(3);
  calls = 0;
  await expect(search(refuse('3600'))).rejects.toMatchObject({ retryAfterMs: 3_600_000 });
  expect(calls).toBe(1);
});
