import { distributedPackage, distributionOf, isDistributed } from './distributions.ts';
import { formatPackageUrl, parsePackageUrl } from './package-url.ts';
import { alpineScheme } from './versions/alpine.ts';
import { debianScheme } from './versions/debian.ts';
import { goScheme } from './versions/go.ts';
import { mavenScheme } from './versions/maven.ts';
import { nugetScheme } from './versions/nuget.ts';
import { packagistScheme } from './versions/packagist.ts';
import { pep440Scheme } from './versions/pep440.ts';
import { pubScheme } from './versions/pub.ts';
import type { RequirementStyle } from './versions/requirement.ts';
import { rpmScheme } from './versions/rpm.ts';
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
  Pub: { scheme: pubScheme, style: 'npm', purlType: 'pub', normaliseName: asWritten },
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
  Alpine: { scheme: alpineScheme, style: 'exact', purlType: 'apk', normaliseName: asWritten },
  Wolfi: { scheme: alpineScheme, style: 'exact', purlType: 'apk', normaliseName: asWritten },
  Chainguard: { scheme: alpineScheme, style: 'exact', purlType: 'apk', normaliseName: asWritten },
  Debian: { scheme: debianScheme, style: 'exact', purlType: 'deb', normaliseName: asWritten },
  Ubuntu: { scheme: debianScheme, style: 'exact', purlType: 'deb', normaliseName: asWritten },
  'Red Hat': { scheme: rpmScheme, style: 'exact', purlType: 'rpm', normaliseName: asWritten },
  'Rocky Linux': { scheme: rpmScheme, style: 'exact', purlType: 'rpm', normaliseName: asWritten },
  AlmaLinux: { scheme: rpmScheme, style: 'exact', purlType: 'rpm', normaliseName: asWritten },
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
  const { purlType } = traits[ecosystem];
  const distribution = distributionOf(ecosystem);
  if (distribution) {
    const [, epoch, rest] = (purlType === 'rpm' && /^(\d+):(.*)$/s.exec(version)) || ['', '', version];
    const url = formatPackageUrl(purlType, distribution.names[0], name, rest!);
    return epoch ? `${url}?epoch=${epoch}` : url;
  }
  const separator = ecosystem === 'Maven' ? name.indexOf(':') : name.lastIndexOf('/');
  const namespace = separator > 0 ? name.slice(0, separator) : undefined;
  return formatPackageUrl(purlType, namespace, separator > 0 ? name.slice(separator + 1) : name, version);
}

/** What a package URL says, where we know its ecosystem. */
export interface NamedPackage {
  ecosystem: Ecosystem;
  name: string;
  version: string;
  /** Of a distribution: the release that the package was built for. */
  release?: string;
  /** Of a distribution: the source package, by which advisories may know it. */
  sourceName?: string;
}

/** The package that a package URL names; the kind (`swid`, `rpm of suse`) where we cannot judge such packages; nothing where it is no package URL. */
export function packageOf(purl: string): NamedPackage | { unjudged: string } | undefined {
  const parsed = parsePackageUrl(purl);
  if (!parsed) return undefined;
  if (isDistributed(parsed.type)) {
    const kind = parsed.namespace ? `${parsed.type} of ${parsed.namespace}` : parsed.type;
    const known = distributedPackage(parsed);
    return known ? { name: parsed.name, ...known } : { unjudged: kind };
  }
  const ecosystem = (Object.keys(traits) as Ecosystem[]).find((key) => traits[key].purlType === parsed.type);
  if (!ecosystem) return { unjudged: parsed.type };
  const version = parsed.version ?? '';
  const separator = ecosystem === 'Maven' ? ':' : '/';
  const name = parsed.namespace ? `${parsed.namespace}${separator}${parsed.name}` : parsed.name;
  return { ecosystem, name, version };
}
