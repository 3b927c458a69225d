import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generateClientFiles } from '../../../scripts/clients/generated-files.ts';
import { clientOperations, readDocument } from '../../../scripts/clients/read-document.ts';
import { Lorekeep } from '../src/index.ts';

const root = join(import.meta.dirname, '..', '..', '..');

test('the generated files of the clients are what the contract says (else: npm run docs)', async () => {
  for (const [path, content] of Object.entries(await generateClientFiles()))
    expect(readFileSync(join(root, path), 'utf8'), path).toBe(content);
});

test('every operation of the contract has a method that sends it', async () => {
  const sent = new Set<string>();
  const lore = new Lorekeep({
    baseUrl: 'http://service.test',
    apiKey: 'key_a',
    fetch: (async (url: string, { method }: { method: string }) => {
      const path = new URL(url).pathname.replace(/~(\w+)/g, '{$1}');
      sent.add(`${method} ${path}`);
      const finished = 'id: 1\nevent: finished\ndata: {}\n\n';
      const data = { items: [], scanId: '~scanId', status: 'completed' };
      const body = path.endsWith('/events')
        ? finished
        : path.endsWith('/export')
          ? ''
          : JSON.stringify({ success: true, data });
      return new Response(body);
    }) as typeof fetch,
  });
  await useAll(lore);
  const operations = clientOperations(await readDocument());
  const missing = operations.filter(({ method, path }) => !sent.has(`${method} ${path}`));
  expect(missing.map(({ operationId }) => operationId)).toEqual([]);
  expect(sent.size).toBe(operations.length);
});

async function useAll(lore: Lorekeep): Promise<void> {
  const { memory, namespaces, scans, findings, credentials, keys, webhooks } = lore;
  const [namespace, query] = ['a', 'b'];
  await memory.write({ namespace, entries: [{ content: 'a' }] });
  await memory.search({ namespace, query });
  await memory.searchBatch({ searches: [{ namespace, query }] });
  await memory.similar('~id');
  await memory.facets('~name', { paths: ['/metadata/a'] });
  await memory.context({ namespace, query });
  await memory.entries({ namespace }).all();
  await memory.get('~id');
  await memory.history('~id');
  await memory.update('~id', { content: 'a' });
  await memory.delete('~id');
  await memory.deleteMany({ namespace, ids: ['a'] });
  for await (const _ of memory.export({ namespace }));
  await memory.import({ namespace }, [{ content: 'a' }]);
  await memory.model();
  await namespaces.list().all();
  await namespaces.get('~name');
  await namespaces.update('~name', { searchableMetadata: ['a'] });
  await namespaces.map('~name');
  await namespaces.delete('~name');
  const scan = await scans.start({ repoUrl: 'https://a.example/b' });
  await scan.done();
  await scans.list().all();
  await scans.cancel('~scanId');
  await scans.delete('~scanId');
  await scans.diff('~scanId', 'b');
  await scans.diff('~scanId', { against: 'b', limit: 5 });
  await scans.packages('~scanId').all();
  await scans.usage();
  await scans.trends();
  await lore.usage();
  await scans.rules().all();
  await scans.rule('~id');
  await findings.list().all();
  await findings.get('~id');
  await findings.history('~id');
  await findings.triage('~id', { status: 'open' });
  await findings.search('b');
  await findings.triageMany({ ids: ['a'], status: 'open' });
  await findings.undoTriage('~batchId');
  await findings.forgetDecisions('https://a.example/b');
  await credentials.create({ host: 'a', secret: 'b' });
  await credentials.list();
  await credentials.delete('~id');
  await webhooks.create();
  await webhooks.list();
  await webhooks.delete('~id');
  await keys.issue({ name: 'a', scopes: ['admin'] });
  await keys.list().all();
  await keys.update('~id', { guard: {} });
  await keys.rotate('~id');
  await keys.revoke('~id');
  await lore.audit().all();
  await lore.embeddings({ model: 'a', input: 'b' });
  await lore.limits();
  await lore.health();
  await lore.ready();
}
