import { expect, test } from 'vitest';
import type { Finding } from '../../src/scan/model/finding.ts';
import { engineIds, severities } from '../../src/scan/model/finding.ts';
import type { RowFilter, RowPlace } from '../../src/scan/service/finding-list-store.ts';
import { sampleFinding, sampleScan } from '../support/sample-scan.ts';
import { completed, decide, ending, type OpenStores, type ScanBench, withStores } from './scan-bench.ts';

/** What every store of lists of findings has to guarantee. */
export function findingListContract(backend: string, open: OpenStores): void {
  const named = (guarantee: string) => `${backend} finding lists: ${guarantee}`;

  test(
    named('every filter and every page gives what a plain walk over the findings gives, in one order'),
    () =>
      withStores(open, async (bench) => {
        const findings = manyFindings();
        const scanId = await finished(bench, findings);
        await bench.lists.prepare(scanId);
        for (const filter of filters) {
          const expected = findings.filter((finding) => isWanted(finding, filter));
          const walked = await walk(bench, [scanId], filter);
          expect(
            walked.map(({ id }) => id),
            JSON.stringify(filter),
          ).toEqual(expected.map(({ id }) => id));
        }
        const counts = await bench.lists.counts(source([scanId]), {});
        expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(findings.length);
      }),
  );

  test(named('several scans are one list: by severity, then the newest scan'), () =>
    withStores(open, async (bench) => {
      const scans = [await finished(bench, manyFindings()), await finished(bench, manyFindings())];
      for (const scanId of scans) await bench.lists.prepare(scanId);
      const walked = await walk(bench, scans, {});
      const places = walked.map(
        ({ severity, scanId }) => `${severities.indexOf(severity)} ${scanId === scans[1] ? 0 : 1}`,
      );
      expect(walked).toHaveLength(2 * manyFindings().length);
      expect(new Set(walked.map(({ id, scanId }) => `${scanId} ${id}`)).size).toBe(walked.length);
      expect(places).toEqual([...places].sort());
    }),
  );

  test(named('groups have the highest severity and the count of their findings, and page without gaps'), () =>
    withStores(open, async (bench) => {
      const findings = manyFindings();
      const scanId = await finished(bench, findings);
      await bench.lists.prepare(scanId);
      for (const kind of ['rule', 'file'] as const) {
        const groups = [];
        for (let after = undefined as { severity: number; key: string } | undefined; ; ) {
          const page = await bench.lists.groups(source([scanId]), {}, kind, { after, limit: 2 });
          groups.push(...page.map(({ group }) => group));
          if (page.length < 2) break;
          after = page.at(-1)!.place;
        }
        const keys = new Set(findings.map((finding) => (kind === 'rule' ? finding.ruleId : finding.file)));
        expect(groups.map(({ key }) => key).sort()).toEqual([...keys].sort());
        for (const group of groups) {
          const members = findings.filter((one) => (kind === 'rule' ? one.ruleId : one.file) === group.key);
          expect(group.count).toBe(members.length);
          const ranks = members.map(({ severity }) => severities.indexOf(severity));
          expect(severities.indexOf(group.severity)).toBe(Math.min(...ranks));
        }
      }
    }),
  );

  test(named('a status is the one of now: decisions made, expired or withdrawn since the scan count'), () =>
    withStores(open, async (bench) => {
      const { lists, triage } = bench;
      const findings = [
        sampleFinding({ id: 'fin_open', status: 'open' }),
        sampleFinding({ id: 'fin_expired', status: 'open' }),
      ];
      const suppressed = [
        sampleFinding({ id: 'fin_inline', status: 'suppressed' }),
        sampleFinding({ id: 'fin_withdrawn', status: 'false_positive' }),
      ];
      const scanId = await finished(bench, findings, suppressed);
      await lists.prepare(scanId);
      const decision = {
        status: 'accepted_risk',
        reason: 'Known.',
        updatedAt: 1,
        updatedBy: 'key_a',
      } as const;
      await decide(triage, 'ten_a', 'fin_open', decision);
      await decide(triage, 'ten_a', 'fin_expired', { ...decision, expiresAt: 99 });
      await decide(triage, 'ten_b', 'fin_expired', decision);
      const rows = await walk(bench, [scanId], {});
      expect(Object.fromEntries(rows.map(({ id, status }) => [id, status]))).toEqual({
        fin_open: 'accepted_risk',
        fin_expired: 'open',
        fin_inline: 'suppressed',
        fin_withdrawn: 'open',
      });
      const open = await walk(bench, [scanId], { status: ['open'] });
      expect(open.map(({ id }) => id)).toEqual(['fin_expired', 'fin_withdrawn']);
    }),
  );

  test(named('rows are made once, count as room of the scan, and go with it'), () =>
    withStores(open, async (bench) => {
      const { scans, lists } = bench;
      const scanId = await finished(bench, manyFindings());
      const before = await scans.usage('ten_a');
      expect(await lists.unprepared([scanId, 'scan_unknown'])).toEqual([scanId]);
      await Promise.all([lists.prepare(scanId), lists.prepare(scanId)]);
      expect(await lists.unprepared([scanId])).toEqual([]);
      const after = await scans.usage('ten_a');
      expect(after.bytes).toBeGreaterThan(before.bytes + 20 * manyFindings().length);
      await lists.prepare(scanId);
      expect(await scans.usage('ten_a')).toEqual(after);
      expect(await scans.remove('ten_a', scanId)).toBe('removed');
      expect(await walk(bench, [scanId], {})).toEqual([]);
      await lists.prepare(scanId);
      expect(await walk(bench, [scanId], {})).toEqual([]);
    }),
  );

  test(named('the newest completed scan of each repository, of one tenant alone'), () =>
    withStores(open, async (bench) => {
      const { lists, create } = bench;
      const request = (repoUrl: string, branch?: string) => ({
        request: {
          repoUrl,
          ...(branch === undefined ? {} : { branch }),
          history: false,
          trustRepositoryConfig: false,
          labels: {},
        },
      });
      await finished(bench, [], [], request('https://example.com/a'));
      const a = await finished(bench, [], [], request('https://example.com/a', 'main'));
      const b = await finished(bench, [], [], request('https://example.com/b'));
      await finished(bench, [], [], { ...request('https://example.com/a'), tenantId: 'ten_b' });
      await create(request('https://example.com/b'));
      const newest = async (query: { repoUrl?: string; branch?: string; limit?: number } = {}) =>
        (await lists.newestScans('ten_a', { limit: 10, ...query })).map(({ scanId }) => scanId);
      expect(await newest()).toEqual([b, a]);
      expect(await newest({ limit: 1 })).toEqual([b]);
      expect(await newest({ repoUrl: 'https://example.com/a' })).toEqual([a]);
      expect(await newest({ branch: 'main' })).toEqual([a]);
      expect(await newest({ repoUrl: 'https://example.com/none' })).toEqual([]);
    }),
  );
}

const now = 100;

function source(scanIds: string[]) {
  return { tenantId: 'ten_a', scanIds, now };
}

async function finished(
  { create, claim, scans }: ScanBench,
  findings: Finding[],
  suppressedFindings: Finding[] = [],
  change: Parameters<ScanBench['create']>[0] = {},
): Promise<string> {
  const scanId = await create(change);
  const outcome = { ...completed, ...sampleScan({ findings, suppressedFindings }) };
  await scans.finish(await claim(), scanId, ending(outcome, 5));
  return scanId;
}

/** In the order of a scan: most severe first. */
function manyFindings(): Finding[] {
  const titles = ['SQL injection', 'Öffnung', 'A % sign_', 'NUL \u0000 inside'];
  return Array.from({ length: 230 }, (_, i) =>
    sampleFinding({
      id: `fin_${String(i).padStart(4, '0')}`,
      severity: severities[Math.floor(i / 50)]!,
      engine: engineIds[i % 3]!,
      ruleId: `rule-${i % 7}`,
      file: `src/${'AbC'[i % 3]}/${i % 11}.ts`,
      title: titles[i % 4]!,
      status: 'open',
    }),
  );
}

const filters: RowFilter[] = [
  {},
  { severity: ['low', 'critical'] },
  { engine: ['code'] },
  { status: ['open', 'suppressed'] },
  { status: ['suppressed'] },
  { ruleId: 'rule-3' },
  { file: 'src/b/1.ts' },
  { file: 'SRC/b/1.ts' },
  { text: 'sql' },
  { text: '%' },
  { text: '_' },
  { text: '\u0000' },
  { text: 'src/a/' },
  { text: 'ö' },
  { severity: ['medium'], engine: ['secrets', 'code'], ruleId: 'rule-5', text: 'i' },
];

function isWanted(finding: Finding, filter: RowFilter): boolean {
  const lower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return (
    (filter.severity?.includes(finding.severity) ?? true) &&
    (filter.engine?.includes(finding.engine) ?? true) &&
    (filter.status?.includes(finding.status) ?? true) &&
    (filter.ruleId ?? finding.ruleId) === finding.ruleId &&
    (filter.file ?? finding.file) === finding.file &&
    [finding.title, finding.file, finding.ruleId].some((text) => lower(text).includes(filter.text ?? ''))
  );
}

async function walk({ lists }: ScanBench, scanIds: string[], filter: RowFilter) {
  const rows = [];
  for (let after: RowPlace | undefined; ; ) {
    const page = await lists.rows(source(scanIds), filter, { after, limit: 17 });
    rows.push(...page.map(({ row }) => row));
    if (page.length < 17) return rows;
    after = page.at(-1)!.place;
  }
}
