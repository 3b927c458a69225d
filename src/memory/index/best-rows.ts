/** Keeps the best `capacity` rows of many; the worst of them is at the top of the heap. */
export class BestRows {
  #rows: Uint32Array;
  #scores: Float32Array;
  #capacity: number;
  #size = 0;

  constructor(capacity: number) {
    this.#rows = new Uint32Array(capacity);
    this.#scores = new Float32Array(capacity);
    this.#capacity = capacity;
  }

  /** Starts again, in the memory that it has: what `rows` gave before does not hold any more. */
  restart(capacity: number): this {
    if (capacity > this.#rows.length) {
      this.#rows = new Uint32Array(capacity);
      this.#scores = new Float32Array(capacity);
    }
    this.#capacity = capacity;
    this.#size = 0;
    return this;
  }

  get memoryBytes(): number {
    return this.#rows.byteLength + this.#scores.byteLength;
  }

  get rows(): Uint32Array {
    return this.#rows.subarray(0, this.#size);
  }

  /** The score that another row has to exceed; 0 while there is room. */
  get least(): number {
    return this.#size < this.#capacity ? 0 : (this.#scores[0] ?? 0);
  }

  /** Whether it is among the best so far. Of equal scores the lower row is the better one, in whichever order they come. */
  offer(row: number, score: number): boolean {
    if (this.#size < this.#capacity) this.#rise(this.#size++, row, score);
    else if (this.#size > 0 && this.#isWorse(0, row, score)) this.#sink(row, score);
    else return false;
    return true;
  }

  #isWorse(at: number, row: number, score: number): boolean {
    const other = this.#scores[at]!;
    return other < score || (other === score && this.#rows[at]! > row);
  }

  #rise(at: number, row: number, score: number): void {
    let i = at;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (this.#isWorse(parent, row, score)) break;
      this.#move(parent, i);
      i = parent;
    }
    this.#rows[i] = row;
    this.#scores[i] = score;
  }

  #sink(row: number, score: number): void {
    let i = 0;
    for (let child = 1; child < this.#size; child = 2 * i + 1) {
      const next = child + 1;
      if (next < this.#size && this.#isWorse(next, this.#rows[child]!, this.#scores[child]!)) child = next;
      if (!this.#isWorse(child, row, score)) break;
      this.#move(child, i);
      i = child;
    }
    this.#rows[i] = row;
    this.#scores[i] = score;
  }

  #move(from: number, to: number): void {
    this.#rows[to] = this.#rows[from]!;
    this.#scores[to] = this.#scores[from]!;
  }
}
