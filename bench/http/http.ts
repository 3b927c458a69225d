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
const perTurn = 2_000;
const turns = 61;
const connections = 16;
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
  ratio: rounded(best('lorekeep') / best('bare')),
  // Turns that followed each other, compared with each other: what other work costs is in it, and it costs the one with more code more.
  medianRatioOfNeighbours: rounded(median(rates.lorekeep.map((rate, turn) => rate / rates.bare[turn]!))),
  ratioToFastifyWithRequestLog: rounded(best('lorekeep') / best('logging')),
  ...(await measureStart()),
};
console.log(JSON.stringify(result, null, 2));
const results = new URL('../results/', import.meta.url);
mkdirSync(results, { recursive: true });
writeFileSync(new URL('http.json', results), `${JSON.stringify(result, null, 2)}\n`);

function best(kind: keyof typeof rates): number {
  return Math.round(Math.max(...rates[kind]));
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
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

/** As the usual tools do it: each connection sends its next request when it has its answer, so that the server is never without work. */
async function drive({ port, authorization }: Server, count: number): Promise<void> {
  const bytes = Buffer.from(
    `POST /v1/echo HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${authorization}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${payload.length}\r\n\r\n${payload}`,
  );
  let toSend = count;
  let toReceive = count;
  const done = Promise.withResolvers<void>();
  const sockets: Socket[] = [];
  const send = (socket: Socket) => {
    if (toSend-- > 0) socket.write(bytes);
  };
  for (let i = 0; i < connections; i++) {
    const socket = connect(port, '127.0.0.1', () => send(socket));
    sockets.push(socket);
    socket.on('error', done.reject);
    socket.on('data', (chunk) => {
      if (!chunk.subarray(0, 15).equals(expected)) done.reject(new Error(chunk.toString('latin1')));
      if (--toReceive === 0) done.resolve();
      else send(socket);
    });
  }
  await done.promise;
  for (const socket of sockets) socket.destroy();
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
