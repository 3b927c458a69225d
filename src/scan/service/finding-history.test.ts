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

test.each(['critical', 'high', 'medium', 'low', 'info', 'suppressed'] as const)(
  'findings that are %s count, and a million of all kinds together is still looked at',
  async (kind) => {
    const summary = { critical: 1, high: 1, medium: 1, low: 1, info: 1, suppressed: 1 };
    const two = (most: number) =>
      [scanOf(2, 0), scanOf(1, 0)].map((scan, at) => ({
        ...scan,
        result: {
          ...scan.result!,
          summary: { ...scan.result!.summary, ...summary, [kind]: at === 0 ? 1 : most },
        },
      }));
    // Six in the first scan and five of the other kinds in the second.
    expect((await historyOver(two(1_000_000 - 11))).looked).toBe(2);
    expect((await historyOver(two(1_000_000 - 10))).looked).toBe(1);
  },
);

test('a history names branch and commit where they are known, and when a scan began where it has no end', async () => {
  const [newest, oldest] = scans(2, 1) as [ScanRecord, ScanRecord];
  const { finishedAt: _, ...unfinished } = oldest;
  const branched = {
    ...newest,
    request: { ...newest.request, branch: 'main' },
    result: { ...newest.result!, commit: 'c0ffee' },
  };
  const { history } = await historyOver([branched, { ...unfinished, createdAt: 5 }]);
  expect(history.lastSeen).toEqual({
    scanId: newest.scanId,
    finishedAt: new Date(newest.finishedAt!).toISOString(),
    branch: 'main',
    commit: 'c0ffee',
  });
  expect(history.firstSeen).toEqual({ scanId: oldest.scanId, finishedAt: new Date(5).toISOString() });
});

test('scans are asked ten at a time, and one that is not among the newest is looked at as well', async () => {
  const asked: string[][] = [];
  const listed = scans(20, 1);
  const old = scanOf(1, 1);
  const limits: unknown[] = [];
  const histories = (found: { scanId: string } | undefined) =>
    new FindingHistories({
      scans: {
        find: async (_, id) => [...listed, old].find(({ scanId }) => scanId === id),
        list: async (_, query) => {
          limits.push(query);
          return listed;
        },
        scansWithFinding: async (ids) => {
          asked.push([...ids]);
          return new Map();
        },
      },
      triage: {
        findFindings: async () =>
          found ? [{ ...found, repoUrl: 'https://git.example.com/a', finding }] : [],
      },
    });
  const history = await histories(old).read(caller, finding.id);
  expect(asked.map((ids) => ids.length)).toEqual([10, 10, 1]);
  expect(asked[2]).toEqual(['scan_1']);
  expect(limits).toEqual([{ repoUrl: 'https://git.example.com/a', status: 'completed', limit: 201 }]);
  expect([history.firstSeen.scanId, history.lastSeen.scanId, history.scans]).toEqual([
    'scan_1',
    'scan_1',
    [],
  ]);
  asked.length = 0;
  await histories(listed[0]).read(caller, finding.id);
  expect(asked.map((ids) => ids.length)).toEqual([10, 10]);
  await expect(histories(undefined).read(caller, finding.id)).rejects.toMatchObject({ code: 'not_found' });
  await expect(histories({ scanId: 'gone' }).read(caller, finding.id)).rejects.toMatchObject({
    code: 'not_found',
  });
});

/** The scans 1 to so many of a branch, of which the first alone saw the finding; then the scan that repaired it by the history. */
async function fixedIn(
  ...later: Array<Partial<Omit<ScanRecord, 'request' | 'result'>> & { request?: object; result?: object }>
) {
  const make = (number: number, change: (typeof later)[number] = {}): ScanRecord => {
    const scan = scanOf(number, 1);
    return {
      ...scan,
      ...change,
      request: { ...scan.request, branch: 'main', ...change.request },
      result: { ...scan.result!, coverage: { ...scan.result!.coverage, skipped: [] }, ...change.result },
    } as ScanRecord;
  };
  const first = make(1);
  const all = [...later.map((change, at) => make(at + 2, change)).toReversed(), first];
  const histories = new FindingHistories({
    scans: {
      find: async () => first,
      list: async () => all,
      scansWithFinding: async (ids) =>
        new Map(ids.filter((id) => id === 'scan_1').map((id) => [id, 'suppressed'])),
    },
    triage: {
      findFindings: async () => [{ scanId: 'scan_1', repoUrl: 'https://git.example.com/a', finding }],
    },
  });
  const history = await histories.read(caller, finding.id);
  expect(history.scans).toMatchObject([{ scanId: 'scan_1', suppressed: true }]);
  return history.fixedIn?.scanId;
}
const skipped = (path: string, engine?: string) => ({
  result: {
    coverage: {
      ...sampleScan().coverage,
      skipped: [{ path, reason: 'time_limit', message: '', ...(engine && { engine }) }],
    },
  },
});

// biome-ignore format: one line for each row
test.each([
  ['the next scan', [{}], 'scan_2'], ['the first of two', [{}, {}], 'scan_2'], ['no scan', [], undefined], ['one of another branch', [{ request: { branch: 'other' } }, {}], 'scan_3'], ['one by another engine', [{ request: { engines: ['secrets'] } }, {}], 'scan_3'], ['one by its engine', [{ request: { engines: ['code', 'secrets'] } }], 'scan_2'],
  ['one of some paths', [{ request: { paths: { include: ['src'] } } }, {}], 'scan_3'], ['one without some paths', [{ request: { paths: { exclude: ['src'] } } }, {}], 'scan_3'], ['one of empty lists of paths', [{ request: { paths: { include: [], exclude: [] } } }], 'scan_2'], ['one that kept only some findings', [{ result: { truncated: true } }, {}], 'scan_3'],
  ['one that could not read the file', [skipped(finding.file), {}], 'scan_3'], ['one that could not read it with its engine', [skipped(finding.file, 'code'), {}], 'scan_3'], ['one that could not read it with another engine', [skipped(finding.file, 'secrets')], 'scan_2'], ['one that could not read another file', [skipped('other.ts')], 'scan_2'],
])('a finding is fixed in %s after the last that saw it', async (_, later, expected) => {
  expect(await fixedIn(...later)).toBe(expected);
});
