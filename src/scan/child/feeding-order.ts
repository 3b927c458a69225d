/** Smaller files take a few tens of milliseconds at most: no thread waits for another's last one long enough to notice. */
const largeBytes = 32 * 1024;

/**
 * The order in which threads are fed: large files first, the largest before all, so that no thread is left alone with one at the end. The others
 * stay as they are, since neighbours are often of one kind.
 */
export function feedingOrder<T>(items: readonly T[], sizeOf: (item: T) => number): T[] {
  const rank = (item: T) => {
    const size = sizeOf(item);
    return size < largeBytes ? 0 : size;
  };
  return items.toSorted((a, b) => rank(b) - rank(a));
}
