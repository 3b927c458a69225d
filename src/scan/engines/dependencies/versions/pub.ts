import { comparePrerelease, compareSemver, parseSemver, type SemverVersion } from './semver.ts';
import { compareText, createScheme, trimZeros, type VersionScheme } from './version-scheme.ts';

interface PubVersion extends SemverVersion {
  build: string[];
}

/** Dart's semantic versions: unlike everywhere else, what is behind `+` counts, and comes after the version without it. */
export const pubScheme: VersionScheme = createScheme<PubVersion>({
  id: 'pub',
  parse(text) {
    const version = parseSemver(text);
    if (!version) return undefined;
    const build = text.includes('+') ? text.slice(text.indexOf('+') + 1) : '';
    return {
      ...version,
      build:
        build === '' ? [] : build.split('.').map((part) => (/^\d+$/.test(part) ? trimZeros(part) : part)),
    };
  },
  compare(left, right) {
    const order = compareSemver(left, right);
    if (order !== 0 || (left.build.length === 0 && right.build.length === 0)) return order;
    if (left.build.length === 0 || right.build.length === 0) return left.build.length - right.build.length;
    return comparePrerelease(left.build, right.build, compareText);
  },
  release: (version) => version.numbers,
  isPrerelease: (version) => version.prerelease.length > 0,
});
