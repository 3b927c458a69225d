import { expect, test } from 'vitest';
import type { EngineFinding } from '../../../model/finding.ts';
import { withoutDoubles } from './page-doubles.ts';

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
  expect(kept([finding('code', [8, 17], { trace: [] })], [output])).toEqual(['code']);
});

test('other marks and other weaknesses stay', () => {
  const output = finding('page', [4, 20]);
  expect(kept([finding('code', [20, 30])], [output])).toEqual(['code', 'page']);
  expect(kept([finding('code', [8, 17], { startLine: 2, endLine: 2 })], [output])).toEqual(['code', 'page']);
  expect(kept([finding('code', [8, 17], { cwe: ['CWE-89'] })], [output])).toEqual(['code', 'page']);
});
