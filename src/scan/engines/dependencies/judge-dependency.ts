import type { Affected, Candidate } from './advisories/advisory.ts';
import type { AdvisoryIndex } from './advisories/advisory-index.ts';
import { type AdvisoryGroup, groupAdvisories } from './advisories/group-advisories.ts';
import { isAffected } from './advisories/is-affected.ts';
import type { Dependency } from './dependency.ts';
import { paidRelease } from './distributions.ts';
import { ecosystemTraits } from './ecosystems.ts';
import { accepts, type Interval, parseRequirement } from './versions/requirement.ts';
import type { VersionScheme } from './versions/version-scheme.ts';

/** One problem of one dependency, and how to be rid of it. */
export interface Verdict extends AdvisoryGroup {
  /** The smallest version after the present one that none of the group's records means. */
  fixedVersion?: string;
  /** Whether the fix stays within what the ecosystem counts as compatible. */
  isCompatibleFix?: boolean;
  /** The smallest version that ends all known problems of the package at once. */
  fixesAll?: string;
}

/** Judges a dependency by its version; where there is only a requirement, by what an installer could choose today. */
export function judgeDependency(dependency: Dependency, index: Pick<AdvisoryIndex, 'lookUp'>): Verdict[] {
  if (dependency.source !== undefined) return [];
  const { style, scheme: plain } = ecosystemTraits(dependency.ecosystem);
  const scheme = plain.withMemory();
  const { version, requirement } = dependency;
  if (version === '' && !requirement) return [];
  const candidates = candidatesOf(dependency, index);
  if (candidates.length === 0) return [];
  const intervals = version === '' ? parseRequirement(requirement!, style) : undefined;
  if (version === '' && !intervals) return [];
  const means = intervals
    ? (affected: Affected) => isInevitable(intervals, affected, scheme)
    : (affected: Affected) => isAffected(version, affected, scheme);
  const relevant = candidates.map((candidate) => ofRelease(candidate, dependency.release, means));
  const hits = relevant.filter((candidate) => candidate.affected.some(means));
  const from = intervals ? lowest(intervals, scheme) : version;
  const fixesAll = smallestFix(from, hits, hits, scheme);
  return groupAdvisories(hits).map((group) => {
    const fixedVersion = smallestFix(from, group.candidates, group.candidates, scheme);
    return {
      ...group,
      ...(fixedVersion === undefined
        ? {}
        : { fixedVersion, isCompatibleFix: isCompatible(from, fixedVersion, scheme) }),
      ...(fixesAll === undefined ? {} : { fixesAll }),
    };
  });
}

/** Records of Debian and Alpine know the source package, those of Red Hat's family either. */
function candidatesOf(
  { ecosystem, name, sourceName }: Dependency,
  index: Pick<AdvisoryIndex, 'lookUp'>,
): Candidate[] {
  if (sourceName === undefined || sourceName === name) return index.lookUp(ecosystem, name);
  const bySource = index.lookUp(ecosystem, sourceName);
  if (ecosystemTraits(ecosystem).purlType !== 'rpm') return bySource;
  const own = index.lookUp(ecosystem, name);
  const ids = new Set(own.map(({ advisory }) => advisory.id));
  return [...own, ...bySource.filter(({ advisory }) => !ids.has(advisory.id))];
}

/**
 * What a record says about the release that a package was built for. Where that is not known, only what every release of the record
 * agrees on can be said.
 */
function ofRelease(
  candidate: Candidate,
  release: string | undefined,
  means: (affected: Affected) => boolean,
): Candidate {
  const { affected } = candidate;
  if (affected.every((each) => each.release === undefined)) return candidate;
  const own = release === undefined ? (affected.every(means) ? affected : []) : entriesOf(affected, release);
  return {
    affected: own,
    get advisory() {
      return candidate.advisory;
    },
  };
}

/** A word about releases that are only supported against payment counts where there is none about the free one. */
function entriesOf(affected: readonly Affected[], release: string): Affected[] {
  const free = affected.filter((each) => each.release === undefined || each.release === release);
  return free.length > 0 ? free : affected.filter((each) => each.release === `${paidRelease}${release}`);
}

/**
 * A requirement is a problem only where everything it accepts is affected: an installer takes the newest, so that a fix inside the
 * range is a fix. Ranges without an upper end are no problem for the same reason.
 */
function isInevitable(intervals: readonly Interval[], affected: Affected, scheme: VersionScheme): boolean {
  return intervals.every(({ min, max }) => {
    if (!min?.inclusive || !max || !isAffected(min.version, affected, scheme)) return false;
    const ends = affected.ranges.flatMap(({ events }) =>
      events.flatMap((event) =>
        'fixed' in event ? [event.fixed] : 'last_affected' in event ? [event.last_affected] : [],
      ),
    );
    return !ends.some(
      (end) => accepts([{ min, max }], end, scheme) && !isSingle(min.version, max.version, scheme),
    );
  });
}

function isSingle(min: string, max: string, scheme: VersionScheme): boolean {
  return scheme.compare(min, max) === 0;
}

function lowest(intervals: readonly Interval[], scheme: VersionScheme): string {
  const versions = intervals.flatMap(({ min }) => (min ? [min.version] : []));
  return versions.toSorted(scheme.compare)[0] ?? '0';
}

/** Among the versions that `offers` name as fixed: the smallest above `from` that none of `threats` means; releases before pre-releases. */
function smallestFix(
  from: string,
  offers: readonly Candidate[],
  threats: readonly Candidate[],
  scheme: VersionScheme,
): string | undefined {
  const fixed = new Set<string>();
  for (const { affected } of offers) {
    for (const { ranges } of affected) {
      for (const { events } of ranges)
        for (const event of events) if ('fixed' in event) fixed.add(event.fixed);
    }
  }
  const candidates = [...fixed]
    .filter((version) => scheme.isValid(version) && scheme.compare(version, from) > 0)
    .toSorted(
      (a, b) => Number(scheme.isPrerelease(a)) - Number(scheme.isPrerelease(b)) || scheme.compare(a, b),
    );
  return candidates.find(
    (version) => !threats.some(({ affected }) => affected.some((each) => isAffected(version, each, scheme))),
  );
}

function isCompatible(from: string, to: string, scheme: VersionScheme): boolean {
  return scheme.compatibilityLine(from) === scheme.compatibilityLine(to);
}
