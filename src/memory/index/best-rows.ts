/** Keeps the best `capacity` rows of many; the worst of them is at the top of the heap. */
export class BestRows {
  readonly #rows: Uint32Array;
  readonly #scores: Float32Array;
  #size = 0;

  constructor(capacity: number) {
    this.#rows = new Uint32Array(capacity);
    this.#scores = new Float32Array(capacity);
  }

  get rows(): Uint32Array {
    return this.#rows.subarray(0, this.#size);
  }

  /** The score that another row has to exceed; 0 while there is room. */
  get least(): number {
    return this.#size < this.#rows.length ? 0 : (this.#scores[0] ?? 0);
  }

  offer(row: number, score: number): void {
    if (this.#size < this.#rows.length) this.#rise(this.#size++, row, score);
    else if (score > this.#scores[0]!) this.#sink(row, score);
  }

  #rise(at: number, row: number, score: number): void {
    let i = at;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (this.#scores[parent]! <= score) break;
      this.#move(parent, i);
      i = parent;
    }
    this.#rows[i] = row;
    this.#scores[i] = score;
  }

  #sink(row: number, score: number): void {
    let i = 0;
    for (let child = 1; child < this.#size; child = 2 * i + 1) {
      if (child + 1 < this.#size && this.#scores[child + 1]! < this.#scores[child]!) child++;
      if (this.#scores[child]! >= score) break;
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
