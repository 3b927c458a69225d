import type { ScanKernel } from './kernel.ts';

/** More rounds gain nothing that could be measured; with fewer the last components keep less than their share. */
const rounds = 4;

/** Where the tables of a rotation are kept. */
interface RotationRoom {
  readonly memory: WebAssembly.Memory;
  readonly kernel: ScanKernel;
  allocate(bytes: number): number;
}

/**
 * Rotates vectors so that what they say is spread evenly over their components. Models put most of it into some of them, the more so when they are made to be cut short; but a bit or
 * a byte for each component has its full worth only where all components say as much. The rotation is orthogonal: lengths and cosines stay what they are.
 *
 * In each round signs change by a fixed pattern and a Walsh–Hadamard transform mixes a power of two of the components, by turns the first and the last ones. That takes some thousand additions, where a
 * random matrix would take a hundred thousand multiplications.
 */
export class Rotation {
  readonly #room: RotationRoom;
  readonly #dims: number;
  readonly #size: number;
  readonly #vector: number;
  /** What is at `#vector`; made again where the memory has grown. */
  #input: Float32Array;
  readonly #signs: number;
  readonly #work: number;

  constructor(room: RotationRoom, dims: number) {
    this.#room = room;
    this.#dims = dims;
    this.#size = 2 ** Math.floor(Math.log2(dims));
    this.#vector = room.allocate(dims * 4);
    this.#input = new Float32Array(room.memory.buffer, this.#vector, dims);
    this.#signs = room.allocate(rounds * dims * 8);
    this.#work = room.allocate(dims * 8);
    const signs = new Float64Array(room.memory.buffer, this.#signs, rounds * dims);
    for (let i = 0; i < signs.length; i++) signs[i] = sign(i);
  }

  apply(vector: Float32Array): Float32Array {
    this.#rotate(vector);
    return new Float32Array(new Float64Array(this.#room.memory.buffer, this.#work, this.#dims));
  }

  /** Rotates a vector and writes it as the row `at` of a block, in 16-bit fixed point; `width` is what a row has room for. */
  encode(vector: Float32Array, width: number, block: number, at: number): void {
    this.#rotate(vector);
    this.#room.kernel.encode(this.#work, this.#dims, width, block, at);
  }

  /** The same as a thin row, with ten bits a number. */
  encodeThin(vector: Float32Array, width: number, block: number, at: number): void {
    this.#rotate(vector);
    this.#room.kernel.encodeThin(this.#work, this.#dims, width, block, at);
  }

  #rotate(vector: Float32Array): void {
    const { memory, kernel } = this.#room;
    const { buffer } = memory;
    if (this.#input.buffer !== buffer) this.#input = new Float32Array(buffer, this.#vector, this.#dims);
    this.#input.set(vector);
    kernel.turn(this.#vector, this.#signs, this.#work, this.#dims, this.#size, rounds);
  }
}

/** One bit of an integer hash: the same on every machine and in every version, since codes on the disk depend on it. */
function sign(index: number): number {
  let x = Math.imul(index + 1, 0x9e3779b1);
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x ^= x >>> 13;
  return x & 1 ? 1 : -1;
}
