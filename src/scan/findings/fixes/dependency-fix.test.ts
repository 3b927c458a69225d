import { expect, test } from 'vitest';
import type { EngineFinding } from '../../model/finding.ts';
import { dependencyFix } from './dependency-fix.ts';

function fixOf(line: string, over: Partial<EngineFinding> = {}, details: object = {}) {
  const finding = {
    file: 'package.json',
    startLine: 3,
    endLine: 3,
    package: {
      purl: 'pkg:npm/%40scope/one@1.2.0',
      path: ['@scope/one@1.2.0'],
      fixedVersion: '1.2.5',
      vulnIds: [],
      ...details,
    },
    ...over,
  } as unknown as EngineFinding;
  return dependencyFix(finding, (number) => (number === 3 ? line : undefined));
}

test('the version on the line of a manifest is raised, and the rest of the line stays', () => {
  expect(fixOf('    "@scope/one": "^1.2.0",')).toEqual({
    description: 'Raise @scope/one to 1.2.5',
    startLine: 3,
    endLine: 3,
    replacement: '    "@scope/one": "^1.2.5",',
  });
});

test.each([
  ['the version is there twice', '"a": "1.2.0 || 1.2.0"', {}, {}],
  ['the version is part of another', '"a": "11.2.0"', {}, {}],
  ['the version is not there', '"a": "^1.0.0"', {}, {}],
  ['the file is a lockfile', '"a": "1.2.0"', { file: 'package-lock.json' }, {}],
  ['the finding has several lines', '"a": "1.2.0"', { endLine: 4 }, {}],
  ['the line is not known', '"a": "1.2.0"', { startLine: 4, endLine: 4 }, {}],
  ['the dependency is indirect', '"a": "1.2.0"', {}, { path: ['b@1.0.0', '@scope/one@1.2.0'] }],
  ['nothing fixes it', '"a": "1.2.0"', {}, { fixedVersion: undefined }],
  ['the fixed version is no plain one', '"a": "1.2.0"', {}, { fixedVersion: '1.2.5"; x' }],
  ['the package has no version', '"a": "1.2.0"', {}, { purl: 'pkg:npm/a' }],
  ['it is no package', '"a": "1.2.0"', { package: undefined }, {}],
] as const)('nothing is offered where %s', (_, line, over, details) => {
  expect(fixOf(line, over as Partial<EngineFinding>, details)).toBeUndefined();
});
