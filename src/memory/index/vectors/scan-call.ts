import type { ScanKernel } from './kernel.ts';
import { foundNear, nearQueryBytes } from './near-queries.ts';

export type ScanArguments = Parameters<ScanKernel['scan']>;
type NearestArguments = Parameters<ScanKernel['nearest']>;
type ListArguments = Parameters<ScanKernel['scanList']>;

/**
 * Work for the kernel that can be done on any thread: all rows by their codes, or for some queries the nearest rows by their bits and then, for each query, the best of them by
 * their codes.
 */
export type ScanCall =
  | { name: 'scan'; args: ScanArguments }
  | { name: 'nearest'; near: NearestArguments; best: readonly ListArguments[] };

/** How many rows were found for each query; they are where the arguments say. */
export function carryOut(kernel: ScanKernel, memory: WebAssembly.Memory, call: ScanCall): number[] {
  if (call.name === 'scan') return [kernel.scan(...call.args)];
  kernel.nearest(...call.near);
  const queries = call.near[5];
  return call.best.map(([table, list, , ...rest], i) =>
    kernel.scanList(table, list, foundNear(memory, queries + i * nearQueryBytes), ...rest),
  );
}
