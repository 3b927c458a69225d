import type { FunctionIr } from '../../ir/ir.ts';
import { eachPart, type Part } from '../../ir/parts.ts';
import type { Forgotten } from '../../knowledge/rule-types.ts';

/**
 * Whether the literals of a function could make up a filter of networks or of characters at all. Nearly no function has them, and every one is
 * asked, often more than once: one walk answers for the function, for both filters and, where it has none, for the functions inside of it.
 */
export class FilterLiterals {
  readonly #text: string;
  readonly #known = new Map<FunctionIr, number>();
  /** Whether a function of the file may hold them; undefined until one is asked. */
  #mayHoldAny: boolean | undefined;

  /** The text of the file that the functions are in. */
  constructor(text: string) {
    this.#text = text;
  }

  mayFilter(fn: FunctionIr, what: Forgotten): boolean {
    // Most files have none, and what is nowhere in the file is in none of its functions.
    this.#mayHoldAny ??= mayHoldLiterals(this.#text);
    if (!this.#mayHoldAny) return false;
    let filters = this.#known.get(fn);
    if (filters === undefined) {
      filters = this.#mayHoldLiterals(fn) ? this.#read(fn) : 0;
      this.#known.set(fn, filters);
    }
    return (filters & (what === 'networks' ? networks : shell)) !== 0;
  }

  /** A literal is written with its own characters or with escapes: the text rules nearly every function out without a walk through its parts. */
  #mayHoldLiterals({ body, start, end }: FunctionIr): boolean {
    if (body.length === 0) return false;
    // Some functions are put together from parts of the file that are elsewhere.
    if (body[0]!.start < start || body.at(-1)!.end > end) return true;
    return mayHoldLiterals(this.#text.slice(start, end));
  }

  #read(fn: FunctionIr): number {
    const inside: FunctionIr[] = [fn];
    let found = 0;
    const open: Part[] = [...fn.body];
    for (let part = open.pop(); part; part = open.pop()) {
      if (part.k === 'function') {
        inside.push(part.fn);
        for (const statement of part.fn.body) open.push(statement);
      } else if (part.k === 'regex') found |= marksOf(part.pattern);
      else if (part.k === 'const') {
        if (typeof part.value === 'string') found |= marksOf(part.value);
        else if (part.value === 172) found |= networks;
      } else if (part.k === 'name') found |= octetsIn(part.name);
      else {
        if (part.k === 'member') found |= octetsIn(part.property);
        eachPart(part, (inner) => open.push(inner));
      }
    }
    const filters = (found & networks) | (characters(found) >= minRefused ? shell : 0);
    if (filters === 0) for (const inner of inside) this.#known.set(inner, 0);
    return filters;
  }
}

function mayHoldLiterals(text: string): boolean {
  return octetsIn(text) !== 0 || mayNameCharacters(text) || encoded.test(text);
}

function marksOf(text: string): number {
  let marks = octetsIn(text);
  if (anyCharacter.test(text))
    for (let i = 0; i < meaning.length; i++) if (text.includes(meaning[i]!)) marks |= first << i;
  return marks;
}

/** Two of the three private networks are named only where one of these is. */
function octetsIn(text: string): number {
  return text.includes('172') || text.includes('192') ? networks : 0;
}

/** Whether enough of the characters are in a text. */
function mayNameCharacters(text: string): boolean {
  let absent = 0;
  for (let i = 0; i < meaning.length; i++)
    if (!text.includes(meaning[i]!) && ++absent > meaning.length - minRefused) return false;
  return true;
}

function characters(marks: number): number {
  let count = 0;
  for (let i = 0; i < meaning.length; i++) if (marks & (first << i)) count++;
  return count;
}

/** Characters that mean something to a shell; who refuses fewer than four of them has something else in mind. */
export const meaning: readonly string[] = [';', '&', '|', '`', '$'];
export const minRefused = 4;
const anyCharacter = /[;&|`$]/;
/** Escapes of characters by their number or name, numbers in other bases, and digits in groups. */
const encoded = /\\(?:[xuU0-7]|N\{)|\b0[xXbBoO]|\d[_']\d|&#/;
const networks = 1;
const shell = 2;
/** The bit of the first character; the others follow. */
const first = 4;
