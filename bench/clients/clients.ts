import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Lorekeep } from '../../clients/typescript/src/index.ts';
import { ServiceProcess } from '../memory/service-process.ts';
import { TopicTexts } from '../memory/topic-texts.ts';
import { groupCpuSeconds } from '../release/group-cpu.ts';

/**
 * What the client and MCP add, in CPU, with the fast model: `node bench/clients/clients.ts [MAIN]`. The client against a bare fetch of the
 * same search; `/mcp` recall against `/v1/memory/context`, both within 1,500 tokens; `lorekeep mcp` up to its first answer (MAIN names
 * another build, such as dist/main.js); the bytes of all tool definitions. The kinds take turns and the best turn of each counts, since
 * other work on the machine only ever adds.
 */
const turns = 8;
const perTurn = 200;
const main = process.argv[2] ?? fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const namespace = 'bench';
const headers = { authorization: 'Bearer key_bench', 'content-type': 'application/json' };

const folder = mkdtempSync(join(tmpdir(), 'lorekeep-bench-'));
try {
  const service = await ServiceProcess.start(folder, { embedder: 'fast' });
  const texts = new TopicTexts();
  for (let batch = 0; batch < 8; batch++) {
    const entries = Array.from({ length: 250 }, (_, i) => ({ content: texts.text(batch * 250 + i) }));
    await service.post('/v1/memory/entries', { namespace, entries });
  }
  const query = (i: number) => texts.text(i * 7 + 3).slice(0, 80);
  const result = {
    client: await measureClient(service, query),
    mcp: await measureRecall(service, query),
    definitions: await measureDefinitions(service),
    stdio: await measureStdio(),
  };
  await service.stop();
  console.log(JSON.stringify(result, null, 2));
  writeFileSync(new URL('../results/clients.json', import.meta.url), `${JSON.stringify(result, null, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** One search: by `fetch` and JSON alone, and by the client. A request's CPU is that of the caller and of the service. */
async function measureClient(service: ServiceProcess, query: (i: number) => string) {
  const lore = new Lorekeep({ baseUrl: service.base, apiKey: 'key_bench' });
  const kinds = {
    fetch: async (i: number) => {
      const body = JSON.stringify({ namespace, query: query(i), limit: 10 });
      const response = await fetch(`${service.base}/v1/memory/search`, { method: 'POST', headers, body });
      return ((await response.json()) as { data: unknown[] }).data.length;
    },
    client: async (i: number) => (await lore.memory.search({ namespace, query: query(i), limit: 10 })).length,
  };
  const caller = { fetch: [] as number[], client: [] as number[] };
  const served: number[] = [];
  for (let turn = 0; turn < turns; turn++) {
    for (const kind of ['fetch', 'client'] as const) {
      const before = process.cpuUsage();
      served.push(await service.cpuMsOf(perTurn, kinds[kind], 1));
      const { user, system } = process.cpuUsage(before);
      caller[kind].push((user + system) / 1_000 / perTurn);
    }
  }
  const [bare, whole, server] = [best(caller.fetch), best(caller.client), best(served)];
  return {
    fetchMs: round(bare),
    clientMs: round(whole),
    serviceMs: round(server),
    overhead: round((whole - bare) / (bare + server)),
  };
}

async function measureRecall(service: ServiceProcess, query: (i: number) => string) {
  const accept = 'application/json, text/event-stream';
  const kinds = {
    context: (i: number) =>
      service.post('/v1/memory/context', { namespace, query: query(i), maxTokens: 1_500, format: 'xml' }),
    recall: async (i: number) => {
      const call = { name: 'recall', arguments: { namespace, query: query(i), maxTokens: 1_500 } };
      const body = JSON.stringify({ jsonrpc: '2.0', id: i, method: 'tools/call', params: call });
      const response = await fetch(`${service.base}/mcp`, {
        method: 'POST',
        headers: { ...headers, accept },
        body,
      });
      const text = await response.text();
      if (!text.includes('<entry')) throw new Error(text);
    },
  };
  const cpu = { context: [] as number[], recall: [] as number[] };
  for (let turn = 0; turn < turns; turn++)
    for (const kind of ['context', 'recall'] as const)
      cpu[kind].push(await service.cpuMsOf(perTurn, kinds[kind], 1));
  const [context, recall] = [best(cpu.context), best(cpu.recall)];
  return { contextMs: round(context), recallMs: round(recall), ratio: round(recall / context) };
}

async function measureDefinitions(service: ServiceProcess) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const accept = 'application/json, text/event-stream';
  const response = await fetch(`${service.base}/mcp`, {
    method: 'POST',
    headers: { ...headers, accept },
    body,
  });
  const [, json = ''] = /^data: (.*)$/m.exec(await response.text()) ?? [];
  const { tools } = (JSON.parse(json) as { result: { tools: unknown[] } }).result;
  const text = JSON.stringify(tools);
  return { tools: tools.length, bytes: Buffer.byteLength(text) };
}

/** CPU of `lorekeep mcp` from its start to the answer of the first message. */
async function measureStdio() {
  const seconds: number[] = [];
  for (let turn = 0; turn < 7; turn++) {
    const dataDir = join(folder, `stdio-${turn}`);
    const child = spawn(process.execPath, [main, 'mcp', '--namespace', 'a'], {
      env: { PATH: process.env['PATH'], LOREKEEP_DATA_DIR: dataDir, LOREKEEP_EMBEDDER: 'fast' },
      stdio: ['pipe', 'pipe', 'inherit'],
      detached: true,
    });
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'b', version: '1' },
    };
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
    await new Promise((resolve) => child.stdout.once('data', resolve));
    seconds.push(groupCpuSeconds(child.pid!));
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.stdin.end();
    await ended;
  }
  return {
    build: readFileSync(main, 'utf8').includes('import type') ? 'src' : 'packed',
    cpuSeconds: best(seconds),
  };
}

function best(values: readonly number[]): number {
  return Math.min(...values);
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
