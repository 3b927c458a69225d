import { IndexMemoryFull } from './index-memory-full.ts';

type Growable = Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array;

/** The same array when it is long enough, otherwise a longer copy; doubling keeps the cost of a single append constant on average. */
export function withRoom<T extends Growable>(array: T, length: number): T {
  if (array.length >= length) return array;
  const longer = allocate(array, Math.max(length, array.length * 2, 16));
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
