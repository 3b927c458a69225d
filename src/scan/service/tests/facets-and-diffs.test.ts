import { describe, expect, test } from 'vitest';
import { sampleFinding } from '../../../../test/support/sample-scan.ts';
import type { ScanRecord } from '../../model/scan-record.ts';
import { diffBy, diffScans } from '../diff.ts';
import { type DiffPageQuery, readDiffPage } from '../diff-pages.ts';
import { countFacets, countMatching } from '../finding-facets.ts';
import type { RowCount, RowFilter } from '../finding-list-store.ts';

describe('counts of findings', () => {
  const row = (severity: string, engine: string, status: string, ruleId: string, count: number) =>
    ({ severity, engine, status, ruleId, count }) as RowCount;
  const counts = [
    row('high', 'code', 'open', 'sql', 5),
    row('high', 'secrets', 'open', 'key', 3),
    row('low', 'code', 'false_positive', 'sql', 2),
    row('low', 'code', 'open', 'xss', 1),
  ];

  test.for<[string, RowFilter, number]>([
    ['nothing is chosen', {}, 11],
    ['a severity', { severity: ['high'] }, 8],
    ['two severities', { severity: ['high', 'low'] }, 11],
    ['an engine and a status', { engine: ['code'], status: ['open'] }, 6],
    ['a rule', { ruleId: 'sql' }, 7],
    ['a rule that nothing breaks', { ruleId: 'other' }, 0],
  ])('%s', ([, filter, total]) => {
    expect(countMatching(counts, filter)).toBe(total);
  });

  test('each facet counts what the other choices leave, the commonest first, equal ones by name', () => {
    const facets = countFacets(counts, { severity: ['high'], ruleId: 'sql' });
    expect(facets).toEqual({
      severity: { high: 5, low: 2 },
      engine: { code: 5 },
      status: { open: 5 },
      rule: { sql: 5, key: 3 },
    });
    const equal = countFacets(
      [
        row('low', 'code', 'open', 'b', 2),
        row('low', 'code', 'open', 'a', 2),
        row('low', 'code', 'open', 'c', 3),
      ],
      {},
    );
    expect(Object.keys(equal.rule)).toEqual(['c', 'a', 'b']);
  });

  test('the hundred commonest rules are counted', () => {
    const many = Array.from({ length: 101 }, (_, i) => row('low', 'code', 'open', `rule-${i}`, 200 - i));
    const { rule } = countFacets(many, {});
    expect(Object.keys(rule)).toHaveLength(100);
    expect(rule['rule-100']).toBeUndefined();
  });
});

describe('what changed between two scans', () => {
  test.for([
    ['nothing', [[], []], [[], []], { new: [], fixed: [], unchanged: [], suppressed: [] }],
    ['a finding came', [['a'], []], [[], []], { new: ['a'], fixed: [], unchanged: [], suppressed: [] }],
    ['a finding went', [[], []], [['a'], []], { new: [], fixed: ['a'], unchanged: [], suppressed: [] }],
    ['one stayed', [['a'], []], [['a'], []], { new: [], fixed: [], unchanged: ['a'], suppressed: [] }],
    [
      'one was suppressed since',
      [[], ['a']],
      [['a'], []],
      { new: [], fixed: [], unchanged: [], suppressed: ['a'] },
    ],
    ['one is open again', [['a'], []], [[], ['a']], { new: [], fixed: [], unchanged: ['a'], suppressed: [] }],
    ['a suppressed one went', [[], []], [[], ['a']], { new: [], fixed: [], unchanged: [], suppressed: [] }],
    ['a suppressed one came', [[], ['a']], [[], []], { new: [], fixed: [], unchanged: [], suppressed: [] }],
  ] as const)('%s', ([, [open, suppressed], [openBefore, suppressedBefore], expected]) => {
    expect(
      diffBy(
        { open, suppressed },
        { open: openBefore, suppressed: suppressedBefore },
        (name: string) => name,
      ),
    ).toEqual(expected);
  });

  const record = (scanId: string, repoUrl: string) => ({ scanId, request: { repoUrl } }) as ScanRecord;
  const finding = (id: string, fingerprint = id) => sampleFinding({ id, fingerprint });
  const scans: Record<string, { open: string[]; suppressed: string[] }> = {
    now: { open: ['a', 'b', 'c', 'd'], suppressed: ['s'] },
    before: { open: ['a', 's', 'x', 'y'], suppressed: [] },
  };
  const stores = {
    store: {
      findings: async (scanId: string) => ({
        findings: scans[scanId]!.open.map((id) => finding(`${scanId}-${id}`, id)),
        suppressedFindings: scans[scanId]!.suppressed.map((id) => finding(`${scanId}-${id}`, id)),
      }),
      findingsById: async (scanId: string, ids: readonly string[]) =>
        ids.map((id) => finding(`${scanId}-${id}`)),
    },
    trends: { findingIds: async (scanId: string) => scans[scanId]! },
  };
  const lengths = { new: 3, fixed: 2, unchanged: 1, suppressed: 1 };

  test.for<[string, DiffPageQuery, object]>([
    [
      'the first two of each list',
      { limit: 2, from: 0 },
      {
        new: ['now-b', 'now-c'],
        fixed: ['before-x', 'before-y'],
        unchanged: ['now-a'],
        suppressed: ['now-s'],
      },
    ],
    ['the next two', { limit: 2, from: 2 }, { new: ['now-d'], fixed: [], unchanged: [], suppressed: [] }],
    [
      'one list alone',
      { limit: 9, from: 0, list: 'fixed' },
      { new: [], fixed: ['before-x', 'before-y'], unchanged: [], suppressed: [] },
    ],
  ])('pages: %s', async ([, query, expected]) => {
    const shown = async (url: string) => {
      const page = await readDiffPage(stores, record('now', 'https://a'), record('before', url), query);
      expect(page.lengths).toEqual(lengths);
      return Object.fromEntries(
        Object.entries(page.diff).map(([list, found]) => [list, found.map(({ id }) => id)]),
      );
    };
    expect(await shown('https://a')).toEqual(expected);
    // Between two repositories the fingerprints are compared, which are the same here.
    expect(await shown('https://b')).toEqual(expected);
  });

  test('whole scans are compared by fingerprint', async () => {
    const diff = diffScans(await stores.store.findings('now'), await stores.store.findings('before'));
    expect(diff.new.map(({ fingerprint }) => fingerprint)).toEqual(['b', 'c', 'd']);
    expect(diff.suppressed.map(({ id }) => id)).toEqual(['now-s']);
  });
});
