import type { Concept } from './lexicon.ts';
import type { Pattern } from './patterns.ts';
import type { WordVisitor } from './read-words.ts';

/** A pattern that was found. */
export interface Hit {
  pattern: Pattern;
  weight: number;
  start: number;
  end: number;
}

/** What somebody else does is told, not ordered. */
const tellers = new Set(
  "to will can could may might would not never don't doesn't didn't shouldn't won't it they he she we that who which models users attackers attacker people him them model assistant llm agent bot ai".split(
    ' ',
  ),
);
/** The part of its weight that is left of what is told. */
const toldWeight = 0.4;

/** Finds all patterns in one pass: the work for a word depends on how many patterns its meanings occur in, not on the length of the text. */
export class PatternMatcher {
  readonly #uses = new Map<Concept, Use[]>();
  // How far each pattern has come, by step: the latest word that it reached, and where that began. Kept to be used again, cleared for each text.
  readonly #reached: Int32Array;
  readonly #firsts: Int32Array;
  readonly #starts: Int32Array;
  readonly #told: Uint8Array;

  constructor(patterns: readonly Pattern[]) {
    let cells = 0;
    for (const pattern of patterns) {
      for (const [step, { concepts, gap }] of pattern.steps.entries())
        for (const concept of concepts) {
          const uses = this.#uses.get(concept) ?? [];
          uses.push({
            pattern,
            cell: cells + step,
            gap,
            isFirst: step === 0,
            isLast: step === pattern.steps.length - 1,
          });
          this.#uses.set(concept, uses);
        }
      cells += pattern.steps.length;
    }
    // Later steps first, so that one word is not two steps of a pattern.
    for (const uses of this.#uses.values()) uses.sort((a, b) => b.cell - a.cell);
    this.#reached = new Int32Array(cells);
    this.#firsts = new Int32Array(cells);
    this.#starts = new Int32Array(cells);
    this.#told = new Uint8Array(cells);
  }

  /** Takes the words of one text; `hits` has what was found in it. */
  begin(): WordVisitor & { hits: Hit[] } {
    const hits: Hit[] = [];
    this.#reached.fill(-1);
    const seen = new Map<Concept, number>();
    let position = 0;
    let sentence = 0;
    let [before, twoBefore] = ['', ''];
    return {
      hits,
      stop: () => {
        sentence = ++position;
        before = twoBefore = '';
      },
      word: (text, concepts, start, end, joined) => {
        position++;
        if (concepts) {
          const isTold = joined && tellers.has(before) && twoBefore !== 'you';
          for (const concept of concepts) {
            seen.set(concept, position);
            for (const use of this.#uses.get(concept) ?? []) {
              if (!this.#advance(use, position, sentence, start, isTold) || !use.isLast) continue;
              const { pattern, cell } = use;
              if (pattern.unless && (seen.get(pattern.unless) ?? 0) >= this.#firsts[cell]!) continue;
              const weight = pattern.weight * (pattern.isOrder && this.#told[cell] === 1 ? toldWeight : 1);
              hits.push({ pattern, weight, start: this.#starts[cell]!, end });
            }
          }
        }
        twoBefore = before;
        before = text;
      },
    };
  }

  #advance(
    { cell, gap, isFirst }: Use,
    position: number,
    sentence: number,
    start: number,
    isTold: boolean,
  ): boolean {
    if (isFirst) {
      this.#firsts[cell] = position;
      this.#starts[cell] = start;
      this.#told[cell] = isTold ? 1 : 0;
    } else {
      const last = this.#reached[cell - 1]!;
      if (last <= sentence || last === position || position - last - 1 > gap) return false;
      this.#firsts[cell] = this.#firsts[cell - 1]!;
      this.#starts[cell] = this.#starts[cell - 1]!;
      this.#told[cell] = this.#told[cell - 1]!;
    }
    this.#reached[cell] = position;
    return true;
  }
}

/** A step of a pattern that a concept can be. */
interface Use {
  pattern: Pattern;
  cell: number;
  gap: number;
  isFirst: boolean;
  isLast: boolean;
}
