import { expect, test } from 'vitest';
import { call, startApp, testKey } from '../support/app.ts';
import { runInProcess } from '../support/in-process-cli.ts';

async function firstMessage(body: object, url = '/v1/memory/search'): Promise<unknown> {
  const app = await startApp();
  return (await call(app, 'POST', url, { payload: body })).data['message'];
}

const search = { namespace: 'a', query: 'b' };

test.each([
  ['topK', 'limit'],
  ['top_k', 'limit'],
  ['n_results', 'limit'],
  ['where', 'metadataFilter'],
  ['filters', 'filter'],
  ['score_threshold', 'minScore'],
  ['Limit', 'limit'],
  ['limt', 'limit'],
])('a search with %s is told of %s', async (name, meant) => {
  expect(await firstMessage({ ...search, [name]: 1 })).toBe(
    `${name}: There is no such field; did you mean "${meant}"?`,
  );
});

test('names of others are understood deep inside a request too', async () => {
  const entries = [{ content: 'a' }, { pageContent: 'b', content: 'c' }];
  expect(await firstMessage({ namespace: 'a', entries }, '/v1/memory/entries')).toBe(
    'entries[1].pageContent: There is no such field; did you mean "content"?',
  );
  expect(
    await firstMessage({ url: 'https://a.example/b', repoUrl: 'https://a.example/b' }, '/v1/security/scan'),
  ).toBe('url: There is no such field; did you mean "repoUrl"?');
  // As the command line calls it.
  expect(await firstMessage({ repoUrl: 'https://a.example/b', failOn: 'high' }, '/v1/security/scan')).toBe(
    'failOn: There is no such field; did you mean "policy"?',
  );
  const policy = { fail_on: 'high' };
  expect(await firstMessage({ repoUrl: 'https://a.example/b', policy }, '/v1/security/scan')).toBe(
    'policy.fail_on: There is no such field; did you mean "failOn"?',
  );
});

test('a field that resembles nothing is not guessed at', async () => {
  expect(await firstMessage({ ...search, colour: 1 })).toBe('colour: There is no such field.');
});

test('a misspelt filter is told what it may be', async () => {
  const filter = { path: '/metadata/a', opp: 'eq', value: 1 };
  expect(await firstMessage({ ...search, filter })).toBe(
    'filter.opp: There is no such field here; did you mean "op"?',
  );
});

test('413 names the limit and the setting', async () => {
  const app = await startApp({ LOREKEEP_LIMITS_BODY_BYTES: '1000' });
  const { status, data } = await call(app, 'POST', '/v1/keys', { payload: { name: 'x'.repeat(2_000) } });
  expect(status).toBe(413);
  expect(data['message']).toContain('1000 bytes');
  expect(data['message']).toContain('LOREKEEP_LIMITS_BODY_BYTES');
});

test('a refused host names the setting that would allow it', async () => {
  const message = await firstMessage({ repoUrl: 'https://10.0.0.1/a' }, '/v1/security/scan');
  expect(message).toContain('10.0.0.1');
  expect(message).toContain('LOREKEEP_SCAN_ALLOW_HOSTS');
});

test.each([
  [undefined, 'The header Authorization is missing'],
  ['Basic abc', 'another form than "Bearer key_…"'],
  ['Bearer sk-123', 'begin with "key_"'],
  ['Bearer key_wrong', 'not valid here'],
])('401 for %s says what is missing, and never echoes the key', async (authorization, text) => {
  const app = await startApp();
  const response = await app.server.inject({
    url: '/v1/limits',
    ...(authorization !== undefined && { headers: { authorization } }),
  });
  expect(response.statusCode).toBe(401);
  expect(response.json().data.message).toContain(text);
  expect(response.body).not.toContain('sk-123');
  expect(response.body).not.toContain('key_wrong');
  expect(
    (await app.server.inject({ url: '/v1/limits', headers: { authorization: `Bearer ${testKey}` } }))
      .statusCode,
  ).toBe(200);
});

test.each([
  [['scna'], 'there is no command "scna"; did you mean "scan"?'],
  [['frobnicate'], 'there is no command "frobnicate". "lorekeep help" lists them.'],
  [['key', 'create', 'a', '--scope', 'admin'], 'there is no option "--scope"; did you mean "--scopes"?'],
  [['key', 'list', '--frobnicate'], 'there is no option "--frobnicate".'],
])('%j is told what was probably meant', async (argv, text) => {
  const { code, said } = await runInProcess(argv);
  expect(code).toBe(2);
  expect(said).toContain(text);
});
