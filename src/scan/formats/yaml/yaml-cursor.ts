import type { ConfigNode } from '../document/node.ts';
import { ReadError } from '../document/read-error.ts';

/** What a file may cost. Counted in nodes, so that the same file ends the same way on every machine. */
export interface YamlLimits {
  maxDepth: number;
  maxDocuments: number;
  /** Nodes with every alias counted as if it were written out: this is what stops a bomb of aliases. */
  maxNodes: number;
}

/** How plain scalars are read: by the core schema, or as the text that was written, so that the version `1.10` is not the number 1.1. */
export type PlainScalars = 'resolved' | 'written';

export const defaultYamlLimits: YamlLimits = { maxDepth: 100, maxDocuments: 20_000, maxNodes: 4_000_000 };

export class YamlError extends ReadError {}

interface Anchor {
  node: ConfigNode;
  weight: number;
}

/** The position in the text and what has been seen so far; one for each parse. */
export class YamlCursor {
  readonly text: string;
  readonly limits: YamlLimits;
  readonly plain: PlainScalars;
  pos = 0;
  line = 1;
  /** Offset of the first character of the current line. */
  lineStart = 0;
  depth = 0;
  nodes = 0;
  anchors = new Map<string, Anchor>();
  readonly duplicateKeys: Array<{ key: string; line: number }> = [];

  constructor(text: string, limits: YamlLimits, plain: PlainScalars) {
    this.text = text;
    this.limits = limits;
    this.plain = plain;
    if (text.charCodeAt(0) === 0xfeff) {
      this.pos = 1;
      this.lineStart = 1;
    }
  }

  get column(): number {
    return this.pos - this.lineStart;
  }

  get atEnd(): boolean {
    return this.pos >= this.text.length;
  }

  fail(message: string): never {
    throw new YamlError(this.line, message);
  }

  count(amount = 1): void {
    this.nodes += amount;
    if (this.nodes > this.limits.maxNodes) {
      throw new YamlError(this.line, 'The file holds more values than the scanner reads.', 'budget_exceeded');
    }
  }

  enter(): void {
    if (++this.depth > this.limits.maxDepth) {
      throw new YamlError(this.line, 'The file is nested deeper than the scanner reads.', 'budget_exceeded');
    }
  }

  leave(): void {
    this.depth--;
  }

  /** Steps over the line break at the current position. */
  newline(): void {
    if (this.text.charCodeAt(this.pos) === 13 && this.text.charCodeAt(this.pos + 1) === 10) this.pos++;
    this.pos++;
    this.line++;
    this.lineStart = this.pos;
  }

  skipSpaces(): void {
    let code = this.text.charCodeAt(this.pos);
    while (code === 32 || code === 9) code = this.text.charCodeAt(++this.pos);
  }

  /** Moves to the end of the line (not over it). */
  skipLine(): void {
    const end = this.text.indexOf('\n', this.pos);
    this.pos = end === -1 ? this.text.length : end;
  }

  /** Skips blanks, comments and empty lines up to the next token and says whether a line was left behind. */
  skipBlank(): boolean {
    const { text } = this;
    let crossed = false;
    for (;;) {
      const code = text.charCodeAt(this.pos);
      if (code === 32 || code === 9) this.pos++;
      else if (code === 10 || code === 13) {
        this.newline();
        crossed = true;
      } else if (code === 35 && (this.column === 0 || isBlank(text.charCodeAt(this.pos - 1))))
        this.skipLine();
      else return crossed;
    }
  }

  /** True at `---` or `...` in the first column, which end whatever is open. */
  atDocumentMark(): boolean {
    if (this.pos !== this.lineStart) return false;
    const code = this.text.charCodeAt(this.pos);
    if (code !== 45 && code !== 46) return false;
    return (
      this.text.charCodeAt(this.pos + 1) === code &&
      this.text.charCodeAt(this.pos + 2) === code &&
      isBlankOrEnd(this.text.charCodeAt(this.pos + 3))
    );
  }
}

export function isBlank(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13;
}

/** Also true for NaN, which is what the end of the text gives. */
export function isBlankOrEnd(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9 || Number.isNaN(code);
}
