import type { FindingStatus, Suppression } from '../model/finding.ts';
import type { TriageDecision } from '../model/task.ts';
import type { IdentifiedFinding } from './identity.ts';
import type { RepositoryConfig } from './repository-config.ts';
import { compileRulePattern, type NamedRule } from './rule-pattern.ts';

export interface SuppressionVerdict {
  status: Exclude<FindingStatus, 'open'>;
  suppression: Suppression;
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
  line: (number: number) => string | undefined,
  config: RepositoryConfig | undefined,
  now: number,
): SuppressionVerdict | undefined {
  const suppression = inlineSuppression(identified, line) ?? config?.suppressionFor(identified);
  if (!suppression || hasExpired(suppression.expiresAt, now)) return undefined;
  return { status: 'suppressed', suppression };
}

/** What a line that is ready to be copied has for a reason; as long as nobody wrote one, it suppresses nothing. */
export const reasonPlaceholder = '<reason>';

/** `lorekeep-ignore[rule, other-rule] until 2027-01-31: reason`; rules and date may be absent, the reason may not. */
const marker =
  /lorekeep-ignore(?:\[(?<rules>[^\]]{1,400})\])?(?: until (?<until>\d{4}-\d{2}-\d{2}))?:(?<reason>.{1,500})/;

function inlineSuppression(
  { finding }: IdentifiedFinding,
  line: (number: number) => string | undefined,
): Suppression | undefined {
  const own = parseMarker(line(finding.startLine), finding);
  if (own) return own;
  const above = line(finding.startLine - 1);
  // A comment beside code speaks for that line; only one that stands alone speaks for the next.
  return above !== undefined && standsAlone(above) ? parseMarker(above, finding) : undefined;
}

function parseMarker(text: string | undefined, rule: NamedRule): Suppression | undefined {
  if (text === undefined || !text.includes('lorekeep-ignore')) return undefined;
  const found = marker.exec(text)?.groups;
  const rules = found?.['rules']?.split(',').map((pattern) => compileRulePattern(pattern.trim()));
  if (!found || (rules && !rules.some((matches) => matches(rule)))) return undefined;
  const reason = found['reason']!.replace(/\s*(?:\*\/|-->|#\}|%>|"""|''')\s*$/, '').trim();
  if (reason === '' || reason === reasonPlaceholder) return undefined;
  const until = found['until'];
  return { source: 'inline', reason, ...(until !== undefined && { expiresAt: `${until}T23:59:59Z` }) };
}

function standsAlone(text: string): boolean {
  return /^[\s/*#;%!<'"{.-]*(?:REM\s+)?lorekeep-ignore/.test(text);
}

function hasExpired(expiresAt: string | undefined, now: number): boolean {
  if (expiresAt === undefined) return false;
  const time = Date.parse(expiresAt);
  // A date that nobody can read protects nothing.
  return Number.isNaN(time) || time < now;
}
