import type { FileAnalysis } from '../../engines/engine.ts';
import type { CoverageNote } from '../../model/coverage.ts';
import type { EngineId } from '../../model/finding.ts';
import { isPassing } from '../../model/skip-reason.ts';

/** What each engine said about one file, as JSON, so that a fresh result and a cached one are the same bytes. */
export type FileResults = Partial<Record<EngineId, string>>;

/** The result of an engine that found nothing and remembers nothing: by far the commonest. */
export const nothing = '';

export interface FileOutcome {
  results: FileResults;
  /** Engines whose result may be another one the next time, and which must not be remembered. */
  passing: EngineId[];
}

export function outcomeOf(analyses: ReadonlyMap<EngineId, FileAnalysis<unknown>>): FileOutcome {
  const outcome: FileOutcome = { results: {}, passing: [] };
  for (const [id, analysis] of analyses) {
    outcome.results[id] = encode(analysis);
    if (analysis.notes?.some(({ reason }) => isPassing(reason))) outcome.passing.push(id);
  }
  return outcome;
}

/** Of a file that no engine got to the end of. */
export function lostOutcome(engineIds: readonly EngineId[], note: CoverageNote): FileOutcome {
  return outcomeOf(new Map(engineIds.map((id) => [id, { findings: [], notes: [note] }])));
}

function encode(analysis: FileAnalysis<unknown>): string {
  const { findings, facts, notes, redactions, maskEverywhere, imports, readAs } = analysis;
  const hasExtras = notes?.length || redactions?.length || imports !== undefined || readAs !== undefined;
  const isEmpty = findings.length === 0 && facts === undefined && !hasExtras;
  return isEmpty
    ? nothing
    : JSON.stringify({ findings, facts, notes, redactions, maskEverywhere, imports, readAs });
}
