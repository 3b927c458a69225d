import { compareSemver, parseSemver, type SemverVersion } from './semver.ts';
import { createScheme, type VersionScheme } from './version-scheme.ts';

/**
 * Go modules are semantic versions: a pseudo-version (`v0.0.0-20190101000000-abcdef123456`) is an ordinary pre-release and
 * `+incompatible` is build data. The toolchain writes its own as `go1.21rc2`.
 */
export const goScheme: VersionScheme = createScheme<SemverVersion>({
  id: 'go',
  parse: (text) =>
    parseSemver(text.replace(/^(?:go)?(\d+\.\d+)(rc|beta)(\d+)$/, '$1.0-$2.$3').replace(/^go/, '')),
  compare: compareSemver,
  // A breaking change needs another module path; below 1 everything is allowed, and everybody raises it all the same.
  release: (version) => version.numbers.slice(0, 1),
  isPrerelease: (version) => version.prerelease.length > 0,
});
