/**
 * A static embedding: one row of bytes for each word piece, and for some pairs of adjacent pieces. A text is the sum of its rows, scaled to length 1. Layout:
 * int8 rows, then a float scale for each row, then the pairs as two 32-bit numbers each, sorted; pair i has row `vocabulary + i`.
 */
export class TokenTable {
  readonly #dims: number;
  readonly #codes: Int8Array;
  readonly #scales: Float32Array;
  readonly #pairs = new Map<number, number>();

  constructor(bytes: Uint8Array, { dims, rows, pairs }: { dims: number; rows: number; pairs: number }) {
    if (bytes.length !== rows * dims + rows * 4 + pairs * 8)
      throw new Error('The token table has the wrong size.');
    this.#dims = dims;
    this.#codes = new Int8Array(bytes.buffer, bytes.byteOffset, rows * dims);
    const rest = bytes.slice(rows * dims);
    this.#scales = new Float32Array(rest.buffer, rest.byteOffset, rows);
    const list = new Uint32Array(rest.buffer, rest.byteOffset + rows * 4, pairs * 2);
    for (let i = 0; i < pairs; i++)
      this.#pairs.set(pairKey(list[2 * i]!, list[2 * i + 1]!), rows - pairs + i);
  }

  /** Unknown pieces add nothing. */
  sum(tokens: readonly number[], unknown: number): Float32Array {
    const vector = new Float32Array(this.#dims);
    for (let i = 0; i < tokens.length; i++) {
      if (tokens[i] === unknown) continue;
      this.#add(vector, tokens[i]!);
      const pair = this.#pairs.size > 0 && this.#pairs.get(pairKey(tokens[i]!, tokens[i + 1] ?? unknown));
      if (pair) this.#add(vector, pair);
    }
    return vector;
  }

  #add(vector: Float32Array, row: number): void {
    const scale = this.#scales[row]!;
    const codes = this.#codes;
    for (let i = 0, at = row * this.#dims; i < vector.length; i++, at++) vector[i]! += scale * codes[at]!;
  }
}

function pairKey(first: number, second: number): number {
  return first * 65_536 + second;
}
