import { expect, test } from 'vitest';
import { advisoryRecord as record } from '../../../../../test/support/advisory-records.ts';
import { pep440Scheme } from '../versions/pep440.ts';
import { semverScheme } from '../versions/semver.ts';
import { groupAdvisories } from './group-advisories.ts';
import { isAffected } from './is-affected.ts';
import { readOsvRecord } from './osv-record.ts';

test('events are evaluated as OSV defines them', () => {
  const inside = (version: string, events: object[], versions: string[] = []) =>
    isAffected(version, { ranges: [{ type: 'SEMVER', events: events as never }], versions }, semverScheme);
  const two = [{ fixed: '2.1.0' }, { introduced: '2.0.0' }, { fixed: '1.2.0' }, { introduced: '1.0.0' }];
  expect(['1.0.0', '1.1.9', '2.0.5'].every((version) => inside(version, two))).toBe(true);
  expect(['0.9.0', '1.2.0', '1.9.0', '2.1.0', '1.0.0-rc.1'].some((version) => inside(version, two))).toBe(
    false,
  );
  const last = [{ introduced: '0' }, { last_affected: '1.5.0' }];
  expect(inside('1.5.0', last)).toBe(true);
  expect(inside('1.5.1', last)).toBe(false);
  expect(inside('3.0.0', [{ introduced: '1.0.0' }, { limit: '2.0.0' }])).toBe(false);
  expect(inside('1.9.0', [{ introduced: '1.0.0' }, { limit: '2.0.0' }])).toBe(true);
  expect(inside('9.9.9', [], ['9.9.9'])).toBe(true);
  expect(isAffected('1.0.0', { ranges: [], versions: ['1.0'] }, pep440Scheme)).toBe(true);
  expect(
    isAffected(
      'not a version',
      { ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }] }], versions: [] },
      pep440Scheme,
    ),
  ).toBe(false);
});

function readable(text: string) {
  const read = readOsvRecord(text);
  if ('problem' in read) throw new Error(read.problem);
  return read;
}

test('a record is read for what it should hold, whatever else it holds', () => {
  expect(readOsvRecord('{')).toEqual({ problem: 'not JSON' });
  expect(readOsvRecord('[]')).toEqual({ problem: 'no "id"' });
  expect(readOsvRecord(JSON.stringify({ id: '../../etc' }))).toEqual({ problem: 'an "id" that is none' });
  expect(readOsvRecord('{"__proto__": {"id": "GHSA-1"}, "constructor": 1}')).toEqual({ problem: 'no "id"' });
  const hostile = readable(
    JSON.stringify({
      id: 'GHSA-x',
      aliases: ['CVE-1', 7, '\u202e', null],
      summary: { toString: 1 },
      details: 'd'.repeat(100_000),
      severity: 'high',
      references: [{ url: 'javascript:alert(1)' }, { url: 'https://example.org' }],
      affected: [
        null,
        5,
        { package: { ecosystem: 'npm', name: '__proto__' }, versions: ['1.0.0', {}] },
        { package: { ecosystem: 'Bitnami', name: 'x' } },
      ],
    }),
  );
  expect(hostile.advisory).toMatchObject({
    aliases: ['CVE-1'],
    summary: '',
    references: ['https://example.org'],
  });
  expect(hostile.advisory.details).toHaveLength(2_000);
  expect(hostile.affected).toEqual([
    { ecosystem: 'npm', name: '__proto__', ranges: [], versions: ['1.0.0'] },
  ]);
  expect(hostile.unknownEcosystems).toEqual(['Bitnami']);
});

test('an upper end that GitHub only knows beside the ranges counts', () => {
  const affected = [
    {
      package: { ecosystem: 'npm', name: 'a' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }] }],
      database_specific: { last_known_affected_version_range: '<= 1.4.0' },
    },
  ];
  const [entry] = readable(JSON.stringify(record('GHSA-a', { affected }))).affected;
  expect(isAffected('1.4.0', entry!, semverScheme)).toBe(true);
  expect(isAffected('1.4.1', entry!, semverScheme)).toBe(false);
});

test('records that name one another, or the same third one, are one problem', () => {
  const candidate = (id: string, ...aliases: string[]) => ({
    advisory: {
      id,
      aliases,
      kind: 'vulnerability' as const,
      summary: '',
      details: '',
      cwe: [],
      references: [],
    },
    affected: [],
  });
  const groups = groupAdvisories([
    candidate('GHSA-a', 'CVE-1'),
    candidate('GHSA-b'),
    candidate('PYSEC-1', 'CVE-1'),
    candidate('X-1', 'GHSA-b', 'GHSA-a'),
  ]);
  expect(groups.map(({ ids }) => ids)).toEqual([['CVE-1', 'GHSA-a', 'GHSA-b', 'PYSEC-1', 'X-1']]);
});

test('a record of a distribution goes by the name of the one problem that it is about, and by its own word of severity', () => {
  const read = (upstream: string[]) =>
    readOsvRecord(
      JSON.stringify({
        id: 'UBUNTU-CVE-2024-1',
        upstream,
        severity: [{ type: 'Ubuntu', score: 'negligible' }],
        affected: [],
      }),
    );
  expect(read(['CVE-2024-1'])).toMatchObject({ advisory: { aliases: ['CVE-2024-1'], severity: 'low' } });
  expect(read(['CVE-2024-1', 'CVE-2024-2'])).toMatchObject({ advisory: { aliases: [] } });
});
