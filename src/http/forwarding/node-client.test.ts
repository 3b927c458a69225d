import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { NodeClient, type NodeRequest } from './node-client.ts';

async function serve(listener: RequestListener): Promise<URL> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/path?a=1`);
}

function client() {
  const made = new NodeClient();
  onTestFinished(() => made.close());
  return made;
}

const request = (url: URL, more: Partial<NodeRequest> = {}): NodeRequest => ({
  method: 'POST',
  url,
  headers: { 'x-a': '1' },
  body: Buffer.from('sent'),
  signal: new AbortController().signal,
  isLive: () => true,
  ...more,
});

test('a request reaches the node as it is, and the response comes back whole, over one connection', async () => {
  const sockets = new Set<unknown>();
  const url = await serve((incoming, response) => {
    sockets.add(incoming.socket);
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      response.writeHead(207, { 'x-b': '2' });
      response.write(`${incoming.method} ${incoming.url} ${incoming.headers['x-a']} `);
      response.end(Buffer.concat(chunks));
    });
  });
  const cleared = vi.spyOn(globalThis, 'clearInterval');
  onTestFinished(() => void vi.restoreAllMocks());
  const nodes = client();
  for (const body of ['sent', 'again']) {
    const { status, headers, body: got } = await nodes.send(request(url, { body: Buffer.from(body) }));
    expect([status, headers['x-b'], got.toString()]).toEqual([207, '2', `POST /path?a=1 1 ${body}`]);
  }
  expect(sockets.size).toBe(1);
  expect(cleared).toHaveBeenCalled();
  const { body: got } = await nodes.send(request(url, { method: 'GET', body: undefined }));
  expect(got.toString()).toBe('GET /path?a=1 1 ');
});

test('a node that is not there is an error', async () => {
  const url = await serve(() => {});
  url.port = '1';
  await expect(client().send(request(url))).rejects.toThrow();
});

test('a request ends with its caller, and with a node that is not heard of any more', async () => {
  const url = await serve(() => {});
  const looks: Array<{ look: () => void; ms: number }> = [];
  vi.spyOn(globalThis, 'setInterval').mockImplementation(((look: () => void, ms: number) => {
    looks.push({ look, ms });
    return setTimeout(() => {}, 0);
  }) as never);
  onTestFinished(() => void vi.restoreAllMocks());
  const caller = new AbortController();
  const left = client().send(request(url, { signal: caller.signal }));
  caller.abort(new Error('left'));
  await expect(left).rejects.toThrow();
  let isLive = true;
  let ended = false;
  const silent = client().send(request(url, { isLive: () => isLive }));
  silent.catch(() => {
    ended = true;
  });
  const { look, ms } = looks.at(-1)!;
  expect(ms).toBe(500);
  look();
  await new Promise((resolve) => setImmediate(resolve));
  expect(ended).toBe(false);
  isLive = false;
  look();
  await expect(silent).rejects.toMatchObject({ cause: { message: 'The node is not heard of any more.' } });
});

test('a node that is heard of is asked every two seconds whether it can still be reached, and one that cannot is not waited for', async () => {
  const url = await serve(() => {});
  const looks: Array<() => void> = [];
  vi.spyOn(globalThis, 'setInterval').mockImplementation(((look: () => void) => {
    looks.push(look);
    return setTimeout(() => {}, 0);
  }) as never);
  onTestFinished(() => void vi.restoreAllMocks());
  const answers = [true, false];
  let asked = 0;
  const lost = client().send(
    request(url, {
      isReached: async () => {
        asked++;
        return answers.shift()!;
      },
    }),
  );
  const failed = expect(lost).rejects.toMatchObject({
    cause: { message: 'The node cannot be reached any more.' },
  });
  const look = looks.at(-1)!;
  for (let i = 0; i < 3; i++) look();
  expect(asked).toBe(0);
  look();
  await new Promise((resolve) => setImmediate(resolve));
  for (let i = 0; i < 4; i++) look();
  expect(asked).toBe(2);
  await failed;
});
