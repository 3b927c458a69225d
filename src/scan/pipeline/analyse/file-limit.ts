const minMs = 2_000;
/** Ten times what an ordinary file takes: budgets of steps end everything else before, and the same on every machine. */
const msPerKilobyte = 8;

/** How long one engine may work on one file, in CPU time. */
export function fileLimitMs(sizeBytes: number): number {
  return Math.max(minMs, (sizeBytes / 1024) * msPerKilobyte);
}
