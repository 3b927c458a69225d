import { expect, test } from 'vitest';
import type { EngineFinding } from '../../../model/finding.ts';
import { onceForEachPlace, waitingAtPlaces } from './same-place.ts';

function finding(ruleId: string, severity: EngineFinding['severity'], cwe: string[], startColumn = 1) {
  return { ruleId, severity, cwe, startLine: 1, endLine: 1, startColumn, endColumn: 9 } as EngineFinding;
}
const kept = (...findings: EngineFinding[]) => onceForEachPlace(findings).map(({ ruleId }) => ruleId);

test('of rules that say the same weakness of a place the worst stays, then the one that says more, then the first', () => {
  expect(kept(finding('a', 'medium', ['CWE-1']), finding('b', 'high', ['CWE-1']))).toEqual(['b']);
  expect(kept(finding('a', 'high', ['CWE-1']), finding('b', 'high', ['CWE-2', 'CWE-1']))).toEqual(['b']);
  expect(kept(finding('a', 'high', ['CWE-1']), finding('b', 'high', ['CWE-1']))).toEqual(['a']);
});

test('a finding with a way from a source stays before one without', () => {
  const step = { file: 'a.js', line: 1, column: 1, message: 'read' };
  const traced = { ...finding('b', 'medium', ['CWE-1']), trace: [{ ...step, kind: 'source' as const }] };
  expect(kept(finding('a', 'medium', ['CWE-1', 'CWE-2']), traced)).toEqual(['b']);
  const led = { ...finding('b', 'medium', ['CWE-1']), trace: [{ ...step, kind: 'step' as const }] };
  expect(kept(finding('a', 'medium', ['CWE-1', 'CWE-2']), led)).toEqual(['a']);
  expect(kept(finding('a', 'high', ['CWE-1', 'CWE-2']), traced)).toEqual(['a']);
});

test('other weaknesses and other places stay', () => {
  expect(kept(finding('a', 'high', ['CWE-1']), finding('b', 'low', ['CWE-2']))).toEqual(['a', 'b']);
  expect(kept(finding('a', 'high', ['CWE-1']), finding('b', 'low', ['CWE-1'], 4))).toEqual(['a', 'b']);
});

test('what a rule says of a whole it says of no part of it, unless it is worse there', () => {
  const at = (ruleId: string, severity: EngineFinding['severity'], from: number, to: number, line = 1) =>
    ({ ...finding(ruleId, severity, ['CWE-1'], from), endColumn: to, endLine: line }) as EngineFinding;
  const whole = at('a', 'high', 1, 30);
  const part = at('a', 'medium', 11, 29);
  expect(onceForEachPlace([part, whole])).toEqual([whole]);
  expect(onceForEachPlace([whole, at('a', 'high', 11, 30)])).toEqual([whole]);
  const worse = at('a', 'critical', 11, 29);
  expect(onceForEachPlace([whole, worse, at('a', 'high', 12, 20)])).toEqual([whole, worse]);
  const other = at('b', 'medium', 11, 29);
  const beside = at('a', 'medium', 11, 31);
  expect(onceForEachPlace([whole, other, beside])).toEqual([whole, other, beside]);
  const lines = at('a', 'high', 1, 2, 3);
  expect(onceForEachPlace([part, lines])).toEqual([lines]);
  const next = { ...part, startLine: 2, endLine: 2 };
  expect(onceForEachPlace([whole, next])).toEqual([whole, next]);
  expect(onceForEachPlace([lines, next])).toEqual([lines, next]);
});

test('data of another source in a part of a call stays a finding of its own', () => {
  const from = (column: number) => [{ file: 'a.js', line: 1, column, kind: 'source', message: 'read' }];
  const whole = { ...finding('a', 'high', ['CWE-1']), endColumn: 30, trace: from(3) } as EngineFinding;
  const part = (column: number) =>
    ({ ...finding('a', 'high', ['CWE-1'], 11), endColumn: 29, trace: from(column) }) as EngineFinding;
  expect(onceForEachPlace([whole, part(3)])).toEqual([whole]);
  expect(onceForEachPlace([whole, part(20)])).toHaveLength(2);
});

test('another rule about the same weakness says nothing of a part that a way leads to', () => {
  const from = (column: number) => [{ file: 'a.js', line: 1, column, kind: 'source', message: 'read' }];
  const whole = { ...finding('a', 'high', ['CWE-1']), endColumn: 30, trace: from(3) } as EngineFinding;
  const part = (more: Partial<EngineFinding>) =>
    ({ ...finding('b', 'medium', ['CWE-1'], 11), endColumn: 29, ...more }) as EngineFinding;
  expect(onceForEachPlace([part({}), whole])).toEqual([whole]);
  expect(onceForEachPlace([part({ trace: from(3) } as Partial<EngineFinding>), whole])).toEqual([whole]);
  expect(onceForEachPlace([part({ trace: from(20) } as Partial<EngineFinding>), whole])).toHaveLength(2);
  expect(onceForEachPlace([part({ cwe: ['CWE-2'] }), whole])).toHaveLength(2);
  expect(onceForEachPlace([part({ severity: 'critical' }), whole])).toHaveLength(2);
});

test('a hash that is too fast for passwords is not called weak as well', () => {
  const weak = finding('a', 'medium', ['CWE-328', 'CWE-327']);
  expect(kept(weak, finding('b', 'medium', ['CWE-916']))).toEqual(['b']);
  expect(kept(weak, finding('b', 'low', ['CWE-916']))).toEqual(['a', 'b']);
});

test('who can write a command needs no option of it', () => {
  expect(kept(finding('a', 'medium', ['CWE-88']), finding('b', 'critical', ['CWE-78']))).toEqual(['b']);
  expect(kept(finding('a', 'high', ['CWE-88']), finding('b', 'medium', ['CWE-78']))).toEqual(['a', 'b']);
});

test('what waits for other files goes where another rule says more of its place, and takes no other finding away', () => {
  const held = { finding: finding('b', 'medium', ['CWE-1']), label: 1, awaits: ['in 1\na'] };
  expect(waitingAtPlaces([finding('a', 'high', ['CWE-1'])], [held])).toEqual([]);
  expect(waitingAtPlaces([finding('a', 'low', ['CWE-1'])], [held])).toEqual([held]);
  expect(waitingAtPlaces([], [held])).toEqual([held]);
});
