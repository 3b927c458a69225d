import { afterEach, describe, expect, test, vi } from 'vitest';
import { bearer, ModelServer, type ModelServerOptions, UnusableResponse } from './model-server.ts';

afterEach(() => vi.restoreAllMocks());

type Answer = Error | ((init: RequestInit) => Response | Promise<Response>);

/** A server that answers one request after the other with these, the last one again and again, and never makes anybody wait. */
function serverOf(answers: readonly Answer[], options: Partial<ModelServerOptions> = {}) {
  const waits: number[] = [];
  const requests: Array<{ url: string; init: RequestInit }> = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const answer = answers[Math.min(requests.length, answers.length - 1)]!;
    requests.push({ url: String(url), init: init! });
    if (answer instanceof Error) throw answer;
    return answer(init!);
  });
  const server = new ModelServer({
    name: 'embedding server',
    unavailable: 'embedding_unavailable',
    url: 'http://models.test/v1',
    path: 'embed',
    headers: { 'x-key': 'k' },
    timeoutMs: 60_000,
    retries: 3,
    wait: async (ms) => void waits.push(ms),
    ...options,
  });
  const ask = (signal?: AbortSignal) => server.ask({ input: ['a'] }, (response) => response, signal);
  return { server, ask, waits, requests };
}

const good = () => new Response('{"ok":true}');
const bad = (status: number, after?: string) => () =>
  new Response('no', { status, ...(after !== undefined && { headers: { 'retry-after': after } }) });

describe('a server of a model', () => {
  test.each([
    ['http://models.test/v1', 'http://models.test/v1/embed'],
    ['http://models.test/v1/', 'http://models.test/v1/embed'],
    ['http://models.test', 'http://models.test/embed'],
  ])('at %s is asked at %s', async (url, address) => {
    const { ask, requests } = serverOf([good], { url });
    expect(await ask()).toEqual({ ok: true });
    expect(requests[0]!.url).toBe(address);
  });

  test('is sent JSON with its headers, and is not followed elsewhere', async () => {
    const { ask, requests } = serverOf([good]);
    await ask();
    expect(requests[0]!.init).toMatchObject({
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-key': 'k' },
      body: '{"input":["a"]}',
      redirect: 'error',
    });
    expect([bearer('k'), bearer(undefined)]).toEqual([{ authorization: 'Bearer k' }, {}]);
  });

  test.each<[status: number, after: string | undefined, waits: number[]]>([
    [400, undefined, []],
    [401, '1', []],
    [407, undefined, []],
    [408, undefined, [500, 500, 500]],
    [409, undefined, []],
    [428, undefined, []],
    [429, undefined, [500, 500, 500]],
    [429, '2', [2_000, 2_000, 2_000]],
    [429, '0', [0, 0, 0]],
    [429, '10', [10_000, 10_000, 10_000]],
    // Nobody waits for a request that long.
    [429, '11', [10_000, 10_000, 10_000]],
    [429, '-1', [500, 500, 500]],
    [429, 'tomorrow', [500, 500, 500]],
    [499, undefined, []],
    [500, undefined, [500, 500, 500]],
    [503, '1', [1_000, 1_000, 1_000]],
  ])('that answers %i with Retry-After %s is asked again after %j', async (status, after, waits) => {
    const { ask, waits: waited, requests } = serverOf([bad(status, after)]);
    const asking = ask();
    await expect(asking).rejects.toMatchObject({ code: 'embedding_unavailable' });
    const { cause } = (await asking.catch((error: Error) => error)) as Error;
    expect(String(cause)).toBe(`Error: The embedding server responded with status ${status}.`);
    expect([waited, requests.length]).toEqual([waits, waits.length + 1]);
  });

  test('that cannot be reached is asked again after a quarter of a second, then twice as long each time', async () => {
    const { ask, waits } = serverOf([new Error('refused')], { retries: 7 });
    await expect(ask()).rejects.toMatchObject({ code: 'embedding_unavailable', cause: new Error('refused') });
    expect(waits).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 10_000]);
  });

  test('that answers at last is believed, and one that may not be asked again is not', async () => {
    const { ask, waits } = serverOf([new Error('refused'), bad(503), good]);
    expect(await ask()).toEqual({ ok: true });
    expect(waits).toEqual([250, 500]);
    const once = serverOf([bad(503), good], { retries: 0 });
    await expect(once.ask()).rejects.toMatchObject({ code: 'embedding_unavailable' });
    expect(once.waits).toEqual([]);
  });

  test('whose response is not what was asked for is not asked again, and one that is no JSON is', async () => {
    const { server, waits } = serverOf([good]);
    const read = () => {
      throw new UnusableResponse('too few');
    };
    await expect(server.ask({}, read, undefined)).rejects.toMatchObject({
      code: 'embedding_unavailable',
      cause: new UnusableResponse('too few'),
    });
    expect(waits).toEqual([]);
    const broken = serverOf([() => new Response('<html>'), good]);
    expect(await broken.ask()).toEqual({ ok: true });
    expect(broken.waits).toEqual([250]);
  });

  test.each([
    [64, { ok: 1 }],
    [65, 'The response is too large.'],
  ])('may send 64 MiB: %i pieces of one', async (pieces, wanted) => {
    const space = new Uint8Array(1024 * 1024).fill(0x20);
    const last = new TextEncoder().encode('{"ok":1}');
    const body = () =>
      new ReadableStream({
        start(controller) {
          for (let i = 0; i < 64; i++)
            controller.enqueue(i === 0 ? space.subarray(0, space.length - last.length) : space);
          controller.enqueue(last);
          if (pieces > 64) controller.enqueue(Uint8Array.of(0x20));
          controller.close();
        },
      });
    const { ask } = serverOf([async () => new Response(body())]);
    const answer = await ask().catch((error: Error) => (error.cause as Error).message);
    expect(answer).toEqual(wanted);
  });

  test('is not asked on behalf of somebody who is gone, nor waited for', async () => {
    const gone = AbortSignal.abort(new Error('gone'));
    const { ask, requests } = serverOf([good]);
    await expect(ask(gone)).rejects.toThrow('gone');
    expect(requests).toEqual([]);
    const leaving = new AbortController();
    const waiting = serverOf([bad(503)], { wait: () => new Promise(() => {}) });
    const asking = waiting.ask(leaving.signal);
    await vi.waitFor(() => expect(waiting.requests).toHaveLength(1));
    leaving.abort(new Error('gone'));
    await expect(asking).rejects.toThrow('gone');
    expect(waiting.requests).toHaveLength(1);
  });

  test('that was closed is not asked any more, and whoever waits is told', async () => {
    const waiting = serverOf([bad(503)], { wait: () => new Promise(() => {}) });
    const asking = waiting.ask();
    await vi.waitFor(() => expect(waiting.requests).toHaveLength(1));
    waiting.server.close();
    await expect(asking).rejects.toMatchObject({ code: 'shutting_down' });
    await expect(waiting.ask()).rejects.toMatchObject({ code: 'shutting_down' });
    expect(waiting.requests).toHaveLength(1);
  });

  test('that is answering is left where the caller goes, the server is closed, or the time is over', async () => {
    const until = (init: RequestInit) =>
      new Promise<Response>((_, reject) => {
        init.signal!.addEventListener('abort', () => reject(init.signal!.reason));
      });
    const leaving = new AbortController();
    const one = serverOf([until]);
    const asking = one.ask(leaving.signal);
    leaving.abort(new Error('gone'));
    await expect(asking).rejects.toThrow('gone');
    const two = serverOf([until]);
    const closing = two.ask();
    two.server.close();
    await expect(closing).rejects.toMatchObject({ code: 'shutting_down' });
    const three = serverOf([until], { timeoutMs: 1, retries: 0 });
    await expect(three.ask()).rejects.toMatchObject({ code: 'embedding_unavailable' });
  });
});
