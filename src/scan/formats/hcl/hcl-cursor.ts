import { ReadError } from '../document/read-error.ts';

export class HclError extends ReadError {}

const maxDepth = 120;
const maxNodes = 2_000_000;
/** Operators in one value: `a + b + c` is as deep as it is long. */
const maxOperators = 1_000;

/** The position in the text of one HCL file; blanks and comments are skipped here and nowhere else. */
export class HclCursor {
  readonly text: string;
  readonly end: number;
  pos: number;
  line: number;
  depth = 0;
  nodes = 0;
  /** In the value of the current attribute. */
  operators = 0;

  constructor(text: string, pos = 0, end = text.length, line = 1) {
    this.text = text;
    this.pos = pos;
    this.end = end;
    this.line = line;
    if (text.charCodeAt(0) === 0xfeff && pos === 0) this.pos = 1;
  }

  get isAtEnd(): boolean {
    return this.pos >= this.end;
  }

  /** At the end no number at all: nothing is equal to it. */
  peek(): number {
    return this.isAtEnd ? Number.NaN : this.text.charCodeAt(this.pos);
  }

  fail(message: string): never {
    throw new HclError(this.line, message);
  }

  enter(): void {
    if (++this.depth > maxDepth)
      throw new HclError(this.line, 'The file is nested deeper than the scanner reads.', 'budget_exceeded');
    if (++this.nodes > maxNodes)
      throw new HclError(this.line, 'The file holds more values than the scanner reads.', 'budget_exceeded');
  }

  countOperator(): void {
    if (++this.operators > maxOperators)
      throw new HclError(
        this.line,
        'A value holds more operators than the scanner reads.',
        'budget_exceeded',
      );
  }

  leave(): void {
    this.depth--;
  }

  /** Skips spaces and comments, and line breaks too where they mean nothing. */
  skip(overLines: boolean): void {
    for (;;) {
      const code = this.peek();
      if (code === 32 || code === 9 || code === 13) this.pos++;
      else if (code === 10 && overLines) {
        this.pos++;
        this.line++;
      } else if (code === 35 || (code === 47 && this.text.charCodeAt(this.pos + 1) === 47)) {
        const end = this.text.indexOf('\n', this.pos);
        this.pos = end === -1 ? this.end : Math.min(end, this.end);
      } else if (code === 47 && this.text.charCodeAt(this.pos + 1) === 42) this.skipBlockComment();
      else return;
    }
  }

  skipBlockComment(): void {
    const close = this.text.indexOf('*/', this.pos + 2);
    const end = close === -1 ? this.end : Math.min(close + 2, this.end);
    for (; this.pos < end; this.pos++) if (this.peek() === 10) this.line++;
  }

  /** True and consumed when `word` is here. */
  take(word: string): boolean {
    if (!this.text.startsWith(word, this.pos)) return false;
    this.pos += word.length;
    return true;
  }

  identifier(): string | undefined {
    const from = this.pos;
    if (!isIdentifierStart(this.peek())) return undefined;
    let pos = from + 1;
    while (isIdentifierPart(this.text.charCodeAt(pos))) pos++;
    this.pos = pos;
    return this.text.slice(from, pos);
  }
}

function isIdentifierStart(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code > 127;
}

function isIdentifierPart(code: number): boolean {
  return isIdentifierStart(code) || (code >= 48 && code <= 57) || code === 45;
}
