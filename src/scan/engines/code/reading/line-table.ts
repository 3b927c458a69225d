/** Offsets to lines and columns, both counted from 1. */
export class LineTable {
  readonly #text: string;
  #starts: number[] | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  at(offset: number): [line: number, column: number] {
    const starts = this.#lineStarts();
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return [low + 1, offset - starts[low]! + 1];
  }

  #lineStarts(): number[] {
    if (!this.#starts) {
      this.#starts = [0];
      for (let at = this.#text.indexOf('\n'); at >= 0; at = this.#text.indexOf('\n', at + 1))
        this.#starts.push(at + 1);
    }
    return this.#starts;
  }
}
