import type { CoverageNote } from '../../../model/coverage.ts';
import type { EngineFinding } from '../../../model/finding.ts';
import type { Engine } from '../../engine.ts';

/** Runs one engine over a repository given as path to text, the way the pipeline does: for tests and measurements. */
export async function scanRepository<Facts>(
  engine: Engine<Facts>,
  repository: Readonly<Record<string, string>>,
): Promise<{ findings: EngineFinding[]; notes: CoverageNote[] }> {
  const findings: EngineFinding[] = [];
  const notes: CoverageNote[] = [];
  const facts: Array<{ path: string; facts: Facts }> = [];
  const tools = { hashSecret: (value: string) => `hash-of-${value.length}` };
  for (const path of Object.keys(repository).sort()) {
    const text = repository[path]!;
    const bytes = new TextEncoder().encode(text);
    if (!engine.wants(path, bytes.length)) continue;
    await engine.prepare?.([path]);
    const analysis = engine.analyse({ path, bytes, text, tree: undefined }, tools);
    findings.push(...analysis.findings);
    notes.push(...(analysis.notes ?? []));
    // Facts may come from a cache, so they must survive as JSON.
    if (analysis.facts !== undefined)
      facts.push({ path, facts: JSON.parse(JSON.stringify(analysis.facts)) as Facts });
  }
  const conclusion = engine.conclude?.(facts, tools);
  findings.push(...(conclusion?.findings ?? []));
  notes.push(...(conclusion?.notes ?? []));
  return { findings, notes };
}
