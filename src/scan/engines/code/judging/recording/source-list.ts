import { questionsIn } from '../../domain/awaited-check.ts';
import type { FileFacts, From, FunctionFacts } from '../../domain/facts.ts';
import type { SourceOrigin, TaintEntry } from '../../domain/taint.ts';
import type { SourcePlaces } from '../source-places.ts';

/** The sources of a file, each listed once, and what a taint comes from in the words of the linker. */
export class SourceList {
  readonly sources: FileFacts['sources'] = [];
  readonly #places: SourcePlaces;
  readonly #indexes = new Map<SourceOrigin, number>();

  constructor(places: SourcePlaces) {
    this.#places = places;
  }

  from({ origin }: TaintEntry): From {
    if (origin.k === 'source') return ['s', this.#index(origin)];
    const index = origin.k === 'call' ? origin.call : origin.index;
    const kind = origin.k === 'call' ? 'c' : 'p';
    return origin.field === undefined ? [kind, index] : [kind, index, origin.field];
  }

  #index(origin: SourceOrigin): number {
    let index = this.#indexes.get(origin);
    if (index === undefined) {
      index = this.sources.length;
      this.#indexes.set(origin, index);
      const { kind, title, awaits, isGuess } = origin;
      const source = { kind, title, at: this.#places.place(origin.span) };
      this.sources.push({ ...source, ...(awaits !== undefined && { awaits }), ...(isGuess && { isGuess }) });
    }
    return index;
  }
}

/** The checks that a taint has passed or waits for. */
export function checkOf({
  check,
  awaits: passed,
}: TaintEntry): Pick<FunctionFacts['sinks'][number], 'check' | 'awaits'> {
  const awaits = questionsIn(passed);
  return { ...(check !== undefined && { check }), ...(awaits && { awaits }) };
}
