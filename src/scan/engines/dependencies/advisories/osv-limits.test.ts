import { expect, test } from 'vitest';
import { type OsvRecord, readOsvRecord } from './osv-record.ts';

const range = { type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '2.0.0' }] };
const entry = { package: { ecosystem: 'npm', name: 'left-pad' }, ranges: [range] };
const read = (change: object): OsvRecord => {
  const result = readOsvRecord(JSON.stringify({ id: 'A-1', affected: [entry], ...change }));
  if ('problem' in result) throw new Error(result.problem);
  return result;
};
const problem = (text: string) => {
  const result = readOsvRecord(text);
  return 'problem' in result ? result.problem : undefined;
};
const many = (count: number, make: (at: number) => unknown) =>
  Array.from({ length: count }, (_, at) => make(at));

// biome-ignore format: one line for each row
test.each([
  ['', 'empty'], [' \n', 'empty'], ['{', 'not JSON'], ['{}', 'no "id"'], ['[]', 'no "id"'], ['null', 'no "id"'], ['"x"', 'no "id"'], ['{"id": 1}', 'no "id"'], ['{"id": "-a"}', 'an "id" that is none'], ['{"id": "a b"}', 'an "id" that is none'], ['{"id": "a", "affected": {}}', '"affected" is no list'], ['{"id": "a", "affected": null}', '"affected" is no list'], ['{"id": "a"}', undefined], ['\ufeff{"id": "a.b:c-d_1"}', undefined],
])('%j: %s', (text, expected) => {
  expect(problem(text)).toBe(expected);
});

// biome-ignore format: one line for each row
test.each([
  ['the id', 100, (n: number) => read({ id: 'a'.repeat(n) }).advisory.id.length],
  ['the summary', 300, (n: number) => read({ summary: 'a'.repeat(n) }).advisory.summary.length],
  ['the details', 2000, (n: number) => read({ details: 'a'.repeat(n) }).advisory.details.length],
  ['the date', 40, (n: number) => read({ modified: 'a'.repeat(n) }).modified.length],
  ['the name', 512, (n: number) => read({ affected: [{ ...entry, package: { ecosystem: 'npm', name: 'a'.repeat(n) } }] }).affected[0]!.name.length],
  ['an unknown ecosystem', 200, (n: number) => read({ affected: [{ ...entry, package: { ecosystem: 'x'.repeat(n), name: 'a' } }] }).unknownEcosystems[0]!.length],
  ['an address', 500, (n: number) => read({ references: [{ url: `https://${'a'.repeat(n - 8)}` }] }).advisory.references[0]!.length],
])('of %s %i characters are kept', (_, limit, kept) => {
  expect([kept(limit), kept(limit + 1)]).toEqual([limit, limit]);
});

// biome-ignore format: one line for each row
test.each([
  ['packages', 2000, (n: number) => read({ affected: many(n, () => entry) }).affected.length],
  ['ranges', 500, (n: number) => read({ affected: [{ ...entry, ranges: many(n, () => range) }] }).affected[0]!.ranges.length],
  ['events', 5000, (n: number) => read({ affected: [{ ...entry, ranges: [{ type: 'SEMVER', events: many(n, (at) => ({ fixed: `${at}` })) }] }] }).affected[0]!.ranges[0]!.events.length],
  ['versions', 20_000, (n: number) => read({ affected: [{ ...entry, versions: many(n, (at) => `${at}`) }] }).affected[0]!.versions.length],
  ['aliases', 100, (n: number) => read({ aliases: many(n, (at) => `B-${at}`) }).advisory.aliases.length],
  ['references', 20, (n: number) => read({ references: many(n, (at) => ({ url: `https://a/${at}` })) }).advisory.references.length],
  ['weaknesses', 10, (n: number) => read({ database_specific: { cwe_ids: many(n, (at) => `CWE-${at}`) } }).advisory.cwe.length],
  ['imports', 200, (n: number) => read({ affected: [{ ...entry, ecosystem_specific: { imports: many(n, (at) => ({ path: `a/${at}` })) } }] }).affected[0]!.code!.length],
  ['symbols', 200, (n: number) => read({ affected: [{ ...entry, ecosystem_specific: { imports: [{ path: 'a', symbols: many(n, (at) => `s${at}`) }] } }] }).affected[0]!.code![0]!.symbols.length],
  ['functions in a list', 200, (n: number) => read({ affected: [{ ...entry, ecosystem_specific: { affects: { functions: many(n, (at) => `f${at}`) } } }] }).affected[0]!.code!.length],
  ['functions by name', 200, (n: number) => read({ affected: [{ ...entry, ecosystem_specific: { affects: { functions: Object.fromEntries(many(n, (at) => [`f${at}`, []]) as Array<[string, unknown]>) } } }] }).affected[0]!.code!.length],
])('so many %s are kept: %i', (_, limit, kept) => {
  expect([kept(limit), kept(limit + 1)]).toEqual([limit, limit]);
});

// biome-ignore format: one line for each row
test.each([
  ['a version', 256, (n: number) => read({ affected: [{ ...entry, versions: ['1', 'a'.repeat(n)] }] }).affected[0]!.versions.length === 2],
  ['an event', 256, (n: number) => read({ affected: [{ ...entry, ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: 'a'.repeat(n) }] }] }] }).affected[0]!.ranges[0]!.events.length === 2],
  ['an alias', 100, (n: number) => read({ aliases: ['a'.repeat(n)] }).advisory.aliases.length === 1],
  ['a weakness', 20, (n: number) => read({ database_specific: { cwe_ids: [`CWE-${'1'.repeat(n - 4)}`] } }).advisory.cwe.length === 1],
  ['a symbol', 200, (n: number) => read({ affected: [{ ...entry, ecosystem_specific: { imports: [{ path: 'a', symbols: ['s'.repeat(n)] }] } }] }).affected[0]!.code![0]!.symbols.length === 1],
  ['a function', 300, (n: number) => read({ affected: [{ ...entry, ecosystem_specific: { affects: { functions: ['f'.repeat(n)] } } }] }).affected[0]!.code !== undefined],
])('%s of more than %i characters counts for nothing', (_, limit, isKept) => {
  expect([isKept(limit), isKept(limit + 1)]).toEqual([true, false]);
});

const kindOf = (id: string, informational?: unknown, second?: unknown) =>
  read({
    id,
    affected: [
      { ...entry, database_specific: { informational } },
      { ...entry, database_specific: { informational: second } },
    ],
  }).advisory.kind;
// biome-ignore format: one line for each row
test.each([
  ['MAL-1', undefined, undefined, 'malicious'], ['A-1', undefined, undefined, 'vulnerability'], ['A-1', 'unmaintained', undefined, 'unmaintained'], ['A-1', 'unsound', undefined, 'unsound'], ['A-1', 'notice', undefined, 'notice'], ['A-1', 'other', undefined, 'notice'], ['A-1', undefined, 'unsound', 'unsound'], ['A-1', 1, 'unsound', 'unsound'], ['A-1', '', undefined, 'vulnerability'], ['A-MAL-1', undefined, undefined, 'vulnerability'],
])('%s with %j and %j is a %s', (id, first, second, expected) => {
  expect(kindOf(id, first, second)).toBe(expected);
});

const v2 = { type: 'CVSS_V2', score: 'AV:N/AC:L/Au:N/C:C/I:C/A:C' };
const v3 = { type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H' };
const low3 = { type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N' };
const v4 = { type: 'CVSS_V4', score: 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N' };
// biome-ignore format: one line for each row
test.each([
  [[v2], 10], [[v3], 7.5], [[v4], 9.3], [[v2, v3], 7.5], [[v3, v4, v2], 9.3], [[low3, v3], 7.5], [[{ type: 'CVSS_V4', score: 'x' }, v3], 7.5], [[{ type: 'Other', score: v3.score }], undefined], [[], undefined], [undefined, undefined], [[v2, null, 'x'], 10],
])('the scores %j count as %s', (severity, expected) => {
  expect(read({ severity }).advisory.score).toBe(expected);
  expect(read({ affected: [entry, { ...entry, severity }] }).advisory.score).toBe(expected);
});

test('twenty scores of one list are looked at', () => {
  const scores = (count: number) => read({ severity: [...many(count, () => low3), v3] }).advisory.score;
  expect([scores(19), scores(20)]).toEqual([7.5, 5.3]);
});

// biome-ignore format: one line for each row
test.each([
  ['CRITICAL', 'critical'], ['High', 'high'], ['MODERATE', 'medium'], ['medium', 'medium'], ['low', 'low'], ['negligible', 'low'], ['other', undefined], [1, undefined],
])('the severity %j is %s', (word, expected) => {
  expect(read({ database_specific: { severity: word } }).advisory.severity).toBe(expected);
  expect(read({ affected: [{ ...entry, database_specific: { severity: word } }] }).advisory.severity).toBe(expected);
  expect(read({ severity: [v2, { type: 'Ubuntu', score: word }] }).advisory.severity).toBe(expected);
  expect(read({ severity: [{ type: 'Other', score: word }] }).advisory.severity).toBeUndefined();
});

const ends = (events: object[], lastKnown: string) =>
  read({
    affected: [
      {
        ...entry,
        ranges: [{ type: 'ECOSYSTEM', events }],
        database_specific: { last_known_affected_version_range: lastKnown },
      },
    ],
  }).affected[0]?.ranges[0]?.events;
// biome-ignore format: one line for each row
test.each([
  [[{ introduced: '0' }], '<= 1.2', [{ introduced: '0' }, { last_affected: '1.2' }]], [[{ introduced: '0' }], '< 1.2', [{ introduced: '0' }, { limit: '1.2' }]], [[{ introduced: '0' }], '1.2', [{ introduced: '0' }]], [[{ introduced: '0' }], '', [{ introduced: '0' }]],
  [[{ introduced: '0' }, { fixed: '2' }], '<= 1.2', [{ introduced: '0' }, { fixed: '2' }]], [[{ introduced: '0' }, { last_affected: '2' }], '<= 1.2', [{ introduced: '0' }, { last_affected: '2' }]], [[{ introduced: '0' }, { limit: '2' }], '<= 1.2', [{ introduced: '0' }, { limit: '2' }]], [[{ introduced: '0', fixed: '2', last_affected: '1', limit: '3' }], '', [{ introduced: '0' }, { fixed: '2' }, { last_affected: '1' }, { limit: '3' }]], [[{ introduced: '' }, { fixed: 1 }], '', undefined],
])('the events %j with %j at last are %j', (events, lastKnown, expected) => {
  expect(ends(events, lastKnown)).toEqual(expected);
});

test('what says nothing of a package that is known is left out', () => {
  expect(read({ affected: [{ package: { ecosystem: 'npm', name: 'a' } }] }).affected).toEqual([]);
  expect(
    read({ affected: [{ ...entry, ranges: [{ type: 'GIT', events: range.events }] }] }).affected,
  ).toEqual([]);
  expect(read({ affected: [{ ...entry, package: { ecosystem: 'npm', name: '' } }] })).toMatchObject({
    affected: [],
    unknownEcosystems: ['npm'],
  });
  expect(read({ affected: [{ ...entry, package: {} }] })).toMatchObject({
    affected: [],
    unknownEcosystems: [],
  });
  expect(read({ affected: [{ ...entry, package: { ecosystem: 'Nowhere:9', name: 'a' } }] })).toMatchObject({
    affected: [],
    unknownEcosystems: ['Nowhere'],
  });
  expect(read({ affected: [{ ...entry, ranges: [], versions: ['1'] }] }).affected).toHaveLength(1);
});

test('the one problem that a distribution repackages is another name, several are none', () => {
  expect(read({ upstream: ['CVE-1'], aliases: ['CVE-1', 'GHSA-1'] }).advisory.aliases).toEqual([
    'CVE-1',
    'GHSA-1',
  ]);
  expect(read({ upstream: ['CVE-1'] }).advisory.aliases).toEqual(['CVE-1']);
  expect(read({ upstream: ['CVE-1', 'CVE-2'] }).advisory.aliases).toEqual([]);
  expect([
    read({ withdrawn: '2020' }).withdrawn,
    read({}).withdrawn,
    read({ withdrawn: true }).withdrawn,
  ]).toEqual([true, false, false]);
  expect(read({ summary: ' a\n b ' }).advisory.summary).toBe('a b');
  expect(read({ references: [{ url: 'ftp://a' }, { url: 'http://a' }, {}] }).advisory.references).toEqual([
    'http://a',
  ]);
  expect(
    read({ affected: [{ ...entry, database_specific: { cwes: ['CWE-1', 'x'] } }] }).advisory.cwe,
  ).toEqual(['CWE-1']);
});
