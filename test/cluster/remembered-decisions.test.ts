import { expect, test, vi } from 'vitest';
import { call } from '../support/app.ts';
import { coded } from '../support/remembered-scans.ts';
import { sampleScan } from '../support/sample-scan.ts';
import { openCluster } from './nodes.ts';

const soon = { timeout: 60_000, interval: 50 };

test('a decision of one node is shown by every other, and is gone from all when it is taken back', async () => {
  const findings = ['a', 'b'].map((name) => coded(name, `await fetch(request.query.${name});`));
  const runScan = async () => sampleScan({ findings, suppressedFindings: [] });
  const cluster = await openCluster();
  const nodes = [await cluster.node({}, { runScan }), await cluster.node({}, { runScan })];
  const payload = { repoUrl: 'https://git.example.com/shop', waitForCompletion: true };
  await call(nodes[0]!, 'POST', '/v1/security/scan', { payload });
  const similarOn = async (node: number) => {
    const { data } = await call<{ similar: Array<{ reason: string }> }>(
      nodes[node]!,
      'GET',
      '/v1/security/findings/fin_b',
    );
    return data.similar.map(({ reason }) => reason);
  };
  const foundOn = async (node: number) => {
    const search = { payload: { query: 'Server-side request forgery' } };
    const { data } = await call<{ items: Array<{ id: string }> }>(
      nodes[node]!,
      'POST',
      '/v1/security/findings/search',
      search,
    );
    return data.items.map(({ id }) => id).sort();
  };
  for (const node of [0, 1])
    await vi.waitFor(async () => expect(await foundOn(node)).toEqual(['fin_a', 'fin_b']), soon);
  const decide = (node: number, body: object) =>
    call(nodes[node]!, 'PATCH', '/v1/security/findings/fin_a', { payload: body });
  for (const [round, node] of [1, 0].entries()) {
    const reason = `Round ${round}.`;
    await decide(node, { status: 'false_positive', reason });
    for (const other of [0, 1]) {
      await vi.waitFor(async () => expect(await similarOn(other)).toEqual([reason]), soon);
      expect(await foundOn(other)).toEqual(['fin_b']);
    }
    await decide(node, { status: 'open' });
    for (const other of [0, 1]) expect(await similarOn(other)).toEqual([]);
  }
});
