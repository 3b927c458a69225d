import { expect, test } from 'vitest';
import { sampleFinding } from '../../../../test/support/sample-scan.ts';
import type { Finding } from '../../model/finding.ts';
import { decisionText, findingText } from './finding-text.ts';

const step = (kind: 'source' | 'step' | 'sink', message: string) => ({
  file: 'a',
  line: 1,
  column: 1,
  kind,
  message,
});
const finding = sampleFinding({
  title: 'Title',
  description: 'Described.',
  file: 'a.ts',
  snippet: { startLine: 42, text: '  run( a,\t b )' },
  trace: [
    step('step', 'x'),
    step('source', 'first'),
    step('source', 'second'),
    step('sink', 'third'),
    step('sink', 'last'),
    step('step', 'y'),
  ],
});

test('a finding in words is what it says, where it is, from where to where it goes, and its code', () => {
  expect(findingText(finding, 'https://git.example.com/a').split('\n')).toEqual([
    'Title',
    'Described.',
    'high injection js-sql-injection CWE-89',
    'a.ts in https://git.example.com/a',
    'first → last',
    'run( a, b )',
  ]);
  expect(decisionText(finding, 'Why.').split('\n')).toEqual(['Title', 'run( a, b )', 'first → last', 'Why.']);
});

test.for([
  ['no steps', {}, ['Title', 'run( a, b )', 'Why.']],
  ['only an end', { trace: [step('sink', 'last')] }, ['Title', 'run( a, b )', 'last', 'Why.']],
  [
    'a package',
    { package: { purl: 'pkg:npm/a@1', vulnIds: ['CVE-1', 'GHSA-2'] } as never },
    ['Title', 'run( a, b )', 'pkg:npm/a@1 CVE-1 GHSA-2', 'Why.'],
  ],
] as const)('a finding with %s', ([, change, expected]) => {
  const { trace: _, ...plain } = finding;
  expect(decisionText({ ...plain, ...(change as Partial<Finding>) }, 'Why.').split('\n')).toEqual(expected);
});

test('of the code 800 characters are kept, and of the whole 3,000, without half a character at the end', () => {
  const code = (length: number) => ({
    ...finding,
    trace: [],
    snippet: { startLine: 42, text: 'x'.repeat(length) },
  });
  expect(decisionText(code(800), '')).toBe(`Title\n${'x'.repeat(800)}`);
  expect(decisionText(code(801), '')).toBe(`Title\n${'x'.repeat(800)}`);
  const whole = (reason: string) => decisionText({ ...code(0), title: 'T' }, reason);
  expect(whole('r'.repeat(2998))).toBe(`T\n${'r'.repeat(2998)}`);
  expect(whole('r'.repeat(2999))).toBe(`T\n${'r'.repeat(2998)}`);
  expect(whole(`${'r'.repeat(2997)}😀`)).toBe(`T\n${'r'.repeat(2997)}\ufffd`);
});
