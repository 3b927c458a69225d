import { formatPackageUrl, parsePackageUrl } from './package-url.ts';
import { debianScheme } from './versions/debian.ts';
import { goScheme } from './versions/go.ts';
import { mavenScheme } from './versions/maven.ts';
import { nugetScheme } from './versions/nuget.ts';
import { packagistScheme } from './versions/packagist.ts';
import { pep440Scheme } from './versions/pep440.ts';
import type { RequirementStyle } from './versions/requirement.ts';
import { rubygemsScheme } from './versions/rubygems.ts';
import { semverScheme } from './versions/semver.ts';
import type { VersionScheme } from './versions/version-scheme.ts';

interface EcosystemTraits {
  scheme: VersionScheme;
  style: RequirementStyle;
  purlType: string;
  /** The form in which two spellings of one package are equal. */
  normaliseName(name: string): string;
}

const asWritten = (name: string): string => name;
const lowerCase = (name: string): string => name.toLowerCase();

/** Every ecosystem that we can judge, by the name that OSV gives it. */
const traits = {
  npm: { scheme: semverScheme, style: 'npm', purlType: 'npm', normaliseName: asWritten },
  PyPI: {
    scheme: pep440Scheme,
    style: 'pep440',
    purlType: 'pypi',
    normaliseName: (name) => name.toLowerCase().replace(/[-_.]+/g, '-'),
  },
  Go: { scheme: goScheme, style: 'exact', purlType: 'golang', normaliseName: asWritten },
  'crates.io': { scheme: semverScheme, style: 'cargo', purlType: 'cargo', normaliseName: asWritten },
  Maven: { scheme: mavenScheme, style: 'brackets', purlType: 'maven', normaliseName: asWritten },
  Packagist: { scheme: packagistScheme, style: 'composer', purlType: 'composer', normaliseName: lowerCase },
  RubyGems: { scheme: rubygemsScheme, style: 'ruby', purlType: 'gem', normaliseName: asWritten },
  NuGet: { scheme: nugetScheme, style: 'brackets', purlType: 'nuget', normaliseName: lowerCase },
  Hex: { scheme: semverScheme, style: 'ruby', purlType: 'hex', normaliseName: asWritten },
  Pub: { scheme: semverScheme, style: 'npm', purlType: 'pub', normaliseName: asWritten },
  ConanCenter: { scheme: semverScheme, style: 'exact', purlType: 'conan', normaliseName: asWritten },
  CocoaPods: { scheme: semverScheme, style: 'ruby', purlType: 'cocoapods', normaliseName: asWritten },
  SwiftURL: {
    scheme: semverScheme,
    style: 'exact',
    purlType: 'swift',
    normaliseName: (name) =>
      name
        .toLowerCase()
        .replace(/^https?:\/\//, '')
        .replace(/\.git$/, ''),
  },
  'GitHub Actions': { scheme: semverScheme, style: 'npm', purlType: 'github', normaliseName: lowerCase },
  Debian: { scheme: debianScheme, style: 'exact', purlType: 'deb', normaliseName: asWritten },
} as const satisfies Record<string, EcosystemTraits>;

export type Ecosystem = keyof typeof traits;

export function ecosystemTraits(ecosystem: Ecosystem): EcosystemTraits {
  return traits[ecosystem];
}

/** `Debian:12` and `Packagist:https://…` name a release or a repository inside an ecosystem; the part before the colon decides the order. */
export function ecosystemOf(name: string): Ecosystem | undefined {
  const base = name.split(':', 1)[0]!;
  return Object.hasOwn(traits, base) ? (base as Ecosystem) : undefined;
}

/** The package URL of a package of an ecosystem. */
export function packageUrl(ecosystem: Ecosystem, name: string, version: string): string {
  const separator = ecosystem === 'Maven' ? name.indexOf(':') : name.lastIndexOf('/');
  const namespace = separator > 0 ? name.slice(0, separator) : undefined;
  return formatPackageUrl(
    traits[ecosystem].purlType,
    namespace,
    separator > 0 ? name.slice(separator + 1) : name,
    version,
  );
}

/** What a package URL says, where we know its ecosystem. */
export interface NamedPackage {
  ecosystem: Ecosystem;
  name: string;
  version: string;
  /** Debian: the release that the package was built for. */
  release?: string;
  /** Debian: the source package, by which advisories know it. */
  sourceName?: string;
}

/** The package that a package URL names; the bare type (`apk`, `rpm`) where we cannot judge such packages; nothing where it is no package URL. */
export function packageOf(purl: string): NamedPackage | { unjudged: string } | undefined {
  const parsed = parsePackageUrl(purl);
  if (!parsed) return undefined;
  const ecosystem = (Object.keys(traits) as Ecosystem[]).find((key) => traits[key].purlType === parsed.type);
  if (!ecosystem) return { unjudged: parsed.type };
  const version = parsed.version ?? '';
  if (ecosystem === 'Debian') {
    // Other distributions use the same package format with versions and advisories of their own.
    if (parsed.namespace && parsed.namespace !== 'debian') return { unjudged: `deb of ${parsed.namespace}` };
    const release = debianRelease(parsed.qualifiers.get('distro') ?? '');
    const sourceName = parsed.qualifiers.get('upstream')?.split('@', 1)[0];
    return {
      ecosystem,
      name: parsed.name,
      version,
      ...(release && { release }),
      ...(sourceName && { sourceName }),
    };
  }
  const separator = ecosystem === 'Maven' ? ':' : '/';
  const name = parsed.namespace ? `${parsed.namespace}${separator}${parsed.name}` : parsed.name;
  return { ecosystem, name, version };
}

const debianNames = new Map([
  ['wheezy', '7'],
  ['jessie', '8'],
  ['stretch', '9'],
  ['buster', '10'],
  ['bullseye', '11'],
  ['bookworm', '12'],
  ['trixie', '13'],
  ['forky', '14'],
]);

/** `debian-12.5`, `debian:12`, `12` and `bookworm` are all release 12. */
export function debianRelease(distribution: string): string | undefined {
  const bare = distribution.toLowerCase().replace(/^debian[-:]?/, '');
  return debianNames.get(bare) ?? /^(\d{1,2})(\.\d+)*$/.exec(bare)?.[1];
}
