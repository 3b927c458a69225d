import { EventEmitter, once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { naiveIndexes } from '../test/memory/naive-index.ts';
import { StubEmbedder } from '../test/memory/stub-embedder.ts';
import { temporaryFolder } from '../test/support/app.ts';
import { loadConfig } from './config/load.ts';
import { serve } from './serve.ts';
import { createLogger } from './telemetry/logger.ts';

/** The service in this process, with signals that are sent by hand. */
function start(settings: Record<string, string>) {
  const dataDir = temporaryFolder();
  // Threads may not set it.
  const mask = vi.spyOn(process, 'umask').mockReturnValue(0o022);
  onTestFinished(() => mask.mockRestore());
  const config = loadConfig(
    {
      LOREKEEP_DATA_DIR: dataDir,
      LOREKEEP_API_KEYS: 'key_test',
      LOREKEEP_EMBEDDER: 'fast',
      LOREKEEP_PORT: '0',
      ...settings,
    },
    dataDir,
  );
  const said = new EventEmitter<{ text: [string] }>();
  const exits: unknown[] = [];
  const own = Object.assign(new EventEmitter(), { env: {}, exit: (code: unknown) => exits.push(code) });
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line: string) => void lines.push(line) });
  const ended = serve(
    config,
    { out: () => {}, say: (text) => void said.emit('text', text), interactive: false, colour: false },
    own as never,
    { indexes: naiveIndexes, embedder: new StubEmbedder(), logger },
  );
  const control = join(dataDir, 'control.sock');
  return { ended, own, exits, lines, control, said: once(said, 'text').then(([text]) => String(text)) };
}

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'])(
  'the service says where it listens, answers until %s comes, and then ends with 0',
  async (signal) => {
    const { ended, own, exits, lines, control, said } = start({});
    const base = /http:\/\/[\d.:]+/.exec(await said)![0];
    expect(new URL(base).port).not.toBe('0');
    const response = await fetch(`${base}/healthz`, { headers: { connection: 'close' } });
    expect(response.status).toBe(200);
    expect(existsSync(control)).toBe(true);
    expect(lines.join('')).not.toContain('shutting down');
    own.emit(signal);
    expect(exits).toEqual([]);
    own.emit(signal);
    expect(exits).toEqual([1]);
    expect(await ended).toBe(0);
    expect(lines.join('')).toContain('shutting down');
    expect(existsSync(control)).toBe(false);
    await expect(fetch(base)).rejects.toThrow();
    // Whatever is still pending then, such as a name that nobody resolves.
    await vi.waitFor(() => expect(exits).toEqual([1, 0]), { timeout: 10_000 });
  },
);

test('a port that is in use is named, with the setting for another one', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { ended, said } = start({ LOREKEEP_PORT: String(port), LOREKEEP_HOST: '127.0.0.1' });
  expect(await said).toBe(
    `lorekeep: port ${port} of 127.0.0.1 is in use. Choose another one with LOREKEEP_PORT.`,
  );
  expect(await ended).toBe(1);
});

test('an address that is not of this machine is refused with the reason', async () => {
  const { ended, said } = start({ LOREKEEP_HOST: '192.0.2.1' });
  expect(await said).toMatch(/^lorekeep: cannot listen on 192\.0\.2\.1:0: .*EADDRNOTAVAIL/);
  expect(await ended).toBe(1);
});
