import { expect, test, vi } from 'vitest';
import { diffView, scanView } from '../../src/contract/scan-responses.ts';
import type { EngineCrash } from '../../src/scan/model/engine-crash.ts';
import { sampleFinding, sampleScan } from '../support/sample-scan.ts';
import { completed, openScanApp, type ScanApp } from '../support/scan-app.ts';

const scan = '/v1/security/scan';
const repoUrl = 'https://git.example.com/acme/webshop.git';
const soon = { timeout: 300_000, interval: 5 };

async function start(bench: ScanApp, body: object = {}): Promise<string> {
  const { status, data } = await bench.call('POST', scan, { repoUrl, ...body });
  expect(status).toBe(200);
  return data.scanId;
}

/** Starts a scan and lets it end like this. */
async function finish(bench: ScanApp, outcome = completed, body: object = {}): Promise<string> {
  const count = bench.begun.length;
  const scanId = await start(bench, body);
  await vi.waitFor(() => expect(bench.begun).toHaveLength(count + 1), soon);
  bench.begun[count]!.end(outcome);
  await vi.waitFor(async () => {
    expect(['completed', 'failed']).toContain((await bench.call('GET', `${scan}/${scanId}`)).data.status);
  }, soon);
  return scanId;
}

test('a start call answers pending without findings, and polling ends with completed and findings', async () => {
  const bench = await openScanApp();
  const started = await bench.call('POST', scan, { repoUrl, branch: 'main' });
  expect(started.status).toBe(200);
  expect(started.data).toMatchObject({
    scanId: expect.stringMatching(/^scan_/),
    status: 'pending',
    branch: 'main',
  });
  expect(started.data).not.toHaveProperty('findings');

  const { scanId } = started.data;
  await vi.waitFor(() => expect(bench.begun).toHaveLength(1), soon);
  bench.begun[0]!.surroundings.onProgress({ phase: 'analysing', percent: 40, filesDone: 2, filesTotal: 5 });
  const running = await bench.call('GET', `${scan}/${scanId}`);
  expect(running.data).toMatchObject({ status: 'running', attempt: 1, progress: { percent: 40 } });
  expect(running.data).not.toHaveProperty('findings');

  bench.begun[0]!.end(completed);
  await vi.waitFor(async () => {
    expect((await bench.call('GET', `${scan}/${scanId}`)).data.status).toBe('completed');
  }, soon);
  const { data } = await bench.call('GET', `${scan}/${scanId}`);
  expect(() => scanView.parse(data)).not.toThrow();
  expect(data.findings).toEqual(sampleScan().findings);
  expect(data.suppressedFindings).toHaveLength(1);
  expect(data).toMatchObject({ summary: { critical: 1, high: 2 }, commit: sampleScan().commit, repoUrl });
  for (const absent of ['error', 'errorCode', 'progress', 'rules']) expect(data).not.toHaveProperty(absent);
});

test('wrong requests are refused by name', async () => {
  const bench = await openScanApp();
  const refused: Array<[object, number, string]> = [
    [{}, 400, 'validation_failed'],
    [{ repoUrl: 'nonsense' }, 400, 'invalid_repo_url'],
    [{ repoUrl: 'http://git.example.com/a' }, 400, 'unsupported_scheme'],
    [{ repoUrl: 'ssh://git@git.example.com/a' }, 400, 'unsupported_scheme'],
    [{ repoUrl: 'https://user:pass@git.example.com/a' }, 400, 'url_credentials_not_allowed'],
    [{ repoUrl: 'https://localhost/a' }, 403, 'host_not_allowed'],
    [{ repoUrl: 'https://10.0.0.1/a' }, 403, 'host_not_allowed'],
    [{ repoUrl, branch: '--upload-pack=x' }, 400, 'invalid_ref'],
    [{ repoUrl, branch: 'a..b' }, 400, 'invalid_ref'],
    [{ repoUrl, engines: ['magic'] }, 400, 'validation_failed'],
    [{ repoUrl, baseline: { scanId: 'scan_none' } }, 404, 'scan_not_found'],
    [{ repoUrl, credentialId: 'cred_none' }, 400, 'validation_failed'],
    [{ repoUrl, webhookUrl: 'https://hooks.example.com/a' }, 400, 'validation_failed'],
    [{ repoUrl, webhookUrl: 'https://127.0.0.1/a' }, 403, 'host_not_allowed'],
    [{ repoUrl, brunch: 'main' }, 400, 'validation_failed'],
    [{ repoUrl, waitForCompletion: 'yes' }, 400, 'validation_failed'],
  ];
  for (const [body, status, code] of refused) {
    const answer = await bench.call('POST', scan, body);
    expect([answer.status, answer.data.code], JSON.stringify(body)).toEqual([status, code]);
  }
  expect(bench.begun).toEqual([]);
  expect((await bench.call('GET', `${scan}/scan_unknown`)).data.code).toBe('scan_not_found');
});

test('null in optional fields counts as left out', async () => {
  const bench = await openScanApp();
  const body = {
    branch: null,
    waitForCompletion: null,
    engines: null,
    labels: null,
    policy: null,
    baseline: null,
  };
  await start(bench, body);
});

test('what was asked for reaches the worker, and the id key of a tenant is stable', async () => {
  const bench = await openScanApp();
  const baseline = await finish(bench);
  await start(bench, {
    branch: 'feature/x',
    engines: ['code', 'secrets', 'code'],
    history: true,
    baseline: { scanId: baseline },
    paths: { include: ['src/**'] },
    policy: { failOn: 'high', onlyNew: true },
    trustRepositoryConfig: true,
  });
  await vi.waitFor(() => expect(bench.begun).toHaveLength(2), soon);
  const [first, second] = bench.begun.map(({ task }) => task);
  expect(second).toMatchObject({
    source: { kind: 'remote', url: { base: repoUrl }, ref: 'feature/x' },
    engines: ['code', 'secrets'],
    history: true,
    paths: { include: ['src/**'] },
    policy: { failOn: 'high', onlyNew: true },
    trustRepositoryConfig: true,
  });
  const known = [...sampleScan().findings, ...sampleScan().suppressedFindings].map(
    ({ fingerprint, engine, file }) => ({ fingerprint, engine, file }),
  );
  expect(second!.baseline).toEqual({ known });
  expect(second!.identityKey).toEqual(first!.identityKey);
});

test('cancelling ends a scan at once, whether it waits or runs, and a finished one cannot be cancelled', async () => {
  const bench = await openScanApp({ LOREKEEP_SCAN_MAX_RUNNING: '1' });
  const running = await start(bench);
  await vi.waitFor(() => expect(bench.begun).toHaveLength(1), soon);
  const pending = await start(bench);
  for (const scanId of [pending, running]) {
    const { status, data } = await bench.call('POST', `${scan}/${scanId}/cancel`);
    expect(status).toBe(200);
    expect(data).toMatchObject({ status: 'failed', errorCode: 'cancelled' });
    expect((await bench.call('POST', `${scan}/${scanId}/cancel`)).data.code).toBe('scan_already_finished');
  }
  expect(bench.begun[0]!.surroundings.signal.aborted).toBe(true);
  await finish(bench);
  expect(bench.begun).toHaveLength(2);
});

test('only a finished scan can be deleted, and then it is gone', async () => {
  const bench = await openScanApp();
  const scanId = await start(bench);
  expect((await bench.call('DELETE', `${scan}/${scanId}`)).data.code).toBe('scan_not_finished');
  await vi.waitFor(() => expect(bench.begun).toHaveLength(1), soon);
  bench.begun[0]!.end(completed);
  await vi.waitFor(async () => {
    expect((await bench.call('DELETE', `${scan}/${scanId}`)).data).toEqual({ scanId, deleted: true });
  }, soon);
  expect((await bench.call('GET', `${scan}/${scanId}`)).status).toBe(404);
  expect((await bench.call('GET', '/v1/security/usage')).data).toEqual({ scans: 0, bytes: 0 });
});

test('the list is newest first, has pages and filters, and a foreign cursor is refused', async () => {
  const bench = await openScanApp();
  const ids: string[] = [];
  for (let i = 0; i < 5; i++)
    ids.unshift(await start(bench, { branch: `b${i % 2}`, labels: { team: `t${i}` } }));
  const first = (await bench.call('GET', `${scan}?limit=2`)).data;
  const second = (await bench.call('GET', `${scan}?limit=2&cursor=${first.nextCursor}`)).data;
  const third = (await bench.call('GET', `${scan}?limit=2&cursor=${second.nextCursor}`)).data;
  const seen = [first, second, third].flatMap(({ items }) =>
    items.map((one: { scanId: string }) => one.scanId),
  );
  expect(seen).toEqual(ids);
  expect(third).not.toHaveProperty('nextCursor');

  const count = async (filter: string) => (await bench.call('GET', `${scan}?${filter}`)).data.items.length;
  expect(await count('branch=b1')).toBe(2);
  expect(await count('label=team:t3')).toBe(1);
  expect(await count(`repoUrl=${encodeURIComponent(repoUrl)}`)).toBe(5);
  expect(await count('repoUrl=other')).toBe(0);
  expect(await count('status=completed')).toBe(0);
  expect((await bench.call('GET', `${scan}?cursor=abc`)).data.code).toBe('invalid_cursor');
  expect((await bench.call('GET', `${scan}?colour=red`)).status).toBe(400);
});

test('two scans are compared by what is new, fixed, unchanged and suppressed since', async () => {
  const bench = await openScanApp();
  const finding = (fingerprint: string) => sampleFinding({ fingerprint });
  const outcome = (open: string[], suppressed: string[] = []) => ({
    ...completed,
    ...sampleScan({ findings: open.map(finding), suppressedFindings: suppressed.map(finding) }),
  });
  const before = await finish(bench, outcome(['a', 'b', 'c']));
  const after = await finish(bench, outcome(['a', 'd'], ['b']));
  const { data } = await bench.call('GET', `${scan}/${after}/diff?against=${before}`);
  expect(() => diffView.parse(data)).not.toThrow();
  expect(data.summary).toEqual({ new: 1, fixed: 1, unchanged: 1, suppressed: 1 });
  expect([data.new, data.fixed, data.unchanged, data.suppressed].map(([one]) => one.fingerprint)).toEqual([
    'd',
    'c',
    'a',
    'b',
  ]);
});

test('every format is served under its name and its type, and unfinished scans have no report', async () => {
  const bench = await openScanApp();
  const scanId = await finish(bench);
  const types = {
    sarif: 'application/sarif+json',
    gitlab: 'application/json',
    junit: 'application/xml',
    markdown: 'text/markdown',
    html: 'text/html',
    csv: 'text/csv',
  };
  for (const [format, type] of Object.entries(types)) {
    const answer = await bench.call('GET', `${scan}/${scanId}?format=${format}`);
    expect(answer.status, format).toBe(200);
    expect(answer.headers['content-type'], format).toContain(type);
  }
  const bySarif = await bench.call('GET', `${scan}/${scanId}`, undefined, {
    accept: 'application/sarif+json',
  });
  expect(JSON.parse(bySarif.text).version).toBe('2.1.0');
  const html = await bench.call('GET', `${scan}/${scanId}`, undefined, {
    accept: 'text/html;q=0.9, image/png',
  });
  expect(html.headers['content-security-policy']).toMatch(/^sandbox/);
  for (const accept of ['*/*', 'application/json', 'text/html;q=0.1, */*']) {
    expect((await bench.call('GET', `${scan}/${scanId}`, undefined, { accept })).data.scanId).toBe(scanId);
  }
  expect((await bench.call('GET', `${scan}/${scanId}`, undefined, { accept: 'image/png' })).status).toBe(406);
  expect((await bench.call('GET', `${scan}/${scanId}?format=pdf`)).status).toBe(400);

  const open = await start(bench);
  expect((await bench.call('GET', `${scan}/${open}?format=sarif`)).data.code).toBe('scan_not_finished');
});

test('more scans than may run wait, and above the bound of a key the start is refused with Retry-After', async () => {
  const bench = await openScanApp({ LOREKEEP_SCAN_MAX_RUNNING: '1', LOREKEEP_SCAN_MAX_WAITING_PER_KEY: '2' });
  await start(bench);
  await vi.waitFor(() => expect(bench.begun).toHaveLength(1), soon);
  await start(bench);
  await start(bench);
  const refused = await bench.call('POST', scan, { repoUrl });
  expect([refused.status, refused.data.code]).toEqual([429, 'concurrent_scan_limit']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
});

test('waiting, running and ended scans can be read from the metrics', async () => {
  const bench = await openScanApp({ LOREKEEP_SCAN_MAX_RUNNING: '1' });
  await start(bench);
  await vi.waitFor(() => expect(bench.begun).toHaveLength(1), soon);
  await start(bench);
  const { text } = await bench.call('GET', '/metrics');
  expect(text).toMatch(/^lorekeep_scans_running 1$/m);
  expect(text).toMatch(/^lorekeep_scan_jobs_waiting 1$/m);
  bench.begun[0]!.end(completed);
  await vi.waitFor(() => expect(bench.begun).toHaveLength(2), soon);
  bench.begun[1]!.end({ status: 'failed', errorCode: 'clone_timeout', error: 'Too slow.' });
  await vi.waitFor(async () => {
    const later = (await bench.call('GET', '/metrics')).text;
    expect(later).toMatch(/^lorekeep_scans_total\{status="completed",error_code="none"\} 1$/m);
    expect(later).toMatch(/^lorekeep_scans_total\{status="failed",error_code="clone_timeout"\} 1$/m);
  }, soon);
});

test('a crash of an engine is logged with engine, rule, path and stack, and counted in the metrics', async () => {
  const lines: string[] = [];
  const bench = await openScanApp({ LOREKEEP_LOG_LEVEL: 'error' }, { log: (line) => lines.push(line) });
  await start(bench);
  await vi.waitFor(() => expect(bench.begun).toHaveLength(1), soon);
  const crash: EngineCrash = {
    engine: 'infrastructure',
    step: 'conclusion',
    path: 'main.tf',
    rule: 'aws.s3.public',
    error: 'RangeError',
    stack: ['evaluate (evaluate-expression.ts:95:3)'],
  };
  bench.begun[0]!.surroundings.onCrash!(crash);
  bench.begun[0]!.end(completed);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'error', msg: 'an engine crashed', scanId: expect.stringMatching(/^scan_/), ...crash },
  ]);
  const { text } = await bench.call('GET', '/metrics');
  expect(text).toMatch(/^lorekeep_scan_engine_errors_total\{engine="infrastructure",step="conclusion"\} 1$/m);
});

test('a policy may allow what could not be analysed, and not demand completeness at the same time', async () => {
  const bench = await openScanApp();
  const policy = { failOn: 'high', allowIncomplete: true };
  expect((await bench.call('POST', scan, { repoUrl, policy })).status).toBe(200);
  await vi.waitFor(() => expect(bench.begun).toHaveLength(1), soon);
  expect(bench.begun[0]!.task.policy).toEqual(policy);
  const both = { ...policy, requireComplete: true };
  const refused = await bench.call('POST', scan, { repoUrl, policy: both });
  expect([refused.status, refused.data.details[0].path]).toEqual([400, 'policy.allowIncomplete']);
});

test('a full queue is 503 and keeps nothing', async () => {
  const bench = await openScanApp({ LOREKEEP_SCAN_MAX_RUNNING: '1', LOREKEEP_SCAN_MAX_WAITING: '1' });
  await start(bench);
  await vi.waitFor(() => expect(bench.begun).toHaveLength(1), soon);
  await start(bench);
  const refused = await bench.call('POST', scan, { repoUrl }, { 'idempotency-key': 'x' });
  expect([refused.status, refused.data.code]).toEqual([503, 'queue_full']);
  expect((await bench.call('GET', scan)).data.items).toHaveLength(2);
});
