import { expect, test } from 'vitest';
import { indexOf, scan, tree } from '../../../../test/support/dependency-scan.ts';
import type { Advisory, Candidate } from './advisories/advisory.ts';
import { notesOn } from './coverage-notes.ts';
import { createDependenciesEngine } from './dependencies-engine.ts';
import type { Dependency } from './dependency.ts';
import { DependencyPaths } from './dependency-paths.ts';
import { describeFinding } from './describe-finding.ts';
import { distributedPackage } from './distributions.ts';
import { parsePackageUrl } from './package-url.ts';

const dependency = (change: Partial<Dependency> = {}): Dependency => ({
  ecosystem: 'npm',
  name: 'p',
  version: '1.0.0',
  line: 7,
  scope: 'runtime',
  direct: true,
  needs: [],
  ...change,
});
const record = (change: Partial<Advisory>): Candidate => ({
  advisory: {
    id: 'A',
    aliases: [],
    kind: 'vulnerability',
    summary: '',
    details: '',
    cwe: [],
    references: [],
    ...change,
  },
  affected: [],
});
const described = (...candidates: Candidate[]) =>
  describeFinding({
    file: 'package-lock.json',
    dependency: dependency(),
    way: [dependency()],
    acceptedByParent: undefined,
    verdict: { ids: ['A'], candidates },
    confidence: 'high',
    reachability: { isReachable: undefined, importedAt: undefined, named: [], isStandardLibrary: false },
    isExploited: false,
    exploitProbability: undefined,
  });

test('of what records say, two weaknesses, ten references and a title of 400 characters are told', () => {
  const { cwe, references, title } = described(
    record({ cwe: ['CWE-1', 'CWE-2'], references: Array.from({ length: 8 }, (_, i) => `https://a/${i}`) }),
    record({
      cwe: ['CWE-2', 'CWE-3'],
      references: ['https://a/7', 'https://a/8', 'https://a/9', 'https://a/10'],
      summary: 'x'.repeat(500),
    }),
  );
  expect(cwe).toEqual(['CWE-1', 'CWE-2']);
  expect(references).toEqual(Array.from({ length: 10 }, (_, i) => `https://a/${i}`));
  expect(title).toBe(`p@1.0.0: ${'x'.repeat(391)}`);
});

test('a score of 0 is a score', () => {
  expect(described(record({ score: 0 })).description).toContain('CVSS 0.0.');
  expect(described(record({})).description).not.toContain('CVSS');
});

test('the way to a package is told up to fifty steps', () => {
  const chain = Array.from({ length: 52 }, (_, i) =>
    dependency({ name: `c${i}`, direct: i === 0, needs: i < 51 ? [i + 1] : [] }),
  );
  const paths = new DependencyPaths(chain);
  expect(paths.pathTo(48)[0]).toBe('c0@1.0.0');
  expect(paths.pathTo(49)).toHaveLength(50);
  expect(paths.pathTo(49)[0]).toBe('c0@1.0.0');
  // Of a longer one the end, which is the package.
  expect(paths.pathTo(50)[0]).toBe('c1@1.0.0');
});

test.for([
  ['NuGet', '', 1],
  ['Maven', '', 1],
  ['NuGet', '$(Version)', 1],
  ['NuGet', '[1.0,2.0)', 0],
  ['npm', '', 0],
] as const)(
  '%s without a version and with the requirement %j: what was not checked is told (%i)',
  ([ecosystem, requirement, told]) => {
    const stated = (change: Partial<Dependency>) =>
      notesOn(
        [
          {
            path: 'f',
            reader: 'x',
            readerKind: 'manifest',
            dependencies: [dependency({ ecosystem, version: '', requirement, ...change })],
          },
        ],
        { knows: () => true } as never,
      ).length;
    expect(stated({})).toBe(told);
    expect([stated({ version: '1.0.0' }), stated({ source: 'file' })]).toEqual([0, 0]);
  },
);

test('an index without records is as good as none', async () => {
  const { findings, notes } = await scan(tree, { advisories: indexOf() });
  expect(findings).toEqual([]);
  expect(notes.map(({ reason }) => reason)).toEqual(['advisories_missing']);
  expect(createDependenciesEngine({ advisories: indexOf() }).dataDate).toBeUndefined();
  const one = indexOf({ id: 'A-1', ecosystem: 'npm', name: 'a', versions: ['1'] });
  expect(createDependenciesEngine({ advisories: one }).dataDate).toBe('2026-05-01T00:00:00Z');
});

test('a file that was read without any doubt has no notes', async () => {
  const engine = createDependenciesEngine();
  await engine.prepare!(['package.json']);
  const file = {
    path: 'package.json',
    text: '{"dependencies":{"a":"^1.0.0"}}',
    bytes: Buffer.alloc(0),
    tree: undefined,
  };
  expect(engine.analyse(file as never, {} as never)).not.toHaveProperty('notes');
});

test.for([
  ['pkg:npm/@scope', { type: 'npm', name: '@scope' }],
  ['pkg:npm/@scope/name', { type: 'npm', namespace: '@scope', name: 'name' }],
  ['pkg:npm/a@1', { type: 'npm', name: 'a', version: '1' }],
  ['pkg:npm/a@', { type: 'npm', name: 'a' }],
  ['pkg:npm/@', { type: 'npm', name: '@' }],
] as const)('%s is read as %j', ([text, expected]) => {
  const { qualifiers: _, ...read } = parsePackageUrl(text)!;
  expect(read).toEqual(expected);
});

test.for([
  ['pkg:deb/debian/a@1.0?upstream=b@2@3', { version: '1.0', sourceName: 'b' }],
  ['pkg:deb/debian/a@1.0?upstream=b', { version: '1.0', sourceName: 'b' }],
  ['pkg:deb/debian/a@1.0?epoch=2', { version: '1.0' }],
  ['pkg:rpm/redhat/a@1.0?epoch=2', { version: '2:1.0' }],
  ['pkg:rpm/redhat/a@3:1.0?epoch=2', { version: '3:1.0' }],
  ['pkg:rpm/redhat/a@1.0?epoch=x', { version: '1.0' }],
  ['pkg:rpm/redhat/a@1.0?epoch=', { version: '1.0' }],
] as const)('%s is of a distribution: %j', ([text, expected]) => {
  const { ecosystem: _, ...read } = distributedPackage(parsePackageUrl(text)!)!;
  expect(read).toEqual(expected);
});
