import { expect, test } from 'vitest';
import type { ScanRecord } from '../../model/scan-record.ts';
import { toReportedScan, toScanView } from '../scan-view.ts';

const scan = {
  scanId: 's',
  status: 'running',
  attempt: 2,
  createdAt: 1_000,
  request: { repoUrl: 'https://a', labels: {} },
} as ScanRecord;
const progress = { phase: 'analysing', percent: 5, filesDone: 1, filesTotal: 20 } as const;
const plain = {
  scanId: 's',
  status: 'running',
  repoUrl: 'https://a',
  createdAt: '1970-01-01T00:00:01.000Z',
  attempt: 2,
};
const found = { findings: [], suppressedFindings: [] };

test.for([
  ['nothing more', {}, undefined, undefined, {}],
  ['progress', {}, progress, undefined, { progress }],
  ['progress of one that ended', { status: 'failed' }, progress, undefined, { status: 'failed' }],
  [
    'an error',
    { error: 'No.', errorCode: 'engine_failed' },
    undefined,
    undefined,
    { error: 'No.', errorCode: 'engine_failed' },
  ],
  [
    'times',
    { startedAt: 2_000, finishedAt: 3_000 },
    undefined,
    undefined,
    { startedAt: '1970-01-01T00:00:02.000Z', finishedAt: '1970-01-01T00:00:03.000Z' },
  ],
  [
    'a branch and labels',
    { request: { ...scan.request, branch: 'b', labels: { a: 'b' } } },
    undefined,
    undefined,
    { branch: 'b', labels: { a: 'b' } },
  ],
  ['findings', {}, undefined, found, found],
  [
    'a result without its rules',
    { result: { rules: [], commit: 'c' } },
    undefined,
    undefined,
    { commit: 'c' },
  ],
] as const)('a scan is told with %s', ([, change, at, with_, expected]) => {
  const view = toScanView({ ...scan, ...change } as ScanRecord, at, with_ as never);
  expect(view).toEqual({ ...plain, ...expected });
  expect(Object.values(view)).not.toContain(undefined);
});

test('a report has branch and times where they are known', () => {
  const result = { commit: 'c' } as never;
  const least = {
    status: 'completed',
    commit: 'c',
    ...found,
    scanId: 's',
    repoUrl: 'https://a',
    createdAt: '1970-01-01T00:00:01.000Z',
  };
  expect(Object.entries(toReportedScan(scan, result, found))).toEqual(Object.entries(least));
  const full = { ...scan, startedAt: 2_000, finishedAt: 3_000, request: { ...scan.request, branch: 'b' } };
  expect(toReportedScan(full, result, found)).toEqual({
    ...least,
    branch: 'b',
    startedAt: '1970-01-01T00:00:02.000Z',
    finishedAt: '1970-01-01T00:00:03.000Z',
  });
});
