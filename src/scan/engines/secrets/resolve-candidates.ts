import { compareTexts } from '../../../kernel/compare-texts.ts';
import type { Candidate } from './detectors/candidate.ts';

/** Of overlapping candidates the most specific stays; equals are decided by length, then by rule, so that order never matters. */
export function resolveOverlaps(candidates: readonly Candidate[]): Candidate[] {
  const byMerit = candidates.toSorted(
    (a, b) =>
      b.rank - a.rank ||
      b.end - b.start - (a.end - a.start) ||
      (b.specificity ?? 0) - (a.specificity ?? 0) ||
      a.start - b.start ||
      compareTexts(a.rule.id, b.rule.id),
  );
  const kept: Candidate[] = [];
  // Sorted by start and free of overlaps, so that a look at the two neighbours decides.
  for (const candidate of byMerit) {
    const at = lowerBound(kept, candidate.start);
    const before = kept[at - 1];
    const behind = kept[at];
    if ((before && before.end > candidate.start) || (behind && behind.start < candidate.end)) continue;
    kept.splice(at, 0, candidate);
  }
  return kept;
}

function lowerBound(sorted: readonly Candidate[], start: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]!.start < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How far apart the two halves of a credential may stand. */
const maxPairDistance = 1200;

/**
 * Joins the two halves of a credential: the half whose rule says `pairsWith` disappears into the nearest finding of that rule (or of
 * an assignment in general), which becomes critical, since both together open the account.
 */
export function joinPairs(candidates: readonly Candidate[]): Candidate[] {
  const absorbed = new Set<Candidate>();
  const joined = new Map<Candidate, Candidate>();
  for (const half of candidates) {
    if (half.rule.pairsWith === undefined) continue;
    const partner = candidates
      .filter((other) => !joined.has(other) && isPartner(half, other))
      .toSorted((a, b) => distance(half, a) - distance(half, b))[0];
    if (!partner) continue;
    absorbed.add(half);
    const low = partner.confidence === 'low' || half.confidence === 'low';
    joined.set(partner, {
      ...partner,
      severity: low ? partner.severity : 'critical',
      confidence: low ? partner.confidence : 'high',
      reasons: [...partner.reasons, `its other half (${half.rule.title}) stands beside it`],
      otherHalf: { start: half.start, end: half.end },
    });
  }
  return candidates
    .filter((candidate) => !absorbed.has(candidate))
    .map((candidate) => joined.get(candidate) ?? candidate);
}

function isPartner(half: Candidate, other: Candidate): boolean {
  if (other === half || distance(half, other) > maxPairDistance) return false;
  return other.rule.id === half.rule.pairsWith;
}

function distance(a: Candidate, b: Candidate): number {
  return a.start < b.start ? b.start - a.end : a.start - b.end;
}
