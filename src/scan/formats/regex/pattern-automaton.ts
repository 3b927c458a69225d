import type { CharacterSet, PatternPart } from './pattern-reader.ts';

/** The places of a pattern at which a character is read, and which may follow which, counted by ways: two ways are as many as any more. */
export interface PatternAutomaton {
  readonly sets: readonly CharacterSet[];
  readonly follow: ReadonlyArray<ReadonlyMap<number, number>>;
  readonly first: ReadonlyMap<number, number>;
  /** Places after which the pattern has matched, whatever comes next. */
  readonly last: ReadonlyMap<number, number>;
  /** Places after which the pattern has matched if the text ends there. */
  readonly lastAtEnd: ReadonlySet<number>;
  /** Whether a match can begin at the start of the text (or of a line) only. */
  readonly isAnchored: boolean;
}

export function automatonOf(pattern: PatternPart): PatternAutomaton | undefined {
  const builder = new Builder(false);
  const whole = builder.build(pattern);
  // The same places in the same order, with ends of the text taken for granted.
  const atEnd = whole && new Builder(true).build(pattern);
  if (!atEnd || builder.sets.length > maxPlaces) return undefined;
  return {
    sets: builder.sets,
    follow: builder.follow,
    first: whole.first,
    last: whole.last,
    lastAtEnd: new Set(atEnd.last.keys()),
    isAnchored: isAnchored(pattern),
  };
}

interface Part {
  readonly first: Map<number, number>;
  readonly last: Map<number, number>;
  /** In how many ways it matches the empty text. */
  readonly empty: number;
}

class Builder {
  readonly sets: CharacterSet[] = [];
  readonly follow: Array<Map<number, number>> = [];
  readonly #isAtEnd: boolean;

  constructor(isAtEnd: boolean) {
    this.#isAtEnd = isAtEnd;
  }

  build(part: PatternPart): Part | undefined {
    switch (part.k) {
      case 'set': {
        if (this.sets.length > maxPlaces) return undefined;
        const at = this.sets.push(part.set) - 1;
        this.follow.push(new Map());
        return { first: new Map([[at, 1]]), last: new Map([[at, 1]]), empty: 0 };
      }
      case 'place':
        // What holds at some places only stops what would otherwise go on.
        return nothing(part.sign === '' || (this.#isAtEnd && endSigns.has(part.sign)) ? 1 : 0);
      case 'all':
        return this.#sequence(part.parts.map((inner) => () => this.build(inner)));
      case 'any':
        return this.#choice(part.choices);
      case 'repeat':
        return this.#repeat(part);
    }
  }

  #sequence(parts: ReadonlyArray<() => Part | undefined>): Part | undefined {
    let whole: Part = nothing(1);
    for (const make of parts) {
      const next = make();
      if (!next) return undefined;
      this.#join(whole.last, next.first);
      whole = {
        first: sum(whole.first, scaled(next.first, whole.empty)),
        last: sum(scaled(whole.last, next.empty), next.last),
        empty: Math.min(2, whole.empty * next.empty),
      };
    }
    return whole;
  }

  #choice(choices: readonly PatternPart[]): Part | undefined {
    let whole: Part = nothing(0);
    for (const choice of choices) {
      const next = this.build(choice);
      if (!next) return undefined;
      whole = {
        first: sum(whole.first, next.first),
        last: sum(whole.last, next.last),
        empty: Math.min(2, whole.empty + next.empty),
      };
    }
    return whole;
  }

  #repeat({ part, least, most }: PatternPart & { k: 'repeat' }): Part | undefined {
    if (isAsGoodAsUnbounded(part, least, most)) {
      const inner = this.build(part);
      if (!inner) return undefined;
      this.#join(inner.last, inner.first);
      // A round that reads nothing ends the repetition, so it is no way of its own.
      return { ...inner, empty: least === 0 || inner.empty > 0 ? 1 : 0 };
    }
    const copies = Math.min(most, maxCopies);
    if (copies === 0) return nothing(1);
    const needed = Math.min(least, copies);
    return this.#sequence(
      Array.from({ length: copies }, (_, i) => () => {
        const inner = this.build(part);
        // Of `(x{0,3})` the second copy is there only after the first, so leaving out each is one way.
        return inner && (i < needed ? inner : { ...inner, empty: 1 });
      }),
    );
  }

  #join(last: ReadonlyMap<number, number>, first: ReadonlyMap<number, number>): void {
    for (const [from, ways] of last) {
      const follow = this.follow[from]!;
      for (const [to, more] of first)
        follow.set(to, Math.min(2, (follow.get(to) ?? 0) + Math.min(2, ways * more)));
    }
  }
}

function nothing(empty: number): Part {
  return { first: new Map(), last: new Map(), empty };
}

function sum(a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>): Map<number, number> {
  const all = new Map(a);
  for (const [place, ways] of b) all.set(place, Math.min(2, (all.get(place) ?? 0) + ways));
  return all;
}

function scaled(ways: ReadonlyMap<number, number>, by: number): Map<number, number> {
  if (by === 0) return new Map();
  return new Map([...ways].map(([place, count]) => [place, Math.min(2, count * by)]));
}

/**
 * Twenty rounds of `(a|aa)` take a million ways, whatever the text. Rounds that are themselves of any length share a text of n characters in n to the power of
 * their number of ways, so that few of them are enough, and as many as in `(\s*\n){5}` always.
 */
function isAsGoodAsUnbounded(part: PatternPart, least: number, most: number): boolean {
  return (most >= manyTimes && most > least) || (most >= manyLongTimes && hasRepetition(part));
}

function hasRepetition(part: PatternPart): boolean {
  if (part.k === 'set' || part.k === 'place') return false;
  if (part.k === 'all') return part.parts.some(hasRepetition);
  if (part.k === 'any') return part.choices.some(hasRepetition);
  return (part.most >= manyTimes && part.most > part.least) || hasRepetition(part.part);
}

function isAnchored(part: PatternPart): boolean {
  if (part.k === 'place') return part.sign === '^' || part.sign === '\\A';
  if (part.k === 'all') return part.parts[0] !== undefined && isAnchored(part.parts[0]);
  if (part.k === 'any') return part.choices.every(isAnchored);
  return part.k === 'repeat' && part.least > 0 && isAnchored(part.part);
}

const endSigns = new Set(['$', '\\Z', '\\z']);
/** From this count on a bounded repetition is as bad as an unbounded one. */
const manyTimes = 20;
/** The same where each round may have any length. */
const manyLongTimes = 5;
const maxCopies = 4;
const maxPlaces = 240;
