import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../../test/support/free-port.ts';
import { startPostgres } from '../../test/support/postgres-server.ts';
import { type RunningService, startService } from '../../test/support/process.ts';
import { cpuMicrosOf } from './processor-time.ts';

/**
 * `node bench/cluster/nodes.ts`: processor time of a search over HTTP with one node, with three that each hold what they are asked for, and with three that
 * hand searches to the node that has the namespace. How many searches three nodes serve, where each has cores of its own, follows from it.
 */
const key = 'key_of_bench';
const searches = 600;
const namespaces = Array.from({ length: 6 }, (_, i) => `space-${i}`);
const folder = mkdtempSync(join(tmpdir(), 'lk-nodes-'));
const server = await startPostgres({ durable: true });
const nodes: RunningService[] = [];
const agent = new Agent({ keepAlive: true, maxSockets: 6 });

try {
  const admin = new pg.Client({ connectionString: server.url('postgres') });
  await admin.connect();
  await admin.query('CREATE DATABASE nodes');
  await admin.end();
  writeFileSync(join(folder, 'secret.key'), randomBytes(32).toString('base64'));
  await start(0, false);
  for (const namespace of namespaces)
    for (let i = 0; i < 500; i += 250)
      await call(nodes[0]!, '/v1/memory/entries', { namespace, entries: entriesOf(i) });
  const one = await measure('one node', nodes);
  await start(1, false);
  await start(2, false);
  const three = await measure('three nodes, each for itself', nodes);
  while (nodes.length > 0) await nodes.pop()!.stop();
  for (const i of [0, 1, 2]) await start(i, true);
  await sleep(3_000);
  const forwarding = await measure('three nodes that forward', nodes);
  const speedUp = (other: typeof one) => Number(((3 * one.nodeMicros) / other.nodeMicros).toFixed(2));
  const result = {
    searches,
    one,
    three,
    forwarding,
    threeServe: speedUp(three),
    forwardingServe: speedUp(forwarding),
  };
  console.log(JSON.stringify(result, null, 2));
  writeFileSync(
    join(import.meta.dirname, '..', 'results', 'cluster-nodes.json'),
    `${JSON.stringify(result, null, 2)}\n`,
  );
} finally {
  for (const node of nodes) await node.stop('SIGKILL');
  await server.remove();
  rmSync(folder, { recursive: true, force: true });
}

async function start(i: number, forwards: boolean): Promise<void> {
  const port = await freePort();
  const dataDir = join(folder, `node-${i}`);
  mkdirSync(dataDir, { recursive: true });
  nodes.push(
    await startService({
      LOREKEEP_DATA_DIR: dataDir,
      LOREKEEP_PORT: String(port),
      ...(forwards && { LOREKEEP_NODE_URL: `http://127.0.0.1:${port}` }),
      LOREKEEP_DATABASE_URL: server.url('nodes'),
      LOREKEEP_SECRET_KEY_FILE: join(folder, 'secret.key'),
      LOREKEEP_API_KEYS: key,
      LOREKEEP_LOG_LEVEL: 'warn',
    }),
  );
}

/** Per search, over all nodes. Before it counts, every node has answered as many searches as one node alone would have, so that its code is as warm. */
async function measure(name: string, over: readonly RunningService[]) {
  for (const _ of over) await pass(over);
  const cpu = () => over.reduce((sum, { child }) => sum + cpuMicrosOf(child.pid!), 0);
  const [nodeBefore, serverBefore] = [cpu(), cpuMicrosOf(server.process.pid!)];
  await pass(over);
  return {
    name,
    nodeMicros: Math.round((cpu() - nodeBefore) / searches),
    serverMicros: Math.round((cpuMicrosOf(server.process.pid!) - serverBefore) / searches),
  };
}

async function pass(over: readonly RunningService[]): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      while (next < searches) {
        const i = next++;
        const namespace = namespaces[i % namespaces.length]!;
        // Another walk over the nodes than over the namespaces, so that every node is asked for every one.
        const node = over[Math.floor(i / namespaces.length) % over.length]!;
        await call(node, '/v1/memory/search', {
          namespace,
          query: `what is said about topic ${i % 97}`,
          limit: 10,
        });
      }
    }),
  );
}

/** Over connections that stay open: making one would cost the node as much as the search. */
async function call({ base }: RunningService, path: string, body: object): Promise<void> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  await new Promise<void>((resolve, reject) => {
    const sent = request(`${base}${path}`, { method: 'POST', headers, agent }, (response) => {
      response.resume().once('error', reject);
      response.once('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`${path}: ${response.statusCode}`)),
      );
    });
    sent.once('error', reject);
    sent.end(JSON.stringify(body));
  });
}

function entriesOf(from: number): Array<{ content: string }> {
  return Array.from({ length: 250 }, (_, i) => ({
    content: `Entry ${from + i} is about topic ${(from + i) % 97} and little else.`,
  }));
}
