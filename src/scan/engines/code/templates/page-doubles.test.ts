import { expect, test } from 'vitest';
import type { EngineFinding } from '../../../model/finding.ts';
import { isNoMarkup, withoutDoubles } from './page-doubles.ts';

function finding(ruleId: string, columns: [number, number], more: Partial<EngineFinding> = {}) {
  const [startColumn, endColumn] = columns;
  return {
    ruleId,
    cwe: ['CWE-79'],
    startLine: 1,
    endLine: 1,
    startColumn,
    endColumn,
    ...more,
  } as EngineFinding;
}
const kept = (code: EngineFinding[], page: EngineFinding[]) =>
  withoutDoubles(code, page).map(({ ruleId }) => ruleId);

test('at one mark the page speaks, unless the code knows where the data comes from', () => {
  const output = finding('page', [4, 20]);
  expect(kept([finding('code', [8, 17])], [output])).toEqual(['page']);
  expect(
    kept(
      [finding('code', [8, 17], { trace: [{ file: 'a', line: 1, column: 1, kind: 'source', message: '' }] })],
      [output],
    ),
  ).toEqual(['code']);
});

test('other marks and other weaknesses stay', () => {
  const output = finding('page', [4, 20]);
  expect(kept([finding('code', [20, 30])], [output])).toEqual(['code', 'page']);
  expect(kept([finding('code', [8, 17], { startLine: 2, endLine: 2 })], [output])).toEqual(['code', 'page']);
  expect(kept([finding('code', [8, 17], { cwe: ['CWE-89'] })], [output])).toEqual(['code', 'page']);
});

test.each<[string, object, object, boolean]>([
  ['next to each other', { endColumn: 4 }, {}, false],
  ['by one column', { endColumn: 5 }, {}, true],
  ['behind it', { startColumn: 20, endColumn: 30 }, {}, false],
  ['on its last column', { startColumn: 19, endColumn: 30 }, {}, true],
  ['on the line before', { startLine: 1, endLine: 1 }, { startLine: 2, endLine: 2 }, false],
  ['over both lines', { startLine: 1, endLine: 2 }, { startLine: 2, endLine: 2 }, true],
  ['on the line behind', { startLine: 3, endLine: 3 }, { startLine: 2, endLine: 2 }, false],
  ['without an end', { endColumn: undefined }, { startColumn: 90 }, true],
  ['without a beginning', { endColumn: 2 }, { startColumn: undefined }, true],
  ['without a beginning, in front', { endColumn: 1 }, { startColumn: undefined }, false],
])('two places overlap %s', (_, more, other, overlaps) => {
  const code = { ...finding('code', [1, 20]), ...more };
  const page = { ...finding('page', [4, 20]), ...other };
  expect(kept([code], [page])).toEqual(overlaps ? ['page'] : ['code', 'page']);
});

test('one of several weaknesses is enough; markup is a weakness of its own', () => {
  const two = finding('code', [8, 17], { cwe: ['CWE-89', 'CWE-79'] });
  expect(kept([two], [finding('page', [4, 20])])).toEqual(['page']);
  expect([isNoMarkup(two), isNoMarkup(finding('a', [1, 2], { cwe: ['CWE-89'] }))]).toEqual([false, true]);
});
