import type { EngineFinding, Severity } from '../../../model/finding.ts';
import type { RuleMeta } from '../knowledge/rule-types.ts';
import type { FileClass } from '../reading/file-class.ts';
import { LineTable } from '../reading/line-table.ts';
import { describeFinding } from './describe-finding.ts';

/** A place of a text that a rule matches by itself: nothing is followed there. */
interface TextMatch {
  readonly rule: RuleMeta;
  /** That of the rule where absent. */
  readonly severity?: Severity;
  readonly start: number;
  readonly end: number;
  readonly code: string;
  /** What it is part of, for its identity; empty where nothing has a name. */
  readonly scope: string;
}

/** The findings of such places, each rule once for each of them, in the order of the text. */
export function findingsOfMatches(
  path: string,
  text: string,
  fileClass: FileClass,
  matches: readonly TextMatch[],
): EngineFinding[] {
  if (matches.length === 0) return [];
  const lines = new LineTable(text);
  const findings = new Map<string, EngineFinding>();
  for (const { rule, severity = rule.severity, start, end, code, scope } of matches) {
    const [line, column] = lines.at(start);
    const [endLine, endColumn] = lines.at(Math.max(start, end));
    const key = `${rule.id}:${line}:${column}`;
    if (findings.has(key)) continue;
    const place: [number, number, number, number] = [line, endLine, column, endColumn];
    findings.set(
      key,
      describeFinding(rule, fileClass.rate(severity), rule.confidence, path, place, code, scope, undefined),
    );
  }
  return [...findings.values()].sort((a, b) => a.startLine - b.startLine || (a.ruleId < b.ruleId ? -1 : 1));
}
