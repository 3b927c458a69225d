import { commonTrigrams } from './common-trigrams.ts';

/** Chooses of each keyword the three bytes that are looked up: the least common ones, so that the filter lets little through. */
export class Anchors {
  readonly #hash: (a: number, b: number, c: number) => number;
  /** By hash, since a rare trigram that shares its hash with a common one is as bad as that. */
  readonly #commonness = new Uint16Array(65_536);

  constructor(hash: (a: number, b: number, c: number) => number) {
    this.#hash = hash;
    const trigrams = commonTrigrams();
    for (const [trigram, rank] of trigrams) {
      const code = hash(trigram.charCodeAt(0), trigram.charCodeAt(1), trigram.charCodeAt(2));
      this.#commonness[code]! += Math.ceil(65_535 / (rank + 30));
    }
  }

  /** Where in the keyword they begin. */
  of(text: Uint8Array): number {
    let best = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let at = 0; at + 3 <= text.length; at++) {
      const common = this.#commonness[this.#hash(text[at]!, text[at + 1]!, text[at + 2]!)]!;
      if (common < least) {
        least = common;
        best = at;
      }
    }
    return best;
  }
}
