import type { InjectOptions } from 'fastify';
import { expect, test, vi } from 'vitest';
import { authorization, startApp } from '../../../../test/support/app.ts';
import { sampleScan } from '../../../../test/support/sample-scan.ts';
import type { App } from '../../../app/app.ts';

// A session with the whole API: what is asked, and what comes back. Ids are numbered in the order in which they appear, times are TIME.

interface Asked {
  payload?: unknown;
  headers?: Record<string, string>;
  /** Lines of the body that are shown; all when omitted. */
  lines?: number;
}

function session(app: App) {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  const lines: string[] = [];
  const plain = (text: string): string =>
    text
      .replace(
        /\b(mem|key|scan|req|aud|cred|hook|job|bat|ten|fin|whsec)_[0-9A-Za-z+/=]{16,}(_\w{43})?\b=?/g,
        (id, kind: string) => {
          const count = (counts.get(kind) ?? 0) + 1;
          if (!names.has(id)) counts.set(kind, count);
          if (!names.has(id)) names.set(id, kind === 'req' ? 'req_#' : `${kind}_#${count}`);
          return names.get(id)!;
        },
      )
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'TIME')
      .replace(/"(day|date)": ?"\d{4}-\d\d-\d\d"/g, '"$1":"DAY"')
      .replace(/("(?:nextCursor|cursor)": ?")[\w-]+"/g, '$1…"')
      .replace(/("embedWaitMs": ?)\d+/g, '$1N')
      .replace(/([?&]cursor=)[\w-]{10,}/g, '$1…')
      // What the model and the ranking make of a text is held elsewhere.
      .replace(
        /("(?:score|rank|relevance|dense|cosine|lexical|weight|coverage|neighbours|x|y)": ?)-?[\d.e-]+/g,
        '$1N',
      );
  const ask = async (
    method: NonNullable<InjectOptions['method']>,
    url: string,
    { payload, headers = {}, lines: most }: Asked = {},
  ) => {
    const response = await app.server.inject({
      method,
      url,
      headers: { ...authorization, ...headers },
      ...(payload !== undefined && { payload: payload as object }),
    });
    const shownHeaders = [
      'content-type',
      'www-authenticate',
      'retry-after',
      'allow',
      'location',
      'idempotency-replayed',
      'content-disposition',
      'cache-control',
    ]
      .filter((name) => response.headers[name] !== undefined)
      .map((name) => `${name}: ${response.headers[name]}`);
    const isJson = String(response.headers['content-type']).includes('application/json');
    const body = isJson ? JSON.stringify(JSON.parse(response.body), null, 1) : response.body;
    const shown = plain(body).replaceAll('\r\n', '␍\n').split('\n').slice(0, most).join('\n');
    const sent =
      payload === undefined
        ? ''
        : ` ${plain(typeof payload === 'string' ? JSON.stringify(payload) : JSON.stringify(payload))}`;
    lines.push(`${method} ${plain(url)}${sent}\n${response.statusCode} ${shownHeaders.join(', ')}\n${shown}`);
    return isJson ? (JSON.parse(response.body) as { data: never }).data : (undefined as never);
  };
  return { ask, text: () => `${lines.join('\n\n')}\n` };
}

test('a session with memory', async () => {
  const app = await startApp();
  const { ask, text } = session(app);
  const entries = [
    { content: 'Ada prefers green tea.', metadata: { user: 'ada', n: 1 }, externalId: 'x-1' },
    { content: 'Bob drinks coffee.', metadata: { user: 'bob', n: 2 } },
    { content: 'Mail me at ada@example.org.', metadata: { user: 'ada' } },
  ];
  const repeated = { headers: { 'idempotency-key': 'once' }, payload: { namespace: 'notes', entries } };
  const { ids } = (await ask('POST', '/v1/memory/entries', repeated)) as { ids: string[] };
  await ask('POST', '/v1/memory/entries', repeated);
  await ask('POST', '/v1/memory/entries', { ...repeated, payload: { namespace: 'other', entries } });
  await ask('POST', '/v1/memory/entries', {
    payload: { namespace: 'notes', entries: [{ content: '', metadta: {} }], more: 1 },
  });
  await ask('POST', '/v1/memory/search', {
    payload: { namespace: 'notes', query: 'what does Ada drink', limit: 2 },
  });
  await ask('POST', '/v1/memory/search', {
    payload: { namespace: 'notes', query: 'tea', metadataFilter: { user: 'bob' }, explain: true },
  });
  await ask('POST', '/v1/memory/search', { payload: { namespace: 'notes', query: 'tea', topK: 3 } });
  await ask('POST', '/v1/memory/search/batch', {
    payload: {
      searches: [
        { namespace: 'notes', query: 'tea', limit: 1 },
        { namespace: 'none', query: 'x' },
      ],
    },
  });
  await ask('POST', '/v1/memory/context', {
    payload: { namespace: 'notes', query: 'tea', maxTokens: 20, format: 'markdown' },
  });
  await ask('GET', `/v1/memory/entries/${ids[0]}`);
  await ask('GET', '/v1/memory/entries/mem_00000000000000000000000000');
  await ask('PATCH', `/v1/memory/entries/${ids[1]}`, {
    payload: { content: 'Bob drinks tea now.', expiresAt: '2099-01-01T00:00:00Z' },
  });
  await ask('PATCH', `/v1/memory/entries/${ids[1]}`, { payload: { expiresAt: '2001-01-01T00:00:00Z' } });
  await ask('GET', `/v1/memory/entries/${ids[1]}/history`);
  await ask('POST', `/v1/memory/entries/${ids[0]}/similar`, { payload: { limit: 1 } });
  const page = (await ask('GET', '/v1/memory/entries?namespace=notes&limit=2')) as { nextCursor: string };
  await ask('GET', `/v1/memory/entries?namespace=notes&limit=2&cursor=${page.nextCursor}`);
  await ask('GET', '/v1/memory/entries?namespace=notes&cursor=abc');
  await ask('GET', '/v1/memory/entries?namespace=notes&limit=0');
  await ask('GET', '/v1/memory/entries?namespace=notes&metadataFilter={"user":"ada"}&order=oldest');
  await ask('POST', '/v1/memory/namespaces/notes/facets', { payload: { paths: ['/metadata/user'] } });
  await ask('PATCH', '/v1/memory/namespaces/notes', { payload: { history: 2, guard: { pii: 'redact' } } });
  await ask('GET', '/v1/memory/namespaces/notes');
  await ask('GET', '/v1/memory/namespaces');
  await ask('GET', '/v1/memory/namespaces?prefix=no&limit=1');
  await ask('POST', '/v1/memory/entries', {
    payload: { namespace: 'notes', entries: [{ content: 'Write to bob@example.org.' }] },
  });
  await ask('GET', '/v1/memory/export?namespace=notes');
  await ask('POST', '/v1/memory/import?namespace=copy', {
    payload: '{"content":"a"}\n\n{"content":"b"}\n',
    headers: { 'content-type': 'application/x-ndjson' },
  });
  await ask('POST', '/v1/memory/import?namespace=copy', {
    payload: '{"content":"a"}\n{"content":1}\n',
    headers: { 'content-type': 'application/x-ndjson' },
  });
  await ask('GET', '/v1/memory/namespaces/notes/map?sample=2', { lines: 8 });
  await ask('POST', '/v1/memory/entries/delete', {
    payload: { namespace: 'notes', filter: { path: '/metadata/user', op: 'eq', value: 'ada' }, dryRun: true },
  });
  await ask('POST', '/v1/memory/entries/delete', { payload: { namespace: 'notes', ids: [ids[0]] } });
  await ask('POST', '/v1/memory/entries/delete', { payload: { namespace: 'notes' } });
  await ask('DELETE', `/v1/memory/entries/${ids[1]}`);
  await ask('DELETE', '/v1/memory/namespaces/notes');
  await ask('DELETE', '/v1/memory/namespaces/notes');
  await ask('GET', '/v1/memory/model');
  await ask('POST', '/v1/embeddings', { payload: { input: 'tea' }, lines: 4 });
  await expect(text()).toMatchFileSnapshot('memory.txt');
});

test('a session with keys, and what is refused', async () => {
  const app = await startApp();
  const { ask, text } = session(app);
  const key = (await ask('POST', '/v1/keys', {
    payload: { name: 'ci', scopes: ['memory:read'], namespaces: ['app-*'], plan: 'free' },
  })) as { id: string; key: string };
  const as = { headers: { authorization: `Bearer ${key.key}` } };
  await ask('GET', '/v1/memory/entries?namespace=other', as);
  await ask('POST', '/v1/memory/entries', {
    ...as,
    payload: { namespace: 'app-1', entries: [{ content: 'x' }] },
  });
  await ask('GET', '/v1/keys', as);
  await ask('GET', '/v1/keys');
  await ask('PATCH', `/v1/keys/${key.id}`, { payload: { guard: { secrets: 'reject' } } });
  await ask('POST', `/v1/keys/${key.id}/rotate`, { payload: { graceSeconds: 0 } });
  await ask('DELETE', `/v1/keys/${key.id}`);
  await ask('DELETE', `/v1/keys/${key.id}`);
  await ask('GET', '/v1/limits', as);
  await ask('POST', '/v1/keys', { payload: { name: 'x', scopes: ['everything'] } });
  await ask('GET', '/v1/audit?limit=2');
  await ask('GET', '/v1/usage?days=1');
  await ask('GET', '/v1/limits');
  for (const sent of ['', 'Basic x', 'Bearer nokey', 'Bearer key_wrong'])
    await ask('GET', '/v1/limits', { headers: { authorization: sent } });
  await ask('GET', '/nowhere');
  await ask('PUT', '/v1/limits');
  await ask('POST', '/v1/memory/search', {
    payload: '{"a":',
    headers: { 'content-type': 'application/json' },
  });
  await ask('POST', '/v1/memory/search', { payload: '{}', headers: { 'content-type': 'text/plain' } });
  await ask('POST', '/v1/memory/search', {
    payload: '{}',
    headers: { 'content-type': 'application/json; charset=latin1' },
  });
  await ask('POST', '/v1/memory/search', {
    payload: '{}',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
  });
  await ask('GET', '/v1/limits?a=%ff');
  await ask('GET', '/healthz');
  await ask('GET', '/readyz');
  await expect(text()).toMatchFileSnapshot('access.txt');
});

test('a session with scans', async () => {
  const app = await startApp(
    {},
    { runScan: async () => sampleScan({ findings: sampleScan().findings.slice(0, 2) }) },
  );
  const { ask, text } = session(app);
  await ask('POST', '/v1/security/scan', { payload: { repoUrl: 'http://example.com/a' } });
  await ask('POST', '/v1/security/scan', { payload: { repoUrl: 'https://u:p@example.com/a' } });
  const scan = (await ask('POST', '/v1/security/scan', {
    payload: { repoUrl: 'https://git.example.com/a', waitForCompletion: true },
    lines: 4,
  })) as { scanId: string };
  const path = `/v1/security/scan/${scan.scanId}`;
  await vi.waitFor(async () => {
    const response = await app.server.inject({ url: path, headers: authorization });
    expect(response.json().data.status).toBe('completed');
  }, 60_000);
  await ask('GET', path);
  await ask('GET', `${path}?format=csv`);
  await ask('GET', `${path}?format=markdown`, { lines: 12 });
  await ask('GET', `${path}?format=nothing`);
  await ask('GET', '/v1/security/scan?limit=1&status=completed');
  await ask('GET', '/v1/security/scan?status=wrong');
  const { items } = (await ask('GET', '/v1/security/findings')) as { items: Array<{ id: string }> };
  const id = items[0]?.id ?? 'none';
  await ask('GET', `/v1/security/findings/${id}`);
  await ask('PATCH', `/v1/security/findings/${id}`, { payload: { status: 'accepted_risk' } });
  await ask('PATCH', `/v1/security/findings/${id}`, {
    payload: { status: 'accepted_risk', reason: 'Known.' },
  });
  await ask('GET', `/v1/security/findings/${id}/history`);
  await ask('GET', '/v1/security/findings?status=accepted_risk');
  await ask('GET', `${path}/packages`);
  await ask('GET', '/v1/security/usage');
  await ask('GET', '/v1/security/trends?days=1');
  await ask('POST', `${path}/cancel`);
  await ask('POST', '/v1/security/credentials', {
    payload: { host: 'git.example.com', name: 'ci', username: 'u', secret: 's3cr3t' },
  });
  await ask('GET', '/v1/security/credentials');
  await ask('POST', '/v1/security/webhook-secrets', { payload: {}, lines: 3 });
  await ask('GET', '/v1/security/webhook-secrets');
  await ask('DELETE', path);
  await ask('GET', path);
  await expect(text()).toMatchFileSnapshot('scans.txt');
});
