import type { Candidate, Layer } from './detectors/candidate.ts';

/** A stretch of the file itself, in bytes. */
export interface Stretch {
  start: number;
  end: number;
}

export interface Found {
  candidate: Candidate;
  layer: Layer;
  stretch: Stretch;
}

export function byPlace(a: Found, b: Found): number {
  return a.stretch.start - b.stretch.start;
}

/** An archive has one place for all that is in it: more findings of one rule than these tell nothing new, and are counted. */
const maxOfRuleInArchive = 10;

/** What members of an archive hold: each value once, and of many under one rule the first, with the number of the others. */
export function groupMembers(found: readonly Found[]): Found[] {
  return firstOfEach(withoutEqual(found), maxOfRuleInArchive, 'archive');
}

/** The same of a file that is trusted less: of vectors for tests there are thousands in one file. */
export function groupDoubtful(found: readonly Found[]): Found[] {
  const isDoubtful = ({ layer }: Found) => layer.context.caution !== undefined;
  if (!found.some(isDoubtful)) return [...found];
  return [
    ...found.filter((one) => !isDoubtful(one)),
    ...firstOfEach(found.filter(isDoubtful), maxOfRuleInDoubtfulFile, 'file'),
  ];
}

const maxOfRuleInDoubtfulFile = 25;

function firstOfEach(found: readonly Found[], limit: number, where: string): Found[] {
  const groups = new Map<string, Found[]>();
  for (const one of found) {
    const key = `${one.candidate.rule.id}\0${one.candidate.severity}`;
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return [...groups.values()].flatMap((group) => {
    const more = group.length - limit;
    if (more <= 0) return group;
    const kept = group.slice(0, limit);
    return [...kept.slice(0, -1), withReason(kept.at(-1)!, `${more} more of this kind are in the ${where}`)];
  });
}

/** What was found in the file as it is and again in a member of it: an archive that is not packed shows both. */
export function apartFrom(
  found: readonly Found[],
  members: readonly Found[],
): [own: Found[], again: Found[]] {
  const known = new Set(members.map(keyOf));
  return [found.filter((one) => !known.has(keyOf(one))), found.filter((one) => known.has(keyOf(one)))];
}

/** The same value under the same rule with low confidence is reported once per file: a test suite repeats its passwords. */
export function withoutRepeats(found: readonly Found[]): Found[] {
  const told = new Set<string>();
  return found.filter((one) => {
    if (one.layer.context.caution === undefined) return true;
    if (told.has(keyOf(one))) return false;
    told.add(keyOf(one));
    return true;
  });
}

function withoutEqual(found: readonly Found[]): Found[] {
  return [...new Map(found.toReversed().map((one) => [keyOf(one), one])).values()].toReversed();
}

function withReason({ candidate, ...rest }: Found, reason: string): Found {
  return { ...rest, candidate: { ...candidate, reasons: [...candidate.reasons, reason] } };
}

function keyOf({ candidate }: Found): string {
  return `${candidate.rule.id}\0${candidate.value}`;
}
