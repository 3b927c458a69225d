import { filledPart, ownObject, partOfFilled } from '../../domain/callee.ts';
import type { FunctionFacts } from '../../domain/facts.ts';
import type { Taint } from '../../domain/taint.ts';
import { checkOf, type SourceList } from './source-list.ts';

/** What constructors put into the fields of their objects, for the files that make these and the methods that read them. */
export class MadeFields {
  readonly #sources: SourceList;
  /** By the name of the constructor: of several of a class nobody knows which one makes an object. */
  readonly #known = new Map<string, FunctionFacts>();

  constructor(sources: SourceList) {
    this.#sources = sources;
  }

  note(facts: FunctionFacts, made: ReadonlyMap<string, Taint | undefined>): void {
    const other = this.#known.get(facts.key);
    this.#known.set(facts.key, facts);
    if (other) {
      delete other.sets;
      return;
    }
    for (const [field, taint] of made)
      for (const entry of taint ?? [])
        facts.returns.push({
          from: this.#sources.from(entry),
          mask: entry.mask,
          ...checkOf(entry),
          field: partOfFilled(filledPart(ownObject), field),
        });
    facts.sets = [...made.keys()];
  }
}
