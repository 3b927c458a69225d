import type { ConfigProblem } from '../../../scan/model/config-problem.ts';
import type { Finding, Severity } from '../../../scan/model/finding.ts';
import { visibleText } from '../../../scan/report/visible-text.ts';

const levels: Record<Severity, string> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'notice',
  info: 'notice',
};

/** Workflow commands that GitHub shows at the lines of a change. It shows the first ten of each level per step, so the worst come first. */
export function renderGithubAnnotations(
  findings: readonly Finding[],
  problems: readonly ConfigProblem[] = [],
): string {
  return [...findings.map(annotation), ...problems.map(problemAnnotation)].join('\n');
}

function problemAnnotation({ file, line, message }: ConfigProblem): string {
  const properties = `file=${escapeProperty(visibleText(file))},line=${line},title=Lorekeep configuration`;
  return `::warning ${properties}::${escapeMessage(visibleText(message))}`;
}

function annotation(finding: Finding): string {
  const { severity, file, line, startLine, endLine, startColumn, endColumn, title, ruleId } = finding;
  const properties = {
    // As it is, so that GitHub finds the file; a name that steers the log of the build is one that nobody has.
    file: /\p{Cc}/u.test(file) ? visibleText(file) : file,
    line,
    endLine: Math.max(line, endLine),
    // GitHub refuses columns of a range over several lines.
    ...(endLine === startLine && startColumn !== undefined && { col: startColumn }),
    ...(endLine === startLine && endColumn !== undefined && { endColumn }),
    title: `${severity}: ${visibleText(title)}`,
  };
  const listed = Object.entries(properties).map(
    ([name, value]) => `${name}=${escapeProperty(String(value))}`,
  );
  const texts = [finding.description, finding.suggestion && `Fix: ${finding.suggestion}`, `Rule: ${ruleId}`];
  const message = texts.flatMap((text) => (text ? visibleText(text) : [])).join('\n');
  return `::${levels[severity]} ${listed.join(',')}::${escapeMessage(message)}`;
}

/** Without line breaks nothing that a repository contains can begin a command of its own. */
function escapeMessage(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
