import { expect, test } from 'vitest';
import type { Finding } from '../../scan/model/finding.ts';
import { endingColumns, packOutcome, unpackInventory } from './scan-endings.ts';
import { removalJobs, resultOf, toRecord } from './scan-rows.ts';

const finding = (id: string, rest: Partial<Finding> = {}): Finding =>
  ({
    id,
    ruleId: 'r',
    title: 'T',
    severity: 'high',
    confidence: 'high',
    category: 'c',
    engine: 'code',
    file: 'a.ts',
    line: 3,
    status: 'open',
    ...rest,
  }) as Finding;

test('a scan has what its row has, and nothing where a column is NULL', () => {
  const row = {
    id: 'scan_1',
    tenant_id: 'ten_1',
    key_id: 'key_1',
    job_id: 'job_1',
    request: '{"repoUrl":"u"}',
    created_at: 1,
    status: 'pending',
    attempt: 0,
    started_at: null,
    finished_at: null,
    result: null,
    error: null,
    error_code: null,
  };
  const scan = {
    scanId: 'scan_1',
    tenantId: 'ten_1',
    keyId: 'key_1',
    jobId: 'job_1',
    request: { repoUrl: 'u' },
    createdAt: 1,
    status: 'pending',
    attempt: 0,
  };
  expect(toRecord(row)).toStrictEqual(scan);
  expect(
    toRecord({ ...row, started_at: 2, finished_at: 3, result: '{"a":1}', error: 'e', error_code: 'c' }),
  ).toStrictEqual({
    ...scan,
    startedAt: 2,
    finishedAt: 3,
    result: { a: 1 },
    error: 'e',
    errorCode: 'c',
  });
});

const completed = {
  status: 'completed',
  summary: { critical: 1 },
  coverage: {},
  truncated: false,
  rules: {},
  findings: [finding('f1')],
  suppressedFindings: [finding('f2')],
} as unknown as Parameters<typeof resultOf>[0];

test('of an outcome the known parts are stored, and what they take is counted', async () => {
  expect(Object.keys(resultOf(completed))).toEqual(['summary', 'coverage', 'truncated', 'rules']);
  const more = {
    ...completed,
    commit: 'abc',
    policy: { passed: true },
    remembered: { a: 1 },
    inventory: { packages: [] },
  } as unknown as typeof completed;
  expect(Object.keys(resultOf(more))).toEqual([
    'commit',
    'summary',
    'coverage',
    'policy',
    'truncated',
    'rules',
    'remembered',
  ]);
  const packed = await packOutcome({ outcome: more } as never);
  expect(packed.chunks.map(({ suppressed, ids }) => [suppressed, ids])).toEqual([
    [0, '\nf1\n'],
    [1, '\nf2\n'],
  ]);
  expect(await unpackInventory(packed.inventory!)).toEqual({ packages: [] });
  const columns = endingColumns(more as never, packed);
  const [first, second] = packed.chunks;
  expect(columns).toMatchObject({ commit: 'abc', error: null, errorCode: null });
  expect(columns.bytes).toBe(
    columns.result!.length + packed.inventory!.length + 8 + first!.body.length + second!.body.length,
  );
  const failed = { status: 'failed', error: 'no', errorCode: 'clone_failed' } as never;
  expect(endingColumns(failed, await packOutcome({ outcome: failed } as never))).toEqual({
    commit: null,
    error: 'no',
    errorCode: 'clone_failed',
    result: null,
    bytes: 0,
  });
});

test('one job follows for each repository of the scans that were removed', () => {
  const rows = [
    { tenant_id: 'a', repo_url: 'u' },
    { tenant_id: 'a', repo_url: 'u' },
    { tenant_id: 'b', repo_url: 'u' },
  ];
  const jobs = removalJobs(rows, ((of: object) => of) as never);
  expect(jobs).toEqual([
    { tenantId: 'a', repoUrl: 'u' },
    { tenantId: 'b', repoUrl: 'u' },
  ]);
  expect(removalJobs(rows, undefined)).toEqual([]);
});
