import { compareTexts } from '../../../../kernel/compare-texts.ts';
import type { Candidate } from './advisory.ts';

/** Records of several databases about one problem, under all its names. */
export interface AdvisoryGroup {
  candidates: Candidate[];
  /** All ids and aliases: the CVE first where there is one, then GitHub's, then the others by text. */
  ids: string[];
}

/** Merges records that name one another, or the same third one. */
export function groupAdvisories(candidates: readonly Candidate[]): AdvisoryGroup[] {
  const groups: Array<{ candidates: Candidate[]; ids: Set<string> }> = [];
  for (const candidate of candidates) {
    const ids = new Set([candidate.advisory.id, ...candidate.advisory.aliases]);
    const merged = { candidates: [candidate], ids };
    for (let i = groups.length - 1; i >= 0; i--) {
      const group = groups[i]!;
      if (![...group.ids].some((id) => ids.has(id))) continue;
      merged.candidates.unshift(...group.candidates);
      for (const id of group.ids) ids.add(id);
      groups.splice(i, 1);
    }
    groups.push(merged);
  }
  return groups
    .map((group) => ({
      candidates: group.candidates.toSorted((a, b) => compareTexts(a.advisory.id, b.advisory.id)),
      ids: [...group.ids].sort(compareIds),
    }))
    .sort((a, b) => compareIds(a.ids[0]!, b.ids[0]!));
}

function compareIds(left: string, right: string): number {
  // A blank comes before all that an id begins with.
  const key = (id: string): string => id.replace(/^(?:CVE|GHSA)-/, ' $&');
  return compareTexts(key(left), key(right));
}
