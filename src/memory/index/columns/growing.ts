import { IndexMemoryFull } from '../index-memory-full.ts';
import { bigBytes, growInPlace, newBig, newShared, noteGarbage } from './big-buffers.ts';

type Growable = Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array;

/** The same array when it is long enough, otherwise a longer one that begins alike; growing by a share of its length keeps the cost of a single append constant on average. */
export function withRoom<T extends Growable>(array: T, length: number): T {
  if (array.length >= length) return array;
  // A big one grows where it is, so that little room is enough: half of what is doubled may never be used.
  const more = array.byteLength >= bigBytes ? Math.ceil(array.length / 8) : array.length;
  const wanted = Math.max(length, array.length + more, 16);
  return inPlace(array, wanted) ?? copied(array, wanted);
}

/** The same array where threads can read it, otherwise a copy that they can. */
export function inShared<T extends Growable>(array: T): T {
  if (array.buffer instanceof SharedArrayBuffer) return array;
  const { byteLength: bytes } = array;
  try {
    const shared = view(array, newShared(bytes) ?? new SharedArrayBuffer(bytes), array.length);
    shared.set(array);
    return shared;
  } catch (error) {
    throw new IndexMemoryFull(bytes, error);
  }
}

function inPlace<T extends Growable>(array: T, length: number): T | undefined {
  const bytes = length * array.BYTES_PER_ELEMENT;
  // One that ends before its buffer does is somebody's view of it, and what lies behind is not his.
  const isWhole = array.byteLength === array.buffer.byteLength;
  return isWhole && growInPlace(array.buffer, bytes) ? view(array, array.buffer, length) : undefined;
}

function copied<T extends Growable>(array: T, length: number): T {
  const bytes = length * array.BYTES_PER_ELEMENT;
  try {
    const longer = view(array, newBig(bytes) ?? new ArrayBuffer(bytes), length);
    longer.set(array);
    noteGarbage(array.buffer);
    return longer;
  } catch (error) {
    throw new IndexMemoryFull(bytes, error);
  }
}

/** Of a fixed length: one that followed its buffer's would be read more slowly. */
function view<T extends Growable>(like: T, buffer: ArrayBufferLike, length: number): T {
  type Kind = new (buffer: ArrayBufferLike, start: number, length: number) => T;
  return new (like.constructor as Kind)(buffer, 0, length);
}
