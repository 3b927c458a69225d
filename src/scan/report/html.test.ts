import { expect, test } from 'vitest';
import { sampleFinding, sampleScan } from '../../../test/support/sample-scan.ts';
import type { Finding, Severity } from '../model/finding.ts';
import type { ReportedScan } from '../model/outcome.ts';
import { html } from './html.ts';

const tool = { version: '0.1.0' };
const rendered = (change: Partial<ReportedScan>) => html.render(sampleScan(change), tool);
/** The part of a page behind a text, up to another. */
const part = (change: Partial<ReportedScan>, from: string, to: string) => {
  const page = rendered(change);
  const at = page.indexOf(from);
  return at < 0 ? undefined : page.slice(at + from.length, page.indexOf(to, at + from.length));
};
const { coverage, summary } = sampleScan();
const { new: _new, fixed: _fixed, ...plain } = summary;
const none = { ...plain, critical: 0, high: 0, medium: 0, low: 0, info: 0 };
const findings = (count: number, change: (at: number) => Partial<Finding> = () => ({})) =>
  Array.from({ length: count }, (_, at) => sampleFinding({ id: `fin_${at}`, ...change(at) }));

// biome-ignore format: one line for each row
test.each([
  [{ repoUrl: 'https://git.test/acme/shop.git' }, 'acme/shop'], [{ repoUrl: 'https://git.test/acme/shop/' }, 'acme/shop'], [{ repoUrl: 'https://git.test/' }, 'https://git.test/'], [{ repoUrl: undefined, folder: 'shop' }, 'shop'], [{ repoUrl: undefined, folder: undefined }, 'Local files'], [{ repoUrl: undefined, folder: '' }, 'Local files'],
] as Array<[Partial<ReportedScan>, string]>)('%j is titled %s', (change, name) => {
  expect(part(change, '<h1>', '</h1>')).toBe(name);
  expect(part(change, '<title>', '</title>')).toBe(`${name}: security report`);
});

const nothingKnown = {
  repoUrl: undefined,
  branch: undefined,
  commit: undefined,
  finishedAt: undefined,
  startedAt: undefined,
} as unknown as Partial<ReportedScan>;
// biome-ignore format: one line for each row
test.each([
  [{}, undefined], [{ branch: 'main' }, '<div><dt>Branch</dt><dd>main</dd></div>'], [{ commit: '0123456789abcdef' }, '<div><dt>Commit</dt><dd>0123456789ab</dd></div>'], [{ finishedAt: '2026-11-01T09:08:07.000Z' }, '<div><dt>Finished</dt><dd>2026-11-01 09:08 UTC</dd></div>'],
  [{ startedAt: '2026-11-01T09:08:00.000Z', finishedAt: '2026-11-01T09:08:07.250Z' }, '<div><dt>Finished</dt><dd>2026-11-01 09:08 UTC</dd></div><div><dt>Took</dt><dd>7.3 s</dd></div>'], [{ startedAt: '2026-11-01T09:08:00.000Z' }, undefined],
] as Array<[Partial<ReportedScan>, string | undefined]>)('the facts of %j', (change, expected) => {
  expect(part({ ...nothingKnown, ...change }, '<dl class="facts">', '</dl>')).toBe(expected);
});

const failed = [
  { path: 'a.js', reason: 'engine_error', message: 'm', kind: 'failed' },
] as unknown as ReportedScan['coverage']['skipped'];
const unsupported = [
  { path: 'a.js', reason: 'malformed', message: 'm', kind: 'unsupported' },
] as unknown as ReportedScan['coverage']['skipped'];
const whole = { ...coverage, complete: true, skipped: [] };
const verdict = (change: Partial<ReportedScan>) =>
  part(
    { policy: undefined, summary: none, findings: [], coverage: whole, ...change } as Partial<ReportedScan>,
    '<section class="verdict ',
    '</section>',
  );
const worst = (severity: Severity) => ({ summary: { ...none, [severity]: 1 }, findings: findings(1) });
// biome-ignore format: one line for each row
test.each([
  [{}, 'good"><strong>Nothing to fix was found</strong>'], [{ coverage: { ...whole, complete: false, skipped: unsupported } }, 'good"><strong>Nothing was found in what could be read</strong> <a class="unread" href="#coverage">Not everything was read</a>'],
  [worst('low'), 'low"><strong>1 open finding</strong>'], [{ summary: { ...none, low: 1, high: 1 }, findings: findings(2) }, 'high"><strong>2 open findings</strong>'], [{ ...worst('critical'), findings: findings(1234) }, 'critical"><strong>1,234 open findings</strong>'],
  [{ summary: { ...none, new: 2 } }, 'good"><strong>Nothing to fix was found</strong> <span class="delta">2 new</span>'], [{ summary: { ...none, new: 0, fixed: 3 } }, 'good"><strong>Nothing to fix was found</strong> <span class="delta">0 new, 3 fixed</span>'],
  [{ policy: { passed: true, violations: [] } }, 'good"><strong>Passed the policy</strong>'], [{ policy: { passed: false, violations: [{ message: 'Too <many>.' }] } }, 'bad"><strong>Failed the policy</strong><ul><li>Too &lt;many&gt;.</li></ul>'],
] as Array<[Partial<ReportedScan>, string]>)('the verdict of %#', (change, expected) => {
  expect(verdict(change)).toBe(expected);
});

test('what failed is said, and nothing found is then no good news', () => {
  const said = verdict({ coverage: { ...whole, complete: false, skipped: failed } })!;
  expect(said).toMatch(
    /^bad"><strong>Nothing was found in what could be read<\/strong> <a class="unread" href="#coverage">Not everything could be analysed<\/a><p>.+<\/p>$/,
  );
});

test('tiles count findings, and those of nothing look so', () => {
  const tiles = part(
    { summary: { ...none, high: 2 }, findings: findings(2) },
    '<legend>Show</legend>',
    '</fieldset>',
  )!;
  expect(
    [...tiles.matchAll(/class="(tile [^"]+)"><b>(\d+)<\/b>/g)].map(
      ([, classes, count]) => `${classes} ${count}`,
    ),
  ).toEqual([
    'tile all 2',
    'tile critical zero 0',
    'tile high 2',
    'tile medium zero 0',
    'tile low zero 0',
    'tile info zero 0',
  ]);
  expect(tiles.match(/ checked/g)).toHaveLength(1);
  expect(tiles).toContain('id="only-all" checked>');
});

// biome-ignore format: one line for each row
test.each([
  [findings(2), undefined, []], [findings(2, (at) => ({ engine: at === 0 ? 'code' : 'secrets' })), undefined, ['Found by: all secrets code']], [findings(2), 2, []], [findings(2), 1, ['Baseline: all only new']], [findings(2), 0, ['Baseline: all only new']], [findings(2, (at) => ({ engine: at === 0 ? 'code' : 'secrets' })), 1, ['Found by: all secrets code', 'Baseline: all only new']],
] as Array<[Finding[], number | undefined, string[]]>)('filters are there where they make a difference (%#)', (list, fresh, expected) => {
  const page = rendered({ findings: list, summary: { ...none, ...(fresh !== undefined && { new: fresh }) } });
  const rows = [...page.matchAll(/<fieldset class="choices"><legend>([^<]+)<\/legend>(.*?)<\/fieldset>/g)];
  const words = rows.map(([, legend, buttons]) => `${legend}: ${[...buttons!.matchAll(/<label[^>]*>([^<]+)</g)].map(([, label]) => label).join(' ')}`);
  expect(words.map((row) => row.split(' ').toSorted().join(' '))).toEqual(expected.map((row) => row.split(' ').toSorted().join(' ')));
  for (const [, , buttons] of rows) expect(buttons!.match(/ checked/g)).toHaveLength(1);
});

const hot = (list: Finding[]) => {
  const table = part({ findings: list }, '<section class="hot">', '</section>');
  if (table === undefined) return undefined;
  const rows = [...table.matchAll(/<th scope="row">(.*?)<\/th><td class="bars">(.*?)<\/td><td>(\d+)<\/td>/g)];
  return {
    rows: rows.map(
      ([, name, bars, total]) =>
        `${name!.replace(/<a href="#([^"]+)">([^<]+)<\/a>/, '$2>$1')} ${[...bars!.matchAll(/class="(\w+)" style="width:([\d.]+)%"/g)].map(([, severity, width]) => `${severity}:${width}`).join(' ')} ${total}`,
    ),
    more: /and ([\d,]+) more files/.exec(table)?.[1],
  };
};
const inFiles = (...list: Array<[file: string, severity: Severity]>) =>
  list.map(([file, severity], at) => sampleFinding({ id: `f${at}`, file, severity }));

test('files with the worst findings come first, each with its first finding', () => {
  expect(hot(inFiles(['a', 'high']))).toBeUndefined();
  expect(hot(inFiles(['a', 'high'], ['a', 'low']))).toBeUndefined();
  expect(hot(inFiles(['a', 'high'], ['b', 'critical'], ['a', 'low']))).toEqual({
    rows: ['b>f1 critical:25.0 1', 'a>f0 high:25.0 low:25.0 2'],
    more: undefined,
  });
  expect(hot(inFiles(['b', 'low'], ['a', 'low']))!.rows).toEqual(['a>f1 low:25.0 1', 'b>f0 low:25.0 1']);
  expect(
    hot(inFiles(['a', 'low'], ['b', 'low'], ['b', 'low'], ['b', 'low'], ['b', 'low'], ['b', 'info']))!.rows,
  ).toEqual(['b>f1 low:80.0 info:20.0 5', 'a>f0 low:20.0 1']);
});

// biome-ignore format: one line for each row
test.each([
  [['critical'], Array(9).fill('high'), 'a'], [['critical'], Array(11).fill('high'), 'b'], [['high'], Array(9).fill('medium'), 'a'], [['high'], Array(11).fill('medium'), 'b'], [['medium'], Array(4).fill('low'), 'a'], [['medium'], Array(6).fill('low'), 'b'], [['low'], ['info'], 'a'], [['low'], Array(3).fill('info'), 'b'], [['critical', 'info'], ['critical'], 'a'],
] as Array<[Severity[], Severity[], string]>)('%j in one file and %j in another: %s is worse', (a, b, first) => {
  expect(hot(inFiles(...a.map((one): [string, Severity] => ['a', one]), ...b.map((one): [string, Severity] => ['b', one])))!.rows[0]![0]).toBe(first);
});

test('eight files are listed, the others are counted', () => {
  const spread = (count: number) =>
    hot(findings(count, (at) => ({ file: `f${String(at).padStart(4, '0')}` })))!;
  expect([spread(8).rows.length, spread(8).more]).toEqual([8, undefined]);
  expect([spread(9).rows.length, spread(9).more]).toEqual([8, '1']);
});

test('a thousand findings are on the page, three of them unfolded, the others are counted', () => {
  const page = (count: number, truncated = false) => {
    const text = rendered({ findings: findings(count), truncated });
    return [
      text.match(/<details class="card/g)?.length,
      text.match(/<details class="card [^>]* open>/g)?.length,
      [...text.matchAll(/<p class="notice">(.*?)<\/p>/g)].map(([, note]) => note),
    ];
  };
  expect(page(2)).toEqual([2, 2, []]);
  expect(page(4)).toEqual([4, 3, []]);
  expect(page(1000)).toEqual([1000, 3, []]);
  expect(page(1001, true)).toEqual([
    1000,
    3,
    [
      '1 less severe findings are not on this page; JSON, SARIF and CSV hold them.',
      'There were more findings than a scan keeps; the least severe were left out.',
    ],
  ]);
});

// biome-ignore format: one line for each row
test.each([
  [0, '0 files were read, and there is nothing open in them.'], [1, '1 file was read, and there is nothing open in it.'], [2, '2 files were read, and there is nothing open in them.'], [1234, '1,234 files were read, and there is nothing open in them.'],
])('where nothing was found in %i files the page says so', (files, words) => {
  expect(part({ findings: [], coverage: { ...whole, files } }, '<section class="calm"><p>', '</p>')).toBe(words);
  expect(rendered({ findings: [] })).not.toContain('class="findings"');
});

// biome-ignore format: one line for each row
test.each([
  [0, '0 B'], [1023, '1023 B'], [1024, '1.0 KiB'], [1536, '1.5 KiB'], [1024 ** 2 - 1, '1024.0 KiB'], [1024 ** 2, '1.0 MiB'], [5.5 * 1024 ** 2, '5.5 MiB'],
])('%i bytes are %s', (bytes, words) => {
  expect(rendered({ coverage: { ...whole, files: 2, bytes } })).toContain(`<p>2 files, ${words}, read by`);
});

test('coverage lists five hundred paths, what failed first', () => {
  const skipped = (count: number) => [
    ...Array.from({ length: count - 1 }, (_, at) => ({ ...unsupported[0]!, path: `p${at}` })),
    failed[0]!,
  ];
  const section = (count: number) =>
    part(
      { coverage: { ...whole, complete: false, skipped: skipped(count) } },
      '<section id="coverage">',
      '</section>',
    )!;
  expect(section(2)).toContain('<details class="fold" open>');
  expect([...section(2).matchAll(/<td><code>(.*?)<\/code>/g)].map(([, path]) => path)).toEqual([
    'a.js',
    'p0',
  ]);
  expect(section(2).match(/<small class="bad">failed<\/small>/g)).toHaveLength(1);
  expect([section(500).match(/<tr><td>/g)!.length, /and (\d+) more<\/p>/.exec(section(500))?.[1]]).toEqual([
    500,
    undefined,
  ]);
  expect([section(501).match(/<tr><td>/g)!.length, /and (\d+) more<\/p>/.exec(section(501))?.[1]]).toEqual([
    500,
    '1',
  ]);
  const row = part(
    {
      suppressedFindings: [],
      coverage: {
        ...whole,
        skipped: [{ ...unsupported[0]!, path: '', count: 3, engine: 'code' }],
      } as ReportedScan['coverage'],
    },
    '<tbody>',
    '</tbody>',
  );
  expect(row).toBe(
    '<tr><td><code>—</code> and 3 more</td><td class="reason">malformed</td><td>m <span class="quiet">code</span></td></tr>',
  );
  expect(part({ coverage: whole }, '<section id="coverage"><details class="fold">', '</details>')).toContain(
    'Nothing was left out.',
  );
  expect(rendered({ coverage: { ...whole, files: 1, advisoriesDate: '2026-11-01T00:00:00Z' } })).toContain(
    ' · advisories of 2026-11-01</p>',
  );
});

test('the footer names the version, the scan and the rules', () => {
  expect(
    part(
      { scanId: 'scan_1', coverage: { ...whole, rulesVersion: '0123456789abcdef' } },
      '<footer>',
      '</footer>',
    ),
  ).toBe('Lorekeep 0.1.0 · scan_1 · rules 0123456789ab');
  expect(
    part(
      { scanId: undefined, coverage: { ...whole, rulesVersion: 'x' } } as unknown as Partial<ReportedScan>,
      '<footer>',
      '</footer>',
    ),
  ).toBe('Lorekeep 0.1.0 · rules x');
});
