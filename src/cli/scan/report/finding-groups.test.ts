import { expect, test } from 'vitest';
import type { Finding } from '../../../scan/model/finding.ts';
import { groupFindings, ownDescription } from './finding-groups.ts';

const finding = (more: Partial<Finding> = {}) =>
  ({
    severity: 'high',
    confidence: 'high',
    ruleId: 'r',
    title: 'T',
    description: 'One. Two.',
    suggestion: 'Do it.',
    ...more,
  }) as Finding;

test('groups come by severity, confidence, rule and title', () => {
  const order: Array<Partial<Finding>> = [
    { severity: 'critical', confidence: 'low', ruleId: 'z' },
    { severity: 'high', confidence: 'high', ruleId: 'a', title: 'A' },
    { severity: 'high', confidence: 'high', ruleId: 'a', title: 'B' },
    { severity: 'high', confidence: 'high', ruleId: 'b', title: 'A' },
    { severity: 'high', confidence: 'medium', ruleId: 'a', title: 'C' },
    { severity: 'high', confidence: 'low', ruleId: 'a', title: 'D' },
    { severity: 'low', confidence: 'high', ruleId: 'a' },
  ];
  const wanted = order.map((more) => finding(more));
  for (const list of [wanted, wanted.toReversed(), [...wanted.slice(3), ...wanted.slice(0, 3)]])
    expect(groupFindings(list).map(({ findings: [first] }) => first)).toEqual(wanted);
});

test('what is true of all findings of a group is said once, the rest of each', () => {
  const a = finding({ description: 'One. It is a.txt here. Two.' });
  const b = finding({ description: 'One. It is b.txt here. Two.', suggestion: 'Or this.' });
  const [group] = groupFindings([a, b]);
  expect(group).toMatchObject({ findings: [a, b], description: 'One. Two.', suggestion: undefined });
  expect(ownDescription(a, group!)).toBe('It is a.txt here.');
  expect(groupFindings([a, a])[0]).toMatchObject({ description: a.description, suggestion: 'Do it.' });
  expect(groupFindings([a])[0]!.suggestion).toBe('Do it.');
});

test.each([
  [0, 'The data comes from x. It is used.'],
  [1, 'The data comes from x. It is used.'],
  [2, 'It is used.'],
])('with %i steps of a trace the description is %s', (steps, description) => {
  const trace = Array.from({ length: steps }, () => ({})) as unknown as Finding['trace'];
  const [group] = groupFindings([
    finding({ description: 'The data comes from x. It is used.', ...(trace && { trace }) }),
  ]);
  expect(group!.description).toBe(description);
  expect(groupFindings([finding({ description })])[0]!.description).toBe(description);
});
