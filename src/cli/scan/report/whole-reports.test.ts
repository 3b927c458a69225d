import { expect, test } from 'vitest';
import { sampleFinding, sampleScan } from '../../../../test/support/sample-scan.ts';
import type { Finding } from '../../../scan/model/finding.ts';
import type { ReportedScan } from '../../../scan/model/outcome.ts';
import { renderCompact } from './compact.ts';
import { renderGithubAnnotations } from './github-annotations.ts';
import { renderRdjson } from './rdjson.ts';
import { renderScan } from './render-scan.ts';
import type { ReportView } from './report-view.ts';

// Whole reports as people see them, so that a change of a line shows where it appears.
const plainView: ReportView = {
  minSeverity: 'medium',
  all: false,
  worstFirst: false,
  withSuppressions: false,
  width: 100,
};
const terminal = (colour: boolean) => ({ out: () => {}, say: () => {}, interactive: false, colour });

const step = (line: number, file = 'src/orders/find.ts') => ({
  file,
  line,
  column: 1,
  kind: 'step' as const,
  message: `step ${line}`,
});
let made = 0;
const finding = (change: Partial<Finding>): Finding =>
  sampleFinding({
    fingerprint: String(++made).padStart(32, '0'),
    id: `fin_${String(made).padStart(16, '0')}`,
    ...change,
  });
const many: Finding[] = [
  ...Array.from({ length: 8 }, (_, i) =>
    finding({
      startLine: 10 + i,
      description: `It is bad. This one is number ${i}. The data comes from the request.`,
      ...(i === 1 && { trace: [], suggestion: 'Something else.' }),
      ...(i === 2 && { baselineState: 'new' as const }),
      ...(i === 7 && { file: 'src/elsewhere.ts', snippet: undefined as never }),
    }),
  ),
  finding({
    ruleId: 'long-trace',
    title: 'A long way',
    trace: Array.from({ length: 9 }, (_, i) => step(i + 1, i % 2 ? 'src/other.ts' : undefined)),
  }),
  finding({
    ruleId: 'six-steps',
    title: 'Six steps',
    trace: Array.from({ length: 6 }, (_, i) => step(i + 1)),
  }),
  finding({ ruleId: 'one-step', title: 'One step', trace: [step(1)], confidence: 'low' }),
  finding({
    ruleId: 'b-medium',
    severity: 'medium',
    title: 'B',
    description: '',
    suggestion: undefined as never,
  }),
  finding({ ruleId: 'b-medium', severity: 'medium', title: 'A', confidence: 'medium' }),
  finding({
    ruleId: 'a-medium',
    severity: 'medium',
    title: 'C',
    confidence: 'medium',
    baselineState: 'unchanged',
  }),
  finding({ ruleId: 'a-low', severity: 'low', title: 'Minor \u0007thing' }),
  finding({ ruleId: 'an-info', severity: 'info', title: 'Just so' }),
  finding({ ruleId: 'an-info', severity: 'info', title: 'Of others', file: 'vendor/lib/a.js' }),
];
const coverage = (change: Partial<ReportedScan['coverage']>) => ({ ...sampleScan().coverage, ...change });
const skipped = (reason: string, path: string, rest: object = {}) =>
  ({ reason, path, message: `Because of ${reason}.`, ...rest }) as never;
const none = {
  findings: [],
  suppressedFindings: [],
  policy: { passed: true, violations: [] },
} as Partial<ReportedScan>;

const reports: Record<string, [scan: Partial<ReportedScan>, view?: Partial<ReportView>, colour?: boolean]> = {
  sample: [{}],
  'sample in colour, narrow': [{}, { width: 48 }, true],
  many: [{ findings: many, suppressedFindings: [] }],
  'many, all, worst first': [{ findings: many }, { all: true, worstFirst: true }],
  'many, with lines to suppress': [{ findings: many.slice(0, 6) }, { withSuppressions: true, width: 140 }],
  'many, critical only': [{ findings: many }, { minSeverity: 'critical' }],
  'nothing found': [{ ...none, coverage: coverage({ complete: true, skipped: [], files: 1, bytes: 999 }) }],
  'nothing found, but something failed': [
    {
      ...none,
      coverage: coverage({
        skipped: [skipped('engine_crashed', 'a.js'), skipped('engine_crashed', 'b.js')],
        bytes: 1000,
      }),
    },
  ],
  'nothing found, but without advisories': [
    {
      ...none,
      coverage: coverage({
        skipped: [skipped('advisories_missing', 'package.json')],
        advisoriesDate: undefined as never,
        bytes: 999_499,
      }),
    },
  ],
  'nothing found, but not all read': [
    {
      ...none,
      truncated: true,
      summary: { ...sampleScan(none).summary, new: undefined, fixed: undefined } as never,
      coverage: coverage({
        bytes: 1e6,
        engines: [],
        skipped: ['a', 'b', 'c', 'd'].map((path) => skipped('lfs_pointer', path)),
        repositoryConfig: {
          problems: Array.from({ length: 21 }, (_, line) => ({
            kind: 'wrong_entry',
            file: '.lorekeep.yaml',
            line,
            message: 'No.',
          })),
        } as never,
      }),
    },
  ],
};

test.each(Object.entries(reports))('the report "%s"', async (name, [change, view = {}, colour = false]) => {
  const text = renderScan(sampleScan(change), terminal(colour), { ...plainView, ...view });
  const file = `whole/${name.replace(/[^a-z]+/g, '-')}.txt`;
  await expect(`${text.replaceAll('\u001b', '^[')}\n`).toMatchFileSnapshot(file);
});

test('the same findings for programs', async () => {
  const text = [
    renderCompact(many),
    renderGithubAnnotations(many, [{ kind: 'wrong_entry', file: '.lorekeep.yaml', line: 3, message: 'No.' }]),
    JSON.stringify(JSON.parse(renderRdjson(many)), null, 1),
  ].join('\n\n');
  await expect(`${text}\n`).toMatchFileSnapshot('whole/for-programs.txt');
});
