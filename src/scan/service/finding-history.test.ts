import { expect, test } from 'vitest';
import { sampleFinding, sampleScan } from '../../../test/support/sample-scan.ts';
import type { ScanRecord } from '../model/scan-record.ts';
import { FindingHistories } from './finding-history.ts';

const caller = { tenantId: 'ten_a', keyId: 'key_a' };
const finding = sampleFinding();

/** A scan with so many findings. */
function scanOf(number: number, count: number): ScanRecord {
  const { summary, coverage } = sampleScan();
  return {
    scanId: `scan_${number}`,
    tenantId: 'ten_a',
    keyId: 'key_a',
    jobId: 'job_a',
    request: {
      repoUrl: 'https://git.example.com/a',
      history: false,
      trustRepositoryConfig: false,
      labels: {},
    },
    createdAt: number,
    finishedAt: number,
    status: 'completed',
    attempt: 1,
    result: {
      summary: { ...summary, critical: count, high: 0, medium: 0, low: 0, info: 0, suppressed: 0 },
      coverage,
      truncated: false,
      rules: [],
    },
  };
}

/** The history over these scans, newest first, all of which have the finding; and in how many it was looked for. */
async function historyOver(all: readonly ScanRecord[]) {
  let looked = 0;
  const histories = new FindingHistories({
    scans: {
      find: async (_, id) => all.find(({ scanId }) => scanId === id),
      list: async (_, { limit }) => all.slice(0, limit),
      scansWithFinding: async (ids) => {
        looked += ids.length;
        return new Map(ids.map((id) => [id, 'open']));
      },
    },
    triage: {
      findFindings: async () => [{ scanId: all[0]!.scanId, repoUrl: 'https://git.example.com/a', finding }],
    },
  });
  return { history: await histories.read(caller, finding.id), looked };
}

const scans = (count: number, findings: number) =>
  Array.from({ length: count }, (_, i) => scanOf(100_000 + count - i, findings));

test('the newest 200 scans are looked at, and more of them are reported', async () => {
  const few = await historyOver(scans(200, 10));
  expect([few.looked, few.history.scans.length, few.history.truncated]).toEqual([200, 200, undefined]);
  const many = await historyOver(scans(300, 10));
  expect([many.looked, many.history.scans.length, many.history.truncated]).toEqual([200, 200, true]);
});

test('scans with very many findings are looked at only as far as that stays quick, the newest in any case', async () => {
  const large = await historyOver(scans(50, 50_000));
  expect([large.looked, large.history.truncated]).toEqual([20, true]);
  const huge = await historyOver(scans(3, 5_000_000));
  expect([huge.looked, huge.history.truncated]).toEqual([1, true]);
});
