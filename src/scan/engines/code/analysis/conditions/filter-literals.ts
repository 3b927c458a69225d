import type { FunctionIr } from '../../ir/ir.ts';
import { eachPart, type Part } from '../../ir/parts.ts';
import type { Forgotten } from '../../knowledge/rule-types.ts';

/**
 * Whether the literals of a function could make up a filter of networks or of characters at all. Nearly no function has them, and every one is
 * asked, often more than once: one walk answers for the function, for both filters and, where it has none, for the functions inside of it.
 */
export class FilterLiterals {
  readonly #known = new Map<FunctionIr, number>();

  mayFilter(fn: FunctionIr, what: Forgotten): boolean {
    const filters = this.#known.get(fn) ?? this.#read(fn);
    return (filters & (what === 'networks' ? networks : shell)) !== 0;
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
    this.#known.set(fn, filters);
    if (filters === 0) for (const inner of inside) this.#known.set(inner, 0);
    return filters;
  }
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

function characters(marks: number): number {
  let count = 0;
  for (let i = 0; i < meaning.length; i++) if (marks & (first << i)) count++;
  return count;
}

/** Characters that mean something to a shell; who refuses fewer than four of them has something else in mind. */
export const meaning: readonly string[] = [';', '&', '|', '`', '$'];
export const minRefused = 4;
const anyCharacter = /[;&|`$]/;
const networks = 1;
const shell = 2;
/** The bit of the first character; the others follow. */
const first = 4;
