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

/** A file with the engines that will look at it. */
export interface PreparedFile {
  file: LazyFile;
  runs: readonly EngineRun[];
  /** CPU time of each engine. */
  cpuMs: number;
}

export interface RanFile {
  outcome: FileOutcome;
  /** An engine was stopped although it had not used its CPU time: others had the processor. */
  wasStarved: boolean;
  /** No text was parsed before this one since the parser was made ready. */
  hadFreshParser: boolean;
}

export interface RanEngines {
  /** Of the files that were looked at, in their order; at least one. */
  files: RanFile[];
  /** An engine was stopped in the middle: whatever it shares with other files may be half changed. */
  wasInterrupted: boolean;
  /** What it took, all engines together. */
  used: { cpuMs: number; wallMs: number };
}

/**
 * Lets engines look at files, one after the other. One that finds no end is stopped and loses what it found; the other engines of its file still get their turn, and the
 * files behind it are left for later, as are those that find the parser in need of repair. All share one limit on the wall, since watching costs as much as a small file:
 * it is for an engine that hangs, and an engine that had not used its own CPU time by then is called starved.
 */
export function runEngines(files: readonly PreparedFile[], tools: EngineTools, wallMs: number): RanEngines {
  const started = { cpuMs: threadCpuMs(), wallMs: performance.now() };
  const ran: RanFile[] = [];
  let outcomes: OneOutcome[] = [];
  let wasInterrupted = false;
  let wasStarved = false;
  let hadFreshParser = false;
  let run = 0;
  const runAll = () => {
    while (ran.length < files.length) {
      const { file, runs, cpuMs } = files[ran.length]!;
      if (run === 0) {
        if (ran.length > 0 && !file.isParserReady) return;
        hadFreshParser = file.isParserFresh;
      }
      for (; run < runs.length; run++) {
        file.deadline = new CpuDeadline(cpuMs);
        outcomes.push(runOne(runs[run]!, file, tools));
      }
      ran.push({ outcome: joinOutcomes(outcomes), wasStarved, hadFreshParser });
      outcomes = [];
      run = 0;
      if (wasInterrupted) return;
    }
  };
  while (!('result' in runInterruptible(runAll, wallMs))) {
    const { file, runs } = files[ran.length]!;
    wasInterrupted = true;
    file.abandonParser();
    if (!file.deadline.isOver) wasStarved = true;
    const { path } = file;
    const message = 'The file took too much CPU time and was given up.';
    const notes = [{ path, reason: 'time_limit', message } as const];
    outcomes.push(outcomeOf(runs[run++]!.engine.id, { findings: [], notes }));
  }
  const used = { cpuMs: threadCpuMs() - started.cpuMs, wallMs: performance.now() - started.wallMs };
  return { files: ran, wasInterrupted, used };
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
