import { codeWords, lineCommentOf } from '../../src/scan/likeness/code-words.ts';
import { flaggedCode } from '../../src/scan/likeness/finding-shape.ts';
import type { Finding } from '../../src/scan/model/finding.ts';
import { type Random, seededRandom, type Variant, variantOf } from './variants.ts';

/** A finding to be shown, and the decisions that are about the same problem elsewhere; some have none. */
export interface Query extends Variant {
  duplicates: ReadonlySet<string>;
}

export interface DuplicateSet {
  decisions: Variant[];
  queries: Query[];
  repositories: number;
  rules: number;
}

export interface Found {
  repo: string;
  finding: Finding;
}

const perRuleAndRepository = 3;
const perRule = 12;
/** So many of the problems are new: whatever is shown for them is wrong. */
const lonely = 0.25;

/**
 * Of real findings, no two of a rule with the same outline (so that every other finding of a rule is a wrong one), each with a variant that
 * was decided about in another repository, and another variant that is asked with.
 */
export function duplicateSet(found: readonly Found[], most: number, seed: number): DuplicateSet {
  const random = seededRandom(seed);
  const bases = distinct(shuffled(found, random)).slice(0, most);
  const repositories = [...new Set(found.map(({ repo }) => repo))];
  const other = (repo: string) =>
    pick(
      repositories.filter((name) => name !== repo),
      random,
    );
  const decisions: Variant[] = [];
  const queries: Query[] = [];
  for (const base of bases) {
    const vary = () => variantOf(base.finding, other(base.repo), pick(found, random).finding, random);
    const query = vary();
    if (random() < lonely) {
      queries.push({ ...query, duplicates: new Set() });
      continue;
    }
    const second = vary();
    decisions.push(base, second);
    queries.push({ ...query, duplicates: new Set([base.finding.id, second.finding.id]) });
  }
  return {
    decisions,
    queries,
    repositories: new Set(bases.map(({ repo }) => repo)).size,
    rules: new Set(bases.map(({ finding }) => finding.ruleId)).size,
  };
}

function distinct(found: readonly Found[]): Found[] {
  const outlines = new Set<string>();
  const counts = new Map<string, number>();
  const count = (key: string) => {
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return counts.get(key)!;
  };
  return found.filter(({ repo, finding }) => {
    const outline = `${finding.ruleId} ${outlineOf(finding)}`;
    if (!finding.snippet || outlines.has(outline) || outlineOf(finding).length < 8) return false;
    if (count(`${finding.ruleId} ${repo}`) > perRuleAndRepository || count(finding.ruleId) > perRule)
      return false;
    outlines.add(outline);
    return true;
  });
}

/** The code without the names and values that somebody else would choose otherwise. */
function outlineOf(finding: Finding): string {
  return codeWords(flaggedCode(finding), lineCommentOf(finding.file))
    .map(({ kind, text }) =>
      finding.engine === 'code' && (kind === 'name' || kind === 'text' || kind === 'number') ? kind : text,
    )
    .join(' ');
}

function pick<Item>(items: readonly Item[], random: Random): Item {
  return items[Math.floor(random() * items.length)]!;
}

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const copy = [...items];
  for (let i = copy.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [copy[i], copy[j]] = [copy[j]!, copy[i]!];
  }
  return copy;
}
