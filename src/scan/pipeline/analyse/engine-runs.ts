import { CpuDeadline, threadCpuMs } from '../../../platform/cpu-deadline.ts';
import { runInterruptible } from '../../../platform/interruptible.ts';
import type { Engine, EngineTools, FileAnalysis } from '../../engines/engine.ts';
import type { EngineId } from '../../model/finding.ts';
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
  analyses: Map<EngineId, FileAnalysis<unknown>>;
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
  const ran = {
    analyses: new Map<EngineId, FileAnalysis<unknown>>(),
    wasInterrupted: false,
    wasStarved: false,
  };
  let next = 0;
  const runAll = () => {
    for (; next < runs.length; next++) {
      file.deadline = new CpuDeadline(limits.cpuMs);
      const run = runs[next]!;
      ran.analyses.set(run.engine.id, runOne(run, file, tools));
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
    ran.analyses.set(runs[next++]!.engine.id, { findings: [], notes });
  }
  const used = { cpuMs: threadCpuMs() - started.cpuMs, wallMs: performance.now() - started.wallMs };
  return { ...ran, used };
}

/** An engine promises not to throw. Where it does, what it lost counts as not analysed, and the scan says so. */
function runOne({ engine, guarded }: EngineRun, file: LazyFile, tools: EngineTools): FileAnalysis<unknown> {
  const { notes } = guarded;
  if (notes.length > 0) return { findings: [], notes };
  const own = { ...tools, attempt: guarded.attempt };
  const analysis = guarded.attempt({ path: file.path }, () => engine.analyse(file, own)) ?? { findings: [] };
  return notes.length === 0 ? analysis : { ...analysis, notes: [...(analysis.notes ?? []), ...notes] };
}
