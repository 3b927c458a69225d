/** Whether somebody who works on one thing has worked long enough. Asked often, so asking must be cheap. */
export interface Deadline {
  readonly isOver: boolean;
}

/** For whoever has other limits. */
export const noDeadline: Deadline = { isOver: false };

/** Counts the CPU time of the thread that made it: a busy machine makes nobody late. */
export class CpuDeadline implements Deadline {
  readonly #endsAt: number;
  readonly #cpuMs: () => number;

  constructor(limitMs: number, cpuMs: () => number = threadCpuMs) {
    this.#cpuMs = cpuMs;
    this.#endsAt = cpuMs() + limitMs;
  }

  get isOver(): boolean {
    return this.#cpuMs() >= this.#endsAt;
  }
}

export function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
