import { join } from 'node:path';
import type { RuleExamples } from '../../src/scan/engines/code/check-examples.ts';
import type { EngineFinding } from '../../src/scan/model/finding.ts';

type Found = Awaited<ReturnType<RuleExamples['check']>>['found'];

/** Everything that is found in the examples of a file of rules, by whichever rule: where, how sure and how bad it is, and the way of the data. Words of the rules are left out. */
export function printFindings(found: Found, messages: ReadonlySet<string>): string {
  return found
    .filter(({ findings }) => findings.length > 0)
    .map(({ owner, example, findings }) =>
      [`${owner} ${example}`, ...findings.flatMap((finding) => printFinding(finding, messages))].join('\n  '),
    )
    .join('\n')
    .concat('\n');
}

function printFinding(finding: EngineFinding, messages: ReadonlySet<string>): string[] {
  const { file, startLine, startColumn, endLine, endColumn, line, description, trace = [] } = finding;
  const said = [...messages].find((message) => description.startsWith(message));
  const more = said === undefined ? '' : description.slice(said.length).trim();
  const place = `${startLine}:${startColumn}-${endLine}:${endColumn}${line === undefined ? '' : ` (${line})`}`;
  return [
    [
      `${file}:${place} ${finding.ruleId} ${finding.severity}/${finding.confidence}`,
      ...(finding.identity.scope ? [`in ${finding.identity.scope}`] : []),
      ...(finding.fix || finding.edit ? ['with a fix'] : []),
      ...(more ? [`| ${more}`] : []),
    ].join(' '),
    ...trace.map((step) => {
      const at = step.file === file ? '' : `${step.file}:`;
      return `  ${at}${step.line}:${step.column} ${step.kind} ${step.message}`;
    }),
  ];
}

export const findingsFolder = join(import.meta.dirname, '..', 'scan', 'findings');
