import type { Snippet } from '../model/finding.ts';

const contextLines = 2;
const maxFrameLines = 12;
const maxLineLength = 240;

/** What stands in place of a secret. */
export const secretMask = '••••••';

/** Ranges of a text (UTF-16 offsets) that hold a secret. */
export type Redactions = ReadonlyArray<readonly [start: number, end: number]>;

interface Masking {
  apply(text: string): string;
}

/** Masks every known secret of a text and cuts it into lines, once for all findings of the file. */
export class SnippetMaker {
  readonly #lines: string[];

  readonly #everywhere: Masking | undefined;

  /** Long lines as they are shown, by number: a minified file has thousands of findings on one line of a megabyte. */
  readonly #shown = new Map<number, string>();

  /** `everywhere` masks what is secret in other files; it is applied to what is shown, before it is cut. */
  constructor(text: string, redactions: Redactions, everywhere?: Masking) {
    this.#everywhere = everywhere;
    const masked = mask(text, redactions);
    this.#lines = masked.split(masked.includes('\r') ? /\r\n|\n|\r/ : '\n');
    // A newline at the end of a file ends a line; it does not begin another.
    if (this.#lines.length > 1 && this.#lines.at(-1) === '') this.#lines.pop();
  }

  line(number: number): string | undefined {
    return this.#lines[number - 1];
  }

  /** The line where nothing of it is a secret: what may be written back to the file. */
  plainLine(number: number): string | undefined {
    const line = this.#lines[number - 1];
    return line?.includes(secretMask) ? undefined : line;
  }

  /**
   * The lines of a finding and some around them; undefined where the file has no such line. Of a place that is too long to be shown the part with `line`, the one that is
   * wrong, is.
   */
  snippet(startLine: number, endLine: number, around = contextLines, line = startLine): Snippet | undefined {
    if (startLine > this.#lines.length) return undefined;
    const end = Math.min(this.#lines.length, Math.max(endLine, line) + around);
    const first = Math.max(1, startLine - around, Math.min(end, line + around) - maxFrameLines + 1);
    const last = Math.min(end, first + maxFrameLines - 1);
    const text = this.#lines
      .slice(first - 1, last)
      .map((line, index) => this.#show(line, first + index))
      .join('\n');
    return text.trim() === '' ? undefined : { startLine: first, text };
  }

  #show(line: string, number: number): string {
    const known = this.#shown.get(number);
    if (known !== undefined) return known;
    const shown = cut(this.#everywhere?.apply(line) ?? line);
    if (line.length > maxLineLength) this.#shown.set(number, shown);
    return shown;
  }
}

function mask(text: string, redactions: Redactions): string {
  const sorted = [...redactions].sort((a, b) => a[0] - b[0]);
  let masked = '';
  let at = 0;
  for (const [start, end] of sorted) {
    if (end <= at) continue;
    const from = Math.max(at, start);
    // Line breaks stay, so that the lines of a private key are still counted.
    masked += text.slice(at, from) + text.slice(from, end).replace(/[^\r\n]+/g, secretMask);
    at = end;
  }
  return masked + text.slice(at);
}

function cut(line: string): string {
  return line.length > maxLineLength ? `${line.slice(0, maxLineLength).toWellFormed()}…` : line;
}
