import { readFileSync } from 'node:fs';

export interface PeakMegabytes {
  /** Of the largest process. */
  process: number;
  /** Of all processes at one moment; pages that they share count for each. */
  together: number;
}

/** Watches what this process has started, with all that they start, until it is stopped. */
export function watchMemory(): { stop(): PeakMegabytes } {
  const peak = { process: 0, together: 0 };
  const watch = setInterval(() => {
    const resident = descendants(process.pid).map(residentMegabytes);
    peak.process = Math.max(peak.process, ...resident);
    peak.together = Math.max(
      peak.together,
      resident.reduce((sum, megabytes) => sum + megabytes, 0),
    );
  }, 100);
  return {
    stop() {
      clearInterval(watch);
      return { process: Math.round(peak.process), together: Math.round(peak.together) };
    },
  };
}

/** CPU time of every child that has ended, and of theirs. */
export function endedChildrenMs(): number {
  const fields = readFileSync('/proc/self/stat', 'latin1').split(') ')[1]!.split(' ');
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

function descendants(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim().split(' ');
    return children.filter(Boolean).flatMap((child) => [Number(child), ...descendants(Number(child))]);
  } catch {
    return [];
  }
}

function residentMegabytes(pid: number): number {
  try {
    const match = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'));
    return match ? Number(match[1]) / 1024 : 0;
  } catch {
    return 0;
  }
}
