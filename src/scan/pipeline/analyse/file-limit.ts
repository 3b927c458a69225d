/** A small file that spends every budget of steps takes a second, and twice as much CPU time where others share the core and its caches. */
const minMs = 5_000;
/** Ten times what an ordinary file takes: budgets of steps end everything else before, and the same on every machine. */
const msPerKilobyte = 8;

/** How long one engine may work on one file, in CPU time. */
export function fileLimitMs(sizeBytes: number): number {
  return Math.max(minMs, (sizeBytes / 1024) * msPerKilobyte);
}
