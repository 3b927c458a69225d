import { Slices } from './slices.ts';

/** How lists of postings lie in their pool. */
export const slices = new Slices(2, 1, 11);

/** Where a list begins in its pool and how long it is. What is added to the list later does not show. */
export interface ListPlace {
  head: number;
  count: number;
}

/** Copies the values of a list, in the order in which they were added. */
export function readList(pool: Uint32Array, { head, count }: ListPlace, into: Uint32Array): void {
  let slice = head;
  for (let done = 0, level = 0; done < count; level++) {
    const payload = slices.payload(level);
    const taken = Math.min(payload, count - done);
    into.set(pool.subarray(slice, slice + taken), done);
    done += taken;
    slice = pool[slice + payload]!;
  }
}

/**
 * For each of some targets in rising order the first value from it on that is less than the target plus `span`, with the target's position, in a list whose values were added in rising order. The list is
 * walked once, slice by slice, without a copy.
 */
export function lookUpInList(
  pool: Uint32Array,
  { head, count }: ListPlace,
  targets: ArrayLike<number>,
  span: number,
  found: (position: number, value: number) => void,
): void {
  let left = count;
  if (left === 0) return;
  let slice = head;
  let level = 0;
  let taken = Math.min(slices.payload(level), left);
  let at = slice;
  for (let i = 0; i < targets.length; i++) {
    const target = targets[i]! * span;
    while (pool[slice + taken - 1]! < target) {
      left -= taken;
      if (left === 0) return;
      slice = pool[slice + slices.payload(level)]!;
      level++;
      taken = Math.min(slices.payload(level), left);
      at = slice;
    }
    at = firstFrom(pool, target, at, slice + taken);
    const value = pool[at]!;
    if (value < target + span) found(i, value);
  }
}

/** Where the first value that is not less than `target` is, from `start` to before `end`: in growing steps, then by halves. */
function firstFrom(list: Uint32Array, target: number, start: number, end: number): number {
  let low = start;
  let high = start;
  for (let step = 1; high < end && list[high]! < target; step *= 2) {
    low = high + 1;
    high += step;
  }
  high = Math.min(high, end);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle]! < target) low = middle + 1;
    else high = middle;
  }
  return low;
}
