import type { VectorArena } from './vector-arena.ts';

type Plain = Uint8Array | Int8Array | Uint32Array | Int16Array | Float32Array;

/** Memory of the arena for the length of one search. */
export class ArenaScratch {
  readonly #arena: VectorArena;
  readonly #taken: Array<[start: number, bytes: number]> = [];

  constructor(arena: VectorArena) {
    this.#arena = arena;
  }

  room(bytes: number): number {
    // Powers of two, so that the sizes of one search fit the next: the arena reuses equal sizes only.
    const size = bytes <= 64 ? 64 : 2 ** (32 - Math.clz32(bytes - 1));
    const start = this.#arena.allocate(size);
    this.#taken.push([start, size]);
    return start;
  }

  put(values: Plain): number {
    const start = this.room(values.byteLength);
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    new Uint8Array(this.#arena.memory.buffer, start, bytes.length).set(bytes);
    return start;
  }

  /** What lies somewhere, until memory is asked for. */
  floats(start: number, length: number): Float32Array {
    return new Float32Array(this.#arena.memory.buffer, start, length);
  }

  bytes(start: number, length: number): Uint8Array {
    return new Uint8Array(this.#arena.memory.buffer, start, length);
  }

  release(): void {
    for (const [start, bytes] of this.#taken) this.#arena.free(start, bytes);
    this.#taken.length = 0;
  }
}
