import type { FindingStatus, Suppression } from '../model/finding.ts';
import type { TriageDecision } from '../model/task.ts';
import type { IdentifiedFinding } from './identity.ts';
import type { RepositoryConfig } from './repository-config.ts';
import { compileRulePattern, type NamedRule } from './rule-pattern.ts';
import type { CommentsByLine, SuppressionComment } from './suppression-comment.ts';

export interface SuppressionVerdict {
  status: Exclude<FindingStatus, 'open'>;
  suppression: Suppression;
  /** Where a comment says so. */
  comment?: SuppressionComment;
}

/** What was decided about a finding through the API; it wins over anything in the repository. */
export function suppressedByTriage(
  { id }: IdentifiedFinding,
  triage: ReadonlyMap<string, TriageDecision>,
  now: number,
): SuppressionVerdict | undefined {
  const decision = triage.get(id);
  if (!decision || hasExpired(decision.expiresAt, now)) return undefined;
  const { status, reason, expiresAt } = decision;
  return { status, suppression: { source: 'api', reason, ...(expiresAt !== undefined && { expiresAt }) } };
}

/** What the repository itself says about a finding: a comment at its line, or its configuration. */
export function suppressedByRepository(
  identified: IdentifiedFinding,
  comments: CommentsByLine,
  config: RepositoryConfig | undefined,
  now: number,
): SuppressionVerdict | undefined {
  const inline = inlineSuppression(identified, comments);
  const suppression = inline?.suppression ?? config?.suppressionFor(identified);
  if (!suppression || hasExpired(suppression.expiresAt, now)) return undefined;
  return { status: 'suppressed', suppression, ...(inline && { comment: inline.comment }) };
}

/** The comment that speaks for a finding: on its line, or alone on the line above; the head of the block that it is in counts like its line. */
function inlineSuppression(
  { finding }: IdentifiedFinding,
  comments: CommentsByLine,
): { comment: SuppressionComment; suppression: Suppression } | undefined {
  for (const at of new Set([finding.line ?? finding.startLine, finding.startLine])) {
    const own = speaking(comments.at(at), finding);
    if (own) return own;
    const above = comments.at(at - 1);
    // A comment next to code speaks for that line; only one that is alone speaks for the next.
    const said = above?.isAlone ? speaking(above, finding) : undefined;
    if (said) return said;
  }
  return undefined;
}

function speaking(comment: SuppressionComment | undefined, rule: NamedRule) {
  if (!comment || comment.reason === '') return undefined;
  const { rules, reason, until } = comment;
  if (rules && !rules.some((pattern) => compileRulePattern(pattern)(rule))) return undefined;
  const expiresAt = until === undefined ? {} : { expiresAt: `${until}T23:59:59Z` };
  return { comment, suppression: { source: 'inline' as const, reason, ...expiresAt } };
}

export function hasExpired(expiresAt: string | undefined, now: number): boolean {
  if (expiresAt === undefined) return false;
  const time = Date.parse(expiresAt);
  // A date that nobody can read protects nothing.
  return Number.isNaN(time) || time < now;
}
