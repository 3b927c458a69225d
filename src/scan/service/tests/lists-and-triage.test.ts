import { expect, test } from 'vitest';
import { sampleFinding } from '../../../../test/support/sample-scan.ts';
import type { ScanRecord } from '../../model/scan-record.ts';
import type { FindingListStore, RowCount } from '../finding-list-store.ts';
import { FindingLists, type FindingQuery } from '../finding-lists.ts';
import { FindingSearch } from '../recall/finding-search.ts';
import { Triage } from '../triage.ts';
import { TriageBatches } from '../triage-batches.ts';
import type { DecisionsCommand, StoredDecision, TriageStore } from '../triage-store.ts';

const caller = { tenantId: 'ten', keyId: 'key' };
const clock = { now: () => 1_000_000 };
const row = (id: string, scanId = 's1') => ({
  row: { id, scanId } as never,
  place: { severity: 1, scanId, ordinal: Number(id.slice(1)) },
});
const counts: RowCount[] = [{ severity: 'high', engine: 'code', status: 'open', ruleId: 'r', count: 4 }];

/** A store with these scans and rows; what it is asked goes into `asked`. */
function listStore(scans: string[], rows: string[], asked: unknown[] = []): FindingListStore {
  return {
    newestScans: async (_, query) => {
      asked.push(['newest', query]);
      return scans.map((scanId) => ({ scanId, repoUrl: `https://${scanId}` })).slice(0, query.limit);
    },
    prepare: async (scanId) => void asked.push(['prepare', scanId]),
    unprepared: async (ids) => ids.slice(0, 1),
    rows: async (source, filter, page) => {
      asked.push(['rows', source, filter, page]);
      const from = page.after ? rows.findIndex((id) => Number(id.slice(1)) === page.after!.ordinal) + 1 : 0;
      return rows.slice(from, from + page.limit).map((id) => row(id));
    },
    groups: async (_s, _f, _k, page) =>
      ['a', 'b', 'c'].slice(0, page.limit).map((key) => ({
        group: { key, title: key, severity: 'high', count: 1 },
        place: { severity: 1, key },
      })),
    counts: async () => counts,
  };
}

function lists(
  scans: string[],
  rows: string[],
  { hasAny = false, asked = [] as unknown[], records = [] as ScanRecord[] } = {},
) {
  return new FindingLists({
    store: listStore(scans, rows, asked),
    scans: { find: async (_, scanId) => records.find((one) => one.scanId === scanId) },
    findings: {
      findFindings: async (_, ids) =>
        ids.map((id) => ({ scanId: 's1', repoUrl: 'x', finding: sampleFinding({ id }) })),
    },
    similar: {
      hasAny: async () => hasAny,
      ofMany: async (_, findings) => new Map(findings.map(({ id }) => [id, [{}, {}] as never])),
    },
    clock,
  });
}

const query = (change: Partial<FindingQuery> = {}): FindingQuery => ({ facets: false, limit: 2, ...change });

test('a page of findings says where the next begins, and on the first page how many there are', async () => {
  const asked: unknown[] = [];
  const first = await lists(['s1'], ['f1', 'f2', 'f3'], { asked }).rows(caller, query(), undefined);
  expect(first).toEqual({
    items: [
      { id: 'f1', scanId: 's1', repoUrl: 'https://s1', seenBefore: 0 },
      { id: 'f2', scanId: 's1', repoUrl: 'https://s1', seenBefore: 0 },
    ],
    next: { severity: 1, scanId: 's1', ordinal: 2 },
    total: 4,
  });
  expect(asked).toEqual([
    ['newest', { repoUrl: undefined, branch: undefined, limit: 501 }],
    ['prepare', 's1'],
    ['rows', { tenantId: 'ten', scanIds: ['s1'], now: 1_000_000 }, query(), { limit: 3, after: undefined }],
  ]);
  const last = await lists(['s1'], ['f1', 'f2', 'f3']).rows(caller, query(), first.next);
  expect(last.items.map(({ id }) => id)).toEqual(['f3']);
  expect(last).not.toHaveProperty('next');
  expect(last).not.toHaveProperty('total');
  expect(last).not.toHaveProperty('truncated');
});

test('facets are counted where they are asked for, and decisions about similar findings where there are any', async () => {
  const page = await lists(['s1'], ['f1'], { hasAny: true }).rows(caller, query({ facets: true }), {
    severity: 1,
    scanId: 's1',
    ordinal: 0,
  });
  expect(page.facets!.rule).toEqual({ r: 4 });
  expect(page.items[0]!.seenBefore).toBe(2);
  expect(page).not.toHaveProperty('total');
  expect((await lists(['s1'], ['f1']).rows(caller, query({ facets: true }), undefined)).total).toBe(4);
});

test('where no scan was completed the list is empty', async () => {
  expect(await lists([], ['f1']).rows(caller, query(), undefined)).toEqual({ items: [], total: 0 });
  expect(
    await lists([], ['f1']).groups(caller, query({ facets: true }), 'rule', { severity: 1, key: 'a' }),
  ).toEqual({
    items: [],
    facets: { severity: {}, engine: {}, status: {}, rule: {} },
  });
});

test('groups page in the same way', async () => {
  const page = await lists(['s1'], []).groups(caller, query(), 'rule', undefined);
  expect(page.items.map(({ key }) => key)).toEqual(['a', 'b']);
  expect([page.next, page.total]).toEqual([{ severity: 1, key: 'b' }, 4]);
  expect(await lists(['s1'], []).groups(caller, query({ limit: 3 }), 'rule', undefined)).not.toHaveProperty(
    'next',
  );
});

test('of more than 500 repositories the newest are looked at, and that is told', async () => {
  const many = Array.from({ length: 501 }, (_, i) => `s${i}`);
  expect(await lists(many, ['f1']).rows(caller, query(), undefined)).toMatchObject({ truncated: true });
  expect(await lists(many.slice(1), ['f1']).rows(caller, query(), undefined)).not.toHaveProperty('truncated');
});

test('one scan is listed where it is completed; a failed one is empty, others are refused', async () => {
  const record = (status: string) =>
    ({ scanId: 's1', status, request: { repoUrl: 'https://one' } }) as ScanRecord;
  const of = (status: string) =>
    lists([], ['f1'], { records: [record(status)] }).rows(caller, query({ scanId: 's1' }), undefined);
  expect((await of('completed')).items[0]!.repoUrl).toBe('https://one');
  expect((await of('failed')).items).toEqual([]);
  await expect(of('running')).rejects.toMatchObject({ code: 'scan_not_finished' });
  await expect(lists([], []).rows(caller, query({ scanId: 'x' }), undefined)).rejects.toMatchObject({
    code: 'scan_not_found',
  });
});

test('rows of a scan are made in the background, and a failure is told', async () => {
  const asked: unknown[] = [];
  const ready = lists(['s1'], [], { asked });
  ready.prepareSoon('s1', () => asked.push('failed'));
  await ready.idle();
  expect(asked).toEqual([['prepare', 's1']]);
});

test('findings in words are those that are open now, in the order of memory', async () => {
  const asked: unknown[] = [];
  const memory = {
    search: async (_: string, asked: { limit: number }) =>
      [...Array(asked.limit).keys()].map((i) => ({
        findingId: `f${i}`,
        repoUrl: 'https://s1',
        score: 1 - i / 100,
      })),
  };
  const search = new FindingSearch({
    memory: memory as never,
    lists: listStore(['s1'], ['f2', 'f1', 'f5'], asked),
    clock,
  });
  const found = await search.search(caller, { text: 'x', limit: 2 }, new AbortController().signal);
  expect(found.map(({ id, repoUrl, score }) => [id, repoUrl, score])).toEqual([
    ['f1', 'https://s1', 0.99],
    ['f2', 'https://s1', 0.98],
  ]);
  expect(asked.at(-1)).toMatchObject(['rows', {}, { status: ['open'] }, { limit: 22 }]);
  const none = new FindingSearch({
    memory: { search: async () => [] } as never,
    lists: listStore([], []),
    clock,
  });
  expect(await none.search(caller, { text: 'x', limit: 2 }, new AbortController().signal)).toEqual([]);
});

function triageOf(findings: string[], decisions: Record<string, StoredDecision> = {}) {
  const changes: DecisionsCommand[] = [];
  const told: string[] = [];
  let ids = 0;
  const store = {
    findFindings: async (_: string, wanted: readonly string[]) =>
      wanted
        .filter((id) => findings.includes(id))
        .map((id) => ({ scanId: 's1', repoUrl: 'https://a', finding: sampleFinding({ id }) })),
    decisionsOf: async (_: string, wanted: readonly string[]) =>
      new Map(wanted.flatMap((id) => (decisions[id] ? [[id, decisions[id]!]] : []))),
    change: async (command: DecisionsCommand) => void changes.push(command),
    removeDecisions: async (_t: string, _r: string, { jobs }: { jobs(ids: string[]): unknown[] }) => {
      told.push(`${jobs(['f1']).length} ${jobs([]).length}`);
      return ['f1', 'f2'];
    },
    undo: async (_t: string, batchId: string, { jobs }: { jobs(ids: string[]): unknown[] }) => {
      told.push(`${jobs(['f1']).length} ${jobs([]).length}`);
      return batchId === 'known' ? { undone: ['f1'], skipped: ['f2'] } : undefined;
    },
  } as unknown as TriageStore;
  const parts = {
    store,
    similar: { of: async () => [] } as never,
    clock,
    newId: ((kind: string) => `${kind}-${++ids}`) as never,
    onChanged: () => void told.push('changed'),
  };
  const triage = new Triage(parts);
  const batches = new TriageBatches({ ...parts, triage, lists: listStore(['s1'], findings) });
  return { triage, batches, changes, told };
}

const closed = { status: 'false_positive', reason: 'No.' } as const;

test('a decision is stored with who made it, what records it and when to look again', async () => {
  const { triage, changes, told } = triageOf(['f1']);
  await triage.change(caller, 'f1', { ...closed, expiresAt: '1970-01-01T01:00:00Z' });
  expect(changes).toMatchObject([
    {
      tenantId: 'ten',
      at: 1_000_000,
      changes: [
        {
          findingId: 'f1',
          decision: {
            ...closed,
            expiresAt: 3_600_000,
            updatedAt: 1_000_000,
            updatedBy: 'key',
            repoUrl: 'https://a',
          },
        },
      ],
      audit: [{ action: 'finding.triage', subject: 'f1', details: { status: 'false_positive' } }],
      jobs: [{ runAt: 1_000_000 }, { runAt: 3_600_000 }],
    },
  ]);
  expect(changes[0]).not.toHaveProperty('batch');
  expect(changes[0]!.changes[0]!.decision).not.toHaveProperty('batchId');
  expect(told).toEqual(['changed']);
});

test('open again means no decision; a decision needs a reason and an end that is to come', async () => {
  const { triage, changes } = triageOf(['f1']);
  await triage.change(caller, 'f1', { status: 'open' });
  expect(changes[0]!.changes).toEqual([{ findingId: 'f1' }]);
  expect(changes[0]!.jobs).toHaveLength(1);
  await expect(triage.change(caller, 'f1', { status: 'accepted_risk' })).rejects.toMatchObject({
    details: [{ path: 'reason' }],
  });
  const at = (time: string) => triage.change(caller, 'f1', { ...closed, expiresAt: time });
  await expect(at('1970-01-01T00:16:40Z')).rejects.toMatchObject({ details: [{ path: 'expiresAt' }] });
  await at('1970-01-01T00:16:41Z');
  await expect(triage.get(caller, 'f9')).rejects.toMatchObject({ code: 'not_found' });
});

test('a finding shows what was decided, as long as it holds', async () => {
  const decision = { ...closed, updatedAt: 0, updatedBy: 'k' };
  const shown = async (expiresAt?: number) =>
    (
      await triageOf(['f1'], {
        f1: { ...decision, ...(expiresAt !== undefined && { expiresAt }) },
      }).triage.get(caller, 'f1')
    ).triage;
  expect(await shown()).toEqual({ ...closed, updatedAt: '1970-01-01T00:00:00.000Z', updatedBy: 'k' });
  expect(await shown(1_000_001)).toMatchObject({
    status: 'false_positive',
    expiresAt: '1970-01-01T00:16:40.001Z',
  });
  expect(await shown(1_000_000)).toMatchObject({ status: 'open', reason: 'No.' });
  expect((await triageOf(['f1']).triage.get(caller, 'f1')).triage).toEqual({ status: 'open' });
});

test('decisions about a repository are forgotten, and those of a call taken back', async () => {
  const { triage, batches, told } = triageOf([]);
  expect(await triage.forgetRepository(caller, 'https://a')).toEqual({ removed: 2 });
  expect(await batches.undo(caller, 'known')).toEqual({ batchId: 'known', undone: ['f1'], skipped: ['f2'] });
  await expect(batches.undo(caller, 'gone')).rejects.toMatchObject({ code: 'not_found' });
  expect(told).toEqual(['1 0', 'changed', '1 0', 'changed', '1 0']);
});

test('one call decides about several findings, or says which they would be', async () => {
  const { batches, changes } = triageOf(['f1', 'f2']);
  expect(await batches.apply(caller, { ...closed, ids: ['f2', 'f1', 'f2'], dryRun: true })).toEqual({
    status: 'false_positive',
    findingIds: ['f2', 'f1'],
  });
  expect(changes).toEqual([]);
  expect(await batches.apply(caller, { ...closed, ids: ['f2', 'f1'], dryRun: false })).toEqual({
    batchId: 'bat-1',
    status: 'false_positive',
    findingIds: ['f2', 'f1'],
  });
  expect(changes[0]).toMatchObject({
    batch: { id: 'bat-1', by: 'key' },
    changes: [{ decision: { batchId: 'bat-1' } }, {}],
    audit: [{ details: { batch: 'bat-1' } }, {}],
  });
  expect(await batches.apply(caller, { ...closed, dryRun: false })).toEqual({
    status: 'false_positive',
    findingIds: [],
  });
  await expect(batches.apply(caller, { ...closed, ids: ['f1', 'x'], dryRun: true })).rejects.toThrow(
    'No finding with the id x.',
  );
});

test('findings like one are itself and those that look like it, up to 500', async () => {
  const few = triageOf(['f1', 'f2', 'f3']);
  expect(await few.batches.apply(caller, { ...closed, likeFinding: 'f2', dryRun: true })).toEqual({
    status: 'false_positive',
    findingIds: ['f2', 'f1', 'f3'],
  });
  await expect(
    few.batches.apply(caller, { ...closed, likeFinding: 'x', dryRun: true }),
  ).rejects.toMatchObject({ code: 'not_found' });
  const many = triageOf(Array.from({ length: 501 }, (_, i) => `f${i}`));
  const found = await many.batches.apply(caller, { ...closed, likeFinding: 'f0', dryRun: true });
  expect([found.findingIds.length, found.truncated]).toEqual([500, true]);
  const exact = triageOf(Array.from({ length: 500 }, (_, i) => `f${i}`));
  expect(
    await exact.batches.apply(caller, { ...closed, likeFinding: 'f0', dryRun: true }),
  ).not.toHaveProperty('truncated');
});
