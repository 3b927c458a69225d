import { createCodeEngine } from '../../src/scan/engines/code/code-engine.ts';
import type { FileFacts } from '../../src/scan/engines/code/domain/facts.ts';
import type { EngineFinding } from '../../src/scan/model/finding.ts';
import { createParser } from '../../src/scan/syntax/parser.ts';

type CodeScan = (files: Readonly<Record<string, string>>) => EngineFinding[];

/** Judges files by the code engine alone, each by itself and then all together; ready for the languages of the paths. */
export async function createCodeScan(paths: readonly string[]): Promise<CodeScan> {
  const parser = await createParser();
  const engine = createCodeEngine();
  await engine.prepare!(paths);
  return scanWith(parser, engine);
}

const parser = await createParser();
const engine = createCodeEngine();
const scan = scanWith(parser, engine);

/** The same for files of any language. */
export async function findingsIn(files: Readonly<Record<string, string>>): Promise<EngineFinding[]> {
  await engine.prepare!(Object.keys(files));
  return scan(files);
}

function scanWith(
  parser: Awaited<ReturnType<typeof createParser>>,
  engine: ReturnType<typeof createCodeEngine>,
): CodeScan {
  const tools = { hashSecret: (value: string) => value };
  return (files) => {
    const facts: Array<{ path: string; facts: FileFacts }> = [];
    const findings: EngineFinding[] = [];
    for (const [path, text] of Object.entries(files)) {
      const parseAs = (name: string, code: string) => parser.tryParse(name, code);
      const file = { path, text, bytes: Buffer.from(text), tree: parser.parse(path, text), parseAs };
      const analysis = engine.analyse(file, tools);
      findings.push(...analysis.findings);
      if (analysis.facts) facts.push({ path, facts: analysis.facts });
    }
    return [...findings, ...engine.conclude!(facts, tools).findings];
  };
}
