import { expect, test } from 'vitest';
import type { Finding, Severity } from '../model/finding.ts';
import type { SkipReason } from '../model/skip-reason.ts';
import { compareWithBaseline } from './baseline/baseline.ts';
import { judge } from './policy.ts';

function finding(severity: Severity, fingerprint: string): Finding {
  return { severity, fingerprint } as Finding;
}

function skipped(reason: SkipReason, path = 'a.java') {
  return { path, reason, message: 'Why.' };
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
  const compared = compareWithBaseline(
    open,
    [finding('high', 's')],
    ['a', 's', 'gone', 'elsewhere'].map((fingerprint) => ({ fingerprint })),
    ({ fingerprint }) => fingerprint !== 'elsewhere',
  );
  expect(compared).toMatchObject({ new: 2, fixed: 1 });
  expect(judge({ failOn: 'high', onlyNew: true }, compared.findings, complete, false).passed).toBe(true);
  expect(
    judge({ failOn: 'low', onlyNew: true }, compared.findings, complete, false).violations[0]?.count,
  ).toBe(2);
});

test('whoever requires completeness is told about anything left out', () => {
  const incomplete = { complete: false, skipped: [skipped('lfs_pointer'), skipped('malformed')] };
  expect(judge({ requireComplete: true }, [], complete, false).passed).toBe(true);
  expect(judge({ requireComplete: true }, [], incomplete, false).passed).toBe(false);
  expect(judge({ requireComplete: true }, [], complete, true).passed).toBe(false);
});

test.each<SkipReason>(['engine_error', 'not_parsed', 'budget_exceeded', 'time_limit', 'unreadable'])(
  'a scan in which something failed (%s) does not pass failOn, and says what failed and what to do',
  (reason) => {
    const coverage = { complete: false, skipped: [skipped(reason), skipped('lfs_pointer', 'b.bin')] };
    const verdict = judge({ failOn: 'critical' }, [], coverage, false);
    expect(verdict).toMatchObject({ passed: false, violations: [{ rule: 'incomplete', count: 1 }] });
    const [violation] = verdict.violations;
    expect(violation!.message).toContain(`1 ${reason.replaceAll('_', ' ')} (a.java)`);
    expect(violation!.message).toContain('--allow-incomplete');
    expect(violation!.message).not.toContain('b.bin');
  },
);

test.each<SkipReason>(['lfs_pointer', 'minified', 'submodule', 'excluded', 'advisories_missing'])(
  'what is skipped by design (%s) lets failOn pass',
  (reason) => {
    const coverage = { complete: false, skipped: [skipped(reason)] };
    expect(judge({ failOn: 'info' }, [], coverage, false)).toEqual({ passed: true, violations: [] });
  },
);

test('a failure counts only where somebody asked for a gate, and not where it was allowed', () => {
  const coverage = { complete: false, skipped: [skipped('engine_error')] };
  expect(judge({}, [], coverage, false).passed).toBe(true);
  expect(judge({ failOn: 'high', allowIncomplete: true }, [], coverage, false).passed).toBe(true);
  const both = judge({ failOn: 'high' }, open, coverage, false);
  expect(both.violations.map(({ rule }) => rule)).toEqual(['failOn', 'incomplete']);
});

test('a reason that nobody knows counts as a failure', () => {
  const unknown = skipped('invented_tomorrow' as SkipReason);
  expect(judge({ failOn: 'high' }, [], { complete: false, skipped: [unknown] }, false).passed).toBe(false);
});
