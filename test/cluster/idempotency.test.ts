import { expect, test } from 'vitest';
import type { RunScan } from '../../src/scan/model/outcome.ts';
import { call } from '../support/app.ts';
import { openCluster } from './nodes.ts';

const endsWhenTold: RunScan = (_, { signal }) =>
  new Promise((resolve) => {
    const cancelled = { status: 'failed', errorCode: 'cancelled', error: 'Cancelled.' } as const;
    signal.addEventListener('abort', () => resolve(cancelled));
  });

const routes = [
  ['entries', '/v1/memory/entries', { namespace: 'notes', entries: [{ content: 'entry one' }] }],
  [
    'entries with a name of their own',
    '/v1/memory/entries',
    { namespace: 'notes', entries: [{ content: 'entry one', externalId: 'x' }] },
  ],
  ['keys', '/v1/keys', { name: 'ci', scopes: ['memory:read'] }],
  ['scans', '/v1/security/scan', { repoUrl: 'https://git.example.com/a' }],
  ['credentials', '/v1/security/credentials', { host: 'git.example.com', secret: 's' }],
] as const;

test.each(routes)(
  'a request under one Idempotency-Key on two nodes at once acts once: %s',
  async (_, path, payload) => {
    const cluster = await openCluster();
    const held = { runScan: endsWhenTold };
    const nodes = [await cluster.node({}, held), await cluster.node({}, held)];
    for (let round = 0; round < 8; round++) {
      const headers = { 'idempotency-key': `round-${round}` };
      const answers = await Promise.all(
        [...nodes, ...nodes].map((node) => call(node, 'POST', path, { payload, headers })),
      );
      const done = answers.filter(({ status }) => status !== 409);
      expect(done.length).toBeGreaterThanOrEqual(1);
      for (const { status } of done) expect(status).toBeLessThan(300);
      const ids = done.map(({ data }) => {
        const { ids, id, scanId, credentialId } = data as Record<string, unknown>;
        return JSON.stringify(ids ?? id ?? scanId ?? credentialId);
      });
      expect(new Set(ids).size).toBe(1);
    }
  },
);

test('another request under the same Idempotency-Key is refused on every node', async () => {
  const cluster = await openCluster();
  const [one, two] = [await cluster.node(), await cluster.node()];
  const headers = { 'idempotency-key': 'k' };
  const write = (content: string) => ({ payload: { namespace: 'notes', entries: [{ content }] }, headers });
  expect((await call(one, 'POST', '/v1/memory/entries', write('a'))).status).toBe(200);
  const other = await call<{ code: string }>(two, 'POST', '/v1/memory/entries', write('b'));
  expect(other.data.code).toBe('idempotency_key_reused');
});
