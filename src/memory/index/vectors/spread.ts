/** More rounds gain nothing that could be measured; with fewer the last components keep less than their share. */
const rounds = 4;

/**
 * Turns vectors so that what they say is spread evenly over their components. Models put most of it into some of them, the more so when they are made to be cut short; but a bit or
 * a byte for each component has its full worth only where all components say as much. The turn is orthogonal: lengths and cosines stay what they are.
 *
 * In each round signs change by a fixed pattern and a Walsh–Hadamard transform mixes a power of two of the components, by turns the first and the last ones. That takes some thousand additions, where a
 * random matrix would take a hundred thousand multiplications.
 */
export class Spread {
  readonly #dims: number;
  readonly #size: number;
  readonly #signs: Float64Array;
  readonly #work: Float64Array;

  constructor(dims: number) {
    this.#dims = dims;
    this.#size = 2 ** Math.floor(Math.log2(dims));
    this.#work = new Float64Array(dims);
    this.#signs = Float64Array.from({ length: rounds * dims }, (_, i) => sign(i));
  }

  apply(vector: Float32Array): Float32Array {
    const work = this.#work;
    work.set(vector);
    for (let round = 0; round < rounds; round++) {
      const signs = round * this.#dims;
      for (let i = 0; i < this.#dims; i++) work[i]! *= this.#signs[signs + i]!;
      mix(work, round % 2 === 0 ? 0 : this.#dims - this.#size, this.#size);
    }
    return Float32Array.from(work);
  }
}

/** The Walsh–Hadamard transform of `size` components from `first` on, scaled so that it is orthogonal. */
function mix(values: Float64Array, first: number, size: number): void {
  const end = first + size;
  for (let half = 1; half < size; half *= 2) {
    for (let start = first; start < end; start += 2 * half) {
      for (let i = start; i < start + half; i++) {
        const a = values[i]!;
        const b = values[i + half]!;
        values[i] = a + b;
        values[i + half] = a - b;
      }
    }
  }
  const scale = 1 / Math.sqrt(size);
  for (let i = first; i < end; i++) values[i]! *= scale;
}

/** One bit of an integer hash: the same on every machine and in every version, since codes on the disk depend on it. */
function sign(index: number): number {
  let x = Math.imul(index + 1, 0x9e3779b1);
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x ^= x >>> 13;
  return x & 1 ? 1 : -1;
}
