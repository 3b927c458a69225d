import { expect, test } from 'vitest';
import type { EngineFinding, Fix } from '../../model/finding.ts';
import { applyFixes } from './apply-fixes.ts';
import { FixTable } from './fix-table.ts';
import { valueFix } from './value-fix.ts';

const table = new FixTable();

/** The changed lines that the table proposes for a finding of the rule on these lines. */
function fixed(ruleId: string, text: string, startLine = 1, endLine = startLine): string | undefined {
  const lines = text.split('\n');
  const finding = { ruleId, startLine, endLine, file: 'a' } as EngineFinding;
  const fix = table.fixFor(finding, (line) => lines[line - 1]);
  return fix && `${fix.startLine}-${fix.endLine}: ${fix.replacement}`;
}

const rule = 'python-certificate-check-off';
const verify = 'requests.get(u, verify=False)';
test.for([
  ['one place', verify, 1, 1, '1-1: requests.get(u, verify=True)'],
  ['two places', `${verify}; ${verify}`, 1, 1, undefined],
  ['no place', 'requests.get(u)', 1, 1, undefined],
  [
    'over several lines',
    'requests.get(\n  u,\n  verify=False)',
    1,
    3,
    '1-3: requests.get(\n  u,\n  verify=True)',
  ],
  [
    'over six lines',
    `requests.get(\n\n\n\n\n  verify=False)`,
    1,
    6,
    '1-6: requests.get(\n\n\n\n\n  verify=True)',
  ],
  ['over seven lines', `requests.get(\n\n\n\n\n\n  verify=False)`, 1, 7, undefined],
  ['a line that may not be shown', verify, 1, 2, undefined],
  [
    '4,000 characters',
    `${verify}${' '.repeat(4000 - verify.length)}`,
    1,
    1,
    `1-1: requests.get(u, verify=True)${' '.repeat(4000 - verify.length)}`,
  ],
  ['more of them', `${verify}${' '.repeat(4001 - verify.length)}`, 1, 1, undefined],
] as const)('a rule of the table: %s', ([, text, start, end, expected]) => {
  expect(fixed(rule, text, start, end)).toBe(expected);
});

test('a rule that the table does not name has no fix, and those that it names are listed', () => {
  expect(fixed('unknown-rule', verify)).toBeUndefined();
  expect(table.rules).toContain(rule);
  expect(table.rules.length).toBeGreaterThan(40);
});

const query = 'cursor.execute("SELECT a FROM b WHERE c = " + key)';
const asked = 'cursor.execute("SELECT a FROM b WHERE c = ?", (key,))';
test.for([
  ['imported on the first line', ['import sqlite3'], asked],
  ['imported on the 60th line', [...Array<string>(59).fill('#'), 'from sqlite3 import connect'], asked],
  ['imported behind it', [...Array<string>(60).fill('#'), 'import sqlite3'], undefined],
  ['named without an import', ['sqlite3.connect(a)'], undefined],
  ['not the library that is imported', ['import dataset'], undefined],
] as const)('a change for a library that is %s', ([, head, expected]) => {
  const at = head.length + 1;
  expect(fixed('python-sql-injection', [...head, query].join('\n'), at)).toBe(
    expected && `${at}-${at}: ${expected}`,
  );
});

test('a change for a library is not looked for beyond the end of a file that imports nothing', () => {
  expect(fixed('python-sql-injection', query)).toBeUndefined();
});

const commit = '11bd71901bbe5b1630ceea73d27597364c9af683';
test.for([
  [
    'workflow.unpinned-action',
    '- uses: actions/checkout@v4.2.2',
    `1-1: - uses: actions/checkout@${commit} # v4.2.2`,
  ],
  [
    'workflow.unpinned-official-action',
    '  uses: "actions/checkout@v4.2.2"',
    `1-1:   uses: "actions/checkout@${commit}" # v4.2.2`,
  ],
  ['workflow.unpinned-action', '- uses: actions/checkout@main', undefined],
  ['workflow.unpinned-action', '- uses: actions/checkout@v4.2.2 # why', undefined],
  ['workflow.unpinned-action', '- uses: acme/unknown@v1', undefined],
  ['workflow.unpinned-action', '- run: make', undefined],
  [
    'workflow.version-comment',
    `- uses: actions/checkout@${commit} # v1`,
    `1-1: - uses: actions/checkout@${commit} # v4.2.2`,
  ],
  ['workflow.version-comment', '- uses: actions/checkout@v4', undefined],
  [
    'workflow.permissions.missing',
    'on: push\njobs: # all\n  a: {}',
    '2-2: permissions:\n  contents: read\n\njobs: # all',
  ],
  ['workflow.permissions.missing', 'on: push\njobs: {a: {}}', undefined],
  [
    'workflow.setting.persisted-credentials',
    '- uses: actions/checkout@v4',
    '1-1: - uses: actions/checkout@v4\n  with:\n    persist-credentials: false',
  ],
  [
    'workflow.setting.persisted-credentials',
    '- uses: actions/checkout@v4\n  with:\n    ref: x',
    '2-2:   with:\n    persist-credentials: false',
  ],
  [
    'workflow.setting.persisted-credentials',
    '- name: x\n  uses: actions/checkout@v4\n- run: x',
    '2-2:   uses: actions/checkout@v4\n  with:\n    persist-credentials: false',
  ],
  ['workflow.setting.persisted-credentials', '- uses: actions/checkout@v4\n  with: {ref: x}', undefined],
  [
    'workflow.setting.persisted-credentials',
    '- uses: actions/checkout@v4\n- uses: other/x@v1\n  with:\n    a: b',
    '1-1: - uses: actions/checkout@v4\n  with:\n    persist-credentials: false',
  ],
  ['workflow.setting.persisted-credentials', '- run: make', undefined],
  [
    'dependabot.setting.cooldown',
    '- package-ecosystem: npm',
    '1-1: - package-ecosystem: npm\n  cooldown:\n    default-days: 7',
  ],
  ['dependabot.setting.cooldown', '- package-ecosystem: [npm]', undefined],
  ['workflow.other', '- uses: actions/checkout@v4', undefined],
] as const)('%s in %j', ([ruleId, text, expected]) => {
  expect(fixed(ruleId, text)).toBe(expected);
});

test('of a short version the newest release that is known is taken', () => {
  expect(fixed('workflow.unpinned-action', '- uses: actions/checkout@v4')).toMatch(
    /^1-1: - uses: actions\/checkout@[0-9a-f]{40} # v4\.\d+\.\d+$/,
  );
});

test.for([
  ['a: false', { line: 1, key: 'a', value: 'true' }, 'a: true'],
  ['  - "a": "x", # why', { line: 1, key: 'a', value: 'y' }, '  - "a": "y", # why'],
  ["a = 'x'", { line: 1, key: 'a', value: '"y"' }, 'a = "y"'],
  ['a: true', { line: 1, key: 'a', value: 'true' }, undefined],
  ['a: [x]', { line: 1, key: 'a', value: 'y' }, undefined],
  ['ab: x', { line: 1, key: 'a', value: 'y' }, undefined],
  ['a.b: x', { line: 1, key: 'a.b', value: 'y' }, 'a.b: y'],
  ['a.b: x', { line: 2, key: 'a.b', value: 'y' }, undefined],
] as const)('%s set by %j is %s', ([text, edit, expected]) => {
  expect(valueFix(edit, (line) => (line === 1 ? text : undefined))?.replacement).toBe(expected);
});

const change = (startLine: number, endLine: number, replacement: string): Fix => ({
  description: '',
  startLine,
  endLine,
  replacement,
});
test.for([
  ['one line', 'a\nb\nc', [change(2, 2, 'x')], 'a\nx\nc', 0],
  ['several by more', 'a\nb\nc', [change(1, 2, 'x\ny\nz')], 'x\ny\nz\nc', 0],
  ['a line that goes', 'a\nb\nc', [change(2, 2, '')], 'a\nc', 0],
  ['two, in any order', 'a\nb\nc', [change(3, 3, 'z'), change(1, 1, 'x')], 'x\nb\nz', 0],
  ['the same twice', 'a\nb', [change(1, 1, 'x'), change(1, 1, 'x')], 'x\nb', 0],
  ['two that touch', 'a\nb\nc', [change(1, 2, 'x'), change(2, 3, 'y')], 'x\nc', 1],
  ['two that begin together: the shorter', 'a\nb', [change(1, 2, 'x'), change(1, 1, 'y')], 'y\nb', 1],
  ['beyond the end', 'a', [change(1, 2, 'x')], 'a', 1],
  ['an end before its start', 'a\nb', [change(2, 1, 'x')], 'a\nb', 1],
  ['ends of lines of Windows', 'a\r\nb\r\n', [change(1, 1, 'x\ny')], 'x\r\ny\r\nb\r\n', 0],
] as const)('changes are applied: %s', ([, text, fixes, expected, skipped]) => {
  const result = applyFixes(text, fixes);
  expect([result.text, result.skipped.length]).toEqual([expected, skipped]);
});
