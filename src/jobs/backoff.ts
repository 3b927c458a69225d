/**
 * How long to wait before attempt `attempt + 1`: doubling from `baseMs` up to `maxMs`, of which the upper half is random so that
 * many jobs which failed together do not come back together.
 */
export function backoffMs(
  attempt: number,
  limits: { baseMs: number; maxMs: number },
  random: () => number,
): number {
  const ceiling = Math.min(limits.maxMs, limits.baseMs * 2 ** Math.min(attempt - 1, 40));
  return Math.round(ceiling / 2 + (ceiling / 2) * random());
}
