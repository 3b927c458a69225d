export interface Position {
  line: number;
  endLine: number;
  column: number;
  endColumn: number;
  /** Offsets into the decoded text, in UTF-16 units. */
  textStart: number;
  textEnd: number;
}

/** Turns byte offsets into lines, columns and offsets of the text. Made for rising offsets: each call continues where the last ended. */
export class Positions {
  readonly #bytes: Buffer;
  readonly #sameOffsets: boolean;
  readonly #markShift: number;
  #at = 0;
  #line = 1;
  #lineStart = 0;
  #textAt = 0;

  constructor(bytes: Buffer, text: string) {
    this.#bytes = bytes;
    this.#sameOffsets = text.length === bytes.length;
    // A decoder drops the byte order mark, the bytes still hold it.
    this.#markShift =
      bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf && text.charCodeAt(0) !== 0xfeff ? 1 : 0;
  }

  placeOf(start: number, end: number): Position {
    this.#advance(Math.max(start, this.#at));
    const [line, column, textStart] = [this.#line, this.#column(start), this.#textOffset(start)];
    let endLine = line;
    let lastBreak = -1;
    for (
      let at = this.#bytes.indexOf(10, start);
      at >= 0 && at < end - 1;
      at = this.#bytes.indexOf(10, at + 1)
    ) {
      endLine++;
      lastBreak = at;
    }
    const width = this.#length(start, end);
    const endColumn = lastBreak < 0 ? column + width : this.#length(lastBreak + 1, end) + 1;
    return { line, endLine, column, endColumn, textStart, textEnd: textStart + width };
  }

  #advance(to: number): void {
    for (
      let at = this.#bytes.indexOf(10, this.#at);
      at >= 0 && at < to;
      at = this.#bytes.indexOf(10, at + 1)
    ) {
      this.#line++;
      this.#lineStart = at + 1;
    }
    this.#textAt += this.#length(this.#at, to);
    this.#at = to;
  }

  #column(start: number): number {
    return this.#length(Math.min(this.#lineStart, start), start) + 1;
  }

  #textOffset(start: number): number {
    return Math.max(0, this.#textAt - this.#length(start, this.#at) - this.#markShift);
  }

  #length(from: number, to: number): number {
    if (to <= from) return 0;
    return this.#sameOffsets ? to - from : this.#bytes.toString('utf8', from, to).length;
  }
}
