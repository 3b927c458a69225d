/** So many words that mean nearly the same are known of each word at most. */
export const mostNear = 16;
/** Worths are kept as hundredths. */
export const worthUnit = 100;
/** Bytes of a word: its key, its worth, and for each near word which one it is and how near. */
const bytesOfWord = 8 + 1 + mostNear * 3;

/**
 * Which English words mean nearly the same ("bought" and "purchase", "dog" and "puppy"), and how much each says about what a text is about; made from our models by `scripts/near-words.ts`.
 * It is as fixed as a model, so that what it says of a query and a passage does not depend on what else is stored. Words are known by the hash of their stems.
 * Layout: keys (64-bit floats, rising), for each word sixteen near words (16-bit places in the list of keys) and how near they are (bytes, 0 for none, the nearest first), worths (bytes).
 */
export class NearWords {
  readonly #keys: Float64Array;
  readonly #near: Uint16Array;
  readonly #likeness: Uint8Array;
  readonly #worths: Uint8Array;

  constructor(bytes: Uint8Array) {
    const count = bytes.length / bytesOfWord;
    if (!Number.isInteger(count) || count > 65_536)
      throw new Error('The table of near words has the wrong size.');
    const { buffer } = bytes.slice();
    this.#keys = new Float64Array(buffer, 0, count);
    this.#near = new Uint16Array(buffer, count * 8, count * mostNear);
    this.#likeness = new Uint8Array(buffer, count * (8 + 2 * mostNear), count * mostNear);
    this.#worths = new Uint8Array(buffer, count * (8 + 3 * mostNear), count);
    if (
      this.#keys.some((key, i) => i > 0 && !(key > this.#keys[i - 1]!)) ||
      this.#near.some((at) => at >= count)
    )
      throw new Error('The table of near words is not in order.');
  }

  /** The place of a word in the table; undefined for one that it does not have. */
  find(key: number): number | undefined {
    let low = 0;
    let high = this.#keys.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = this.#keys[middle]!;
      if (found === key) return middle;
      if (found < key) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  }

  /** How much a word says about what a text is about; 1 for one in the middle. */
  worth(place: number): number {
    return this.#worths[place]! / worthUnit;
  }

  /** The words that mean nearly the same as one, the nearest first, each with its likeness from 0 to 1. */
  near(place: number, visit: (key: number, likeness: number) => void): void {
    for (let i = place * mostNear; i < (place + 1) * mostNear; i++) {
      const likeness = this.#likeness[i]!;
      if (likeness === 0) return;
      visit(this.#keys[this.#near[i]!]!, likeness / 255);
    }
  }
}
