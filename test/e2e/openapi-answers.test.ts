import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import type { CompletedScan } from '../../src/scan/model/outcome.ts';
import { naiveIndexes } from '../memory/naive-index.ts';
import { StubEmbedder } from '../memory/stub-embedder.ts';
import { authorization, startApp } from '../support/app.ts';
import { sampleScan } from '../support/sample-scan.ts';

interface Response {
  $ref?: string;
  content?: Record<string, { schema: object }>;
}
interface Operation {
  responses: Record<string, Response>;
}
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, Response> };
};
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** A response may gain fields, says the document; here none may have a field that the document does not describe. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, closed(part)]));
  if (!('properties' in inner) || inner['type'] !== 'object' || 'additionalProperties' in inner) return inner;
  return { ...inner, additionalProperties: false };
}

/** A scan whose findings carry, together, everything that a finding can. */
function everyField(): CompletedScan {
  const { findings, suppressedFindings, ...scan } = sampleScan();
  const secret = { provider: 'GitHub', redacted: 'ghp_…', validity: 'unknown' as const };
  const fix = { description: 'Upgrade.', startLine: 1, endLine: 1, replacement: 'a' };
  const pkg = {
    purl: 'pkg:npm/a@1.0.0',
    path: ['a@1.0.0'],
    fixedVersion: '1.0.1',
    vulnIds: [],
    reachable: true,
  };
  const history = { commit: 'c', authorDate: '2026-01-01T00:00:00Z', inTree: true };
  const full = { ...findings[0]!, secret, fix, package: pkg, baselineState: 'new' as const, ...history };
  return { ...scan, findings: [full, ...findings.slice(1)], suppressedFindings };
}

test('every answer has a status and a shape that the OpenAPI document promises', async () => {
  const app = await startApp(
    {},
    { embedder: new StubEmbedder(), indexes: naiveIndexes, runScan: async () => everyField() },
  );
  const document = (await app.server.inject('/openapi.json')).json() as Document;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ ...(closed(document) as Document), $id: 'openapi' });

  /** Calls a route by its template, and holds the answer against what the document says of it. */
  const ask = async (method: Method, template: string, url: string, payload?: object | string) => {
    const type = typeof payload === 'string' ? 'application/x-ndjson' : 'application/json';
    const response = await app.server.inject({
      method,
      url,
      headers: { ...authorization, ...(payload !== undefined && { 'content-type': type }) },
      ...(payload !== undefined && { payload }),
    });
    const place = `${method} ${template} ${response.statusCode}`;
    const answer = document.paths[template]?.[method.toLowerCase()]?.responses[response.statusCode];
    const shared = answer?.$ref?.split('/').at(-1);
    const promised = shared === undefined ? answer : document.components.responses[shared];
    expect(promised, `${place} is not in the document`).toBeDefined();
    const mediaType = String(response.headers['content-type']).split(';')[0]!;
    const schema = promised!.content?.[mediaType]?.schema;
    expect(schema, `${place} ${mediaType} is not in the document`).toBeDefined();
    const isValid = ajv.compile(JSON.parse(JSON.stringify(closed(schema)).replaceAll('"#/', '"openapi#/')));
    const body: unknown =
      mediaType.endsWith('json') && !mediaType.endsWith('ndjson') ? response.json() : response.body;
    expect([place, isValid(body), isValid.errors]).toEqual([place, true, null]);
    return (body as { data: Record<string, string> }).data;
  };
  const entries = '/v1/memory/entries';
  const entry = `${entries}/{id}`;
  const namespaces = '/v1/memory/namespaces';

  const written = await ask('POST', entries, entries, {
    namespace: 'a/b',
    entries: [
      {
        content: 'Tea.',
        metadata: { n: null, list: [1, { deep: true }] },
        externalId: 'x',
        expiresAt: '2999-01-01T00:00:00Z',
      },
      { content: 'Coffee.' },
    ],
  });
  const [id] = written['ids'] as unknown as string[];
  await ask('POST', entries, entries, { namespace: 'a/b', entries: [] });
  await ask('POST', entries, entries, { namespace: 'a/b', entries: Array(257).fill({ content: 'x' }) });
  await ask('GET', entries, `${entries}?namespace=a%2Fb&limit=1`);
  await ask('GET', entries, `${entries}?namespace=a%2Fb&cursor=none`);
  for (const path of ['/v1/memory/search', '/v1/memory/context']) {
    await ask('POST', path, path, { namespace: 'a/b', query: 'tea' });
    await ask('POST', path, path, { namespace: 'nowhere', query: 'tea', limit: 3 });
    await ask('POST', path, path, { query: 'tea' });
  }
  for (const mode of ['blended', 'dense', 'lexical'])
    await ask('POST', '/v1/memory/search', '/v1/memory/search', {
      namespace: 'a/b',
      query: 'tea',
      mode,
      explain: true,
    });
  await ask('POST', '/v1/memory/context', '/v1/memory/context', {
    namespace: 'a/b',
    query: 'tea',
    maxTokens: 9,
    citations: true,
  });
  await ask('GET', entry, `${entries}/${id}`);
  await ask('PATCH', entry, `${entries}/${id}`, { metadata: { a: 1 } });
  await ask('PATCH', entry, `${entries}/${id}`, { content: 'x', ifUpdatedAt: '2000-01-01T00:00:00Z' });
  await ask('DELETE', entry, `${entries}/${id}`);
  for (const method of ['GET', 'DELETE'] as const) await ask(method, entry, `${entries}/${id}`);
  await ask('PATCH', entry, `${entries}/${id}`, { content: 'x' });
  await ask('POST', `${entries}/delete`, `${entries}/delete`, {
    namespace: 'a/b',
    metadataFilter: {},
    dryRun: true,
  });
  await ask('GET', '/v1/memory/export', '/v1/memory/export?namespace=a%2Fb');
  await ask('POST', '/v1/memory/import', '/v1/memory/import?namespace=i', '{"content":"x"}\n');
  await ask('POST', '/v1/memory/import', '/v1/memory/import?namespace=i', '{"content":1}\n');
  await ask('GET', '/v1/memory/model', '/v1/memory/model');
  await ask('GET', namespaces, `${namespaces}?limit=1`);
  for (const query of ['colour=/a&query=tea', 'sample=0'])
    await ask('GET', `${namespaces}/{name}/map`, `${namespaces}/a%2Fb/map?${query}`);
  for (const method of ['GET', 'DELETE', 'DELETE', 'GET'] as const)
    await ask(method, `${namespaces}/{name}`, `${namespaces}/a%2Fb`);

  const key = await ask('POST', '/v1/keys', '/v1/keys', {
    name: 'k',
    scopes: ['memory:read'],
    namespaces: ['a*'],
  });
  await ask('POST', '/v1/keys', '/v1/keys', { name: 'k', scopes: ['all'] });
  await ask('GET', '/v1/keys', '/v1/keys?limit=1');
  await ask('POST', '/v1/keys/{id}/rotate', `/v1/keys/${key['id']}/rotate`, {});
  await ask('POST', '/v1/keys/{id}/rotate', '/v1/keys/key_none/rotate', {});
  await ask('DELETE', '/v1/keys/{id}', `/v1/keys/${key['id']}`);
  await ask('DELETE', '/v1/keys/{id}', '/v1/keys/key_none');
  for (const path of ['/v1/audit', '/v1/limits', '/healthz', '/readyz', '/metrics', '/openapi.json', '/docs'])
    await ask('GET', path, path);

  const scan = '/v1/security/scan';
  const started = await ask('POST', scan, scan, {
    repoUrl: 'https://repository.invalid/a/b',
    waitForCompletion: true,
  });
  for (const repoUrl of ['http://a.example/b', 'https://u:p@a.example/b', 'https://127.0.0.1/a', 'x'])
    await ask('POST', scan, scan, { repoUrl });
  await ask('GET', scan, scan);
  const finding = '/v1/security/findings';
  const known = (started as unknown as CompletedScan).findings[0]!.id;
  for (const path of ['/v1/security/trends', '/v1/usage'])
    for (const days of [2, 0]) await ask('GET', path, `${path}?days=${days}`);
  const rules = '/v1/security/rules';
  await ask('GET', rules, `${rules}?limit=2`);
  await ask('GET', rules, `${rules}?cursor=none`);
  for (const id of ['aws-access-key-id', 'none']) await ask('GET', `${rules}/{id}`, `${rules}/${id}`);
  await ask('GET', finding, `${finding}?facets=true&limit=1`);
  await ask('GET', finding, `${finding}?scanId=${started['scanId']}&group=file`);
  await ask('GET', finding, `${finding}?scanId=scan_none`);
  await ask('GET', finding, `${finding}?severity=worst`);
  await ask('GET', `${finding}/{id}`, `${finding}/${known}`);
  for (const id of [known, 'fin_none'])
    await ask('GET', `${finding}/{id}/history`, `${finding}/${id}/history`);
  await ask('PATCH', `${finding}/{id}`, `${finding}/${known}`, { status: 'false_positive', reason: 'No.' });
  await ask('GET', `${scan}/{scanId}/diff`, `${scan}/${started['scanId']}/diff?against=${started['scanId']}`);
  await ask(
    'GET',
    `${scan}/{scanId}/diff`,
    `${scan}/${started['scanId']}/diff?against=${started['scanId']}&list=unchanged&limit=1`,
  );
  for (const id of [started['scanId'], 'scan_none'])
    await ask('GET', `${scan}/{scanId}/packages`, `${scan}/${id}/packages?limit=1`);
  await ask('GET', `${scan}/{scanId}`, `${scan}/${started['scanId']}`);
  await ask('GET', `${scan}/{scanId}`, `${scan}/scan_none`);
  await ask('POST', `${scan}/{scanId}/cancel`, `${scan}/${started['scanId']}/cancel`);
  await ask('DELETE', `${scan}/{scanId}`, `${scan}/${started['scanId']}`);
  await ask('GET', '/v1/security/usage', '/v1/security/usage');
  for (const path of ['/v1/security/credentials', '/v1/security/webhook-secrets'])
    await ask('GET', path, path);
});
