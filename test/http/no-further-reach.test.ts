import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { App } from '../../src/app/app.ts';
import type { RunScan } from '../../src/scan/model/outcome.ts';
import { call, otherTenant, startApp } from '../support/app.ts';
import { type DocumentedOperation, documentedOperations } from '../support/documented-operations.ts';
import { coded } from '../support/remembered-scans.ts';
import { sampleScan } from '../support/sample-scan.ts';

/**
 * What a tenant keeps, each with a word of its own that is nowhere else. Routes come and go, in memory, in scans and between the two; whatever they
 * are, no caller gets to see a word that its tenant, its scopes and its namespaces do not give it.
 */
const words = {
  entry: 'zedoaryentry',
  metadata: 'zedoarymetadata',
  bound: 'quokkabound',
  title: 'marzipantitle',
  code: 'marzipancode',
  reason: 'marzipanreason',
  repository: 'marzipanrepository',
} as const;
const memoryWords = [words.entry, words.metadata, words.bound];
const scanWords = [words.title, words.code, words.reason, words.repository];
const soon = { timeout: 300_000, interval: 20 };

interface Caller {
  name: string;
  headers: Record<string, string>;
  maySee: readonly string[];
  /** Only a stranger may try everything: what a key of the tenant changes is rightly changed. */
  isStranger: boolean;
}

/** Names of what is there, by the fields and parameters that take them. */
type Pool = Record<string, readonly string[]>;

async function plant(app: App): Promise<Pool> {
  const repoUrl = `https://git.example.com/${words.repository}`;
  const write = (namespace: string, content: string) =>
    call<{ ids: string[] }>(app, 'POST', '/v1/memory/entries', {
      payload: {
        namespace,
        entries: [{ content, metadata: { kind: words.metadata }, externalId: `${content}-1` }],
      },
    });
  const entry = await write('private', `The ${words.entry} is blue.`);
  const bound = await call<{ ids: string[] }>(app, 'POST', '/v1/memory/entries', {
    payload: { namespace: 'team-1', entries: [{ content: `The ${words.bound} is green.` }] },
  });
  const scan = await call<{ scanId: string }>(app, 'POST', '/v1/security/scan', {
    payload: { repoUrl, waitForCompletion: true },
  });
  const decided = await call<{ batchId: string }>(app, 'POST', '/v1/security/findings/triage', {
    payload: { ids: ['fin_decided'], status: 'false_positive', reason: `It is ${words.reason}.` },
  });
  await vi.waitFor(async () => {
    const { data } = await call<{ similar: object[] }>(app, 'GET', '/v1/security/findings/fin_open');
    expect(JSON.stringify(data.similar)).toContain(words.reason);
    const search = { payload: { query: words.title } };
    const found = await call<{ items: object[] }>(app, 'POST', '/v1/security/findings/search', search);
    expect(found.data.items).not.toEqual([]);
  }, soon);
  const namespaces = ['private', 'team-1', '\u0001decisions', '\u0001findings', '*', '\u0001*'];
  const memoryIds = [...entry.data.ids, ...bound.data.ids];
  const findingIds = ['fin_open', 'fin_decided'];
  const ids = [...memoryIds, ...findingIds, decided.data.batchId];
  const texts = ['blue', 'the', 'server-side request forgery', 'fetch', 'because'];
  return {
    id: ids,
    ids,
    name: namespaces,
    namespace: namespaces,
    prefix: namespaces,
    scanId: [scan.data.scanId],
    against: [scan.data.scanId],
    batchId: [decided.data.batchId],
    likeFinding: findingIds,
    repoUrl: [repoUrl],
    query: texts,
    q: texts,
    input: texts,
  };
}

async function callersOf(app: App): Promise<Caller[]> {
  const key = async (scopes: string[], namespaces?: string[]) => {
    const payload = { name: 'limited', scopes, ...(namespaces && { namespaces }) };
    const { data } = await call<{ key: string }>(app, 'POST', '/v1/keys', { payload });
    return { authorization: `Bearer ${data.key}` };
  };
  const own = async (name: string, maySee: readonly string[], scopes: string[], namespaces?: string[]) => ({
    name,
    headers: await key(scopes, namespaces),
    maySee,
    isStranger: false,
  });
  const bound = ['team-*'];
  return [
    { name: 'another tenant', headers: await otherTenant(app), maySee: [], isStranger: true },
    { name: 'nobody', headers: { authorization: 'Bearer key_unknown' }, maySee: [], isStranger: true },
    await own('a key for memory', memoryWords, ['memory:read', 'memory:write']),
    await own('a key for one namespace', [words.bound], ['memory:read', 'memory:write'], bound),
    await own('a key that only writes', [], ['memory:write', 'scan:write']),
    await own('a key for scans', scanWords, ['scan:read']),
    await own(
      'a key for scans and one namespace',
      [...scanWords, words.bound],
      ['scan:read', 'memory:read'],
      bound,
    ),
    await own('a key for keys', [], ['admin']),
  ];
}

/** The documented request with names of the tenant's things in it. */
function requestOf(operation: DocumentedOperation, pool: Pool, pick: (of: number) => number) {
  const { method, path, example, bodyType } = operation;
  const choose = (field: string, shown: unknown): unknown => {
    // What a stranger does about a repository is noted with the URL that it gave.
    const names = field === 'repoUrl' && !reads(operation) ? undefined : pool[field];
    return names ? names[pick(names.length)] : shown;
  };
  const filled = (field: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((item) => filled(field, item));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, filled(name, inner)]));
    return typeof value === 'string' ? choose(field, value) : value;
  };
  const url = path.replace(/\{(\w+)\}/g, (_, part: string) =>
    encodeURIComponent(String(choose(part, example.params?.[part] ?? 'x'))),
  );
  const query = new URLSearchParams(
    Object.entries(example.query ?? {}).map(
      ([name, value]) => [name, String(choose(name, value))] as [string, string],
    ),
  );
  const body = typeof example.body === 'string' ? example.body : filled('', example.body);
  return {
    method: method as 'GET',
    url: query.size > 0 ? `${url}?${query}` : url,
    ...(bodyType && body !== undefined && { payload: body as object, headers: { 'content-type': bodyType } }),
  };
}

/** What reads only. A search is a POST, and so is what asks for many things at once. */
const reads = ({ method, name }: DocumentedOperation): boolean =>
  method === 'GET' || /^(?:search|similar|get|count|map|list|createEmbeddings)/.test(name);

test('no tenant, no namespace of a key and no scope sees more through any route than it is given', async () => {
  let scans = 0;
  const findings = ['open', 'decided'].map((name) =>
    coded(name, `await fetch(request.query.${words.code});`, { title: `SSRF ${words.title}` }),
  );
  // Only the scan of the tenant itself finds something.
  const runScan: RunScan = async () =>
    sampleScan({ findings: scans++ === 0 ? findings : [], suppressedFindings: [] });
  const app = await startApp({}, { runScan });
  const pool = await plant(app);
  const callers = await callersOf(app);
  const operations = await documentedOperations(app);
  const seen = new Set<string>();
  let answered = 0;

  const check = async (caller: Caller, operation: DocumentedOperation, pick: (of: number) => number) => {
    if (!caller.isStranger && !reads(operation)) return;
    const request = requestOf(operation, pool, pick);
    const response = await app.server.inject({
      ...request,
      headers: { ...request.headers, ...caller.headers },
    });
    const sent = JSON.stringify(request) + decodeURIComponent(request.url);
    if (response.statusCode === 200) answered++;
    for (const word of Object.values(words)) {
      // What the caller said itself tells it nothing.
      if (sent.includes(word) || !response.body.includes(word)) continue;
      seen.add(`${caller.name} ${word}`);
      expect(caller.maySee, `${caller.name} saw ${word} through ${operation.name}`).toContain(word);
    }
  };
  for (const operation of operations)
    for (const caller of callers)
      for (const number of [0, 1, 2]) await check(caller, operation, (of) => number % of);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...callers),
      fc.constantFrom(...operations),
      fc.infiniteStream(fc.nat()),
      (caller, operation, numbers) => check(caller, operation, (of) => numbers.next().value % of),
    ),
    { numRuns: 200 },
  );
  // It would have been noticed: those who may see the words did, through these very requests.
  expect(answered).toBeGreaterThan(100);
  for (const caller of callers)
    for (const word of caller.maySee)
      expect(seen, `${caller.name} ${word}`).toContain(`${caller.name} ${word}`);
  // And the stranger changed nothing.
  const { data } = await call<{ triage: { status: string } }>(
    app,
    'GET',
    '/v1/security/findings/fin_decided',
  );
  expect(data.triage.status).toBe('false_positive');
  const search = { payload: { namespace: 'private', query: 'blue' } };
  expect(JSON.stringify((await call(app, 'POST', '/v1/memory/search', search)).data)).toContain(words.entry);
});
