/**
 * A static embedding: one row of bytes for each word piece, and for some pairs of adjacent pieces. A text is the sum of its rows, scaled to length 1. Layout:
 * int8 rows, then a float scale for each row, then the pairs as two 32-bit numbers each, sorted; pair i has row `vocabulary + i`.
 */
export class TokenTable {
  readonly #dims: number;
  readonly #codes: Int8Array;
  readonly #scales: Float32Array;
  readonly #firstPairRow: number;
  /** The second pieces of all pairs, in the order of the pairs. */
  readonly #seconds: Uint32Array;
  /** By piece: where the pairs that it begins start among all; one more than there are pieces, so that each has an end. */
  readonly #starts: Uint32Array;

  constructor(bytes: Uint8Array, { dims, rows, pairs }: { dims: number; rows: number; pairs: number }) {
    if (bytes.length !== rows * dims + rows * 4 + pairs * 8)
      throw new Error('The token table has the wrong size.');
    this.#dims = dims;
    this.#codes = new Int8Array(bytes.buffer, bytes.byteOffset, rows * dims);
    const rest = bytes.slice(rows * dims);
    this.#scales = new Float32Array(rest.buffer, rest.byteOffset, rows);
    const list = new Uint32Array(rest.buffer, rest.byteOffset + rows * 4, pairs * 2);
    this.#firstPairRow = rows - pairs;
    this.#seconds = Uint32Array.from({ length: pairs }, (_, i) => list[2 * i + 1]!);
    this.#starts = startsOf(list, this.#firstPairRow);
  }

  /** Unknown pieces add nothing. */
  sum(tokens: readonly number[], unknown: number): Float32Array {
    const vector = new Float32Array(this.#dims);
    const rows: number[] = [];
    for (let i = 0; i < tokens.length; i++) {
      const token = tokens[i]!;
      if (token === unknown) continue;
      rows.push(token);
      const pair = this.#pairOf(token, tokens[i + 1] ?? unknown);
      if (pair >= 0) rows.push(this.#firstPairRow + pair);
    }
    let done = 0;
    for (; done + 4 <= rows.length; done += 4) this.#addFour(vector, rows, done);
    for (; done < rows.length; done++) this.#add(vector, rows[done]!);
    return vector;
  }

  /** Which of the pairs it is, or -1. */
  #pairOf(first: number, second: number): number {
    const seconds = this.#seconds;
    let low = this.#starts[first]!;
    let high = this.#starts[first + 1]! - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = seconds[middle]!;
      if (found === second) return middle;
      if (found < second) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  #add(vector: Float32Array, row: number): void {
    const scale = this.#scales[row]!;
    const codes = this.#codes;
    for (let i = 0, at = row * this.#dims; i < vector.length; i++, at++) vector[i]! += scale * codes[at]!;
  }

  /** One after the other, rounded after each, as `#add` would: but each number of the vector is read and written once. */
  #addFour(vector: Float32Array, rows: readonly number[], from: number): void {
    const codes = this.#codes;
    const scales = this.#scales;
    const dims = this.#dims;
    const rowA = rows[from]!;
    const rowB = rows[from + 1]!;
    const rowC = rows[from + 2]!;
    const rowD = rows[from + 3]!;
    const a = scales[rowA]!;
    const b = scales[rowB]!;
    const c = scales[rowC]!;
    const d = scales[rowD]!;
    const atA = rowA * dims;
    const atB = rowB * dims;
    const atC = rowC * dims;
    const atD = rowD * dims;
    for (let i = 0; i < dims; i++) {
      let sum = Math.fround(vector[i]! + a * codes[atA + i]!);
      sum = Math.fround(sum + b * codes[atB + i]!);
      sum = Math.fround(sum + c * codes[atC + i]!);
      vector[i] = sum + d * codes[atD + i]!;
    }
  }
}

function startsOf(list: Uint32Array, pieces: number): Uint32Array {
  const starts = new Uint32Array(pieces + 1);
  let [first, second] = [-1, -1];
  for (let i = 0; i < list.length; i += 2) {
    const isNext = list[i]! > first || (list[i] === first && list[i + 1]! > second);
    if (!isNext || list[i]! >= pieces) throw new Error('The pairs of the token table are not in order.');
    [first, second] = [list[i]!, list[i + 1]!];
    starts[first + 1]!++;
  }
  for (let piece = 0; piece < pieces; piece++) starts[piece + 1]! += starts[piece]!;
  return starts;
}
