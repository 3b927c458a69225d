import { spawn } from 'node:child_process';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testKey } from '../support/app.ts';
import { connectHttp } from './mcp-client.ts';

const bin = join(import.meta.dirname, '..', '..', 'node_modules', '.bin');

async function run(command: string, args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [join(bin, command), ...args]);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}

test('the official inspector finds nothing to say about the tools, even when strict', async () => {
  const { url } = await connectHttp('legacy');
  const key = ['--header', `Authorization: Bearer ${testKey}`];
  const { output } = await run('mcp-inspector', [
    '--cli',
    url,
    '--transport',
    'http',
    ...key,
    '--method',
    'tools/list',
    '--strict',
  ]);
  expect(output).toContain('"name": "recall"');
  expect(output).not.toMatch(/Warning:|Error:/);
});

/** The suite cannot send a key; someone in between does. */
async function startKeyAddingProxy(target: string): Promise<string> {
  const { hostname, port } = new URL(target);
  const proxy = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${testKey}` };
    const forwarded = request(
      { hostname, port, path: incoming.url, method: incoming.method, headers },
      (response) => {
        outgoing.writeHead(response.statusCode!, response.headers);
        response.pipe(outgoing);
      },
    );
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`;
}

// The others call tools, prompts and resources of the suite's own example server.
test.each([
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'server-sse-multiple-streams',
  'dns-rebinding-protection',
])('the official conformance suite passes: %s', async (scenario) => {
  const { url } = await connectHttp('legacy');
  const proxy = await startKeyAddingProxy(url);
  const { code, output } = await run('conformance', ['server', '--url', proxy, '--scenario', scenario]);
  expect([code, code === 0 ? '' : output]).toEqual([0, '']);
});
