import { expect, test } from 'vitest';
import { coded, openRememberedScans, type RememberedScans, urlOf } from '../support/remembered-scans.ts';
import { keyOfOtherTenant } from '../support/scan-app.ts';

const forgery = coded('ssrf', 'await fetch(request.query.target);');
const injection = coded('sql', 'db.query("SELECT * FROM t WHERE id = " + id);', {
  ruleId: 'code.javascript.sql-injection',
  title: 'SQL injection',
  description: 'A value of the request becomes part of an SQL statement.',
  cwe: ['CWE-89'],
  severity: 'medium',
});
const trifle = coded('low', 'Math.random()', {
  title: 'Server-side request forgery, a trifle',
  severity: 'low',
});

const ids = async (bench: RememberedScans, body: object, headers = {}) => {
  const { data } = await bench.call('POST', '/v1/security/findings/search', body, headers);
  return data.items.map(({ id }: { id: string }) => id);
};
const question = { query: 'have we had SSRF in this service?' };

test('open findings of medium severity and worse are found in words, the best first', async () => {
  const bench = await openRememberedScans();
  await bench.scan('shop', [forgery, injection, trifle]);
  await bench.settled();
  const { data } = await bench.call('POST', '/v1/security/findings/search', question);
  expect(data.items.map(({ id }: { id: string }) => id)).toEqual([forgery.id, injection.id]);
  expect(data.items[0]).toMatchObject({
    title: forgery.title,
    repoUrl: urlOf('shop'),
    file: forgery.file,
    severity: 'high',
    status: 'open',
    score: expect.any(Number),
  });
  expect(await ids(bench, { ...question, severity: ['medium'] })).toEqual([injection.id]);
  expect(await ids(bench, { ...question, limit: 1 })).toEqual([forgery.id]);
  expect(await ids(bench, { ...question, repoUrl: urlOf('other') })).toEqual([]);
  expect(await ids(bench, { ...question, ruleId: injection.ruleId })).toEqual([injection.id]);
});

test('a finding that was fixed, closed or deleted is gone at once, and one that is open again comes back', async () => {
  const bench = await openRememberedScans();
  await bench.scan('shop', [forgery]);
  await bench.settled();
  const path = `/v1/security/findings/${forgery.id}`;
  await bench.call('PATCH', path, { status: 'false_positive', reason: 'No.' });
  expect(await ids(bench, question)).toEqual([]);
  await bench.settled();
  await bench.call('PATCH', path, { status: 'open' });
  await bench.settled();
  expect(await ids(bench, question)).toEqual([forgery.id]);
  const fixed = await bench.scan('shop', []);
  expect(await ids(bench, question)).toEqual([]);
  await bench.settled();
  // The scan before counts again: what it found is the newest that is known.
  await bench.call('DELETE', `/v1/security/scan/${fixed}`);
  await bench.settled();
  expect(await ids(bench, question)).toEqual([forgery.id]);
});

test('deleting all scans of a repository deletes the text of its findings', async () => {
  const bench = await openRememberedScans();
  const marked = coded('marked', 'await fetch(zanzibarMarker)');
  const scanId = await bench.scan('shop', [marked]);
  await bench.settled();
  await bench.call('DELETE', `/v1/security/scan/${scanId}`);
  expect(await ids(bench, question)).toEqual([]);
  await bench.settled();
  expect(await ids(bench, { query: 'zanzibarMarker' })).toEqual([]);
  await bench.scan('another', []);
  const erased = await bench.app.operations['memory.erase']!({ absent: ['zanzibarMarker'] }, () => {});
  expect((erased as { traces: unknown[] }).traces).toEqual([]);
});

test('a finding whose decision has ended can be found again', async () => {
  const bench = await openRememberedScans();
  await bench.scan('shop', [forgery]);
  const expiresAt = new Date(Date.now() + 1_500).toISOString();
  await bench.call('PATCH', `/v1/security/findings/${forgery.id}`, {
    status: 'accepted_risk',
    reason: 'For now.',
    expiresAt,
  });
  await bench.settled();
  expect(await ids(bench, question)).toEqual([forgery.id]);
});

test('a credential that a scan did not look for is not in what is remembered', async () => {
  const bench = await openRememberedScans();
  const token = `ghp_${'k3Jx9QmZ7LpR2vTn8WsYb4HcD6fGa1E5uXoM'}`;
  const leaky = coded(
    'leaky',
    `await fetch(request.query.target, { headers: { authorization: "${token}" } });`,
  );
  await bench.scan('shop', [leaky]);
  await bench.call('PATCH', `/v1/security/findings/${leaky.id}`, {
    status: 'false_positive',
    reason: `Uses ${token}.`,
  });
  await bench.settled();
  await bench.call('PATCH', `/v1/security/findings/${leaky.id}`, { status: 'open' });
  await bench.settled();
  expect(await ids(bench, question)).toEqual([leaky.id]);
  expect(await ids(bench, { query: token, minScore: 0.3 })).toEqual([]);
});

test('where it is switched off nothing is kept, what was kept is forgotten, and a search says how to switch it on', async () => {
  const off = await openRememberedScans({ LOREKEEP_SCAN_REMEMBER_FINDINGS: 'off' });
  await off.scan('shop', [forgery]);
  await off.settled();
  const { status, data } = await off.call('POST', '/v1/security/findings/search', question);
  expect([status, data.code]).toEqual([503, 'embedding_unavailable']);
  expect(data.message).toContain('LOREKEEP_SCAN_REMEMBER_FINDINGS=on');
  // Decisions are never embedded, and are remembered nevertheless.
  await off.call('PATCH', `/v1/security/findings/${forgery.id}`, { status: 'false_positive', reason: 'No.' });
  await off.settled();
  await off.scan('another', [{ ...forgery, id: 'fin_copy' }]);
  expect((await off.call('GET', '/v1/security/findings/fin_copy')).data.similar).toHaveLength(1);
});

test('another tenant, and a key without the scope, find nothing', async () => {
  const bench = await openRememberedScans();
  await bench.scan('shop', [forgery]);
  await bench.settled();
  expect(await ids(bench, question, await keyOfOtherTenant(bench))).toEqual([]);
  const { data } = await bench.call('POST', '/v1/keys', {
    name: 'm',
    scopes: ['memory:read', 'memory:write'],
  });
  const headers = { authorization: `Bearer ${data.key}` };
  expect((await bench.call('POST', '/v1/security/findings/search', question, headers)).status).toBe(403);
});
