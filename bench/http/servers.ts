import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { z } from 'zod';
import { createApp } from '../../src/app/app.ts';
import { loadConfig } from '../../src/config/load.ts';
import { route } from '../../src/http/route.ts';
import { BufferedOutput } from '../../src/telemetry/buffered-output.ts';
import { createLogger } from '../../src/telemetry/logger.ts';

/**
 * One of the servers of the comparison, in a process of its own: `lorekeep`, `bare` (fastify alone), `logging` (fastify with its own request log) or `node` (node:http alone). Tells its
 * parent where it listens, and on request how much processor time it has used.
 */
const body = z.strictObject({ text: z.string().max(100), limit: z.number().int().min(1).max(100) });
const devNull = new BufferedOutput(openSync('/dev/null', 'w'));
const folder = mkdtempSync(join(tmpdir(), 'lorekeep-bench-'));
const kind = process.argv[2];
const start = { lorekeep: startLorekeep, node: startNode }[kind ?? ''] ?? startBare;
const { port, authorization } = await start();
process.send!({ port, authorization });
process.on('message', (question) => {
  if (question === 'begin') beginMeasuring();
  const { user, system } = process.cpuUsage();
  process.send!({ cpuSeconds: (user + system) / 1e6, ...(question !== 'cpu' && measureMemory()) });
});

/** Frees what can be freed, and lets the peak of the memory start again. */
function beginMeasuring(): void {
  globalThis.gc?.();
  writeFileSync('/proc/self/clear_refs', '5');
}

function measureMemory(): { peakBytes: number; residentBytes: number } {
  return { peakBytes: memoryNow('VmHWM'), residentBytes: memoryNow('VmRSS') };
}

function memoryNow(name: string): number {
  const line = new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync('/proc/self/status', 'utf8'));
  return 1_024 * Number(line?.[1]);
}
process.on('disconnect', () => {
  rmSync(folder, { recursive: true, force: true });
  process.exit();
});

async function startLorekeep() {
  const config = loadConfig(
    { LOREKEEP_DATA_DIR: folder, LOREKEEP_API_KEYS: 'key_bench', LOREKEEP_EMBEDDER: 'fast' },
    folder,
  );
  const echo = route({
    name: 'echoText',
    method: 'POST',
    path: '/v1/echo',
    scope: 'any',
    tag: 'bench',
    summary: 'Gives back what it got.',
    body,
    handle: (call) => call.body,
  });
  const app = await createApp(config, { extraRoutes: [echo], logger: createLogger('info', devNull) });
  // A key of the database, not a configured one: the usual case, and the dearer one.
  const issued = (await app.operations['key.create']!(
    { tenant: 'default', name: 'bench', scopes: ['memory:read', 'memory:write'], plan: 'scale' },
    () => {},
  )) as { key: string };
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  return {
    port: (app.server.server.address() as AddressInfo).port,
    authorization: `Bearer ${issued.key}`,
  };
}

/** Works for as long as the caller asks in `X-Work-Us`, and answers. */
async function startNode() {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const until = performance.now() + Number(request.headers['x-work-us'] ?? 0) / 1_000;
      while (performance.now() < until);
      const text = '{"success":true}';
      response
        .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': text.length })
        .end(text);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, authorization: '' };
}

async function startBare() {
  const server = kind === 'logging' ? fastify({ logger: { level: 'info', stream: devNull } }) : fastify();
  server.setValidatorCompiler(({ schema }) => (data) => {
    const parsed = (schema as typeof body).safeParse(data);
    return parsed.success ? { value: parsed.data } : { error: parsed.error };
  });
  server.setSerializerCompiler(() => JSON.stringify);
  server.post('/v1/echo', { schema: { body } }, async (request) => ({ success: true, data: request.body }));
  await server.listen({ host: '127.0.0.1', port: 0 });
  return { port: (server.server.address() as AddressInfo).port, authorization: '' };
}
