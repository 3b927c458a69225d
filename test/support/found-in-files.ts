import { findingsIn } from './code-scan.ts';

/** What is found in files that belong together: how severe and how certain, where, and on which ways. */
export async function foundInFiles(files: Record<string, string>): Promise<string[]> {
  const findings = await findingsIn(files);
  return findings.flatMap(({ severity, confidence, ruleId, file, startLine, trace, description }) => [
    `${severity} (${confidence}) ${ruleId} at ${file}:${startLine}${unresolved(description)}`,
    ...(trace ?? []).map((step) => `  ${step.file}:${step.line} ${step.message}`),
  ]);
}

/** What the words of a finding say of checks that it passes. */
function unresolved(description: string): string {
  const said = /`([^`]*)`[^.`]*could not be resolved/.exec(description);
  return said ? `, passes ${said[1]}` : '';
}
