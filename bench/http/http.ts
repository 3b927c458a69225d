import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';

/**
 * Authenticated requests per CPU-second on a trivial route, beside bare fastify with the same schema, and beside fastify
 * with its own request log, which ours also writes: processes of their own, driven in turns, so that
 * the noise of the machine falls on both. Also: start to /readyz, and the memory of the idle process.
 */
const payload = JSON.stringify({ text: 'hello', limit: 5 });
const perTurn = 3_000;
const turns = 15;
const connections = 64;
const perSecond = 4_000;
const expected = Buffer.from('HTTP/1.1 200 OK');

interface Server {
  child: ChildProcess;
  port: number;
  authorization: string;
}

const lorekeep = await startServer('lorekeep');
const bare = await startServer('bare');
const logging = await startServer('logging');
for (const server of [lorekeep, bare, logging]) await drive(server, 5_000);
const rates = { lorekeep: [] as number[], bare: [] as number[], logging: [] as number[] };
for (let turn = 0; turn < turns; turn++) {
  rates.bare.push(await requestsPerCpuSecond(bare));
  rates.logging.push(await requestsPerCpuSecond(logging));
  rates.lorekeep.push(await requestsPerCpuSecond(lorekeep));
}
lorekeep.child.disconnect();
bare.child.disconnect();
logging.child.disconnect();

const result = {
  // The best turn of each: other work on the machine only ever adds to the cost of a turn.
  requestsPerCpuSecond: {
    lorekeep: best('lorekeep'),
    bareFastify: best('bare'),
    fastifyWithRequestLog: best('logging'),
  },
  ratio: Math.round((best('lorekeep') / best('bare')) * 1_000) / 1_000,
  ratioToFastifyWithRequestLog: Math.round((best('lorekeep') / best('logging')) * 1_000) / 1_000,
  ...(await measureStart()),
};
console.log(JSON.stringify(result, null, 2));
const results = new URL('../results/', import.meta.url);
mkdirSync(results, { recursive: true });
writeFileSync(new URL('http.json', results), `${JSON.stringify(result, null, 2)}\n`);

function best(kind: keyof typeof rates): number {
  return Math.round(Math.max(...rates[kind]));
}

async function startServer(kind: keyof typeof rates): Promise<Server> {
  const child = fork(fileURLToPath(new URL('./servers.ts', import.meta.url)), [kind]);
  const [told] = (await once(child, 'message')) as [{ port: number; authorization: string }];
  return { child, ...told };
}

async function requestsPerCpuSecond(server: Server): Promise<number> {
  const before = await cpuSeconds(server);
  await drive(server, perTurn);
  return perTurn / ((await cpuSeconds(server)) - before);
}

async function cpuSeconds({ child }: Server): Promise<number> {
  child.send('cpu');
  const [told] = (await once(child, 'message')) as [{ cpuSeconds: number }];
  return told.cpuSeconds;
}

/**
 * The same load for every server: requests at a fixed rate, on sockets that are kept open. Driven as fast as each can go, the slower one would
 * find its client asleep after every answer and pay for waking it, and the faster one would not.
 */
async function drive({ port, authorization }: Server, count: number): Promise<void> {
  const bytes = Buffer.from(
    `POST /v1/echo HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${authorization}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${payload.length}\r\n\r\n${payload}`,
  );
  const idle: Socket[] = [];
  let toSend = count;
  let toReceive = count;
  const done = Promise.withResolvers<void>();
  for (let i = 0; i < connections; i++) {
    const socket = connect(port, '127.0.0.1', () => idle.push(socket));
    socket.on('error', done.reject);
    socket.on('data', (chunk) => {
      if (!chunk.subarray(0, 15).equals(expected)) done.reject(new Error(chunk.toString('latin1')));
      idle.push(socket);
      if (--toReceive === 0) done.resolve();
    });
  }
  const started = performance.now();
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - started) / 1_000) * perSecond) - (count - toSend);
    for (let n = Math.min(due, toSend, idle.length); n > 0; n--, toSend--) idle.pop()!.write(bytes);
  }, 1);
  await done.promise;
  clearInterval(timer);
  for (const socket of idle) socket.destroy();
}

async function measureStart(): Promise<{ startToReadyMs: number; startCpuMs: number; idleRssMb: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'lorekeep-bench-'));
  const port = 20_000 + (process.pid % 20_000);
  const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
  const started = performance.now();
  const child = spawn(process.execPath, [main, 'serve'], {
    env: {
      PATH: process.env['PATH'],
      LOREKEEP_DATA_DIR: folder,
      LOREKEEP_PORT: String(port),
      LOREKEEP_EMBEDDER: 'fast',
    },
    stdio: 'ignore',
  });
  while (!(await isReady(port))) await new Promise((resolve) => setTimeout(resolve, 5));
  const startToReadyMs = Math.round(performance.now() - started);
  const ticks = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  const startCpuMs = (Number(ticks[11]) + Number(ticks[12])) * 10;
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const rssKb = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]);
  child.kill();
  rmSync(folder, { recursive: true, force: true });
  return { startToReadyMs, startCpuMs, idleRssMb: Math.round(rssKb / 1024) };
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).status === 200;
  } catch {
    return false;
  }
}
