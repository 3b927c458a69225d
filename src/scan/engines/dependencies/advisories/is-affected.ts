import { semverScheme } from '../versions/semver.ts';
import type { VersionScheme } from '../versions/version-scheme.ts';
import type { Affected, AffectedRange, RangeEvent } from './advisory.ts';

/** OSV's evaluation: listed by itself, or inside a range. A version that the ecosystem cannot order can only be listed. */
export function isAffected(version: string, affected: Affected, scheme: VersionScheme): boolean {
  const canOrder = scheme.isValid(version);
  if (canOrder && affected.ranges.some((range) => isInRange(version, range, orderOf(range, scheme))))
    return true;
  if (affected.versions.includes(version)) return true;
  return (
    canOrder &&
    affected.versions.some((listed) => scheme.isValid(listed) && scheme.compare(listed, version) === 0)
  );
}

/** A range of type SEMVER is ordered as such whatever its ecosystem does, unless the ecosystem knows semantic versions better. */
function orderOf(range: AffectedRange, scheme: VersionScheme): VersionScheme {
  const isSemantic = /^(?:semver|go|pub)$/.test(scheme.id);
  return range.type === 'SEMVER' && !isSemantic ? semverScheme : scheme;
}

function isInRange(version: string, { events }: AffectedRange, scheme: VersionScheme): boolean {
  if (!isBeforeLimits(version, events, scheme)) return false;
  let inside = false;
  for (const event of sortEvents(events, scheme)) {
    if ('introduced' in event) {
      if (event.introduced === '0' || scheme.compare(version, event.introduced) >= 0) inside = true;
    } else if ('fixed' in event) {
      if (scheme.compare(version, event.fixed) >= 0) inside = false;
    } else if ('last_affected' in event) {
      if (scheme.compare(version, event.last_affected) > 0) inside = false;
    }
  }
  return inside;
}

function isBeforeLimits(version: string, events: RangeEvent[], scheme: VersionScheme): boolean {
  const ends = events.flatMap((event) => ('limit' in event ? [event.limit] : []));
  return ends.length === 0 || ends.some((limit) => limit === '*' || scheme.compare(version, limit) < 0);
}

/** By version; where two share one, what was introduced comes first, so that a fix in the same version wins. */
function sortEvents(events: RangeEvent[], scheme: VersionScheme): RangeEvent[] {
  return [...events].sort((left, right) => {
    const a = versionOf(left);
    const b = versionOf(right);
    if (a === '0' || b === '0') return Number(b === '0') - Number(a === '0');
    return scheme.compare(a, b) || Number('introduced' in right) - Number('introduced' in left);
  });
}

function versionOf(event: RangeEvent): string {
  if ('introduced' in event) return event.introduced;
  if ('fixed' in event) return event.fixed;
  return 'last_affected' in event ? event.last_affected : event.limit;
}
