import { CpuDeadline, threadCpuMs } from '../../../platform/cpu-deadline.ts';
import { runInterruptible } from '../../../platform/interruptible.ts';
import type { Engine, EngineTools } from '../../engines/engine.ts';
import { type FileOutcome, joinOutcomes, type OneOutcome, outcomeOf } from './file-outcome.ts';
import type { GuardedRun } from './guarded-run.ts';
import type { LazyFile } from './lazy-file.ts';

/** An engine that is ready to look at a file, or whose notes say why it is not: then nothing is to be run. */
export interface EngineRun {
  engine: Engine;
  guarded: GuardedRun;
}

export interface RunLimits {
  /** CPU time of each engine. */
  cpuMs: number;
  /** Of all engines together, on the wall. */
  wallMs: number;
}

export interface RanEngines {
  outcome: FileOutcome;
  /** An engine was stopped in the middle: whatever it shares with other files may be half changed. */
  wasInterrupted: boolean;
  /** It was stopped although it had not used its CPU time: others had the processor. */
  wasStarved: boolean;
  /** What it took, all engines together. */
  used: { cpuMs: number; wallMs: number };
}

/** Lets engines look at one file, one after the other. One that finds no end is stopped and loses what it found; the next gets its turn. */
export function runEngines(
  file: LazyFile,
  runs: readonly EngineRun[],
  tools: EngineTools,
  limits: RunLimits,
): RanEngines {
  const started = { cpuMs: threadCpuMs(), wallMs: performance.now() };
  const outcomes: OneOutcome[] = [];
  const ran = { wasInterrupted: false, wasStarved: false };
  let next = 0;
  const runAll = () => {
    for (; next < runs.length; next++) {
      file.deadline = new CpuDeadline(limits.cpuMs);
      outcomes.push(runOne(runs[next]!, file, tools));
    }
  };
  while (next < runs.length) {
    if ('result' in runInterruptible(runAll, limits.wallMs)) break;
    ran.wasInterrupted = true;
    file.abandonParser();
    if (!file.deadline.isOver) ran.wasStarved = true;
    const { path } = file;
    const message = 'The file took too much CPU time and was given up.';
    const notes = [{ path, reason: 'time_limit', message } as const];
    outcomes.push(outcomeOf(runs[next++]!.engine.id, { findings: [], notes }));
  }
  const used = { cpuMs: threadCpuMs() - started.cpuMs, wallMs: performance.now() - started.wallMs };
  return { ...ran, outcome: joinOutcomes(outcomes), used };
}

/** An engine promises not to throw. Where it does, what it lost counts as not analysed, and the scan says so. */
function runOne({ engine, guarded }: EngineRun, file: LazyFile, tools: EngineTools): OneOutcome {
  const { notes, attempt } = guarded;
  const { path } = file;
  const lost = () => outcomeOf(engine.id, { findings: [], notes });
  if (notes.length > 0) return lost();
  const analysis = attempt({ path }, () => engine.analyse(file, { ...tools, attempt }));
  if (!analysis) return lost();
  const all = notes.length === 0 ? analysis : { ...analysis, notes: [...(analysis.notes ?? []), ...notes] };
  // What is nested too deep for JSON is a crash of the engine as well.
  return attempt({ path }, () => outcomeOf(engine.id, all)) ?? lost();
}
