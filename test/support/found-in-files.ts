import { createCodeEngine } from '../../src/scan/engines/code/code-engine.ts';
import type { FileFacts } from '../../src/scan/engines/code/domain/facts.ts';
import { createParser } from '../../src/scan/syntax/parser.ts';

const parser = await createParser();
const engine = createCodeEngine();

/** What is found in files that belong together: how severe and how certain, where, and on which ways. */
export async function foundInFiles(files: Record<string, string>): Promise<string[]> {
  const tools = { hashSecret: (value: string) => value };
  await engine.prepare!(Object.keys(files));
  const facts: Array<{ path: string; facts: FileFacts }> = [];
  const findings = Object.entries(files).flatMap(([path, text]) => {
    const tree = parser.parse(path, text);
    const analysis = engine.analyse({ path, text, bytes: Buffer.from(text), tree }, tools);
    if (analysis.facts) facts.push({ path, facts: analysis.facts });
    return analysis.findings;
  });
  findings.push(...engine.conclude!(facts, tools).findings);
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
