import { expect, test, vi } from 'vitest';
import type { Finding } from '../../src/scan/model/finding.ts';
import type { ScanOutcome } from '../../src/scan/model/outcome.ts';
import { sampleFinding, sampleScan } from '../support/sample-scan.ts';
import { keyOfOtherTenant, openScanApp, type ScanApp } from '../support/scan-app.ts';

const soon = { timeout: 300_000, interval: 5 };
const list = '/v1/security/findings';

async function scanned(
  bench: ScanApp,
  findings: Finding[],
  repoUrl = 'https://git.example.com/a',
): Promise<string> {
  const count = bench.begun.length;
  const { data } = await bench.call('POST', '/v1/security/scan', { repoUrl });
  await vi.waitFor(() => expect(bench.begun).toHaveLength(count + 1), soon);
  const outcome: ScanOutcome = { ...sampleScan({ findings, suppressedFindings: [] }) };
  bench.begun[count]!.end(outcome);
  await vi.waitFor(async () => {
    const scan = await bench.call('GET', `/v1/security/scan?limit=1`);
    expect(scan.data.items[0]).toMatchObject({ scanId: data.scanId, status: 'completed' });
  }, soon);
  return data.scanId;
}

function numbered(count: number, change: (i: number) => Partial<Finding> = () => ({})): Finding[] {
  return Array.from({ length: count }, (_, i) =>
    sampleFinding({ id: `fin_${String(i).padStart(6, '0')}`, severity: 'high', ...change(i) }),
  );
}

test('findings come in short rows, page by page, with counts on the first page', async () => {
  const bench = await openScanApp();
  const scanId = await scanned(
    bench,
    numbered(130, (i) => ({ file: `src/${i % 5}.ts`, ruleId: `r${i % 2}` })),
  );
  const first = await bench.call('GET', `${list}?scanId=${scanId}&facets=true`);
  expect(first.data.total).toBe(130);
  expect(first.data.facets).toEqual({
    severity: { high: 130 },
    engine: { code: 130 },
    status: { open: 130 },
    rule: { r0: 65, r1: 65 },
  });
  expect(first.data.items[0]).toEqual({
    id: 'fin_000000',
    scanId,
    repoUrl: 'https://git.example.com/a',
    ruleId: 'r0',
    title: expect.any(String),
    severity: 'high',
    confidence: 'high',
    category: 'injection',
    file: 'src/0.ts',
    line: expect.any(Number),
    status: 'open',
    engine: 'code',
    flow: true,
    seenBefore: 0,
  });
  const ids = [...first.data.items.map(({ id }: Finding) => id)];
  for (let cursor = first.data.nextCursor; cursor !== undefined; ) {
    const { data } = await bench.call('GET', `${list}?scanId=${scanId}&cursor=${cursor}`);
    expect(data).not.toHaveProperty('total');
    ids.push(...data.items.map(({ id }: Finding) => id));
    cursor = data.nextCursor;
  }
  expect(ids).toEqual(numbered(130).map(({ id }) => id));
  const grouped = await bench.call('GET', `${list}?scanId=${scanId}&group=file&limit=2`);
  expect(grouped.data).toMatchObject({
    items: [],
    groups: [
      { key: 'src/0.ts', count: 26 },
      { key: 'src/1.ts', count: 26 },
    ],
  });
  const rest = await bench.call(
    'GET',
    `${list}?scanId=${scanId}&group=file&cursor=${grouped.data.nextCursor}`,
  );
  expect(rest.data.groups).toHaveLength(3);
});

test('without a scan the newest of each repository counts, and a decision shows at once', async () => {
  const bench = await openScanApp();
  await scanned(bench, numbered(3));
  const newer = await scanned(bench, numbered(2));
  const other = await scanned(
    bench,
    numbered(1, () => ({ id: 'fin_b' })),
    'https://git.example.com/b',
  );
  const all = await bench.call('GET', list);
  expect(all.data.items.map(({ scanId, id }: { scanId: string; id: string }) => [scanId, id])).toEqual([
    [other, 'fin_b'],
    [newer, 'fin_000000'],
    [newer, 'fin_000001'],
  ]);
  await bench.call('PATCH', `${list}/fin_000001`, { status: 'false_positive', reason: 'A test value.' });
  const open = await bench.call('GET', `${list}?status=open&facets=true&repoUrl=https://git.example.com/a`);
  expect(open.data.items.map(({ id }: Finding) => id)).toEqual(['fin_000000']);
  expect(open.data.facets.status).toEqual({ false_positive: 1, open: 1 });
  expect(open.data.total).toBe(1);
});

test('another tenant sees no finding, and not even that a scan exists', async () => {
  const bench = await openScanApp();
  const scanId = await scanned(bench, numbered(3));
  const { data } = await bench.call('GET', `${list}?limit=1`);
  const headers = await keyOfOtherTenant(bench);
  expect((await bench.call('GET', list, undefined, headers)).data).toEqual({ items: [], total: 0 });
  expect((await bench.call('GET', `${list}?scanId=${scanId}`, undefined, headers)).data.code).toBe(
    'scan_not_found',
  );
  const stolen = await bench.call('GET', `${list}?cursor=${data.nextCursor}`, undefined, headers);
  expect(stolen.data.code).toBe('invalid_cursor');
});

test('what cannot be listed is refused with the usual errors', async () => {
  const bench = await openScanApp();
  const { data } = await bench.call('POST', '/v1/security/scan', { repoUrl: 'https://git.example.com/a' });
  expect((await bench.call('GET', `${list}?scanId=${data.scanId}`)).data.code).toBe('scan_not_finished');
  const position = Buffer.from(JSON.stringify(['x', '{"severity":"high"}'])).toString('base64url');
  for (const [query, code] of [
    ['severity=worst', 'validation_failed'],
    ['severity=', 'validation_failed'],
    ['severity=high,,low', 'validation_failed'],
    ['limit=1001', 'validation_failed'],
    ['facets=yes', 'validation_failed'],
    ['group=line', 'validation_failed'],
    [`q=${'x'.repeat(201)}`, 'validation_failed'],
    ['sevrity=high', 'validation_failed'],
    [`cursor=${position}`, 'invalid_cursor'],
  ] as const)
    expect((await bench.call('GET', `${list}?${query}`)).data.code, query).toBe(code);
});
