import { expect, test } from 'vitest';
import { AskedVersions, majorsIn } from './asked-versions.ts';

test.each([
  ['^3.13.1', 3],
  ['~2.0', 2],
  ['3.x', 3],
  ['3', 3],
  ['v3.1.0', 3],
  ['=3.1.0', 3],
  ['3.14.1-beta.1', 3],
  ['2 || 3', 3],
  ['>=3', undefined],
  ['*', undefined],
  ['latest', undefined],
  ['2 || *', undefined],
  ['workspace:^', undefined],
  ['https://example.org/3.tgz', undefined],
])('a manifest that asks for %s allows %s at most', (range, major) => {
  const found = majorsIn('a/package.json', JSON.stringify({ devDependencies: { 'js-yaml': range } }));
  expect(found).toEqual(major === undefined ? [] : [['js-yaml', major]]);
});

test('only dependencies of manifests count', () => {
  expect(majorsIn('package.json', '{ "engines": { "node": "3" }, "dependencies": {} }')).toEqual([]);
  expect(majorsIn('a.json', '{ "dependencies": { "a": "3" } }')).toEqual([]);
});

test('the nearest manifest that names the package decides', () => {
  const facts = { language: 'manifest', isProduct: true } as never as { majors?: Array<[string, number]> };
  const manifest = (path: string, majors: Array<[string, number]>) => ({
    path,
    facts: { ...facts, majors } as never,
  });
  const versions = new AskedVersions([
    manifest('package.json', [['a', 4]]),
    manifest('old/package.json', [['a', 3]]),
    manifest('old/other/package.json', [['b', 1]]),
  ]);
  expect(versions.isOlder('x.js', 'a@4')).toBe(false);
  expect(versions.isOlder('src/x.js', 'a@5')).toBe(true);
  expect(versions.isOlder('old/src/x.js', 'a@4')).toBe(true);
  expect(versions.isOlder('old/other/x.js', 'a@4')).toBe(true);
  expect(versions.isOlder('old/other/x.js', 'c@4')).toBe(false);
});
