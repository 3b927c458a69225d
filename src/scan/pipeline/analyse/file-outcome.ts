import type { FileAnalysis } from '../../engines/engine.ts';
import type { CoverageNote } from '../../model/coverage.ts';
import type { EngineId } from '../../model/finding.ts';
import { isPassing } from '../../model/skip-reason.ts';

/** What each engine reported about one file, as JSON, so that a fresh result and a cached one are the same bytes. */
export type FileResults = Partial<Record<EngineId, string>>;

/** The result of an engine that found nothing and remembers nothing: by far the commonest. */
export const nothing = '';

export interface FileOutcome {
  results: FileResults;
  /** Engines whose result may be another one the next time, and which must not be remembered. */
  passing: EngineId[];
}

/** What one engine says about a file. */
export interface OneOutcome {
  engine: EngineId;
  result: string;
  isPassing: boolean;
}

export function outcomeOf(engine: EngineId, analysis: FileAnalysis<unknown>): OneOutcome {
  const isPassingNow = analysis.notes?.some(({ reason }) => isPassing(reason)) ?? false;
  return { engine, result: encode(analysis), isPassing: isPassingNow };
}

export function joinOutcomes(outcomes: readonly OneOutcome[]): FileOutcome {
  const results: FileResults = {};
  const passing: EngineId[] = [];
  for (const { engine, result, isPassing } of outcomes) {
    results[engine] = result;
    if (isPassing) passing.push(engine);
  }
  return { results, passing };
}

/** Of a file that no engine got to the end of. */
export function lostOutcome(engineIds: readonly EngineId[], note: CoverageNote): FileOutcome {
  return joinOutcomes(engineIds.map((id) => outcomeOf(id, { findings: [], notes: [note] })));
}

function encode(analysis: FileAnalysis<unknown>): string {
  const { findings, facts, notes, redactions, maskEverywhere, imports, readAs } = analysis;
  const hasExtras = notes?.length || redactions?.length || imports !== undefined || readAs !== undefined;
  const isEmpty = findings.length === 0 && facts === undefined && !hasExtras;
  return isEmpty
    ? nothing
    : JSON.stringify({ findings, facts, notes, redactions, maskEverywhere, imports, readAs });
}
