import { CpuDeadline, type Deadline } from '../../../platform/cpu-deadline.ts';

const minMs = 2_000;
/** Ten times what an ordinary file takes: budgets of steps end everything else before, and the same on every machine. */
const msPerKilobyte = 8;

/** How long all engines together may work on one file, in CPU time. */
export function deadlineOf(sizeBytes: number): Deadline {
  return new CpuDeadline(Math.max(minMs, (sizeBytes / 1024) * msPerKilobyte));
}
