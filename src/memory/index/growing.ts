import { IndexMemoryFull } from './index-memory-full.ts';

type Growable = Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array;

/**
 * From here on arrays grow by a quarter: half of what is doubled may never be used, and a big index would have a hundred megabytes of that. Smaller ones that are outgrown leave holes in the heap of the C library, which gives back to the
 * system only what is bigger than this: the fewer of them there are, the better.
 */
const bigBytes = 32 * 1024 * 1024;

/** The same array when it is long enough, otherwise a longer copy; growing by a share of its length keeps the cost of a single append constant on average. */
export function withRoom<T extends Growable>(array: T, length: number): T {
  if (array.length >= length) return array;
  const more = array.byteLength >= bigBytes ? Math.ceil(array.length / 4) : array.length;
  const longer = allocate(array, Math.max(length, array.length + more, 16));
  longer.set(array);
  return longer;
}

function allocate<T extends Growable>(like: T, length: number): T {
  try {
    return new (like.constructor as new (length: number) => T)(length);
  } catch (error) {
    throw new IndexMemoryFull(length * like.BYTES_PER_ELEMENT, error);
  }
}
