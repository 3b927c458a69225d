import { setTimeout as sleep } from 'node:timers/promises';
import { type ChaosClients, namespaces } from './chaos-clients.ts';
import { nodeCount } from './chaos-cluster.ts';
import type { ChaosModel } from './chaos-model.ts';

interface ListedEntry {
  id: string;
  content: string;
}

/** At the end every node says the same, and that is what was acknowledged. */
export async function checkAgreement(clients: ChaosClients, model: ChaosModel): Promise<void> {
  const lists: string[] = [];
  for (let node = 0; node < nodeCount; node++) {
    const held = new Map<string, string>();
    for (const namespace of namespaces)
      for (const { id, content } of await listAll(clients, node, namespace)) held.set(id, content);
    for (const { id, state } of model.entries.values()) {
      if (state === 'there' && !held.has(id)) model.report('lost', `${id} on node ${node}`);
      if (state === 'gone' && held.has(id)) model.report('resurrected', `${id} on node ${node}`);
    }
    checkRaces(model, node, [...held.values()]);
    lists.push([...held.keys()].sort().join());
  }
  if (new Set(lists).size !== 1) model.problems.push('the nodes do not agree on what there is');
  await checkScans(clients, model);
}

function checkRaces(model: ChaosModel, node: number, contents: readonly string[]): void {
  const seen = new Set<string>();
  for (const content of contents) {
    const token = content.split(' ')[0]!;
    if (seen.has(token) && model.raced.has(token)) model.report('doubled', `${token} on node ${node}`);
    seen.add(token);
  }
}

/** Every scan ends, and every node says the same of it. */
async function checkScans(clients: ChaosClients, model: ChaosModel): Promise<void> {
  for (const id of model.scans.keys()) {
    for (let node = 0; node < nodeCount; node++) {
      const ended = await repeat(async () => {
        const scan = await clients.call<{ finishedAt?: string }>(node, 'GET', `/v1/security/scan/${id}`);
        return scan?.finishedAt;
      }, `scan ${id} on node ${node}`);
      model.scanEnded(id, ended);
    }
  }
}

async function listAll(clients: ChaosClients, node: number, namespace: string): Promise<ListedEntry[]> {
  const all: ListedEntry[] = [];
  let cursor: string | undefined;
  do {
    const query = new URLSearchParams({ namespace, limit: '100', ...(cursor && { cursor }) });
    const page = await repeat(
      () =>
        clients.call<{ items: ListedEntry[]; nextCursor?: string }>(
          node,
          'GET',
          `/v1/memory/entries?${query}`,
        ),
      `node ${node}`,
    );
    all.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return all;
}

async function repeat<T>(ask: () => Promise<T | undefined>, what: string): Promise<T> {
  for (let attempt = 0; attempt < 240; attempt++) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await sleep(500);
  }
  throw new Error(`There is no answer from ${what}.`);
}
