type Growable = Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array;

/** The same array when it is long enough, otherwise a longer copy; doubling keeps the cost of a single append constant on average. */
export function withRoom<T extends Growable>(array: T, length: number): T {
  if (array.length >= length) return array;
  const longer = new (array.constructor as new (length: number) => T)(Math.max(length, array.length * 2, 16));
  longer.set(array);
  return longer;
}
