import type { ScanLimits } from '../../model/task.ts';

/** How much time a scan has used. */
export interface UsedTime {
  /** CPU time of the process with all its threads. */
  cpuMs(): number;
  wallMs(): number;
}

/** A scan that reached its limit still puts together what it has: that may take so much more. */
const graceShare = 0.25;
const minGraceMs = 20_000;

export function graceMs(limitMs: number): number {
  return Math.max(minGraceMs, limitMs * graceShare);
}

/** Timers count in 31 bits. */
const maxTimerMs = 2 ** 31 - 1;

/** Reading the clock is a system call. */
const callsBetweenLooks = 16;

/**
 * When a scan has to end. CPU time decides, because a busy machine must not change what is found; the limit on the wall is for what waits.
 */
export class Deadline {
  readonly #limits: Array<{ limitMs: number; used: () => number; sentence: string }>;
  readonly #time: UsedTime;
  #repaidMs = 0;
  #calls = 0;
  #reached: string | undefined;

  /** `withGrace`: until when it may put together what there is. */
  constructor(
    { scanMs, scanWallMs }: Pick<ScanLimits, 'scanMs' | 'scanWallMs'>,
    { time = fromHere(ofProcess), withGrace = false }: { time?: UsedTime; withGrace?: boolean } = {},
  ) {
    this.#time = time;
    const until = (limitMs: number) => limitMs + (withGrace ? graceMs(limitMs) : 0);
    this.#limits = [
      {
        limitMs: until(scanMs),
        used: () => time.cpuMs() - this.#repaidMs,
        sentence: `The scan reached its limit of ${seconds(scanMs)} of CPU time (scan.limits.scanMs).`,
      },
      {
        limitMs: until(scanWallMs),
        used: time.wallMs,
        sentence: `The scan reached its limit of ${seconds(scanWallMs)} (scan.limits.scanWallMs).`,
      },
    ];
  }

  /** A sentence that names the limit and its setting; undefined while there is time. Once reached it stays so. */
  get reached(): string | undefined {
    if (this.#reached !== undefined || this.#calls++ % callsBetweenLooks !== 0) return this.#reached;
    return this.look();
  }

  /** How long to wait for work at most, where the CPU time that is left takes `pace` times as long on the wall; never not at all. */
  waitMs(pace: number): number {
    const [cpu, wall] = this.#limits.map(({ limitMs, used }) => limitMs - used()) as [number, number];
    return Math.max(1, Math.min(cpu * pace, wall, maxTimerMs));
  }

  /** Measures from now on. */
  stopwatch(): UsedTime {
    return fromHere(this.#time);
  }

  /** CPU time that went into work of which nothing is left, and which is done again; at most the whole of it a second time. */
  repay(cpuMs: number): void {
    this.#repaidMs = Math.min(this.#repaidMs + cpuMs, this.#limits[0]!.limitMs);
  }

  /** As `reached`, and always with a look at the clock. */
  look(): string | undefined {
    this.#reached ??= this.#limits.find(({ limitMs, used }) => used() >= limitMs)?.sentence;
    return this.#reached;
  }
}

const ofProcess: UsedTime = {
  cpuMs: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
  wallMs: () => performance.now(),
};

/** What was used before the scan began, by a service or another scan of the same process, does not count. */
export function fromHere(time: UsedTime): UsedTime {
  const cpuMs = time.cpuMs();
  const wallMs = time.wallMs();
  return { cpuMs: () => time.cpuMs() - cpuMs, wallMs: () => time.wallMs() - wallMs };
}

function seconds(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${Math.round(milliseconds / 100) / 10} s`;
}
