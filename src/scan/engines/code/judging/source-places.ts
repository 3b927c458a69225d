import type { Place } from '../domain/facts.ts';
import type { Span } from '../ir/ir.ts';
import { LineTable } from '../reading/line-table.ts';

/** Places of one file in lines and columns, and what is written there. */
export class SourcePlaces {
  readonly #text: string;
  readonly #lines: LineTable;

  constructor(text: string) {
    this.#text = text;
    this.#lines = new LineTable(text);
  }

  place(span: Span): Place {
    const [line, column] = this.#lines.at(span.start);
    const [endLine, endColumn] = this.#lines.at(Math.max(span.start, span.end));
    return [line, endLine, column, endColumn];
  }

  code(span: Span): string {
    return this.#text
      .slice(span.start, Math.min(span.end, span.start + 240))
      .replace(/\s+/g, ' ')
      .trim();
  }
}
