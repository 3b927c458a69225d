import { comparePrerelease } from './semver.ts';
import { compareDigits, compareText, createScheme, trimZeros, type VersionScheme } from './version-scheme.ts';

interface NugetVersion {
  numbers: string[];
  prerelease: string[];
}

const pattern = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:\.(\d+))?(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]*)?$/;

/** NuGet: semantic versions with a fourth number (`4.1.0.1`) and pre-release words regardless of case. */
export const nugetScheme: VersionScheme = createScheme<NugetVersion>({
  id: 'nuget',
  parse(text) {
    const match = pattern.exec(text);
    if (!match) return undefined;
    return {
      numbers: match.slice(1, 5).map((part) => trimZeros(part ?? '0')),
      prerelease:
        match[5]?.split('.').map((part) => (/^\d+$/.test(part) ? trimZeros(part) : part.toLowerCase())) ?? [],
    };
  },
  compare(left, right) {
    for (let i = 0; i < 4; i++) {
      const order = compareDigits(left.numbers[i]!, right.numbers[i]!);
      if (order !== 0) return order;
    }
    return comparePrerelease(left.prerelease, right.prerelease, compareText);
  },
  release: (version) => version.numbers,
  isPrerelease: (version) => version.prerelease.length > 0,
});
