import { runInterruptible } from '../../../platform/interruptible.ts';
import type { Attempt, EnginePart } from '../../engines/attempt.ts';
import type { CoverageNote } from '../../model/coverage.ts';
import { describeCrash, type EngineCrash, placeOfCrash } from '../../model/engine-crash.ts';
import type { EngineId } from '../../model/finding.ts';
import type { Deadline } from './deadline.ts';

/** Listing one crash for each rule and file says nothing new. */
const maxNotes = 100;

/** From this share of a processor on nobody else had it: what is left of the time is enough, or the work has no end. */
const ownProcessor = 0.95;
/** A busy machine may become busier. */
const spareWall = 1.25;

/** One run of an engine, over a file or to its conclusion: parts of it may crash or come too late, and the rest is kept. */
export class GuardedRun {
  /** What was lost. */
  readonly notes: CoverageNote[] = [];
  readonly #engine: EngineId;
  readonly #step: EngineCrash['step'];
  readonly #onCrash: (crash: EngineCrash) => void;
  readonly #deadline: Deadline | undefined;
  /** How often each crash was reported, and how often it came since the work was started last: what starts again crashes again. Hardly any run has a crash. */
  #reported: Map<string, number> | undefined;
  #seen: Map<string, number> | undefined;

  constructor(
    engine: EngineId,
    step: EngineCrash['step'],
    onCrash: (crash: EngineCrash) => void,
    deadline?: Deadline,
  ) {
    this.#engine = engine;
    this.#step = step;
    this.#onCrash = onCrash;
    this.#deadline = deadline;
  }

  readonly attempt: Attempt = (part, work) => {
    const late = this.#deadline?.reached;
    if (late !== undefined) {
      this.#note({ path: part.path, reason: 'time_limit', message: late });
      return undefined;
    }
    try {
      return work();
    } catch (error) {
      this.#crashed(part, error);
      return undefined;
    }
  };

  /**
   * For work that nothing else ends: it is stopped when the time is over, and all of it is lost. Only the time on the wall can stop it; where others had the processor
   * meanwhile, it starts again with the CPU time that it had, and more patience.
   */
  readonly attemptInTime: Attempt = (part, work) => {
    const deadline = this.#deadline;
    if (!deadline) return this.attempt(part, work);
    for (let pace = 1; ; ) {
      const late = deadline.look();
      if (late !== undefined) {
        this.#note({ path: part.path, reason: 'time_limit', message: late });
        return undefined;
      }
      const used = deadline.stopwatch();
      const ran = runInterruptible(() => this.attempt(part, work), deadline.waitMs(pace));
      if (!('interrupted' in ran)) return ran.result;
      this.#seen = undefined;
      const cpuMs = used.cpuMs();
      const share = cpuMs / Math.max(1, used.wallMs());
      if (deadline.look() !== undefined || share > ownProcessor) continue;
      deadline.repay(cpuMs);
      pace *= Math.min(4, Math.max(2, spareWall / share / pace));
    }
  };

  async attemptLater<Result>(part: EnginePart, work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work();
    } catch (error) {
      this.#crashed(part, error);
      return undefined;
    }
  }

  #crashed(part: EnginePart, thrown: unknown): void {
    const crash: EngineCrash = { engine: this.#engine, step: this.#step, ...part, ...describeCrash(thrown) };
    const key = JSON.stringify(crash);
    this.#seen ??= new Map();
    this.#reported ??= new Map();
    const times = (this.#seen.get(key) ?? 0) + 1;
    this.#seen.set(key, times);
    if (times <= (this.#reported.get(key) ?? 0)) return;
    this.#reported.set(key, times);
    this.#onCrash(crash);
    this.#note({ path: part.path, reason: 'engine_error', message: messageOf(crash) });
  }

  #note(note: CoverageNote): void {
    const isKnown = this.notes.some(({ path, message }) => path === note.path && message === note.message);
    if (!isKnown && this.notes.length < maxNotes) this.notes.push(note);
  }
}

function messageOf(crash: EngineCrash): string {
  const { error, step, rule } = crash;
  const what = step === 'file' ? 'The engine crashed on this file' : 'The engine crashed while concluding';
  const place = placeOfCrash(crash);
  return `${what}${rule === undefined ? '' : `, in the rule ${rule}`}: ${error}${place === undefined ? '' : ` at ${place}`}.`;
}
