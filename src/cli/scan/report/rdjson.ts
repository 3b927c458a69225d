import { secretMask } from '../../../scan/findings/snippet.ts';
import type { Finding, Severity } from '../../../scan/model/finding.ts';
import { visibleText } from '../../../scan/report/visible-text.ts';

const levels: Record<Severity, string> = {
  critical: 'ERROR',
  high: 'ERROR',
  medium: 'WARNING',
  low: 'INFO',
  info: 'INFO',
};

/** Reviewdog's diagnostic format, for comments on the lines of a change. */
export function renderRdjson(findings: readonly Finding[]): string {
  return JSON.stringify(
    { source: { name: 'lorekeep' }, diagnostics: findings.map((finding) => diagnostic(finding)) },
    null,
    2,
  );
}

function diagnostic(finding: Finding) {
  const { severity, ruleId, title, description, suggestion, references, fix, trace, file } = finding;
  const [url] = (references ?? []).filter((link) => /^https?:/.test(link));
  const text = [title, description, suggestion && `Fix: ${suggestion}`].flatMap((words) => words || []);
  return {
    message: visibleText(text.join('\n'), { multiline: true }),
    location: { path: file, range: rangeOf(finding) },
    severity: levels[severity],
    code: { value: ruleId, ...(url !== undefined && { url }) },
    ...(fix && {
      suggestions: [
        // Whole lines: from the beginning of the first to the beginning of the one after the last.
        {
          range: { start: { line: fix.startLine, column: 1 }, end: { line: fix.endLine + 1, column: 1 } },
          text: `${fix.replacement}\n`,
        },
      ],
    }),
    ...(trace &&
      trace.length > 1 && {
        relatedLocations: trace.map((step) => ({
          message: visibleText(step.message),
          location: { path: step.file, range: { start: { line: step.line } } },
        })),
      }),
  };
}

/** Columns count bytes of UTF-8. The line's text says how many they are; where it is not known, or a secret in it is masked, there are none. */
function rangeOf({ line: first, startLine, endLine, startColumn, endColumn, snippet }: Finding) {
  const lines = snippet?.text.split('\n') ?? [];
  const column = (line: number, units: number | undefined) => {
    const text = snippet ? lines[line - snippet.startLine] : undefined;
    if (text === undefined || units === undefined) return {};
    const before = text.slice(0, units - 1);
    return before.length < units - 1 || before.includes(secretMask)
      ? {}
      : { column: Buffer.byteLength(before) + 1 };
  };
  const last = Math.max(startLine, endLine);
  return {
    start: { line: first, ...(first === startLine && column(startLine, startColumn)) },
    end: { line: last, ...column(last, endColumn) },
  };
}
