import { describe, expect, test } from 'vitest';
import { sampleFinding, sampleScan } from '../../../../test/support/sample-scan.ts';
import type { Finding, Severity } from '../../../scan/model/finding.ts';
import { displayWidth } from './display-width.ts';
import { renderScan } from './render-scan.ts';
import type { ReportView } from './report-view.ts';

const view: ReportView = {
  minSeverity: 'medium',
  all: false,
  worstFirst: false,
  withSuppressions: false,
  width: 80,
};
const terminal = { out: () => {}, say: () => {}, interactive: false, colour: false };

let made = 0;
function finding(severity: Severity, change: Partial<Finding> = {}): Finding {
  const fingerprint = String(++made).padStart(32, '0');
  return sampleFinding({
    severity,
    ruleId: `rule-${severity}`,
    title: `A ${severity} problem`,
    fingerprint,
    ...change,
  });
}

function render(findings: Finding[], change: Partial<ReportView> = {}): string {
  return renderScan(sampleScan({ findings, suppressedFindings: [] }), terminal, { ...view, ...change });
}

const ofEach = (['critical', 'high', 'medium', 'low', 'info'] as const).map((severity) => finding(severity));

describe('severities', () => {
  test('medium and worse are shown by default, the rest is counted with the option that shows it', () => {
    const text = render([...ofEach, finding('low')]);
    for (const severity of ['critical', 'high', 'medium']) expect(text).toContain(`A ${severity} problem`);
    for (const severity of ['low', 'info']) expect(text).not.toContain(`A ${severity} problem`);
    expect(text).toContain('Not shown: 2 low, 1 info. --all shows them.');
    expect(text).toContain('6 findings: 1 critical, 1 high, 1 medium, 2 low, 1 info.');
  });

  test('another lowest severity, or all of them, can be asked for', () => {
    expect(render(ofEach, { minSeverity: 'high' })).not.toContain('A medium problem');
    expect(render(ofEach, { minSeverity: 'low' })).toContain('A low problem');
    expect(render(ofEach, { minSeverity: 'low' })).not.toContain('A info problem');
    expect(render(ofEach, { all: true })).toContain('A info problem');
  });

  test('info in vendored and minified files is counted and never shown; anything worse is', () => {
    const text = render(
      [
        finding('info', { file: 'vendor/lib/a.js', title: 'Somebody else’s' }),
        finding('info', { file: 'public/vendor.min.js', title: 'Somebody else’s' }),
        finding('info', { file: 'src/a.js', title: 'Our own' }),
        finding('high', { file: 'vendor/lib/a.js', title: 'A hole in a copy' }),
      ],
      { all: true },
    );
    expect(text).not.toContain('Somebody else’s');
    expect(text).toContain('2 info findings in vendored or minified files not shown');
    expect(text).toContain('Our own');
    expect(text).toContain('A hole in a copy');
  });

  test('the worst is last, next to the prompt, or first where that is asked for', () => {
    const order = (text: string) => [...text.matchAll(/A (\w+) problem/g)].map(([, severity]) => severity);
    expect(order(render(ofEach))).toEqual(['medium', 'high', 'critical']);
    expect(order(render(ofEach, { worstFirst: true }))).toEqual(['critical', 'high', 'medium']);
  });
});

describe('findings of one rule', () => {
  const places = Array.from({ length: 12 }, (_, i) =>
    finding('high', {
      file: `src/${i % 2 ? 'odd' : 'even'}.ts`,
      startLine: 10 + i,
      description: `The same for all. This one is number ${i}.`,
    }),
  );
  const text = render(places);

  test('have their text once, whatever is true of single ones at their places', () => {
    expect(text.match(/A high problem/g)).toHaveLength(1);
    expect(text.match(/The same for all\./g)).toHaveLength(1);
    expect(text.match(/Fix: Use a placeholder/g)).toHaveLength(1);
    expect(text).toContain('This one is number 0.');
    expect(text).toContain('12 places');
  });

  test('have every place listed', () => {
    for (let i = 0; i < 5; i++) expect(text).toContain(`src/${i % 2 ? 'odd' : 'even'}.ts:${10 + i}:22`);
    expect(text).toContain('and 7 more: src/odd.ts:15,17,19,21 src/even.ts:16,18,20');
    const all = render(places, { all: true });
    for (let i = 0; i < 12; i++) expect(all).toContain(`src/${i % 2 ? 'odd' : 'even'}.ts:${10 + i}:22`);
  });

  test('that have different suggestions show each at its place', () => {
    const own = render([
      finding('high', { suggestion: 'Update to 1.3.0.' }),
      finding('high', { suggestion: 'Update to 2.0.1.', startLine: 50 }),
    ]);
    expect(own).toContain('Fix: Update to 1.3.0.');
    expect(own).toContain('Fix: Update to 2.0.1.');
  });
});

test('a finding says where the same was dismissed before and why', () => {
  const similar = [
    {
      findingId: 'fin_other',
      repo: 'https://git.example.com/acme/billing',
      status: 'false_positive' as const,
      reason: 'Only admins reach it.\u001b[2J',
      decidedBy: 'key_1',
      decidedAt: '2026-11-01T09:00:00.000Z',
      score: 0.9,
    },
  ];
  const text = render([finding('high', { similar })]);
  expect(text.replace(/\s+/g, ' ')).toContain(
    'Dismissed before in git.example.com/acme/billing, because: Only admins reach it.',
  );
  expect(text).not.toContain('\u001b');
  expect(render([finding('high')])).not.toContain('before in');
});

test('the table at the end counts by engine and severity', () => {
  const text = render([
    finding('critical', { engine: 'secrets' }),
    finding('high'),
    finding('high'),
    finding('info'),
  ]);
  const rows = text.split('\n').map((line) => line.trim().split(/\s+/));
  expect(rows).toContainEqual(['critical', 'high', 'medium', 'low', 'info']);
  expect(rows).toContainEqual(['secrets', '1', '·', '·', '·', '·']);
  expect(rows).toContainEqual(['code', '·', '2', '·', '·', '1']);
  expect(rows).toContainEqual(['supply-chain', '·', '·', '·', '·', '·']);
});

test('unchecked dependencies are a row of the table and the last line', () => {
  const scan = sampleScan();
  scan.coverage.skipped.push({
    path: 'package.json',
    reason: 'advisories_missing',
    message: 'There are none.',
  });
  const text = renderScan(scan, terminal, view);
  expect(text).toMatch(/^dependencies .*NOT checked$/m);
  expect(text.split('\n').at(-1)).toContain('Dependencies were NOT checked');
});

test.each([40, 80, 140])('no line is wider than a terminal of %i columns', (width) => {
  const wide = finding('critical', {
    file: `${'a-long-folder/'.repeat(9)}配置文件.ts`,
    description: `说明${'很长的文字'.repeat(40)} and ${'words '.repeat(60)}`,
    snippet: { startLine: 40, text: `${'x'.repeat(300)}\n${'字'.repeat(200)}\n\tend` },
  });
  const scan = sampleScan({ findings: [...sampleScan().findings, ...ofEach, wide] });
  for (const all of [false, true]) {
    const text = renderScan(scan, terminal, { ...view, all, withSuppressions: false, width });
    const tooWide = text.split('\n').filter((line) => displayWidth(line) > width);
    // A path is not cut: a terminal makes a link of it.
    expect(tooWide.filter((line) => !/a-long-folder.*:\d+/.test(line))).toEqual([]);
  }
});

test('what a repository wrote cannot steer the terminal', () => {
  const hostile = '\u001b[2J\u202eevil\n::error::x';
  const step = { file: hostile, line: 1, column: 1, kind: 'source' as const, message: hostile };
  const text = render(
    [
      finding('high', {
        title: hostile,
        description: hostile,
        suggestion: hostile,
        file: hostile,
        snippet: { startLine: 41, text: hostile },
        trace: [step, { ...step, kind: 'sink' }],
      }),
    ],
    { withSuppressions: true },
  );
  expect(text).not.toMatch(/[\u001b\u202e]/);
  expect(text.split('\n').filter((line) => line.trimStart().startsWith('::'))).toEqual([]);
});
