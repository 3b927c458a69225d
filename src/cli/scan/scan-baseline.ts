import { readFileSync } from 'node:fs';
import { type EngineId, engineIds } from '../../scan/model/finding.ts';
import type { CompletedScan } from '../../scan/model/outcome.ts';
import type { KnownFinding } from '../../scan/model/task.ts';
import { FileError } from '../command.ts';
import { replaceFile } from '../output/replacement.ts';

/** The findings that are known already, one line each so that a review of the file shows what was accepted. */
interface BaselineFile {
  version: 1;
  /** Files of earlier versions do not name the engine. */
  findings: Array<{ fingerprint: string; ruleId: string; file: string; engine?: EngineId }>;
}

/** Reads a file that `--write-baseline` wrote. */
export function readBaseline(file: string): KnownFinding[] {
  let content: Partial<BaselineFile>;
  try {
    content = JSON.parse(readFileSync(file, 'utf8')) as Partial<BaselineFile>;
  } catch {
    throw new FileError(`${JSON.stringify(file)} cannot be read as a baseline.`);
  }
  if (content?.version !== 1 || !Array.isArray(content.findings)) {
    throw new FileError(`${JSON.stringify(file)} is not a baseline that --write-baseline wrote.`);
  }
  return content.findings.map((finding) => ({
    fingerprint: String(finding?.fingerprint),
    ...(typeof finding?.file === 'string' && { file: finding.file }),
    ...(isEngine(finding?.engine) && { engine: finding.engine }),
  }));
}

function isEngine(name: unknown): name is EngineId {
  return (engineIds as readonly unknown[]).includes(name);
}

/** Holds open and suppressed findings: lifting a suppression later makes nothing new. */
export function writeBaseline(file: string, { findings, suppressedFindings }: CompletedScan): void {
  const known = [...findings, ...suppressedFindings].map(({ fingerprint, ruleId, file: path, engine }) => ({
    fingerprint,
    ruleId,
    file: path,
    engine,
  }));
  const lines = known.map((finding) => `  ${JSON.stringify(finding)}`).join(',\n');
  replaceFile(file, `{"version": 1, "findings": [\n${lines}\n]}\n`);
}
