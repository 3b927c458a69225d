import type { ScanKernel } from './vector-arena.ts';

export type ScanArguments = Parameters<ScanKernel['scan']>;
export type NearestArguments = Parameters<ScanKernel['nearest']>;
type ListArguments = Parameters<ScanKernel['scanList']>;

/** Work for the kernel that can be done on any thread: all rows by their codes, or the nearest by their bits and then the best of them by their codes. */
export type ScanCall =
  | { name: 'scan'; args: ScanArguments }
  | { name: 'nearest'; near: NearestArguments; best: ListArguments };

/** How many rows were found; they lie where the arguments say. */
export function carryOut(kernel: ScanKernel, call: ScanCall): number {
  if (call.name === 'scan') return kernel.scan(...call.args);
  const [table, list, , ...rest] = call.best;
  return kernel.scanList(table, list, kernel.nearest(...call.near), ...rest);
}
