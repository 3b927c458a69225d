import { compareTexts } from '../../../kernel/compare-texts.ts';
import { type Finding, severities } from '../../../scan/model/finding.ts';

/** Findings of one rule and severity: what is true of all of them is said once. */
export interface FindingGroup {
  /** The first of them speaks for the group where they are alike. */
  findings: [Finding, ...Finding[]];
  /** Sentences that describe every one of them. */
  description: string;
  /** The suggestion, where it is the same for all. */
  suggestion: string | undefined;
}

/** Most severe first; within a severity the more certain ones first. */
export function groupFindings(findings: readonly Finding[]): FindingGroup[] {
  const groups = Map.groupBy(findings, ({ severity, ruleId, title }) => `${severity} ${ruleId} ${title}`);
  return [...groups.values()]
    .map((list) => groupOf(list as [Finding, ...Finding[]]))
    .sort((a, b) => compare(a.findings[0], b.findings[0]));
}

/** What is true of this finding alone. */
export function ownDescription(finding: Finding, group: FindingGroup): string {
  const shared = new Set(splitSentences(group.description));
  return sentencesOf(finding)
    .filter((sentence) => !shared.has(sentence))
    .join(' ');
}

function groupOf(findings: [Finding, ...Finding[]]): FindingGroup {
  const [first, ...rest] = findings;
  const others = rest.map((finding) => new Set(sentencesOf(finding)));
  const shared = sentencesOf(first).filter((sentence) =>
    others.every((sentences) => sentences.has(sentence)),
  );
  const isSame = rest.every(({ suggestion }) => suggestion === first.suggestion);
  return { findings, description: shared.join(' '), suggestion: isSame ? first.suggestion : undefined };
}

/** Where the data comes from is what a trace shows. */
function sentencesOf({ description, trace }: Finding): string[] {
  const hasTrace = trace !== undefined && trace.length > 1;
  return splitSentences(description).filter(
    (sentence) => !(hasTrace && sentence.startsWith('The data comes from ')),
  );
}

/** A full stop inside of a word, such as that of a file name, ends no sentence. */
function splitSentences(text: string): string[] {
  return text.split(/(?<=[.!?])\s+(?=[\p{Lu}`"“(])/u).filter((sentence) => sentence !== '');
}

const confidences = ['high', 'medium', 'low'];

function compare(a: Finding, b: Finding): number {
  return (
    severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
    confidences.indexOf(a.confidence) - confidences.indexOf(b.confidence) ||
    compareTexts(a.ruleId, b.ruleId) ||
    compareTexts(a.title, b.title)
  );
}
