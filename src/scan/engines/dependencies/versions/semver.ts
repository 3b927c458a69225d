import { compareDigits, compareText, createScheme, trimZeros, type VersionScheme } from './version-scheme.ts';

export interface SemverVersion {
  numbers: [major: string, minor: string, patch: string];
  prerelease: string[];
}

const pattern = /^[v=]*\s*(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]*)?$/;

/** Semantic Versioning 2.0, as npm, crates.io, Hex, Pub and Swift use it. A leading `v` and missing numbers are forgiven. */
export const semverScheme: VersionScheme = createScheme<SemverVersion>({
  id: 'semver',
  parse: parseSemver,
  compare: compareSemver,
  release: (version) => version.numbers,
  isPrerelease: (version) => version.prerelease.length > 0,
});

export function parseSemver(text: string): SemverVersion | undefined {
  const match = pattern.exec(text);
  if (!match) return undefined;
  return {
    numbers: [trimZeros(match[1]!), trimZeros(match[2] ?? '0'), trimZeros(match[3] ?? '0')],
    prerelease: match[4]?.split('.').map((part) => (/^\d+$/.test(part) ? trimZeros(part) : part)) ?? [],
  };
}

export function compareSemver(left: SemverVersion, right: SemverVersion): number {
  for (let i = 0; i < 3; i++) {
    const order = compareDigits(left.numbers[i]!, right.numbers[i]!);
    if (order !== 0) return order;
  }
  return comparePrerelease(left.prerelease, right.prerelease, compareText);
}

/** None is the release itself and comes last; otherwise part by part, numbers before words, fewer parts first. */
export function comparePrerelease(
  left: readonly string[],
  right: readonly string[],
  compareWords: (left: string, right: string) => number,
): number {
  if (left.length === 0 || right.length === 0) return right.length - left.length;
  for (const [i, a] of left.entries()) {
    const b = right[i];
    if (b === undefined) break;
    const aIsNumber = /^\d+$/.test(a);
    const bIsNumber = /^\d+$/.test(b);
    if (aIsNumber !== bIsNumber) return Number(bIsNumber) - Number(aIsNumber);
    const order = aIsNumber ? compareDigits(a, b) : compareWords(a, b);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}
