import { expect, test } from 'vitest';
import type { Advisory, Affected, Candidate } from './advisories/advisory.ts';
import { groupAdvisories } from './advisories/group-advisories.ts';
import { isAffected } from './advisories/is-affected.ts';
import { buildInventory } from './build-inventory.ts';
import { notesOn } from './coverage-notes.ts';
import type { Dependency } from './dependency.ts';
import { DependencyPaths, label } from './dependency-paths.ts';
import { describeFinding, type Judged } from './describe-finding.ts';
import { ecosystemTraits } from './ecosystems.ts';
import { isOldestGo } from './go-release.ts';
import { judgeDependency } from './judge-dependency.ts';
import { licencePolicyOf, refusedLicence } from './licence-policy.ts';
import { describeReachability } from './reachability/reachability.ts';

const advisory = (id: string, change: Partial<Advisory> = {}): Advisory => ({
  id,
  aliases: [],
  kind: 'vulnerability',
  summary: '',
  details: '',
  cwe: [],
  references: [],
  ...change,
});
const range = (...events: Array<Record<string, string>>): Affected => ({
  ranges: [{ type: 'ECOSYSTEM', events: events as never }],
  versions: [],
});
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

const npm = ecosystemTraits('npm').scheme;
// biome-ignore format: one line for each row
test.for([
  ['1.0.0', [{ introduced: '0' }, { fixed: '1.0.1' }], true],
  ['1.0.1', [{ introduced: '0' }, { fixed: '1.0.1' }], false],
  ['0.9.0', [{ introduced: '1.0.0' }, { fixed: '1.0.1' }], false],
  ['1.0.0', [{ introduced: '1.0.0' }], true],
  ['1.2.0', [{ introduced: '0' }, { last_affected: '1.2.0' }], true],
  ['1.2.1', [{ introduced: '0' }, { last_affected: '1.2.0' }], false],
  ['2.5.0', [{ introduced: '0' }, { fixed: '1.0.0' }, { introduced: '2.0.0' }, { fixed: '3.0.0' }], true],
  ['1.5.0', [{ fixed: '1.0.0' }, { introduced: '2.0.0' }, { introduced: '0' }, { fixed: '3.0.0' }], false],
  ['1.0.0', [{ introduced: '1.0.0' }, { fixed: '1.0.0' }, { introduced: '0.5.0' }], false],
  ['1.0.0', [{ introduced: '0' }, { limit: '1.0.0' }], false],
  ['0.9.0', [{ introduced: '0' }, { limit: '1.0.0' }], true],
  ['9.0.0', [{ introduced: '0' }, { limit: '*' }], true],
] as Array<[string, Array<Record<string, string>>, boolean]>)(
  '%s is meant by %j: %s',
  ([version, events, expected]) => {
    expect(isAffected(version, range(...events), npm)).toBe(expected);
  },
);

test('a version is also meant where it is listed, in any spelling, and one without an order only there', () => {
  const listed: Affected = { ranges: [], versions: ['1.0.0', 'nightly'] };
  expect(isAffected('1.0.0', listed, npm)).toBe(true);
  expect(isAffected('v1.0.0', listed, npm)).toBe(true);
  expect(isAffected('1.0.1', listed, npm)).toBe(false);
  expect(isAffected('nightly', { ...listed, ...range({ introduced: '0' }) }, npm)).toBe(false);
  expect(isAffected('nightly', listed, npm)).toBe(true);
});

test('records about one problem are one group, under the CVE first', () => {
  const of = (...list: Advisory[]) =>
    groupAdvisories(list.map((each) => ({ advisory: each, affected: [] }))).map(({ ids }) => ids.join(' '));
  expect(
    of(
      advisory('X-1', { aliases: ['GHSA-a'] }),
      advisory('GHSA-a', { aliases: ['CVE-1'] }),
      advisory('GHSA-b'),
    ),
  ).toEqual(['CVE-1 GHSA-a X-1', 'GHSA-b']);
  expect(of(advisory('B', { aliases: ['T'] }), advisory('A', { aliases: ['T'] }), advisory('C'))).toEqual([
    'A B T',
    'C',
  ]);
  expect(
    of(
      advisory('A', { aliases: ['X'] }),
      advisory('B', { aliases: ['Y'] }),
      advisory('C', { aliases: ['X', 'Y'] }),
    ),
  ).toEqual(['A B C X Y']);
});

const index = (...candidates: Candidate[]) =>
  ({ lookUp: (_: string, name: string) => (name === 'p' ? candidates : []) }) as never;
const record = (id: string, fixed: string | undefined, change: Partial<Advisory> = {}): Candidate => ({
  advisory: advisory(id, change),
  affected: [range({ introduced: '0' }, ...(fixed ? [{ fixed }] : []))],
});
// biome-ignore format: one line for each row
test.for([
  ['the smallest fix', dependency(), [record('A', '1.0.2')], [{ ids: ['A'], fixedVersion: '1.0.2', isCompatibleFix: true, fixesAll: '1.0.2' }]],
  ['a fix that is a major change', dependency(), [record('A', '2.0.0')], [{ ids: ['A'], fixedVersion: '2.0.0', isCompatibleFix: false, fixesAll: '2.0.0' }]],
  ['two problems with fixes of their own', dependency(), [record('A', '1.0.2'), record('B', '1.2.0')], [{ ids: ['A'], fixedVersion: '1.0.2', isCompatibleFix: true, fixesAll: '1.2.0' }, { ids: ['B'], fixedVersion: '1.2.0', isCompatibleFix: true, fixesAll: '1.2.0' }]],
  ['no fix', dependency(), [record('A', undefined)], [{ ids: ['A'] }]],
  ['a fix that is a pre-release only where there is no other', dependency(), [record('A', '1.0.2-rc.1')], [{ ids: ['A'], fixedVersion: '1.0.2-rc.1', isCompatibleFix: true, fixesAll: '1.0.2-rc.1' }]],
  ['a version behind the fix', dependency({ version: '1.0.2' }), [record('A', '1.0.2')], []],
  ['a package from elsewhere', dependency({ source: 'git' }), [record('A', '1.0.2')], []],
  ['no version and no requirement', dependency({ version: '' }), [record('A', '1.0.2')], []],
  ['a requirement that reaches the fix', dependency({ version: '', requirement: '^1.0.0' }), [record('A', '1.0.2')], []],
  ['a requirement that does not', dependency({ version: '', requirement: '~1.0.0' }), [record('A', '2.0.0')], [{ ids: ['A'], fixedVersion: '2.0.0', isCompatibleFix: false, fixesAll: '2.0.0' }]],
  ['a requirement without an end', dependency({ version: '', requirement: '>=1.0.0' }), [record('A', '2.0.0')], []],
  ['a requirement of one version', dependency({ version: '', requirement: '=1.0.0' }), [record('A', '1.0.1')], [{ ids: ['A'], fixedVersion: '1.0.1', isCompatibleFix: true, fixesAll: '1.0.1' }]],
  ['nonsense for a requirement', dependency({ version: '', requirement: 'next' }), [record('A', '1.0.1')], []],
] as Array<[string, Dependency, Candidate[], unknown]>)('judged: %s', ([, each, records, expected]) => {
  expect(
    judgeDependency(each, index(...records)).map(({ ids, fixedVersion, isCompatibleFix, fixesAll }) => ({
      ids,
      fixedVersion,
      isCompatibleFix,
      fixesAll,
    })),
  ).toEqual(expected);
});

test('of a distribution only what is said about its release counts, or what holds for all', () => {
  const entry = (release: string, fixed: string): Affected => ({
    ...range({ introduced: '0' }, { fixed }),
    release,
  });
  const both: Candidate = { advisory: advisory('A'), affected: [entry('12', '2.0'), entry('11', '1.0')] };
  const found = (release?: string) =>
    judgeDependency(
      dependency({ ecosystem: 'Debian', version: '1.5', ...(release && { release }) }),
      index(both),
    ).length;
  expect([found('12'), found('11'), found('10'), found()]).toEqual([1, 0, 0, 0]);
  const all: Candidate = { advisory: advisory('A'), affected: [entry('12', '2.0'), entry('11', '3.0')] };
  expect(judgeDependency(dependency({ ecosystem: 'Debian', version: '1.5' }), index(all))).toHaveLength(1);
});

function described(change: Partial<Judged>, records: Candidate[] = [record('CVE-1', '1.0.2')]) {
  const own = change.dependency ?? dependency();
  const judged: Judged = {
    file: 'package-lock.json',
    dependency: own,
    way: [own],
    acceptedByParent: undefined,
    verdict: judgeDependency(own, index(...records))[0]!,
    confidence: 'high',
    reachability: { isReachable: undefined, importedAt: undefined, named: [], isStandardLibrary: false },
    isExploited: false,
    exploitProbability: undefined,
    ...change,
  };
  const { ruleId, severity, title, description, suggestion } = describeFinding(judged);
  return [ruleId, severity, title, description, suggestion];
}
const parent = dependency({ name: 'a', version: '4.0.0', needs: [1] });
const inner = dependency({ direct: false });
const unreached = { isReachable: false, importedAt: undefined, named: [], isStandardLibrary: false } as const;

// biome-ignore format: one line for each row
test.for([
  ['a record without a score', {}, [record('CVE-1', '1.0.2')], ['dependency-vulnerable', 'medium', 'p@1.0.0: known vulnerability (CVE-1)', 'p@1.0.0 (npm) is affected by CVE-1.', 'Raise p to 1.0.2 (no major change).']],
  ['a score of 9', {}, [record('CVE-1', '1.0.2', { score: 9, summary: 'Bad' })], ['dependency-vulnerable', 'critical', 'p@1.0.0: Bad (CVE-1)', 'p@1.0.0 (npm) is affected by CVE-1. CVSS 9.0.', 'Raise p to 1.0.2 (no major change).']],
  ['a score of 7', {}, [record('CVE-1', '1.0.2', { score: 7, details: 'It is bad. And more.' })], ['dependency-vulnerable', 'high', 'p@1.0.0: It is bad (CVE-1)', 'p@1.0.0 (npm) is affected by CVE-1. CVSS 7.0.\n\nIt is bad. And more.', 'Raise p to 1.0.2 (no major change).']],
  ['a score of 4', {}, [record('CVE-1', '1.0.2', { score: 4 })], ['dependency-vulnerable', 'medium', 'p@1.0.0: known vulnerability (CVE-1)', 'p@1.0.0 (npm) is affected by CVE-1. CVSS 4.0.', 'Raise p to 1.0.2 (no major change).']],
  ['a score below', {}, [record('CVE-1', '1.0.2', { score: 3.9 })], ['dependency-vulnerable', 'low', 'p@1.0.0: known vulnerability (CVE-1)', 'p@1.0.0 (npm) is affected by CVE-1. CVSS 3.9.', 'Raise p to 1.0.2 (no major change).']],
  ['a word of the database', {}, [record('CVE-1', '1.0.2', { severity: 'critical' })], ['dependency-vulnerable', 'critical', 'p@1.0.0: known vulnerability (CVE-1)', 'p@1.0.0 (npm) is affected by CVE-1.', 'Raise p to 1.0.2 (no major change).']],
  ['one record with a word, another without', {}, [record('CVE-1', '1.0.2', { severity: 'low' }), record('GHSA-1', '1.0.2', { aliases: ['CVE-1'] })], ['dependency-vulnerable', 'low', 'p@1.0.0: known vulnerability (CVE-1)', 'p@1.0.0 (npm) is affected by CVE-1, GHSA-1.', 'Raise p to 1.0.2 (no major change).']],
  ['a malicious package without a word', {}, [record('MAL-1', undefined, { kind: 'malicious' })], ['dependency-malicious', 'critical', 'p@1.0.0: malicious package (MAL-1)', 'p@1.0.0 (npm) is malicious, says MAL-1.', 'Remove p, and replace every credential that was within reach where it was installed.']],
  ['a notice without a word', {}, [record('RUSTSEC-1', undefined, { kind: 'notice' })], ['dependency-unmaintained', 'info', 'p@1.0.0: notice about the package (RUSTSEC-1)', 'p@1.0.0 (npm) is the subject of RUSTSEC-1.', 'No fixed version of p is known: replace it, or check whether the problem concerns you.']],
  ['a malicious package', {}, [record('MAL-1', undefined, { summary: 'Bad', kind: 'malicious' })], ['dependency-malicious', 'critical', 'p@1.0.0: Bad (MAL-1)', 'p@1.0.0 (npm) is malicious, says MAL-1.', 'Remove p, and replace every credential that was within reach where it was installed.']],
  ['one that nobody maintains', {}, [record('R-1', undefined, { summary: 'Bad', kind: 'unmaintained' })], ['dependency-unmaintained', 'info', 'p@1.0.0: Bad (R-1)', 'p@1.0.0 (npm) is the subject of R-1.', 'No fixed version of p is known: replace it, or check whether the problem concerns you.']],
  ['one that is unsound', {}, [record('R-1', undefined, { summary: 'Bad', kind: 'unsound' })], ['dependency-vulnerable', 'low', 'p@1.0.0: Bad (R-1)', 'p@1.0.0 (npm) is affected by R-1.', 'No fixed version of p is known: replace it, or check whether the problem concerns you.']],
  ['one that is exploited', { isExploited: true, exploitProbability: 0.123 }, [record('CVE-1', '1.0.2', { score: 5 })], ['dependency-vulnerable', 'critical', 'p@1.0.0: known vulnerability (CVE-1)', 'p@1.0.0 (npm) is affected by CVE-1. CVSS 5.0. It is on the list of vulnerabilities that are known to be exploited. Probability of exploitation (EPSS): 12.3 %.', 'Raise p to 1.0.2 (no major change).']],
  ['little certainty', { confidence: 'low' }, [record('CVE-1', '1.0.2', { score: 9.8 })], ['dependency-vulnerable', 'medium', 'p@1.0.0: known vulnerability (CVE-1)', 'p@1.0.0 (npm) is affected by CVE-1. CVSS 9.8.', 'Raise p to 1.0.2 (no major change).']],
  ['one that is not reached', { reachability: unreached }, [record('CVE-1', '1.0.2', { score: 7 })], ['dependency-vulnerable', 'medium', 'p@1.0.0: known vulnerability (CVE-1)', 'p@1.0.0 (npm) is affected by CVE-1. CVSS 7.0. No code of this repository imports it, or anything that needs it, so the severity is one step lower.', 'Raise p to 1.0.2 (no major change).']],
  ['one of no weight that is not reached', { reachability: unreached }, [record('R-1', undefined, { summary: 'Bad', kind: 'notice' })], ['dependency-unmaintained', 'info', 'p@1.0.0: Bad (R-1)', 'p@1.0.0 (npm) is the subject of R-1. No code of this repository imports it, or anything that needs it.', 'No fixed version of p is known: replace it, or check whether the problem concerns you.']],
  ['one that is reached', { reachability: { ...unreached, isReachable: true, importedAt: 'a.js:1' } }, undefined, ['dependency-vulnerable', 'medium', 'p@1.0.0: known vulnerability (CVE-1)', 'p@1.0.0 (npm) is affected by CVE-1. The code of this repository imports it, first in a.js:1.', 'Raise p to 1.0.2 (no major change).']],
  ['through another that accepts the fix', { dependency: inner, way: [parent, inner], acceptedByParent: '^1.0.0' }, undefined, ['dependency-vulnerable', 'medium', 'p@1.0.0: known vulnerability (CVE-1)', 'p@1.0.0 (npm) is affected by CVE-1. It comes in through a@4.0.0 → p@1.0.0.', 'Raise p to 1.0.2 (no major change). a@4.0.0 accepts it already ("^1.0.0"): renewing the lockfile entry is enough.']],
  ['through another that does not', { dependency: inner, way: [parent, inner], acceptedByParent: '~0.9.0' }, undefined, ['dependency-vulnerable', 'medium', 'p@1.0.0: known vulnerability (CVE-1)', 'p@1.0.0 (npm) is affected by CVE-1. It comes in through a@4.0.0 → p@1.0.0.', 'Raise p to 1.0.2 (no major change). The direct dependency to raise is a (now 4.0.0).']],
  ['for development', { dependency: dependency({ scope: 'dev' }) }, undefined, ['dependency-vulnerable', 'medium', 'p@1.0.0: known vulnerability (CVE-1)', 'p@1.0.0 (npm) is affected by CVE-1. It is a development dependency.', 'Raise p to 1.0.2 (no major change).']],
  ['optional', { dependency: dependency({ scope: 'optional' }) }, undefined, ['dependency-vulnerable', 'medium', 'p@1.0.0: known vulnerability (CVE-1)', 'p@1.0.0 (npm) is affected by CVE-1. It is an optional dependency.', 'Raise p to 1.0.2 (no major change).']],
  ['a requirement', { dependency: dependency({ version: '', requirement: '=1.0.0' }) }, undefined, ['dependency-vulnerable', 'medium', 'p@=1.0.0: known vulnerability (CVE-1)', 'p@=1.0.0 (npm) is affected by CVE-1. The requirement "=1.0.0" accepts only affected versions.', 'Raise p to 1.0.2 (no major change).']],
  ['a version with a letter', { dependency: dependency({ ecosystem: 'Go', version: 'v1.0.0' }) }, undefined, ['dependency-vulnerable', 'medium', 'p@v1.0.0: known vulnerability (CVE-1)', 'p@v1.0.0 (Go) is affected by CVE-1.', 'Raise p to v1.0.2 (no major change).']],
  ['a release of Go', { dependency: dependency({ ecosystem: 'Go', name: 'stdlib', version: '1.20.0' }), verdict: { ids: ['GO-1'], candidates: [record('GO-1', '1.20.1')], fixedVersion: '1.20.1', isCompatibleFix: true, }, }, undefined, ['dependency-vulnerable', 'medium', 'stdlib@1.20.0: known vulnerability (GO-1)', 'stdlib@1.20.0 (Go) is affected by GO-1.', 'Build with Go 1.20.1 (no major change), and say so in go.mod ("go" or "toolchain").']],
  ['a fix that does not end all', {}, [record('CVE-1', '1.0.2'), record('CVE-2', '3.0.0')], ['dependency-vulnerable', 'medium', 'p@1.0.0: known vulnerability (CVE-1)', 'p@1.0.0 (npm) is affected by CVE-1.', 'Raise p to 1.0.2 (no major change). 3.0.0 repairs everything known about it.']],
] as Array<[string, Partial<Judged>, Candidate[] | undefined, string[]]>)(
  'described: %s',
  ([, change, records, expected]) => {
    expect(described(change, records)).toEqual(expected);
  },
);

// biome-ignore format: one line for each row
test.for([
  ['MIT', {}, undefined],
  ['GPL-3.0-only', { deny: ['gpl-3.0-only'] }, 'GPL-3.0-only'],
  ['MIT OR GPL-3.0-only', { deny: ['GPL-3.0-only'] }, undefined],
  ['MIT AND GPL-3.0-only', { deny: ['GPL-3.0-only'] }, 'GPL-3.0-only'],
  ['MIT', { allow: ['Apache-2.0'] }, 'MIT'],
  ['MIT OR Apache-2.0', { allow: ['Apache-2.0'] }, undefined],
  ['ISC OR MIT', { allow: ['Apache-2.0'] }, 'ISC'],
  ['Own (GPL-3.0-only) terms', { deny: ['GPL-3.0-only'] }, 'GPL-3.0-only'],
  ['Own terms', { allow: ['MIT'] }, 'Own terms'],
  ['Own terms', { allow: ['own terms'] }, undefined],
] as const)('the licence %s under %j: %s', ([text, policy, expected]) => {
  expect(refusedLicence(text, policy as never)).toBe(expected);
});

test('a policy that names no licence is none', () => {
  expect(licencePolicyOf({ allow: [], deny: [] })).toEqual({});
  expect(licencePolicyOf({ allow: [], deny: ['x'] })).toEqual({ licencePolicy: { deny: ['x'] } });
  expect(licencePolicyOf({ allow: ['x'], deny: [] })).toEqual({ licencePolicy: { allow: ['x'], deny: [] } });
});

test('the way to a package is the shortest, through what is there at run time first', () => {
  const list = [
    dependency({ name: 'dev', scope: 'dev', needs: [2] }),
    dependency({ name: 'run', needs: [3] }),
    dependency({ name: 'x', direct: false, needs: [] }),
    dependency({ name: 'mid', direct: false, needs: [2, 1] }),
    dependency({ name: 'lost', direct: false, version: '', requirement: '^1' }),
  ];
  const paths = new DependencyPaths(list);
  expect(paths.pathTo(2)).toEqual(['dev@1.0.0', 'x@1.0.0']);
  expect(paths.pathTo(3)).toEqual(['run@1.0.0', 'mid@1.0.0']);
  expect(paths.pathTo(1)).toEqual(['run@1.0.0']);
  expect(paths.pathTo(4)).toEqual(['lost@^1']);
  expect(label(dependency({ version: '' }))).toBe('p@*');
  const chain = Array.from({ length: 60 }, (_, i) =>
    dependency({ name: `c${i}`, direct: i === 0, needs: [i + 1].filter((next) => next < 60) }),
  );
  expect(new DependencyPaths(chain).pathTo(59)).toHaveLength(50);
});

test('the inventory has each package once, with the widest scope and all that it needs', () => {
  const file = (path: string, ...dependencies: Dependency[]) => ({
    path,
    reader: 'x',
    readerKind: 'lockfile' as const,
    dependencies,
  });
  const { packages, truncated } = buildInventory([
    file(
      'a',
      dependency({ scope: 'dev', direct: false, licences: ['MIT'], needs: [1, 0] }),
      dependency({ name: 'q' }),
    ),
    file(
      'b',
      dependency({ scope: 'optional', licences: ['MIT', 'ISC'] }),
      dependency({ name: 'q', scope: 'dev', direct: false }),
    ),
  ]);
  expect(truncated).toBe(false);
  expect(packages).toEqual([
    {
      purl: 'pkg:npm/p@1.0.0',
      ecosystem: 'npm',
      name: 'p',
      version: '1.0.0',
      scope: 'optional',
      direct: true,
      licences: ['MIT', 'ISC'],
      locations: [
        { file: 'a', line: 7 },
        { file: 'b', line: 7 },
      ],
      needs: ['pkg:npm/q@1.0.0'],
    },
    {
      purl: 'pkg:npm/q@1.0.0',
      ecosystem: 'npm',
      name: 'q',
      version: '1.0.0',
      scope: 'runtime',
      direct: true,
      licences: [],
      locations: [
        { file: 'a', line: 7 },
        { file: 'b', line: 7 },
      ],
      needs: [],
    },
  ]);
  const many = buildInventory(Array.from({ length: 21 }, (_, i) => file(`f${i}`, dependency())));
  expect(many.packages[0]!.locations).toHaveLength(20);
});

// biome-ignore format: one line for each row
test.for([
  [{ isReachable: undefined }, ''],
  [{ isReachable: true }, 'The code of this repository imports it.'],
  [{ isReachable: true, importedAt: 'a.js:1', named: ['f'] }, 'The code of this repository imports it, first in a.js:1, and uses what the advisory names: f.'],
  [{ isReachable: true, isStandardLibrary: true, named: ['f', 'g', 'h', 'i'] }, 'The code of this repository uses what the advisory names: f, g, h, ….'],
  [{ isReachable: false }, 'No code of this repository imports it, or anything that needs it.'],
  [{ isReachable: false, isLowered: true, named: ['f', 'g', 'h'] }, 'The code of this repository uses nothing of what the advisory names (f, g, h), so the severity is one step lower.'],
] as const)('%j in words: %s', ([change, expected]) => {
  expect(
    describeReachability({
      importedAt: undefined,
      named: [],
      isStandardLibrary: false,
      isLowered: false,
      ...change,
    } as never),
  ).toBe(expected);
});

test('what could not be checked is told', () => {
  const file = (...dependencies: Dependency[]) => [
    { path: 'f', reader: 'x', readerKind: 'lockfile' as const, dependencies },
  ];
  const told = (files: ReturnType<typeof file>, knows = true) =>
    notesOn(files, { knows: () => knows } as never).map(({ reason, message }) => `${reason}: ${message}`);
  expect(told(file(dependency()))).toEqual([]);
  expect(told(file(dependency({ version: 'x y' })))).toEqual([
    'unknown_version: 1 dependency has a version that the ecosystem cannot order: p@x y.',
  ]);
  expect(told(file(...['a', 'b', 'c', 'd'].map((name) => dependency({ name, version: 'x y' }))))).toEqual([
    'unknown_version: 4 dependencies have a version that the ecosystem cannot order: a@x y, b@x y, c@x y, ….',
  ]);
  expect(
    told(
      file(
        dependency({ version: 'x y', source: 'git' }),
        dependency({ ecosystem: 'GitHub Actions', version: 'abc' }),
        dependency({ ecosystem: 'Packagist', version: 'dev-main' }),
      ),
    ),
  ).toEqual([]);
  expect(told(file(dependency({ ecosystem: 'Maven', version: '', requirement: '${v}' })))).toEqual([
    'version_not_stated: 1 dependency takes its version from a file that is not in the repository, and was not checked: p.',
  ]);
  expect(told(file(dependency({ ecosystem: 'Maven', version: '', requirement: '[1,2)' })))).toEqual([]);
  expect(told(file(dependency({ ecosystem: 'Debian', version: '1.0' })))).toEqual([
    'release_unknown: 1 package of Debian does not say its release; only what holds for every release was judged.',
  ]);
  expect(told(file(dependency(), dependency({ name: 'q' })), false)).toEqual([
    'no_advisories_of_ecosystem: No advisory here is about npm: 2 dependencies were not checked.',
  ]);
  expect(notesOn(file(dependency()), undefined)).toMatchObject([{ path: 'f', reason: 'advisories_missing' }]);
  expect(notesOn(file(), undefined)).toEqual([]);
});

test('the oldest Go that a module builds with is a requirement', () => {
  expect(isOldestGo(dependency({ ecosystem: 'Go', name: 'stdlib', version: '', requirement: '1.20' }))).toBe(
    true,
  );
  expect(isOldestGo(dependency({ ecosystem: 'Go', name: 'stdlib', version: '1.20' }))).toBe(false);
  expect(isOldestGo(dependency({ ecosystem: 'Go', name: 'x', version: '', requirement: '1.20' }))).toBe(
    false,
  );
});
