/** From here on a column has a buffer of its own from the system, which grows where it is. */
export const bigBytes = 2 ** 20;
/** So many times its size is kept free behind it, as addresses: memory is only what was written to. */
const roomTimes = 256;
const mostBytes = 2 ** 36;

/**
 * A buffer that can grow where it is and that threads can read, or undefined where it is too small to be worth it or there are no addresses left. Smaller ones, and those that are outgrown and copied, leave holes in the heap of the
 * C library, which keeps everything below 32 MB that was given back: a million entries had a hundred megabytes of holes.
 */
export function newBig(bytes: number): SharedArrayBuffer | undefined {
  return bytes >= bigBytes ? newShared(bytes) : undefined;
}

/** The same however small. */
export function newShared(bytes: number): SharedArrayBuffer | undefined {
  try {
    return new SharedArrayBuffer(bytes, { maxByteLength: Math.min(bytes * roomTimes, mostBytes) });
  } catch {
    return undefined;
  }
}

/** False where it cannot. */
export function growInPlace(buffer: ArrayBufferLike, bytes: number): boolean {
  if (!isBig(buffer) || bytes > buffer.maxByteLength) return false;
  try {
    buffer.grow(bytes);
    return true;
  } catch {
    return false;
  }
}

function isBig(buffer: ArrayBufferLike): buffer is SharedArrayBuffer {
  return buffer instanceof SharedArrayBuffer && buffer.growable;
}

/** So much garbage is worth a pause. */
const muchGarbage = 2 ** 27;
let garbage = 0;
let collectGarbage: (() => void) | undefined;

/** What is called when much of it is garbage. */
export function collectBigBuffersBy(collect: () => void): void {
  collectGarbage = collect;
}

/** Tells of a buffer that nobody will use any more. V8 does not count those that threads can read, and would let gigabytes of them lie. */
export function noteGarbage(buffer: ArrayBufferLike): void {
  if (isBig(buffer)) noteGarbageBytes(buffer.byteLength);
}

/** Tells of so many bytes in such buffers. */
export function noteGarbageBytes(bytes: number): void {
  garbage += bytes;
  if (garbage < muchGarbage) return;
  garbage = 0;
  // Whoever used them last may still have to return.
  setTimeout(() => collectGarbage?.(), 1_000).unref();
}
