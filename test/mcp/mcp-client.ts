import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { onTestFinished } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { startApp, temporaryFolder, testKey } from '../support/app.ts';

export type Era = 'legacy' | 'auto';

const main = join(import.meta.dirname, '..', '..', 'src', 'main.ts');

/** The official client at `/mcp` of a service of its own. */
export async function connectHttp(
  era: Era,
  { app, key = testKey }: { app?: App; key?: string } = {},
): Promise<{ client: Client; app: App; url: string }> {
  const service = app ?? (await startApp());
  if (!service.server.server.listening) await service.server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = service.server.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/mcp`;
  const client = clientOf(era);
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  onTestFinished(() => client.close());
  return { client, app: service, url };
}

/** The official client over the standard streams of `lorekeep mcp`. */
export async function connectStdio(
  era: Era,
  args: readonly string[] = [],
  {
    dataDir = temporaryFolder(),
    environment = {},
    cwd,
  }: { dataDir?: string; environment?: Record<string, string>; cwd?: string } = {},
): Promise<Client> {
  const client = clientOf(era);
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [main, 'mcp', '--namespace', 'project', ...args],
      env: {
        PATH: process.env['PATH'] ?? '',
        LOREKEEP_DATA_DIR: dataDir,
        LOREKEEP_EMBEDDER: 'fast',
        LOREKEEP_LOG_LEVEL: 'error',
        ...environment,
      },
      stderr: 'inherit',
      ...(cwd !== undefined && { cwd }),
    }),
  );
  onTestFinished(() => client.close());
  return client;
}

function clientOf(era: Era): Client {
  return new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: era } });
}

/** The text of a tool's answer. */
export async function ask(client: Client, name: string, args: Record<string, unknown> = {}): Promise<string> {
  const { content } = await client.callTool({ name, arguments: args });
  return (content as Array<{ text: string }>).map(({ text }) => text).join('\n');
}
