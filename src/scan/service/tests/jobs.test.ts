import { expect, test } from 'vitest';
import { sampleFinding, sampleScan } from '../../../../test/support/sample-scan.ts';
import type { JobClaim } from '../../../jobs/job-queue.ts';
import type { Finding } from '../../model/finding.ts';
import type { ScanOutcome } from '../../model/outcome.ts';
import type { ScanRecord } from '../../model/scan-record.ts';
import type { ScanTask } from '../../model/task.ts';
import { Remembering } from '../recall/remembering.ts';
import { ScanJob, type ScanJobOptions } from '../scan-job.ts';
import type { StoredDecision } from '../triage-store.ts';

const request = {
  repoUrl: 'https://git.example.com/a',
  history: true,
  trustRepositoryConfig: true,
  labels: {},
};
const claim = { jobId: 'j', tenantId: 'ten', payload: { scanId: 's1' } } as unknown as JobClaim;

function jobOf(
  change: {
    request?: object;
    outcome?: ScanOutcome;
    stored?: boolean;
    credential?: object;
  } & Partial<ScanJobOptions> = {},
) {
  const told: unknown[] = [];
  const tasks: ScanTask[] = [];
  const { request: more, outcome = sampleScan(), stored = true, credential, ...options } = change;
  const scan = {
    scanId: 's1',
    tenantId: 'ten',
    request: { ...request, ...more },
    createdAt: 77,
  } as unknown as ScanRecord;
  const job = new ScanJob({
    store: {
      find: async (_: string, id: string) => (id === 's1' ? scan : undefined),
      finish: async (_: unknown, scanId: string, ending: unknown) => {
        told.push(['finish', scanId, ending]);
        return stored;
      },
      findings: async () => ({
        findings: [sampleFinding({ fingerprint: 'a' })],
        suppressedFindings: [sampleFinding({ fingerprint: 'b' })],
      }),
    } as never,
    triage: { decisions: async (_: string, at: number) => [{ findingId: 'f', at }] } as never,
    credentials: { reveal: async () => credential } as never,
    scans: { ending: (_: unknown, ended: ScanOutcome) => ended.status } as never,
    watch: {
      changed: (id: string, running: boolean) => told.push(['changed', id, running]),
      progressed: (_: string, progress: object) => told.push(progress),
    } as never,
    runScan: async (task, surroundings) => {
      tasks.push(task);
      told.push(['cache', surroundings.cacheFolder]);
      return outcome;
    },
    limits: {} as never,
    network: { allowHosts: [] },
    scratchFolder: '/scratch',
    secretKey: Buffer.alloc(32, 1),
    onCrash: () => {},
    onFinished: (_, ended) => told.push(['finished', ended.status]),
    ...options,
  });
  return { job, told, tasks, run: (signal = new AbortController().signal) => job.run(claim, signal) };
}

test('a scan runs with what was asked for, its end is stored, and those who wait are told', async () => {
  const { run, told, tasks } = jobOf({ cacheFolder: '/cache' });
  expect(await run()).toBe('settled');
  expect(told).toEqual([
    ['changed', 's1', true],
    ['cache', '/cache/ten'],
    ['finish', 's1', 'completed'],
    ['finished', 'completed'],
    ['changed', 's1', false],
  ]);
  expect(tasks[0]).toMatchObject({
    source: { kind: 'remote', url: { base: 'https://git.example.com/a' } },
    history: true,
    trustRepositoryConfig: true,
    triage: [{ findingId: 'f', at: 77 }],
    now: 77,
  });
  expect(Object.keys(tasks[0]!)).toEqual([
    'source',
    'history',
    'trustRepositoryConfig',
    'triage',
    'identityKey',
    'now',
    'limits',
  ]);
  expect(tasks[0]!.identityKey).toHaveLength(32);
});

test('branch, engines, paths, policy, rules and a baseline go along where they were asked for', async () => {
  const more = {
    branch: 'main',
    engines: ['code'],
    paths: { include: ['a'] },
    policy: { failOn: 'high' },
    baseline: { scanId: 's0' },
    remember: { namespace: 'n' },
  };
  const { run, tasks } = jobOf({
    request: more,
    secretRules: [],
    codeRules: [],
    licencePolicy: { deny: ['x'] },
  });
  await run();
  expect(tasks[0]).toMatchObject({
    source: { ref: 'main' },
    engines: ['code'],
    paths: { include: ['a'] },
    policy: { failOn: 'high' },
    secretRules: [],
    codeRules: [],
    licencePolicy: { deny: ['x'] },
    gatherCode: { tests: false },
  });
  expect(tasks[0]!.baseline).toEqual({
    known: ['a', 'b'].map((fingerprint) => ({ fingerprint, file: 'src/orders/find.ts', engine: 'code' })),
  });
  const other = jobOf({ request: { baseline: { ref: 'old' } } });
  await other.run();
  expect(other.tasks[0]!.baseline).toEqual({ ref: 'old' });
});

test('a credential is handed on; one that is gone, and a host that is refused today, fail the scan', async () => {
  const given = jobOf({ request: { credentialId: 'c' }, credential: { username: 'u', password: 'p' } });
  await given.run();
  expect(given.tasks[0]!.source).toMatchObject({ credential: { username: 'u', password: 'p' } });
  const gone = jobOf({ request: { credentialId: 'c' } });
  await gone.run();
  expect([gone.tasks.length, gone.told.at(-2)]).toEqual([0, ['finished', 'failed']]);
  const refused = jobOf({ request: { repoUrl: 'https://localhost/a' } });
  await refused.run();
  expect(refused.tasks).toEqual([]);
});

test('what was lost meanwhile is not told as finished, and a cancelled scan stores nothing', async () => {
  const lost = jobOf({ stored: false });
  await lost.run();
  expect(lost.told).not.toContainEqual(['finished', 'completed']);
  const cancelled = jobOf();
  await expect(cancelled.run(AbortSignal.abort())).rejects.toThrow();
  expect(cancelled.told).toEqual([
    ['changed', 's1', true],
    ['changed', 's1', false],
  ]);
  await expect(
    jobOf().job.run({ ...claim, payload: { scanId: 'gone' } } as never, new AbortController().signal),
  ).rejects.toThrow('does not exist');
});

test('a hopeless scan fails, and why', async () => {
  for (const reason of ['expired', 'attempts_used_up'] as const) {
    const { job, told } = jobOf();
    await job.giveUp(claim, reason);
    expect(told).toEqual([
      ['finish', 's1', 'failed'],
      ['finished', 'failed'],
      ['changed', 's1', false],
    ]);
  }
});

test('gathered code goes to memory and never to the store', async () => {
  const code = { symbols: [], unread: [], truncated: false };
  const kept: unknown[] = [];
  const codeMemory = {
    remember: async (place: object, _: unknown, { onProgress }: { onProgress(done: number): void }) => {
      kept.push(place);
      onProgress(0.5);
      return { entries: 3 };
    },
  } as never;
  const outcome = { ...sampleScan(), code } as ScanOutcome;
  const { run, told } = jobOf({
    outcome,
    codeMemory,
    request: { remember: { namespace: 'n', tests: true, maxEntries: 9 }, paths: { include: ['a'] } },
    scans: { ending: (_: unknown, ended: object) => ended } as never,
  });
  await run();
  expect(kept).toEqual([
    {
      namespace: 'n',
      maxEntries: 9,
      tenantId: 'ten',
      repository: request.repoUrl,
      paths: { include: ['a'] },
    },
  ]);
  expect(told).toContainEqual({ phase: 'remembering', percent: 99, filesDone: 642, filesTotal: 1284 });
  const ending = (
    told.find((each) => Array.isArray(each) && each[0] === 'finish') as [string, string, object]
  )[2];
  expect(ending).toMatchObject({ remembered: { entries: 3 } });
  expect(ending).not.toHaveProperty('code');
  const without = jobOf({ outcome, scans: { ending: (_: unknown, ended: object) => ended } as never });
  await without.run();
  expect(
    (without.told.find((each) => Array.isArray(each) && each[0] === 'finish') as [string, string, object])[2],
  ).not.toHaveProperty('code');
});

function remembering(
  found: Finding[],
  change: {
    known?: Record<string, string>;
    decisions?: Record<string, StoredDecision>;
    enabled?: boolean;
    newest?: string | undefined;
    suppressed?: Finding[];
  } = {},
) {
  const told: unknown[] = [];
  const decisions = new Map(Object.entries(change.decisions ?? {}));
  const job = new Remembering({
    queue: { finish: async () => void told.push('finish') } as never,
    triage: {
      decisions: async () => [...decisions.keys()].map((findingId) => ({ findingId })),
      decisionsOf: async (_: string, ids: string[]) =>
        new Map(ids.flatMap((id) => (decisions.has(id) ? [[id, decisions.get(id)!]] : []))),
      findFindings: async (_: string, ids: string[]) =>
        found
          .filter(({ id }) => ids.includes(id))
          .map((finding) => ({ scanId: 's1', repoUrl: 'r', finding })),
      noteRepository: async (...args: unknown[]) => void told.push(['note', ...args.slice(1)]),
    } as never,
    scans: { findings: async () => ({ findings: found, suppressedFindings: change.suppressed ?? [] }) },
    lists: {
      newestScans: async () =>
        'newest' in change && change.newest === undefined
          ? []
          : [{ scanId: change.newest ?? 's1', repoUrl: 'r' }],
    },
    decisions: {
      keep: async (_: string, list: Array<{ findingId: string }>) =>
        void told.push(['keep decisions', list.map(({ findingId }) => findingId)]),
      forget: async (_: string, ids: string[]) => void told.push(['forget decisions', ids]),
    } as never,
    findings: {
      enabled: change.enabled ?? true,
      ofRepository: async () => new Map(Object.entries(change.known ?? {})),
      keep: async (_: string, list: Array<{ findingId: string }>) =>
        void told.push(['keep', list.map(({ findingId }) => findingId)]),
      forget: async (_: string, ids: string[]) => void told.push(['forget', ids]),
    } as never,
    mask: (text) => text.replaceAll('secret', '•'),
    clock: { now: () => 1_000 },
    onGivenUp: () => told.push('given up'),
  });
  const run = (payload: object) => job.run({ ...claim, payload } as never, new AbortController().signal);
  return { job, run, told };
}
const finding = (id: string, change: Partial<Finding> = {}) => sampleFinding({ id, ...change });

test('of a repository the open findings of medium severity and worse are kept, the worst first, and what is gone is forgotten', async () => {
  const { run, told } = remembering(
    [
      finding('m', { severity: 'medium' }),
      finding('l', { severity: 'low' }),
      finding('c', { severity: 'critical' }),
      finding('d'),
    ],
    { known: { old: 'text' }, decisions: { d: {} as never } },
  );
  expect(await run({ repoUrl: 'r' })).toBe('done');
  expect(told).toEqual([
    ['forget', ['old']],
    ['keep', ['c', 'm']],
  ]);
});

test('a finding that its repository suppressed is not kept, one whose decision is gone is', async () => {
  const { run, told } = remembering([], {
    suppressed: [finding('s', { status: 'suppressed' }), finding('f', { status: 'false_positive' })],
  });
  await run({ repoUrl: 'r' });
  expect(told).toEqual([
    ['forget', []],
    ['keep', ['f']],
  ]);
});

test('where it is switched off, or no scan is left, everything is forgotten', async () => {
  for (const change of [{ enabled: false }, { newest: undefined }]) {
    const { run, told } = remembering([finding('a')], { known: { a: 'x' }, ...change });
    await run({ repoUrl: 'r' });
    expect(told).toEqual([['forget', ['a']]]);
  }
});

test('more than 32 findings are written in batches, and at most 1,000 of a repository', async () => {
  const many = remembering(Array.from({ length: 1_001 }, (_, i) => finding(`f${i}`)));
  await many.run({ repoUrl: 'r' });
  const kept = many.told.filter((each) => (each as unknown[])[0] === 'keep') as Array<[string, string[]]>;
  expect([kept.length, kept[0]![1].length, kept.flatMap(([, ids]) => ids).length]).toEqual([32, 32, 1_000]);
});

test('decisions that hold are kept, and their findings are not open; those that ended are forgotten', async () => {
  const decision = {
    status: 'false_positive',
    reason: 'a secret',
    updatedAt: 0,
    updatedBy: 'k',
  } as StoredDecision;
  const { run, told } = remembering([finding('a'), finding('b'), finding('c')], {
    decisions: {
      a: decision,
      b: { ...decision, expiresAt: 1_000 },
      c: { ...decision, expiresAt: 1_001, repoUrl: 'r' },
    },
  });
  await run({ findingIds: ['a', 'b', 'c'] });
  expect(told).toEqual([
    ['note', 'a', 'r'],
    ['keep decisions', ['a', 'c']],
    ['forget decisions', ['b']],
    ['forget', ['a', 'c']],
    ['keep', ['b']],
  ]);
  const stale = remembering([finding('a')], { newest: 's9' });
  await stale.run({ findingIds: ['a'] });
  expect(stale.told.at(-1)).toEqual(['forget', ['a']]);
});

test('what cannot be brought up to date is told and let go', async () => {
  const { job, told } = remembering([]);
  await job.giveUp(claim, 'expired');
  expect(told).toEqual(['given up', 'finish']);
});
