import { expect, test } from 'vitest';
import type { PomDependency, PomModel } from '../readers/jvm/pom-model.ts';
import { resolveMaven } from './resolve-maven.ts';

const pom = (artifactId: string, change: Partial<PomModel> = {}): PomModel => ({
  groupId: 'g',
  artifactId,
  version: '1',
  properties: [],
  managed: [],
  dependencies: [],
  ...change,
});
const needs = (version?: string, change: Partial<PomDependency> = {}): PomDependency => ({
  groupId: 'org',
  artifactId: 'lib',
  scope: 'runtime',
  line: 3,
  ...(version !== undefined && { version }),
  ...change,
});
const child = (relativePath: string, change: Partial<PomModel> = {}) =>
  pom('child', {
    parent: { groupId: 'g', artifactId: 'parent', version: '7', relativePath },
    dependencies: [needs()],
    ...change,
  });
/** The versions that a POM ends up with, or its requirements. */
const versions = (files: Record<string, PomModel>, path: string) =>
  resolveMaven(Object.entries(files).map(([path, pom]) => ({ path, pom })))
    .get(path)!
    .map(({ version, requirement }) => version || requirement);

const managing = (version: string, change: Partial<PomModel> = {}) =>
  pom('parent', { managed: [needs(version)], ...change });

test.for([
  ['a/b/pom.xml', '../pom.xml', 'a/pom.xml'],
  ['a/b/pom.xml', '..', 'a/pom.xml'],
  ['a/b/pom.xml', '../', 'a/pom.xml'],
  ['a/b/pom.xml', './../../pom.xml', 'pom.xml'],
  ['a/pom.xml', '..', 'pom.xml'],
  ['a/b/pom.xml', '..//x/./parent.xml', 'a/x/parent.xml'],
])('the parent of %s at %s is %s', ([path, relativePath, parent]) => {
  // Two have the same name: only the place tells which one is meant.
  const other = { 'z/pom.xml': managing('9') };
  expect(versions({ [parent!]: managing('2'), ...other, [path!]: child(relativePath!) }, path!)).toEqual([
    '2',
  ]);
});

test('a parent that is not at its place, or is said to be nowhere, is found by its name', () => {
  const files = { 'z/pom.xml': managing('9') };
  for (const relativePath of ['', '../pom.xml', '../other.xml'])
    expect(
      versions(
        { ...files, 'pom.xml': pom('stranger', { managed: [needs('5')] }), 'a/pom.xml': child(relativePath) },
        'a/pom.xml',
      ),
    ).toEqual(['9']);
  expect(versions({ 'a/pom.xml': child('../pom.xml') }, 'a/pom.xml')).toEqual(['']);
});

test.for([
  ['${project.version}', '1'],
  ['${pom.version}', '1'],
  ['${project.groupId}', 'g'],
  ['${project.artifactId}', 'child'],
  ['${pom.artifactId}', 'child'],
  ['${project.parent.version}', '7'],
  ['${project.parent.groupId}', 'g'],
  ['${own}', 'near'],
  ['${inherited}', 'far'],
  ['${chain}', 'near'],
  ['${ own }', 'near'],
  ['${circle}', '${circle}'],
  ['${none}', '${none}'],
  ['${own}-${none}', 'near-${none}'],
])('%s stands for %s', ([written, expected]) => {
  const files = {
    'pom.xml': pom('parent', {
      properties: [
        ['own', 'far'],
        ['inherited', 'far'],
      ],
    }),
    'a/pom.xml': child('../pom.xml', {
      properties: [
        ['own', 'near'],
        ['chain', '${own}'],
        ['circle', '${circle}'],
      ],
      dependencies: [needs(written)],
    }),
  };
  expect(versions(files, 'a/pom.xml')).toEqual([expected]);
});

test('properties that name others are followed ten times', () => {
  const chain = (length: number): Array<[string, string]> =>
    Array.from({ length }, (_, i) => [`p${i}`, i === 0 ? '1.0' : `\${p${i - 1}}`]);
  const read = (length: number) =>
    versions(
      { 'pom.xml': pom('a', { properties: chain(length), dependencies: [needs(`\${p${length - 1}}`)] }) },
      'pom.xml',
    );
  expect([read(10), read(11)]).toEqual([['1.0'], ['${p0}']]);
});

test('twenty POMs are asked for a version, one after the other, and a circle ends', () => {
  const line = (length: number) =>
    Object.fromEntries(
      Array.from({ length }, (_, i) => [
        `${i}.xml`,
        pom(`p${i}`, {
          ...(i < length - 1
            ? { parent: { groupId: 'g', artifactId: `p${i + 1}`, version: '1', relativePath: '' } }
            : { managed: [needs('4')] }),
          ...(i === 0 && { dependencies: [needs()] }),
        }),
      ]),
    );
  expect([versions(line(20), '0.xml'), versions(line(21), '0.xml')]).toEqual([['4'], ['']]);
  const around = child('', { artifactId: 'parent' });
  expect(versions({ 'pom.xml': around }, 'pom.xml')).toEqual(['']);
});

test('the nearest managed version counts, a bill of materials after all of them, and what it does not manage stays open', () => {
  const bill = pom('bom', {
    properties: [['v', '6']],
    managed: [needs('${v}'), needs('8', { artifactId: 'rest' })],
  });
  const imports = needs('1', { groupId: 'g', artifactId: 'bom', scope: 'import' });
  const own = pom('own', {
    managed: [imports, needs('2')],
    dependencies: [
      needs(),
      needs(undefined, { artifactId: 'rest' }),
      needs(undefined, { artifactId: 'open' }),
    ],
  });
  expect(versions({ 'bom/pom.xml': bill, 'pom.xml': own }, 'pom.xml')).toEqual(['2', '8', '']);
  expect(versions({ 'pom.xml': { ...own, managed: [imports] } }, 'pom.xml')).toEqual(['', '', '']);
});
