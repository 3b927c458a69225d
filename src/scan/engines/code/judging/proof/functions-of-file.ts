import type { ClassIr, Expr, FunctionIr, ModuleIr, Span, Stmt } from '../../ir/ir.ts';
import { eachPart, type Part } from '../../ir/parts.ts';

/** A function with the class that it belongs to, or the code of the file outside of all functions. */
export interface Place extends Span {
  readonly fn: FunctionIr | undefined;
  readonly body: readonly Stmt[];
  readonly definition: ClassIr | undefined;
  readonly outer: Place | undefined;
}

/** The functions of a file by where they are. Gathered when somebody asks: most files have nothing to prove. */
export class FunctionsOfFile {
  readonly #module: ModuleIr;
  #places: Place[] | undefined;
  #byName: Map<string, Place[]> | undefined;
  #calls: Call[] | undefined;

  constructor(module: ModuleIr) {
    this.#module = module;
  }

  /** The innermost function around a place, and those around that. */
  around({ start }: Span): Place[] {
    const places = this.#gathered();
    let low = 0;
    let high = places.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (places[middle]!.start <= start) low = middle;
      else high = middle - 1;
    }
    const found: Place[] = [];
    for (let place = places[low]; place; place = place.outer) if (start < place.end) found.push(place);
    return found;
  }

  /** Calls of methods that are given something: some of them name routes. */
  get calls(): readonly Call[] {
    this.#gathered();
    return this.#calls!;
  }

  /** A function and those inside of it. */
  inside({ start, end }: Place): readonly Place[] {
    return this.#gathered().filter((place) => place.start >= start && place.end <= end);
  }

  /** Functions and methods of the file that are called so. */
  named(name: string): readonly Place[] {
    this.#byName ??= Map.groupBy(
      this.#gathered().filter(({ fn }) => fn),
      ({ fn }) => fn!.name,
    );
    return this.#byName.get(name)?.slice(0, mostOfOneName) ?? [];
  }

  #gathered(): Place[] {
    if (!this.#places) {
      this.#calls = [];
      this.#places = gather(this.#module, this.#calls);
    }
    return this.#places;
  }
}

export type Call = Expr & { k: 'call' };

/** Where a name means more functions than these, nobody knows which. */
const mostOfOneName = 8;

function gather({ body }: ModuleIr, calls: Call[]): Place[] {
  const module: Place = {
    start: 0,
    end: Number.POSITIVE_INFINITY,
    fn: undefined,
    body,
    definition: undefined,
    outer: undefined,
  };
  const places = [module];
  const open: Array<{ part: Part; outer: Place; definition: ClassIr | undefined }> = body.map((part) => ({
    part,
    outer: module,
    definition: undefined,
  }));
  for (let next = open.pop(); next; next = open.pop()) {
    const { part, outer, definition } = next;
    const enter = (fn: FunctionIr, of: ClassIr | undefined) => {
      const place = { start: fn.start, end: fn.end, fn, body: fn.body, definition: of, outer };
      places.push(place);
      for (const inner of fn.body) open.push({ part: inner, outer: place, definition: of });
    };
    if (part.k === 'function') enter(part.fn, definition);
    else if (part.k === 'class') {
      const of = part.definition;
      for (const method of of.methods) enter(method, of);
      for (const { value } of of.fields) if (value) open.push({ part: value, outer, definition: of });
      for (const inner of of.body) open.push({ part: inner, outer, definition: of });
    } else {
      if (part.k === 'call' && part.callee.k === 'member' && part.args.length > 0) calls.push(part);
      eachPart(part, (inner) => open.push({ part: inner, outer, definition }));
    }
  }
  return places.sort((a, b) => a.start - b.start || b.end - a.end);
}
