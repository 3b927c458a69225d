import { describe, expect, test } from 'vitest';
import { type Ecosystem, ecosystemTraits } from '../ecosystems.ts';
import { parseRequirement } from './requirement.ts';

const schemeOf = (ecosystem: Ecosystem) => ecosystemTraits(ecosystem).scheme;

// biome-ignore format: one line for each row
test.each([
  ['npm', '1.2.3', '1'], ['npm', '0.2.3', '0.2'], ['npm', '0.0.3', '0.0.3'], ['npm', '0.0.0', '0'], ['npm', 'x', undefined],
  ['Go', 'v1.2.3', '1'], ['Go', 'v0.5.1', '0'], ['Go', 'v2.0.0', '2'],
  ['NuGet', '1.2.3.4', '1'], ['NuGet', '0.0.0.4', '0.0.0.4'], ['NuGet', '0.0.0-beta', '0'],
  ['Maven', '1.2.3', '1'], ['Maven', '0.5-beta', '0.5'], ['Maven', '0.0.3', '0.0.3'], ['Maven', 'alpha', '0'], ['Maven', '0-5', '0'], ['Maven', '2.beta.3', '2'],
  ['Packagist', '1.2.3', '1'], ['Packagist', '0.0.0.5', '0.0.0.5'], ['Packagist', '0.0.0-beta5', '0'],
  ['PyPI', '1.0', '1'], ['PyPI', '0.3.0', '0.3'], ['PyPI', '0.0', '0'],
  ['RubyGems', '1.2.a', '1'], ['RubyGems', '0.2.1', '0.2'], ['RubyGems', '0.a.5', '0'],
  ['Debian', '2:1.2-3', '1'], ['Debian', '0.5+dfsg', '0.5'], ['Debian', '1', '1'],
  ['Red Hat', '1:2.3-4', '2'], ['Red Hat', 'abc', '0'], ['Red Hat', '0.5a', '0.5'],
  ['Alpine', '1.2a_rc3-r5', '1'], ['Alpine', '0.2_p9', '0.2'], ['Alpine', '0.0_alpha5', '0'],
  ['Pub', '0.1.0', '0.1'],
] as Array<[Ecosystem, string, string | undefined]>)('in %s, %s is of the line %s', (ecosystem, version, line) => {
  expect(schemeOf(ecosystem).compatibilityLine(version)).toBe(line);
});

// biome-ignore format: one line for each row
test.each([
  ['npm', '1.0.0-a', '1.0.0'], ['Go', 'v1.0.0-rc.1', 'v1.0.0'], ['NuGet', '1.0.0-a', '1.0.0'], ['Pub', '1.0.0-a', '1.0.0+1'],
  ['Maven', '1.0-alpha', '1.0'], ['Maven', '1.0-SNAPSHOT', '1.0-sp'], ['Maven', '1.0-rc-1', '1.0-jre'], ['PyPI', '1.0a1', '1.0.post1'], ['PyPI', '1.0.dev1', '1.0'],
  ['RubyGems', '1.0.a', '1.0'], ['Packagist', '1.0-beta', '1.0-p1'], ['Debian', '1.0~rc1', '1.0-1'], ['Red Hat', '1.0~rc1', '1.0-1'], ['Alpine', '1.0_rc1', '1.0_p1'],
] as Array<[Ecosystem, string, string]>)('in %s, %s is a pre-release and %s is none', (ecosystem, before, release) => {
  const scheme = schemeOf(ecosystem);
  expect(scheme.isPrerelease(before)).toBe(true);
  expect(scheme.isPrerelease(release)).toBe(false);
  expect(scheme.isPrerelease('')).toBe(false);
});

// biome-ignore format: one line for each row
test.each([
  ['Maven', '1..2', '1.0.2', 0], ['Maven', '1..2', '1.2', -1], ['Maven', '1.', '1', 0], ['Maven', '1.0.alpha.1', '1', -1], ['Maven', '1-1', '1.1', -1], ['Maven', '1-sp', '1-1', -1], ['Maven', '1.a.1', '1.1', -1],
  ['Maven', '1', '1-sp', -1], ['Maven', '1', '1-alpha', 1], ['Maven', '1', '1.0.0', 0], ['Maven', '1-1', '1-a', 1],
  ['Packagist', '2020-01-02-beta2', '2020-01-02-beta10', -1], ['Packagist', '2020-01-02-dev', '2020-01-02', -1], ['Packagist', '2020-01-02', '2020-01-beta1', 1], ['Packagist', '2020-01', '2020-01-02', -1], ['Packagist', '2020-01-02-p1', '2020-01-02', 1], ['Packagist', '1.0-alpha1', '1.0-beta1', -1], ['Packagist', '1.0-rc1', '1.0', -1], ['Packagist', '1.0-rc1', '1.0-beta9', 1], ['Packagist', '1.0-pl1', '1.0', 1],
  ['PyPI', '1.0-5', '1.0.post5', 0], ['PyPI', '1.0.post', '1.0', 1], ['PyPI', '1.0.post', '1.0.post0', 0], ['PyPI', '1.0.post5', '1.0.post4', 1], ['PyPI', '1.0.rev3', '1.0.r3', 0], ['PyPI', '1.0.post1', '1.0.post1.dev1', 1], ['PyPI', '1.0+a', '1.0+a.b', -1], ['PyPI', '1.0+a.b', '1.0+a', 1], ['PyPI', '1.0+1', '1.0+a', 1], ['PyPI', '1.0+a', '1.0+1', -1], ['PyPI', '1.0+a', '1.0', 1], ['PyPI', '1.0.0', '1', 0], ['PyPI', '1.0.0.1', '1', 1],
  ['Pub', '1.0.0+1', '1.0.0', 1], ['Pub', '1.0.0', '1.0.0+1', -1], ['Pub', '1.0.0+1', '1.0.0+2', -1], ['Pub', '1.0.0+01', '1.0.0+1', 0], ['Pub', '1.0.0+a', '1.0.0+1', 1], ['Pub', '1.0.0+9', '1.0.1', -1],
  ['npm', '1.0.0-a', '1.0.0-a.1', -1], ['npm', '1.0.0-a.1', '1.0.0-a', 1], ['npm', '1.0.0-1', '1.0.0-a', -1], ['npm', '1.0.0-a', '1.0.0-1', 1], ['npm', '1.0.0-a', '1.0.0', -1], ['npm', '1.0', '1.0.0', 0],
  ['RubyGems', '1.0.a.0', '1.a', 0], ['RubyGems', '1.0.0', '1', 0], ['RubyGems', '1.a', '1.1', -1], ['RubyGems', '1.1', '1.a', 1], ['RubyGems', '0.a', '0.0.a', 0], ['RubyGems', '1.0-a', '1.0.pre.a', 0],
  ['Red Hat', '1.0^1', '1.0A', -1], ['Red Hat', '1.0', '1.0^1', -1], ['Red Hat', '1.0~1', '1.0', -1], ['Red Hat', '1.0a', '1.0.1', -1], ['Red Hat', '1.0^1', '1.0.1', -1], ['Red Hat', '1.0-1', '1.0', 1], ['Red Hat', '1.0', '1.0-1', -1], ['Red Hat', '1.0.01', '1.0.1', 0], ['Red Hat', '1.0.a', '1.0.b', -1],
  ['Debian', '0:1:2', '0:1:02', 0], ['Debian', '1.9', '1.10', -1], ['Debian', '1.0', '1.0~', 1], ['Debian', '1.0a', '1.0', 1], ['Debian', '1.0a', '1.0+', -1], ['Debian', '1.0~a', '1.0~~', 1], ['Debian', '1:1', '2', 1], ['Debian', '1-1', '1-2', -1],
  ['Alpine', '1.0_rc1', '1.0', -1], ['Alpine', '1.0', '1.0_rc1', 1], ['Alpine', '1.0_p1', '1.0', 1], ['Alpine', '1.0_rc1', '1.0_p1', -1], ['Alpine', '1.0_cvs1', '1.0_rc9', 1], ['Alpine', '1.0a', '1.0', 1], ['Alpine', '1.0.1', '1.0a', 1], ['Alpine', '1.0-r1', '1.0', 1],
] as Array<[Ecosystem, string, string, number]>)('in %s, %s is to %s as %d is to nothing', (ecosystem, left, right, order) => {
  const scheme = schemeOf(ecosystem);
  expect(scheme.compare(left, right)).toBe(order);
  expect(scheme.compare(right, left)).toBe(order === 0 ? 0 : -order);
  expect(scheme.withMemory().compare(left, right)).toBe(order);
});

describe('what is no version', () => {
  const scheme = schemeOf('npm');
  test('comes before all versions, in the order of its letters', () => {
    expect(scheme.compare('x', 'y')).toBe(-1);
    expect(scheme.compare('y', 'x')).toBe(1);
    expect(scheme.compare('x', '1.0.0')).toBe(-1);
    expect(scheme.compare('1.0.0', 'x')).toBe(1);
    expect(scheme.compare('x', 'x')).toBe(0);
  });
  test('is what is longer than 256 characters', () => {
    const long = (length: number) => `1.0.${'0'.repeat(length - 5)}1`;
    expect(scheme.isValid(long(256))).toBe(true);
    expect(scheme.isValid(long(257))).toBe(false);
  });
});

describe('a requirement', () => {
  test.each(['', '*', 'x', 'latest', 'any', '* ', ' , '])('%j accepts any version', (text) => {
    expect(parseRequirement(text, 'npm')).toEqual([{}]);
  });
  test('of up to 1,024 characters is read', () => {
    expect(parseRequirement('1.0.0'.padEnd(1024, '0'), 'npm')).toBeDefined();
    expect(parseRequirement('1.0.0'.padEnd(1025, '0'), 'npm')).toBeUndefined();
  });
  test('of several bounds is the narrowest of them', () => {
    const min = (text: string) => parseRequirement(text, 'npm')![0]!.min;
    const max = (text: string) => parseRequirement(text, 'npm')![0]!.max;
    expect(min('>=1.0.0 >=2.0.0')?.version).toBe('2.0.0');
    expect(min('>=2.0.0 >=1.0.0')?.version).toBe('2.0.0');
    expect(min('>=1.10.0 >=1.9.0')?.version).toBe('1.10.0');
    expect(max('<1.0.0 <2.0.0')?.version).toBe('1.0.0');
    expect(max('<2.0.0 <1.0.0')?.version).toBe('1.0.0');
    expect(min('>=1.0.0 >1.0.0')?.inclusive).toBe(false);
    expect(min('>1.0.0 >=1.0.0')?.inclusive).toBe(false);
    expect(min('>=1.0 >=1.0.1')?.version).toBe('1.0.1');
  });
});
