import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ChaosCluster, chaosKey } from '../../test/cluster/chaos-cluster.ts';

/** `node bench/cluster/dead-node.ts`: how long after the kill -9 of a node another one has answered for every namespace. Wall time. */
const namespaces = Array.from({ length: 8 }, (_, i) => `space-${i}`);
const folder = mkdtempSync(join(tmpdir(), 'lk-dead-node-'));
const cluster = await ChaosCluster.start(folder);
try {
  for (const namespace of namespaces)
    await ask(0, '/v1/memory/entries', { namespace, entries: [{ content: 'hello world' }] });
  for (const node of [0, 1, 2]) for (const namespace of namespaces) await search(node, namespace);
  const takeOverMs: number[] = [];
  for (const [victim, other] of [
    [1, 2],
    [2, 1],
    [1, 2],
    [2, 1],
  ] as const) {
    await cluster.killNode(victim);
    const killed = performance.now();
    for (const namespace of namespaces) while (!(await search(other, namespace))) await sleep(20);
    takeOverMs.push(Math.round(performance.now() - killed));
    await cluster.startNode(victim);
  }
  console.log(JSON.stringify({ namespaces: namespaces.length, takeOverMs }));
} finally {
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}

function search(node: number, namespace: string): Promise<boolean> {
  return ask(node, '/v1/memory/search', { namespace, query: 'hello' });
}

async function ask(node: number, path: string, body: object): Promise<boolean> {
  const headers = { Authorization: `Bearer ${chaosKey}`, 'Content-Type': 'application/json' };
  const options = {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  };
  return fetch(`${cluster.baseOf(node)}${path}`, options).then(
    ({ ok }) => ok,
    () => false,
  );
}
