import { addToList } from '../../kernel/add-to-list.ts';
import { type Finding, type Severity, severities } from '../model/finding.ts';
import type { RuleDescription } from '../model/rule-description.ts';

/** What code scanning turns into critical, high, medium and low; it knows nothing below low. */
const securitySeverity: Partial<Record<Severity, string>> = {
  critical: '9.5',
  high: '8.0',
  medium: '5.5',
  low: '2.5',
};

const defaultLevels: Record<Severity, 'error' | 'warning' | 'note'> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
  info: 'note',
};

/** The rules that these findings name, in the order of their first finding, with help for those who never heard of them. */
export function sarifRules(findings: readonly Finding[], described: readonly RuleDescription[]) {
  const descriptions = new Map(described.map((rule) => [rule.id, rule]));
  const byRule = new Map<string, Finding[]>();
  for (const finding of findings) addToList(byRule, finding.ruleId, finding);
  return [...byRule].map(([id, group]) => sarifRule(id, group, descriptions.get(id)));
}

function sarifRule(id: string, group: readonly Finding[], described: RuleDescription | undefined) {
  const first = group[0]!;
  const title = described?.title ?? first.title;
  const description = (described?.description ?? first.description) || title;
  const suggestion = described?.suggestion ?? first.suggestion;
  const references = described?.references ?? first.references ?? [];
  // Severity belongs to a rule here, not to a result: the worst of its findings must not be played down.
  const severity = severities.find((one) => group.some((finding) => finding.severity === one))!;
  const cwe = described?.cwe ?? first.cwe;
  return {
    id,
    name: id,
    shortDescription: { text: title },
    fullDescription: { text: description.slice(0, 1_000) },
    help: {
      text: [description, suggestion, ...references].filter(Boolean).join('\n\n'),
      markdown: helpMarkdown(description, suggestion, references),
    },
    ...(references[0] === undefined || !URL.canParse(references[0])
      ? {}
      : { helpUri: new URL(references[0]).href }),
    defaultConfiguration: { level: defaultLevels[severity] },
    properties: {
      tags: [
        'security',
        first.engine,
        first.category,
        ...cwe.map((one) => `external/cwe/${one.toLowerCase()}`),
      ].slice(0, 20),
      precision: described?.confidence ?? first.confidence,
      ...(securitySeverity[severity] && { 'security-severity': securitySeverity[severity] }),
    },
  };
}

/** Rule text is our own, but a finding may stand in for it, so that it is written as text and not as markup. */
function helpMarkdown(
  description: string,
  suggestion: string | undefined,
  references: readonly string[],
): string {
  const parts = [escapeMarkup(description)];
  if (suggestion) parts.push('## What to do', escapeMarkup(suggestion));
  const links = references.filter((link) => /^https:\/\/[^\s<>"'()\\`]+$/.test(link));
  if (links.length > 0) parts.push('## References', links.map((link) => `- <${link}>`).join('\n'));
  return parts.join('\n\n');
}

function escapeMarkup(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|!~&]/g, '\\$&');
}
