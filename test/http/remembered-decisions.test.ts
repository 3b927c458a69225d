import { expect, test } from 'vitest';
import { coded, openRememberedScans, urlOf } from '../support/remembered-scans.ts';
import { keyOfOtherTenant } from '../support/scan-app.ts';

const here = coded('billing', 'const reply = await fetch(request.query.target);');
const there = coded('orders', 'const answer = await fetch(request.query.address);');
const otherCode = coded('users', 'axios.post(`https://internal/${name}/${path}`, body, { timeout });');
const dismissal = { status: 'false_positive', reason: 'The proxy allows only our own hosts.' };

async function twoRepositories() {
  const bench = await openRememberedScans();
  await bench.scan('billing', [here]);
  await bench.scan('orders', [there, otherCode]);
  return bench;
}

const similarOf = async (bench: Awaited<ReturnType<typeof twoRepositories>>, id: string) =>
  (await bench.call('GET', `/v1/security/findings/${id}`)).data.similar;

test('a finding shows what was decided about one that looks like it in another repository, and nothing is applied by itself', async () => {
  const bench = await twoRepositories();
  expect(await similarOf(bench, there.id)).toEqual([]);
  await bench.call('PATCH', `/v1/security/findings/${here.id}`, dismissal);
  await bench.settled();
  expect(await similarOf(bench, there.id)).toEqual([
    {
      findingId: here.id,
      repo: urlOf('billing'),
      ...dismissal,
      decidedBy: expect.any(String),
      decidedAt: expect.any(String),
      score: expect.any(Number),
    },
  ]);
  expect(await similarOf(bench, otherCode.id)).toEqual([]);
  expect(await similarOf(bench, here.id)).toEqual([]);
  const { data } = await bench.call('GET', '/v1/security/findings');
  expect(
    Object.fromEntries(data.items.map((row: { id: string; seenBefore: number }) => [row.id, row.seenBefore])),
  ).toEqual({ [here.id]: 0, [there.id]: 1, [otherCode.id]: 0 });
  expect(data.items.find(({ id }: { id: string }) => id === there.id).status).toBe('open');
});

test('a decision that was taken back, changed or has expired is not shown, or as it is now, at once', async () => {
  const bench = await twoRepositories();
  const path = `/v1/security/findings/${here.id}`;
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  await bench.call('PATCH', path, { ...dismissal, expiresAt });
  await bench.settled(1);
  expect(await similarOf(bench, there.id)).toHaveLength(1);
  await bench.call('PATCH', path, { status: 'accepted_risk', reason: 'Until the rewrite.', expiresAt });
  expect(await similarOf(bench, there.id)).toMatchObject([
    { status: 'accepted_risk', reason: 'Until the rewrite.' },
  ]);
  bench.clock.ahead = 3_700_000;
  expect(await similarOf(bench, there.id)).toEqual([]);
  bench.clock.ahead = 0;
  await bench.call('PATCH', path, { status: 'open' });
  expect(await similarOf(bench, there.id)).toEqual([]);
});

test('decisions of one tenant are never shown to another', async () => {
  const bench = await twoRepositories();
  await bench.call('PATCH', `/v1/security/findings/${here.id}`, dismissal);
  await bench.settled();
  const other = await keyOfOtherTenant(bench);
  const started = await bench.call(
    'POST',
    '/v1/security/scan',
    { repoUrl: urlOf('orders'), waitForCompletion: true },
    other,
  );
  expect(started.data.findings.map(({ id }: { id: string }) => id)).toContain(there.id);
  const seen = await bench.call('GET', `/v1/security/findings/${there.id}`, undefined, other);
  expect(seen.data).toMatchObject({ finding: { id: there.id }, similar: [] });
  const list = await bench.call('GET', '/v1/security/findings', undefined, other);
  expect(list.data.items.map(({ seenBefore }: { seenBefore: number }) => seenBefore)).toEqual([0, 0]);
});

test('one call decides about many findings, and its undo brings back what was decided before', async () => {
  const bench = await twoRepositories();
  await bench.call('PATCH', `/v1/security/findings/${otherCode.id}`, {
    status: 'accepted_risk',
    reason: 'Known.',
  });
  const ids = [here.id, there.id, otherCode.id];
  const batch = await bench.call('POST', '/v1/security/findings/triage', { ids, ...dismissal });
  expect(batch.data).toEqual({
    batchId: expect.stringMatching(/^bat_/),
    status: 'false_positive',
    findingIds: ids,
  });
  const statuses = async () =>
    Promise.all(
      ids.map(async (id) => (await bench.call('GET', `/v1/security/findings/${id}`)).data.triage.status),
    );
  expect(await statuses()).toEqual(['false_positive', 'false_positive', 'false_positive']);
  // Decided again since: an undo leaves it alone.
  await bench.call('PATCH', `/v1/security/findings/${here.id}`, {
    status: 'accepted_risk',
    reason: 'Later.',
  });
  const undo = `/v1/security/findings/triage/${batch.data.batchId}/undo`;
  const undone = await bench.call('POST', undo);
  expect(undone.data).toEqual({
    batchId: batch.data.batchId,
    undone: [there.id, otherCode.id],
    skipped: [here.id],
  });
  expect(await statuses()).toEqual(['accepted_risk', 'open', 'accepted_risk']);
  expect((await bench.call('POST', undo)).data).toMatchObject({ undone: [], skipped: ids });
  expect((await bench.call('POST', undo, undefined, await keyOfOtherTenant(bench))).status).toBe(404);
  const { data: audit } = await bench.call('GET', '/v1/audit');
  const of = (action: string) => audit.items.filter((entry: { action: string }) => entry.action === action);
  expect(of('finding.triage').filter((entry: { details: object }) => 'batch' in entry.details)).toHaveLength(
    3,
  );
  expect(of('finding.triage_undo')).toHaveLength(1);
});

test('a call about findings that are open again can be undone as well', async () => {
  const bench = await twoRepositories();
  await bench.call('POST', '/v1/security/findings/triage', { ids: [here.id, there.id], ...dismissal });
  const opened = await bench.call('POST', '/v1/security/findings/triage', {
    ids: [here.id, there.id],
    status: 'open',
  });
  const status = async () =>
    (await bench.call('GET', `/v1/security/findings/${there.id}`)).data.triage.status;
  expect(await status()).toBe('open');
  await bench.call('POST', `/v1/security/findings/triage/${opened.data.batchId}/undo`);
  expect(await status()).toBe('false_positive');
});

test('a call for findings like one takes those that look like it, in every repository, and can be tried first', async () => {
  const bench = await twoRepositories();
  await bench.scan('closed', [coded('closed', 'const page = await fetch(request.query.page);')]);
  await bench.call('PATCH', '/v1/security/findings/fin_closed', { status: 'accepted_risk', reason: 'Mine.' });
  const body = { likeFinding: here.id, ...dismissal };
  const tried = await bench.call('POST', '/v1/security/findings/triage', { ...body, dryRun: true });
  expect(tried.data).toEqual({ status: 'false_positive', findingIds: [here.id, there.id] });
  expect((await bench.call('GET', `/v1/security/findings/${there.id}`)).data.triage.status).toBe('open');
  const done = await bench.call('POST', '/v1/security/findings/triage', body);
  expect(done.data.findingIds).toEqual([here.id, there.id]);
  expect((await bench.call('GET', '/v1/security/findings/fin_closed')).data.triage.reason).toBe('Mine.');
  const opened = await bench.call('POST', '/v1/security/findings/triage', {
    likeFinding: here.id,
    status: 'open',
  });
  expect(opened.data.findingIds.toSorted()).toEqual([here.id, there.id, 'fin_closed'].sort());
  expect((await bench.call('GET', `/v1/security/findings/${there.id}`)).data.triage.status).toBe('open');
});

test.each([
  ['neither ids nor likeFinding', {}],
  ['both', { ids: [here.id], likeFinding: here.id }],
  ['more ids than one call takes', { ids: Array.from({ length: 501 }, (_, i) => `fin_${i}`) }],
  ['no reason', { ids: [here.id], reason: undefined }],
])('a call with %s is refused and changes nothing', async (_, change) => {
  const bench = await twoRepositories();
  const { status } = await bench.call('POST', '/v1/security/findings/triage', { ...dismissal, ...change });
  expect(status).toBe(400);
  expect((await bench.call('GET', `/v1/security/findings/${here.id}`)).data.triage.status).toBe('open');
});

test('a call that names a finding that is not there changes nothing', async () => {
  const bench = await twoRepositories();
  const ids = [here.id, 'fin_unknown'];
  const refused = await bench.call('POST', '/v1/security/findings/triage', { ids, ...dismissal });
  expect([refused.status, refused.data.message]).toEqual([404, 'No finding with the id fin_unknown.']);
  expect((await bench.call('GET', `/v1/security/findings/${here.id}`)).data.triage.status).toBe('open');
});

test('deleting a scan keeps decisions, unless it is asked to remove those of the repository', async () => {
  const bench = await openRememberedScans();
  const first = await bench.scan('billing', [here]);
  const second = await bench.scan('billing', [here]);
  await bench.scan('orders', [there]);
  await bench.call('PATCH', `/v1/security/findings/${here.id}`, dismissal);
  await bench.settled();
  await bench.call('DELETE', `/v1/security/scan/${first}`);
  await bench.settled();
  expect(await similarOf(bench, there.id)).toHaveLength(1);
  await bench.call('DELETE', `/v1/security/scan/${second}?decisions=true`);
  expect(await similarOf(bench, there.id)).toEqual([]);
  await bench.scan('billing', [here]);
  expect((await bench.call('GET', `/v1/security/findings/${here.id}`)).data.triage).toEqual({
    status: 'open',
  });
});

test('decisions about a repository can be removed without its scans', async () => {
  const bench = await twoRepositories();
  for (const { id } of [here, there]) await bench.call('PATCH', `/v1/security/findings/${id}`, dismissal);
  await bench.settled();
  const forget = (name: string, headers = {}) =>
    bench.call(
      'DELETE',
      `/v1/security/findings/decisions?repoUrl=${encodeURIComponent(urlOf(name))}`,
      undefined,
      headers,
    );
  expect((await forget('billing', await keyOfOtherTenant(bench))).data.removed).toBe(0);
  expect((await forget('billing')).data).toEqual({ repoUrl: urlOf('billing'), removed: 1 });
  expect(await similarOf(bench, there.id)).toEqual([]);
  expect(await similarOf(bench, here.id)).toHaveLength(1);
});
