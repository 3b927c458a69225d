import { expect, test } from 'vitest';
import type { AttributedFinding } from '../../../findings/identity.ts';
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
const step = (file: string, line: number) => ({
  file,
  line,
  column: 1,
  kind: 'source' as const,
  message: '',
});
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

test('of what a file and other files say of the same place by one rule the worse stays, or what knows where the data comes from', () => {
  const alone = finding({ severity: 'low' });
  const followed = finding({ severity: 'high', trace: [step('b.js', 1), step('a.js', 1)] });
  const severitiesOf = (...findings: AttributedFinding[]) =>
    mergeFindings(findings).map(({ severity, trace }) => [severity, trace?.length]);
  expect(severitiesOf(alone, followed)).toEqual([['high', 2]]);
  expect(severitiesOf(followed, alone)).toEqual([['high', 2]]);
  expect(severitiesOf({ ...alone, severity: 'high' }, followed)).toEqual([['high', 2]]);
  expect(severitiesOf({ ...alone, severity: 'critical' }, followed)).toEqual([['critical', undefined]]);
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

test.for([
  ['file', { file: 'a' }, { file: 'b' }],
  ['first line', { startLine: 2 }, { startLine: 10 }],
  ['first column', {}, { startColumn: 2 }],
  ['first column as a number', { startColumn: 2 }, { startColumn: 10 }],
  ['last line', { endLine: 2 }, { endLine: 10 }],
  ['last column', {}, { endColumn: 2 }],
  ['last column as a number', { endColumn: 2 }, { endColumn: 10 }],
  ['engine', { engine: 'code' }, { engine: 'secrets' }],
  ['rule', { ruleId: 'a' }, { ruleId: 'b' }],
  ['scope', { identity: { scope: 'a', tokens: '' } }, { identity: { scope: 'b', tokens: '' } }],
  ['code', { identity: { scope: '', tokens: 'a' } }, { identity: { scope: '', tokens: 'b' } }],
  ['advisory', {}, { package: { vulnIds: ['A'] } }],
  ['name of the advisory', { package: { vulnIds: ['A'] } }, { package: { vulnIds: ['A', 'B'] } }],
] as unknown as Array<[string, Partial<AttributedFinding>, Partial<AttributedFinding>]>)(
  'findings that differ in their %s alone are two, in this order',
  ([, first, second]) => {
    const [a, b] = [finding(first), finding(second)];
    expect(mergeFindings([b, a])).toEqual([a, b]);
    expect(mergeFindings([a, b])).toEqual([a, b]);
    expect(mergeFindings([a, { ...a }])).toEqual([a]);
  },
);

test('earlier keys of the order count before later ones', () => {
  const order = [
    finding({ file: 'a', startLine: 9 }),
    finding({ file: 'b', startLine: 1, endLine: 9 }),
    finding({ file: 'b', startLine: 2, startColumn: 9, endLine: 2 }),
    finding({ file: 'b', startLine: 3, startColumn: 1, endLine: 9 }),
    finding({ file: 'b', startLine: 3, startColumn: 2, endLine: 4, endColumn: 9 }),
    finding({ file: 'b', startLine: 3, startColumn: 2, endLine: 5, endColumn: 1, engine: 'secrets' }),
    finding({ file: 'b', startLine: 3, startColumn: 2, endLine: 5, endColumn: 2, engine: 'code' }),
  ];
  expect(mergeFindings(order.toReversed())).toEqual(order);
});

test.for([
  ['CWE-798', 'medium', 1, true],
  ['CWE-259', 'medium', 1, true],
  ['CWE-321', 'medium', 1, true],
  ['CWE-327', 'medium', 1, false],
  ['CWE-798', 'low', 1, true],
  ['CWE-798', 'high', 1, false],
  ['CWE-798', 'medium', 2, false],
] as const)(
  'a hard-coded secret (%s, %s, line %i) is one with the secret of medium severity on line 1: %s',
  ([cwe, severity, line, isOne]) => {
    const secret = finding({ engine: 'secrets', ruleId: 'secret', cwe: ['CWE-798'] });
    const other = finding({ ruleId: 'other', cwe: ['CWE-1', cwe], severity, startLine: line, endLine: line });
    expect(kept(secret, other).toSorted()).toEqual(isOne ? ['secret'] : ['other', 'secret']);
    expect(kept(other)).toEqual(['other']);
  },
);

test('of two secrets on a line the worse one is compared', () => {
  const low = finding({ engine: 'secrets', ruleId: 'low', severity: 'low', cwe: [] });
  const high = finding({ engine: 'secrets', ruleId: 'high', severity: 'high', cwe: [] });
  const other = finding({ ruleId: 'other', cwe: ['CWE-798'] });
  expect(kept(low, high, other)).toEqual(['high', 'low']);
  expect(kept(low, other).toSorted()).toEqual(['low', 'other']);
  expect(kept({ ...low, cwe: ['CWE-798'] }, { ...high, cwe: ['CWE-798'] })).toEqual(['high', 'low']);
});

test('a quotation of eighty characters is long enough to stand for a longer one', () => {
  const quoted = (length: number) => finding({ identity: { scope: 'f', tokens: 'a'.repeat(length) } });
  expect(kept(quoted(80), quoted(90))).toHaveLength(1);
  expect(kept(quoted(79), quoted(90))).toHaveLength(2);
  expect(kept(quoted(90), finding({ identity: { scope: 'f', tokens: 'b'.repeat(99) } }))).toHaveLength(2);
  expect(kept(quoted(90), { ...quoted(99), endLine: 2 })).toHaveLength(2);
  expect(kept({ ...quoted(90), severity: 'high' }, quoted(99))).toHaveLength(1);
  expect(
    kept({ ...quoted(90), trace: [step('a.js', 9)] }, { ...quoted(99), trace: [step('a.js', 9)] }),
  ).toHaveLength(1);
});

test('two rules that say the same weakness of the same piece of code are one finding', () => {
  const at = { startColumn: 3, endColumn: 9 };
  const [one, two] = [finding({ ...at, ruleId: 'a' }), finding({ ...at, ruleId: 'b' })];
  expect(kept(one, two)).toEqual(['a']);
  expect(kept(one, { ...two, severity: 'high' })).toEqual(['b']);
  expect(kept(one, { ...two, trace: [step('b.js', 9)] })).toEqual(['b']);
  expect(kept({ ...one, severity: 'high' }, { ...two, trace: [step('b.js', 9)] })).toEqual(['a']);
  // Another weakness, another piece of code, another engine, another way of the same rule, and what has no columns, stay.
  expect(kept(one, { ...two, cwe: ['CWE-79'] })).toHaveLength(2);
  expect(kept(one, { ...two, endColumn: 12 })).toHaveLength(2);
  expect(kept(one, { ...two, engine: 'infrastructure' })).toHaveLength(2);
  expect(kept(one, { ...two, ruleId: 'a', identity: { scope: '', tokens: 'x' } })).toHaveLength(2);
  expect(kept(finding({ ruleId: 'a' }), finding({ ruleId: 'b' }))).toHaveLength(2);
});
