import { constants } from 'node:os';
import { isKill, killedFromOutside, ScanFailure } from '../model/failure.ts';

/** What it means that the analysing process ended without an outcome. */
export function describeEnd(code: number | null, signal: NodeJS.Signals | null, stderr: string): ScanFailure {
  const cause = new Error(`analysing process ended with ${signal ?? code}: ${stderr.slice(0, 2000)}`);
  const endedBy = signal ?? signalOf(code);
  if (/heap out of memory|Allocation failed|OutOfMemory|out of memory|OOM/i.test(stderr))
    return outOfMemory(cause);
  if (endedBy === 'SIGXCPU') return timedOut(cause);
  if (isKill(endedBy)) return killedFromOutside(cause);
  return new ScanFailure('engine_failed', 'The analysing process ended unexpectedly.', { cause });
}

/** A shell or sandbox around the process tells by its exit code which signal ended it. */
function signalOf(code: number | null): NodeJS.Signals | null {
  const names = Object.entries(constants.signals) as Array<[NodeJS.Signals, number]>;
  return names.find(([, number]) => code === 128 + number)?.[0] ?? null;
}

export function timedOut(cause?: unknown): ScanFailure {
  const message = 'The scan did not end at its time limit (scan.limits.scanMs, scan.limits.scanWallMs).';
  return new ScanFailure('scan_timeout', message, { cause });
}

export function outOfMemory(cause?: unknown): ScanFailure {
  return new ScanFailure('out_of_memory', 'Analysing the repository took more memory than the limit.', {
    cause,
  });
}
