import { addToList } from '../../kernel/add-to-list.ts';
import { secretMask } from './snippet.ts';

const minLength = 6;
const minLineLength = 16;

/** Masks known secret values wherever they are in a text: the same value in another file, or in the words of another engine. */
export class ValueMask {
  /** By their first characters, the longer values first. */
  readonly #values = new Map<string, string[]>();

  /** By their first two characters, so that most places of a text are passed by without looking them up. */
  readonly #mayBegin = new Uint8Array(pairs);

  /** A value of several lines is masked line by line; short pieces say nothing and stand everywhere. */
  constructor(values: Iterable<string>) {
    const pieces = new Set<string>();
    for (const value of values) {
      const lines = value.split(/[\r\n]+/).map((line) => line.trim());
      const least = lines.length > 1 ? minLineLength : minLength;
      for (const line of lines) if (line.length >= least) pieces.add(line);
    }
    for (const piece of [...pieces].toSorted((a, b) => b.length - a.length)) {
      addToList(this.#values, piece.slice(0, minLength), piece);
      this.#mayBegin[pairAt(piece, 0)] = 1;
    }
  }

  apply(text: string): string {
    if (this.#values.size === 0) return text;
    let masked = '';
    let from = 0;
    for (let at = 0; at + minLength <= text.length; ) {
      const found = this.#mayBegin[pairAt(text, at)]
        ? this.#values.get(text.slice(at, at + minLength))?.find((value) => text.startsWith(value, at))
        : undefined;
      if (found === undefined) {
        at++;
        continue;
      }
      masked += text.slice(from, at) + secretMask;
      at += found.length;
      from = at;
    }
    return masked + text.slice(from);
  }

  /** Every text inside of a value made of plain data. */
  applyDeep<T>(value: T): T {
    if (this.#values.size === 0) return value;
    if (typeof value === 'string') return this.apply(value) as T;
    if (Array.isArray(value)) return value.map((item: unknown) => this.applyDeep(item)) as T;
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.applyDeep(item)])) as T;
  }
}

const pairs = 1 << 14;

/** Different pairs may have one number. */
function pairAt(text: string, at: number): number {
  return (text.charCodeAt(at) * 127 + text.charCodeAt(at + 1)) & (pairs - 1);
}
