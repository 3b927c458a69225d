import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { expect, onTestFinished } from 'vitest';
import { startApp, testKey } from '../support/app.ts';
import { browserTest, openPage } from '../support/browser/open-page.ts';

const root = join(import.meta.dirname, '..', '..');

/** An empty page on an origin of its own, and the client as a module next to it. */
async function startOrigin(client: string): Promise<string> {
  const server = createServer((request, response) => {
    const [type, body] =
      request.url === '/client.js'
        ? ['text/javascript', client]
        : ['text/html', '<!doctype html><link rel="icon" href="data:,">'];
    response.writeHead(200, { 'Content-Type': type }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function bundleClient(): Promise<string> {
  const built = await rolldown({ input: join(root, 'clients/typescript/src/index.ts') });
  const { output } = await built.generate({ format: 'esm' });
  await built.close();
  return output[0].code;
}

browserTest('the client works in a page of another origin, errors and request ids included', async () => {
  const origin = await startOrigin(await bundleClient());
  const app = await startApp({ LOREKEEP_CORS_ORIGINS: origin });
  const service = await app.server.listen({ host: '127.0.0.1', port: 0 });
  const { page } = await openPage(origin);
  const seen = await page.evaluate(`(async () => {
    const { Lorekeep } = await import('/client.js');
    let refused;
    try { new Lorekeep({ apiKey: 'key_a' }); } catch (error) { refused = error.message; }
    const lore = new Lorekeep({ baseUrl: '${service}', apiKey: '${testKey}', allowBrowser: true });
    const { ids } = await lore.memory.write({ namespace: 'page', entries: [{ content: 'Ada prefers tea.' }] });
    const [hit] = await lore.memory.search({ namespace: 'page', query: 'tea' });
    const imported = await lore.memory.import({ namespace: 'copy' }, [{ content: 'a b c' }]);
    const exported = [];
    for await (const line of lore.memory.export({ namespace: 'copy' })) exported.push(line.content);
    const wrong = await lore.memory.search({ namespace: 'page', query: '' }).catch((error) => error);
    return {
      refused, same: hit.id === ids[0], written: imported.written, exported, code: wrong.code, requestId: wrong.requestId,
    };
  })()`);
  expect(seen).toEqual({
    refused: expect.stringContaining('allowBrowser'),
    same: true,
    written: 1,
    exported: ['a b c'],
    code: 'validation_failed',
    requestId: expect.stringMatching(/^req_/),
  });
});
