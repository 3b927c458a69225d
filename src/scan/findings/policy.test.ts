import { expect, test } from 'vitest';
import type { Finding, Severity } from '../model/finding.ts';
import { compareWithBaseline } from './baseline.ts';
import { judge } from './policy.ts';

function finding(severity: Severity, fingerprint: string): Finding {
  return { severity, fingerprint } as Finding;
}

const complete = { complete: true, skipped: [] };
const open = [finding('high', 'a'), finding('medium', 'b'), finding('low', 'c')];

test('the lowest failing severity and everything above it violates', () => {
  expect(judge({}, open, complete, false)).toEqual({ passed: true, violations: [] });
  expect(judge({ failOn: 'critical' }, open, complete, false).passed).toBe(true);
  expect(judge({ failOn: 'medium' }, open, complete, false)).toMatchObject({
    passed: false,
    violations: [{ rule: 'failOn', count: 2, message: '2 findings of severity medium or higher.' }],
  });
});

test('against a baseline only what is new violates, and what is gone is counted as fixed', () => {
  const compared = compareWithBaseline(open, [finding('high', 's')], ['a', 's', 'gone']);
  expect(compared).toMatchObject({ new: 2, fixed: 1 });
  expect(judge({ failOn: 'high', onlyNew: true }, compared.findings, complete, false).passed).toBe(true);
  expect(
    judge({ failOn: 'low', onlyNew: true }, compared.findings, complete, false).violations[0]?.count,
  ).toBe(2);
});

test('whoever requires completeness is told about anything left out', () => {
  const incomplete = { complete: false, skipped: [1, 2] };
  expect(judge({ requireComplete: true }, [], complete, false).passed).toBe(true);
  expect(judge({ requireComplete: true }, [], incomplete, false).passed).toBe(false);
  expect(judge({ requireComplete: true }, [], complete, true).passed).toBe(false);
});
