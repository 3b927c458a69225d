import { expect, test } from 'vitest';
import { sampleFinding, sampleScan } from '../../../../test/support/sample-scan.ts';
import type { ScanRecord, ScanStatus } from '../../model/scan-record.ts';
import { ScanWatch } from '../scan-watch.ts';
import { Scans, type ScansOptions, type StartRequest } from '../scans.ts';

const caller = { tenantId: 'ten', keyId: 'key' };
const repoUrl = 'https://git.example.com/a';
const { summary, coverage, policy, truncated, rules } = sampleScan();
const result = { summary, coverage, policy, truncated, rules };

function record(scanId: string, status: ScanStatus, change: Partial<ScanRecord> = {}): ScanRecord {
  return {
    ...caller,
    scanId,
    jobId: `job-${scanId}`,
    status,
    attempt: 1,
    createdAt: 1_000,
    request: { repoUrl, history: false, trustRepositoryConfig: false, labels: {} },
    ...(status === 'completed' && { result: result as never }),
    ...change,
  };
}

/** Scans over stores that answer from a list, and what was asked of them. */
function open(
  change: {
    records?: ScanRecord[];
    create?: string;
    secrets?: unknown[];
    endNow?: boolean;
    removed?: string;
  } = {},
) {
  const told: unknown[] = [];
  const records = new Map((change.records ?? []).map((one) => [one.scanId, one]));
  let ids = 0;
  const options = {
    store: {
      create: async (...args: unknown[]) => {
        told.push(['create', ...args.slice(0, 3)]);
        return change.create ?? 'queued';
      },
      find: async (_: string, scanId: string) => records.get(scanId),
      findings: async (scanId: string) => ({
        findings: [sampleFinding({ id: `${scanId}-1`, fingerprint: scanId })],
        suppressedFindings: [],
      }),
      inventory: async (scanId: string) =>
        scanId === 'packed' ? { packages: [], truncated: false } : undefined,
      list: async () => [...records.values()],
      endNow: async (scanId: string, ending: { outcome: object; followUps: Array<{ kind: string }> }) => {
        told.push(['endNow', scanId, ending.outcome, ending.followUps.map(({ kind }) => kind)]);
        return change.endNow ?? true;
      },
      remove: async (_: string, scanId: string, followUp: (scan: object) => { payload: unknown }) => {
        told.push(['remove', scanId, followUp({ repoUrl }).payload]);
        return change.removed ?? 'removed';
      },
      usage: async (tenantId: string) => ({ scans: tenantId.length, bytes: 0 }),
    },
    credentials: {
      checkUse: async (_: object, id: string, url: { base: string }) =>
        told.push(['credential', id, url.base]),
    },
    webhookSecrets: { list: async () => change.secrets ?? [] },
    watch: new ScanWatch(),
    sealing: { seal: (text: string, label: string) => Buffer.from(`${label}|${text}`) },
    clock: { now: () => 90_000_000 },
    newId: (kind: string) => `${kind}-${++ids}`,
    allowHosts: [],
    bounds: { total: 7, perKey: 3 },
    queueDeadlineMs: 500,
    worker: { wake: () => told.push('wake'), abort: (jobId: string) => told.push(['abort', jobId]) },
    similar: { attach: async (_: string, found: object[]) => found.map((one) => ({ ...one, similar: [] })) },
    onFindingsChanged: () => told.push('changed'),
  };
  return { scans: new Scans(options as unknown as ScansOptions), told, watch: options.watch };
}

const request: StartRequest = { repoUrl, history: false, trustRepositoryConfig: false, labels: {} };

test('a start stores the scan with its job and wakes the worker', async () => {
  const { scans, told } = open();
  expect(await scans.start(caller, { ...request, branch: 'main' }, 5)).toEqual({
    scanId: 'scan-1',
    status: 'pending',
    repoUrl,
    branch: 'main',
    createdAt: '1970-01-02T01:00:00.000Z',
    attempt: 0,
  });
  expect(told).toEqual([
    [
      'create',
      { ...caller, scanId: 'scan-1', request: { ...request, branch: 'main' }, createdAt: 90_000_000 },
      {
        ...caller,
        id: 'job-2',
        kind: 'scan',
        payload: { scanId: 'scan-1' },
        runAt: 90_000_000,
        expiresAt: 90_000_500,
      },
      { total: 7, perKey: 3, quota: { max: 5, since: 3_600_000 } },
    ],
    'wake',
  ]);
});

test('the address of a webhook is stored sealed', async () => {
  const { scans, told } = open({ secrets: [{}] });
  await scans.start(caller, { ...request, webhookUrl: 'https://hooks.example.com/x' }, 0);
  const [, stored] = told[0] as [string, ScanRecord];
  expect(stored.request).not.toHaveProperty('webhookUrl');
  expect(Buffer.from(stored.request.sealedWebhookUrl!, 'base64').toString()).toContain(
    '|https://hooks.example.com/x',
  );
});

test.for<[string, Partial<StartRequest>, Parameters<typeof open>[0], object]>([
  ['a queue that is full', {}, { create: 'queue_full' }, { code: 'queue_full', retryAfterSeconds: 30 }],
  [
    'too many scans of one key',
    {},
    { create: 'key_full' },
    { code: 'concurrent_scan_limit', retryAfterSeconds: 30 },
  ],
  [
    'a plan that is used up',
    {},
    { create: 'quota_used_up' },
    { code: 'quota_exceeded', retryAfterSeconds: 3600 },
  ],
  ['a branch that is none', { branch: '-x' }, {}, { code: 'invalid_ref' }],
  ['a baseline that is none', { baseline: { ref: 'a..b' } }, {}, { code: 'invalid_ref' }],
  ['a baseline that is not there', { baseline: { scanId: 'x' } }, {}, { code: 'scan_not_found' }],
  [
    'a baseline that runs',
    { baseline: { scanId: 'x' } },
    { records: [record('x', 'running')] },
    { code: 'scan_not_finished' },
  ],
  [
    'a baseline that failed',
    { baseline: { scanId: 'x' } },
    { records: [record('x', 'failed')] },
    { code: 'validation_failed' },
  ],
  [
    'a webhook without a secret',
    { webhookUrl: 'https://hooks.example.com/x' },
    {},
    { code: 'validation_failed' },
  ],
  ['a host that is refused', { repoUrl: 'https://localhost/a' }, {}, { code: 'host_not_allowed' }],
])('%s refuses a start', async ([, more, change, expected]) => {
  const { scans, told } = open(change);
  await expect(scans.start(caller, { ...request, ...more }, 0)).rejects.toMatchObject(expected);
  expect(told).not.toContain('wake');
});

test('a baseline that is completed, a ref and a credential are accepted', async () => {
  const { scans, told } = open({ records: [record('x', 'completed')] });
  await scans.start(caller, { ...request, baseline: { scanId: 'x' } }, 0);
  await scans.start(caller, { ...request, baseline: { ref: 'main' }, credentialId: 'c' }, 0);
  expect(told).toContainEqual(['credential', 'c', repoUrl]);
});

test('a completed scan shows its findings, with similar decisions where they are asked for; a glance shows none', async () => {
  const { scans } = open({
    records: [record('x', 'completed', { startedAt: 2_000, finishedAt: 3_000 }), record('y', 'running')],
  });
  const view = await scans.get(caller, 'x');
  expect(view).toMatchObject({
    startedAt: '1970-01-01T00:00:02.000Z',
    finishedAt: '1970-01-01T00:00:03.000Z',
  });
  expect(view.findings?.[0]).not.toHaveProperty('similar');
  expect(view).not.toHaveProperty('rules');
  expect((await scans.get(caller, 'x', { similar: true })).findings?.[0]).toHaveProperty('similar', []);
  expect(await scans.get(caller, 'y', { similar: true })).not.toHaveProperty('findings');
  expect(await scans.glance(caller, 'x')).not.toHaveProperty('findings');
  await expect(scans.get(caller, 'z')).rejects.toMatchObject({ code: 'scan_not_found' });
});

test('progress is shown of what runs, and of nothing else', async () => {
  const progress = { phase: 'analysing', percent: 5, filesDone: 1, filesTotal: 20 } as const;
  const { scans, watch } = open({ records: [record('x', 'running'), record('y', 'pending')] });
  watch.progressed('x', progress);
  watch.progressed('y', progress);
  expect((await scans.list(caller, { limit: 9 })).map((one) => one.progress)).toEqual([progress, undefined]);
  expect((await scans.glance(caller, 'x')).progress).toEqual(progress);
});

test('a wait ends with the scan, or because there is none', async () => {
  const { scans } = open({ records: [record('x', 'completed')] });
  const { signal } = new AbortController();
  expect((await scans.wait(caller, 'x', signal)).findings).toHaveLength(1);
  await expect(scans.wait(caller, 'z', signal)).rejects.toMatchObject({ code: 'scan_not_found' });
});

test('a report has the findings, the packages where there are any, and when the scan was', async () => {
  const { scans } = open({
    records: [record('x', 'completed', { finishedAt: 3_000 }), record('packed', 'completed')],
  });
  const report = await scans.report(caller, 'x');
  expect(report).toMatchObject({
    status: 'completed',
    scanId: 'x',
    repoUrl,
    finishedAt: '1970-01-01T00:00:03.000Z',
  });
  expect(report.findings[0]).toHaveProperty('similar', []);
  expect(report).not.toHaveProperty('inventory');
  expect(report).not.toHaveProperty('startedAt');
  expect((await scans.report(caller, 'packed')).inventory).toEqual({ packages: [], truncated: false });
});

test('two scans are compared whole', async () => {
  const { scans } = open({
    records: [record('x', 'completed'), record('y', 'completed'), record('z', 'failed')],
  });
  expect((await scans.diff(caller, 'x', 'y')).lengths).toEqual({
    new: 1,
    fixed: 1,
    unchanged: 0,
    suppressed: 0,
  });
  await expect(scans.diff(caller, 'x', 'z')).rejects.toMatchObject({ code: 'validation_failed' });
});

test('cancelling ends the scan, stops its worker and tells a webhook where one is wanted', async () => {
  const sealed = { ...record('x', 'running').request, sealedWebhookUrl: 'eA==' };
  const { scans, told } = open({ records: [record('x', 'running', { request: sealed })] });
  await scans.cancel(caller, 'x');
  const outcome = { status: 'failed', errorCode: 'cancelled', error: 'The scan was cancelled.' };
  expect(told).toEqual([
    ['endNow', 'x', outcome, ['webhook']],
    ['abort', 'job-x'],
  ]);
  const late = open({ records: [record('x', 'completed')], endNow: false });
  await expect(late.scans.cancel(caller, 'x')).rejects.toMatchObject({ code: 'scan_already_finished' });
  expect(late.told).toEqual([['endNow', 'x', outcome, []]]);
});

test('removing a scan brings what is remembered of its repository up to date', async () => {
  const { scans, told } = open();
  await scans.remove(caller, 'x');
  expect(told).toEqual([['remove', 'x', { repoUrl }], 'changed']);
  await expect(open({ removed: 'unknown' }).scans.remove(caller, 'x')).rejects.toMatchObject({
    code: 'scan_not_found',
  });
  await expect(open({ removed: 'unfinished' }).scans.remove(caller, 'x')).rejects.toMatchObject({
    code: 'scan_not_finished',
  });
  expect(await scans.usage(caller)).toEqual({ scans: 3, bytes: 0 });
});

test('what is completed is remembered, and told where a webhook is wanted', () => {
  const { scans } = open();
  const kinds = (change: Partial<ScanRecord['request']>, outcome: object) =>
    scans
      .ending(
        record('x', 'running', { request: { ...record('x', 'running').request, ...change } }),
        outcome as never,
      )
      .followUps.map(({ kind }) => kind);
  const failed = { status: 'failed', errorCode: 'cancelled', error: '' };
  expect(kinds({}, sampleScan())).toEqual(['remember']);
  expect(kinds({ sealedWebhookUrl: 'eA==' }, sampleScan())).toEqual(['webhook', 'remember']);
  expect(kinds({ sealedWebhookUrl: 'eA==' }, failed)).toEqual(['webhook']);
  expect(kinds({}, failed)).toEqual([]);
});
