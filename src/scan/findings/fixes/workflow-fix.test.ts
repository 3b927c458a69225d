import { expect, test } from 'vitest';
import { readActionKnowledge } from '../../engines/infrastructure/workflow/knowledge/action-knowledge.ts';
import type { EngineFinding } from '../../model/finding.ts';
import { workflowFix } from './workflow-fix.ts';

/** What is proposed for a finding of the rule on these lines. */
function fixed(ruleId: string, lines: readonly string[], startLine = 1, endLine = startLine) {
  const fix = workflowFix({ ruleId, startLine, endLine } as EngineFinding, (line) => lines[line - 1]);
  return fix && [`${fix.startLine}-${fix.endLine}`, fix.replacement];
}

const { releases } = readActionKnowledge();
const numbers = (version: string) => version.split('.').map(Number) as [number, number, number];

/** Actions whose newest release of a line is not the last one by its letters. */
const tricky = Object.entries(releases).flatMap(([action, commits]) => {
  const versions = Object.values(commits);
  return [...new Set(versions.map((version) => version.split('.')[0]!))].flatMap((major) => {
    const line = versions.filter((version) => version.startsWith(`${major}.`));
    const newest = line.toSorted((a, b) => {
      const [left, right] = [numbers(a), numbers(b)];
      return left[1] - right[1] || left[2] - right[2];
    });
    return newest.at(-1) === line.toSorted().at(-1) ? [] : [[`${action}@v${major}`, newest.at(-1)!] as const];
  });
});

test('the newest release of a line is found by its numbers, not by its letters', () => {
  expect(tricky).not.toEqual([]);
  for (const [uses, newest] of tricky)
    expect(fixed('workflow.unpinned-action', [`- uses: ${uses}`])![1], uses).toMatch(
      new RegExp(`# v${newest.replaceAll('.', '\\.')}$`),
    );
});

test.for([
  ['- uses: nick-invision/retry@v2 # why', '- uses: nick-fields/retry@v2 # why'],
  ['  uses: "Nick-Invision/retry@v2"', '  uses: "nick-fields/retry@v2"'],
  ['- uses: nick-fields/retry@v2', undefined],
  ['- run: make', undefined],
] as const)('an action has its new name: %j', ([written, expected]) => {
  expect(fixed('workflow.renamed-action', [written])).toEqual(expected && ['1-1', expected]);
  expect(fixed('workflow.renamed-action', [written], 2)).toBeUndefined();
});

test('permissions are put in front of the jobs, on the first line as on the 2,000th and not behind it', () => {
  const at = (line: number) =>
    fixed('workflow.permissions.missing', [...Array<string>(line - 1).fill('#'), 'jobs:', 'jobs:']);
  const stated = 'permissions:\n  contents: read\n\njobs:';
  expect(at(1)).toEqual(['1-1', stated]);
  expect(at(2000)).toEqual(['2000-2000', stated]);
  expect(at(2001)).toBeUndefined();
});

const rule = 'workflow.setting.persisted-credentials';
const blanks = (count: number) => Array<string>(count).fill('');
test.for([
  [
    'its settings on the 40th line',
    [...blanks(38), '  with:'],
    '40-40',
    '  with:\n    persist-credentials: false',
  ],
  ['its settings behind it', [...blanks(39), '  with:'], '1-1', undefined],
  ['comments at the edge in between', ['# note', '  with:'], '1-1', undefined],
  [
    'settings of its settings',
    ['    with:', '  with: # all'],
    '3-3',
    '  with: # all\n    persist-credentials: false',
  ],
  ['the end of the file', [], '1-1', undefined],
] as const)('a checkout with %s', ([, behind, place, text]) => {
  const first = '- uses: actions/checkout@v4';
  expect(fixed(rule, [first, ...behind])).toEqual([
    place,
    text ?? `${first}\n  with:\n    persist-credentials: false`,
  ]);
});

test('a step beyond the end of the file, and one that checks nothing out, has no change', () => {
  expect(fixed(rule, ['- uses: actions/checkout@v4'], 2)).toBeUndefined();
  expect(fixed(rule, ['- name: x', '  uses: actions/cache@v4'])).toBeUndefined();
  expect(fixed(rule, ['- name: x', '    uses: actions/checkout@v4'])).toBeUndefined();
});

test.for([
  [1, 3, '3-3', '  package-ecosystem: npm\n  cooldown:\n    default-days: 7'],
  [3, 3, '3-3', '  package-ecosystem: npm\n  cooldown:\n    default-days: 7'],
  [1, 2, undefined, undefined],
  [4, 5, undefined, undefined],
] as const)('updates from line %i to %i wait', ([start, end, place, text]) => {
  const lines = ['- directory: /', '  schedule:', '  package-ecosystem: npm'];
  expect(fixed('dependabot.setting.cooldown', lines, start, end)).toEqual(place && [place, text]);
});
