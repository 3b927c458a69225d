import type { PackageUrl } from './package-url.ts';

/** A system whose packages are built for its releases, and have advisories for each. */
interface Distribution {
  purlType: 'apk' | 'deb' | 'rpm';
  /** What is before the name in its package URLs, and what inventories call the system; the first is what we write. */
  names: readonly string[];
  /** How many numbers of a version make a release; none where there are no releases. */
  releaseParts: number;
  codeNames?: ReadonlyMap<string, string>;
}

/** By the name that OSV gives the ecosystem. */
export const distributions = {
  Alpine: { purlType: 'apk', names: ['alpine'], releaseParts: 2 },
  Wolfi: { purlType: 'apk', names: ['wolfi'], releaseParts: 0 },
  Chainguard: { purlType: 'apk', names: ['chainguard'], releaseParts: 0 },
  Debian: {
    purlType: 'deb',
    names: ['debian'],
    releaseParts: 1,
    codeNames: numbered({
      wheezy: 7,
      jessie: 8,
      stretch: 9,
      buster: 10,
      bullseye: 11,
      bookworm: 12,
      trixie: 13,
      forky: 14,
    }),
  },
  Ubuntu: {
    purlType: 'deb',
    names: ['ubuntu'],
    releaseParts: 2,
    codeNames: new Map([
      ['trusty', '14.04'],
      ['xenial', '16.04'],
      ['bionic', '18.04'],
      ['focal', '20.04'],
      ['jammy', '22.04'],
      ['noble', '24.04'],
      ['oracular', '24.10'],
      ['plucky', '25.04'],
    ]),
  },
  'Red Hat': { purlType: 'rpm', names: ['redhat', 'rhel'], releaseParts: 1 },
  'Rocky Linux': { purlType: 'rpm', names: ['rocky-linux', 'rocky', 'rockylinux'], releaseParts: 1 },
  AlmaLinux: { purlType: 'rpm', names: ['almalinux', 'alma'], releaseParts: 1 },
} as const satisfies Record<string, Distribution>;

export type DistributionName = keyof typeof distributions;

const all = Object.entries(distributions) as Array<[DistributionName, Distribution]>;

export function distributionOf(ecosystem: string): Distribution | undefined {
  return Object.hasOwn(distributions, ecosystem) ? distributions[ecosystem as DistributionName] : undefined;
}

/** The ecosystem of a system that an inventory names. */
export function distributionNamed(name: string): DistributionName | undefined {
  return all.find(([, { names }]) => names.includes(name.toLowerCase()))?.[0];
}

/** `debian-12.5`, `debian:12`, `12` and `bookworm` are all release 12; `v3.18.4` of Alpine is 3.18. */
export function releaseOf(ecosystem: string, written: string): string | undefined {
  const distribution = distributionOf(ecosystem);
  if (!distribution || distribution.releaseParts === 0) return undefined;
  const bare = written.toLowerCase().replace(/^[a-z-]+[-:](?=v?\d)/, '');
  const named = distribution.codeNames?.get(bare.replace(/^[a-z]+[-:]/, ''));
  const numbers = /^v?(\d{1,3}(?:\.\d{1,3})*)$/.exec(bare)?.[1]?.split('.');
  if (named !== undefined || !numbers || numbers.length < distribution.releaseParts) return named;
  return numbers.slice(0, distribution.releaseParts).join('.');
}

/** What follows the ecosystem in a record: `Debian:12`, `Alpine:v3.18`, `Ubuntu:22.04:LTS`, `Red Hat:enterprise_linux:9::baseos`. */
export function releaseOfRecord(ecosystem: string, written: string): string | undefined {
  const [, ...parts] = written.split(':');
  if (!distributionOf(ecosystem) || parts.length === 0) return undefined;
  // Supported for longer against payment: counted as that release only where there is no word about the free one.
  if (parts[0] === 'Pro')
    return `${paidRelease}${releaseOf(ecosystem, parts.find((part) => /^\d/.test(part)) ?? '')}`;
  if (parts[0] === 'enterprise_linux') return releaseOf(ecosystem, parts[1] ?? '') ?? written;
  // Other products of the same house have other versions: their records mean nothing here.
  return releaseOf(ecosystem, parts[0]!) ?? written;
}

export const paidRelease = 'Pro ';

/** The parts of a package URL of a distribution that decide which advisories mean it. */
export interface DistributedPackage {
  ecosystem: DistributionName;
  version: string;
  release?: string;
  sourceName?: string;
}

/** Undefined where the package is of another kind, or of a system that we know nothing about. */
export function distributedPackage(purl: PackageUrl): DistributedPackage | undefined {
  const { type, namespace, qualifiers } = purl;
  const ofType = all.filter(([, { purlType }]) => purlType === type);
  // Without a namespace a Debian package is one of Debian; of the others it is not known.
  const [ecosystem] =
    ofType.find(([, { names }]) => names.includes((namespace ?? '').toLowerCase())) ??
    (type === 'deb' && !namespace ? ['Debian' as const] : []);
  if (!ecosystem) return undefined;
  const release = releaseOf(ecosystem, qualifiers.get('distro') ?? '');
  const sourceName = sourceOf(type, qualifiers.get('upstream'));
  const epoch = type === 'rpm' ? /^\d+$/.exec(qualifiers.get('epoch') ?? '')?.[0] : undefined;
  const version = purl.version ?? '';
  return {
    ecosystem,
    version: epoch && !version.includes(':') ? `${epoch}:${version}` : version,
    ...(release && { release }),
    ...(sourceName && { sourceName }),
  };
}

/** `openssl`, `openssl@3.0` or `openssl-3.0.7-16.el9.src.rpm`. */
function sourceOf(type: string, upstream: string | undefined): string | undefined {
  if (type === 'rpm') return /^(.+)-[^-]+-[^-]+\.src\.rpm$/.exec(upstream ?? '')?.[1];
  return upstream?.replace(/@.*/s, '');
}

export function isDistributed(type: string): boolean {
  return all.some(([, { purlType }]) => purlType === type);
}

function numbered(names: Record<string, number>): ReadonlyMap<string, string> {
  return new Map(Object.entries(names).map(([name, number]) => [name, String(number)]));
}
