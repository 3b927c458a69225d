import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PooledEmbedder } from './pooled-embedder.ts';
import { ServiceProcess } from './service-process.ts';

/**
 * The same job for us and for peers: write entries in batches of 100, one batch after the other, with vectors that cost nothing, then
 * search. `node bench/memory/peers-write.ts [entries]`. Peers are not dependencies: mem0ai is taken from the folder in BENCH_PEERS where it
 * was installed (run by BENCH_PEERS_NODE), a Chroma server from the address in BENCH_CHROMA. Those that are not there are left out and named.
 */
const count = Number(process.argv[2] ?? 2_000);
const batch = 100;
const searches = 50;
const folder = mkdtempSync(join(tmpdir(), 'lorekeep-bench-'));
const textOf = (i: number): string =>
  `note ${i} about customer ${i % 97} and product ${i % 31}, written on day ${i % 365}`;
const range = (first: number): number[] => Array.from({ length: batch }, (_, i) => first + i);

interface Peer {
  write(numbers: number[]): Promise<void>;
  search(query: string): Promise<number>;
  close(): Promise<void>;
}

const results: Record<string, unknown> = {};
try {
  await measure('lorekeep', openLorekeep);
  await measureMem0();
  await measure('chroma', openChroma);
  console.log(JSON.stringify({ entries: count, batch, results }, null, 2));
  const target = new URL('../results/memory-peers-write.json', import.meta.url);
  writeFileSync(target, `${JSON.stringify({ entries: count, batch, results }, null, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure(name: string, open: () => Promise<Peer>): Promise<void> {
  let peer: Peer;
  try {
    peer = await open();
  } catch (error) {
    results[name] = { notMeasured: (error as Error).message.split('\n')[0] };
    return;
  }
  const started = performance.now();
  for (let i = 0; i < count; i += batch) await peer.write(range(i));
  const written = performance.now();
  // The first searches of a process that was just started measure its start.
  for (let i = 0; i < 20; i++) await peer.search(textOf(i * 11));
  const warm = performance.now();
  let found = 0;
  for (let i = 0; i < searches; i++) found += await peer.search(textOf(i * 7));
  const searched = performance.now();
  await peer.close();
  results[name] = describe(written - started, searched - warm, found);
}

async function openLorekeep(): Promise<Peer> {
  const service = await ServiceProcess.start(join(folder, 'lorekeep'));
  return {
    write: async (numbers) => {
      const entries = numbers.map((i) => ({ content: textOf(i), metadata: { number: i } }));
      await service.post('/v1/memory/entries', { namespace: 'bench', entries });
    },
    search: async (query) =>
      (await service.post<object[]>('/v1/memory/search', { namespace: 'bench', query, limit: 10 })).length,
    close: () => service.stop(),
  };
}

/** Its local vector store, without its language model; its embedder is asked over HTTP, as it always is, and costs nothing here. */
async function measureMem0(): Promise<void> {
  const home = process.env['BENCH_PEERS'];
  if (!home) {
    results['mem0ai'] = { notMeasured: 'BENCH_PEERS is not set' };
    return;
  }
  const embedder = new PooledEmbedder();
  const server = createServer(async (request, response) => {
    const body = JSON.parse(
      Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString(),
    );
    const vectors = await embedder.embed([body.input].flat());
    const data = vectors.map((vector, index) => ({ object: 'embedding', index, embedding: [...vector] }));
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({ object: 'list', data, model: 'stub', usage: { prompt_tokens: 0, total_tokens: 0 } }),
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const batches = Array.from({ length: count / batch }, (_, i) => range(i * batch).map(textOf));
  const queries = Array.from({ length: searches }, (_, i) => textOf(i * 7));
  const script = fileURLToPath(new URL('./mem0-job.mjs', import.meta.url));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  try {
    const { stdout } = await promisify(execFile)(
      process.env['BENCH_PEERS_NODE'] ?? process.execPath,
      [script, home, address, folder, JSON.stringify({ batches, queries })],
      { maxBuffer: 64 * 1024 * 1024 },
    );
    const { writeMs, searchMs, found } = JSON.parse(stdout.trim().split('\n').at(-1)!);
    results['mem0ai'] = describe(writeMs, searchMs, found);
  } catch (error) {
    results['mem0ai'] = {
      notMeasured: (error as Error).message.split('\n').find((line) => line.includes('Error')),
    };
  }
  server.close();
  server.closeAllConnections();
}

function describe(writeMs: number, searchMs: number, found: number): object {
  return {
    entriesPerSecond: Math.round(count / (writeMs / 1_000)),
    searchMs: Math.round((searchMs / searches) * 10) / 10,
    resultsPerSearch: found / searches,
  };
}

async function openChroma(): Promise<Peer> {
  const base = process.env['BENCH_CHROMA'];
  if (!base) throw new Error('BENCH_CHROMA is not set');
  const root = `${base}/api/v2/tenants/default_tenant/databases/default_database/collections`;
  const post = async (path: string, body: object) => {
    const response = await fetch(root + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`Chroma: ${response.status} ${await response.text()}`);
    return (await response.json()) as { id: string; ids: string[][] };
  };
  const embedder = new PooledEmbedder();
  const { id } = await post('', { name: `bench-${process.pid}`, get_or_create: true });
  return {
    write: async (numbers) => {
      const documents = numbers.map(textOf);
      const embeddings = (await embedder.embed(documents)).map((vector) => [...vector]);
      const metadatas = numbers.map((number) => ({ number }));
      await post(`/${id}/add`, { ids: numbers.map(String), documents, embeddings, metadatas });
    },
    search: async (query) => {
      const [vector] = await embedder.embed([query]);
      const found = await post(`/${id}/query`, {
        query_embeddings: [[...vector!]],
        n_results: 10,
        include: ['documents', 'metadatas', 'distances'],
      });
      return found.ids[0]!.length;
    },
    close: async () => {},
  };
}
