import { availableParallelism, loadavg } from 'node:os';

/** A second of work: less says little about the machine. */
const minMs = 1_000;
/** The system itself renews it every five seconds. */
const loadLastsMs = 1_000;

/** How long work takes on the wall for each second of CPU time: 1 on an idle machine, more where others have the processors. */
export class MachinePace {
  readonly #load: () => number;
  #loadAt = Number.NEGATIVE_INFINITY;
  #lastLoad = 1;
  #cpuMs = 0;
  #wallMs = 0;

  /** `load`: how many want each processor; for as long as nothing was measured. */
  constructor(load: () => number = () => loadavg()[0]! / availableParallelism()) {
    this.#load = load;
  }

  add(cpuMs: number, wallMs: number): void {
    this.#cpuMs += cpuMs;
    this.#wallMs += wallMs;
    if (this.#cpuMs < 2 * minMs) return;
    // What is long past counts less.
    this.#cpuMs /= 2;
    this.#wallMs /= 2;
  }

  /** Asking costs a read of a file. */
  #recentLoad(): number {
    const now = performance.now();
    if (now - this.#loadAt > loadLastsMs) {
      this.#lastLoad = this.#load();
      this.#loadAt = now;
    }
    return this.#lastLoad;
  }

  get ratio(): number {
    const measured = this.#cpuMs < minMs ? 1 : this.#wallMs / this.#cpuMs;
    return Math.max(1, measured, this.#recentLoad());
  }
}
