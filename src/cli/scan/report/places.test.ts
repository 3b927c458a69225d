import { expect, test } from 'vitest';
import { sampleFinding } from '../../../../test/support/sample-scan.ts';
import { otherPlaces, placeText } from './places.ts';

test('a place is the line that is wrong, with a column only where that is its', () => {
  expect(placeText(sampleFinding({ file: 'a.ts', line: 4, startLine: 4, startColumn: 7 }))).toBe('a.ts:4:7');
  const inBlock = sampleFinding({ file: 'a.tf', line: 4, startLine: 2, startColumn: 7 });
  expect(placeText(inBlock)).toBe('a.tf:4');
  expect(otherPlaces([inBlock, sampleFinding({ file: 'a.tf', line: 9, startLine: 9 })])).toBe('a.tf:4,9');
});
