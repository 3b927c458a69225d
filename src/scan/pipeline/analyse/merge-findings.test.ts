import { expect, test } from 'vitest';
import type { AttributedFinding } from '../../findings/identity.ts';
import { mergeFindings } from './merge-findings.ts';

const finding = (more: Partial<AttributedFinding>): AttributedFinding => ({
  engine: 'code',
  ruleId: 'a',
  severity: 'medium',
  confidence: 'medium',
  title: 't',
  description: 'd',
  file: 'a.js',
  startLine: 1,
  endLine: 1,
  category: 'injection',
  cwe: ['CWE-89'],
  identity: { scope: '', tokens: '' },
  ...more,
});
const step = (file: string, line: number) => ({ file, line, column: 1, kind: 'step' as const, message: '' });
const built = finding({ ruleId: 'sql-text', startLine: 3, endLine: 3 });
const used = finding({
  ruleId: 'sql-injection',
  severity: 'high',
  startLine: 5,
  endLine: 5,
  trace: [step('a.js', 2), step('a.js', 3), step('a.js', 5)],
});
const kept = (...findings: AttributedFinding[]) => mergeFindings(findings).map(({ ruleId }) => ruleId);

test('a text that is built on one line and used on another is one finding, where it is used', () => {
  expect(kept(built, used)).toEqual(['sql-injection']);
  expect(kept(built)).toEqual(['sql-text']);
});

test.for([
  ['of another weakness', { ...built, cwe: ['CWE-79'] }],
  ['on a line that the data does not pass', { ...built, startLine: 4, endLine: 4 }],
  ['in another file', { ...built, file: 'b.js' }],
  ['that is worse', { ...built, severity: 'critical' as const }],
  ['with a way of its own', { ...built, trace: [step('a.js', 1), step('a.js', 3)] }],
  ['of another engine', { ...built, engine: 'infrastructure' as const }],
] as const)('a finding %s stays', ([, other]) => {
  expect(kept(other as AttributedFinding, used)).toHaveLength(2);
});

test('a text that is built in one file and used in another is one finding', () => {
  const elsewhere = { ...used, file: 'b.js', trace: [step('a.js', 3), step('b.js', 5)] };
  expect(kept(built, elsewhere)).toEqual(['sql-injection']);
});

test('a place that is quoted once in full and once shortened is one finding, unless the longer one says more', () => {
  const code = (length: number, more = '') => ({ scope: 'f', tokens: `${'a'.repeat(length)}${more}` });
  const short = finding({ identity: code(120) });
  expect(kept(short, finding({ identity: code(150) }))).toEqual(['a']);
  expect(kept(short, finding({ identity: code(150), severity: 'high' }))).toHaveLength(2);
  expect(kept(short, finding({ identity: code(150), trace: [step('a.js', 9)] }))).toHaveLength(2);
  expect(kept(short, finding({ identity: code(120, ' from b.js') }))).toHaveLength(2);
  expect(kept(short, finding({ identity: { ...code(150), scope: 'g' } }))).toHaveLength(2);
  expect(kept(finding({ identity: code(10) }), finding({ identity: code(20) }))).toHaveLength(2);
});
