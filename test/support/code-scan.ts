import { createCodeEngine } from '../../src/scan/engines/code/code-engine.ts';
import type { FileFacts } from '../../src/scan/engines/code/domain/facts.ts';
import type { EngineFinding } from '../../src/scan/model/finding.ts';
import { createParser } from '../../src/scan/syntax/parser.ts';

/** Judges files by the code engine alone, each by itself and then all together; ready for the languages of the paths. */
export async function createCodeScan(
  paths: readonly string[],
): Promise<(files: Record<string, string>) => EngineFinding[]> {
  const parser = await createParser();
  const engine = createCodeEngine();
  await engine.prepare!(paths);
  const tools = { hashSecret: (value: string) => value };
  return (files) => {
    const facts: Array<{ path: string; facts: FileFacts }> = [];
    const findings: EngineFinding[] = [];
    for (const [path, text] of Object.entries(files)) {
      const file = { path, text, bytes: Buffer.from(text), tree: parser.parse(path, text) };
      const analysis = engine.analyse(file, tools);
      findings.push(...analysis.findings);
      if (analysis.facts) facts.push({ path, facts: analysis.facts });
    }
    return [...findings, ...engine.conclude!(facts, tools).findings];
  };
}
