/**
 * How a list grows in a pool: as a chain of slices, each twice as long as the one before up to a greatest length. The last cells of a slice are kept for where the next one begins, the others hold the
 * list.
 */
export class Slices {
  readonly #first: number;
  readonly #link: number;
  readonly #maxLevel: number;
  /** By length, up to where all slices are of the greatest size: the level of the slice that begins there, or -1 when the current slice has room. */
  readonly #levels: Int8Array;

  /** `first` cells in the first slice, `link` of any slice's for the next. */
  constructor(first: number, link: number, maxLevel: number) {
    this.#first = first;
    this.#link = link;
    this.#maxLevel = maxLevel;
    const starts: number[] = [];
    let length = 0;
    for (let level = 0; level <= maxLevel; level++) {
      starts.push(length);
      length += this.payload(level);
    }
    this.#levels = new Int8Array(length).fill(-1);
    for (const [level, start] of starts.entries()) this.#levels[start] = level;
  }

  size(level: number): number {
    return this.#first << Math.min(level, this.#maxLevel);
  }

  /** How much of the list a slice holds. */
  payload(level: number): number {
    return this.size(level) - this.#link;
  }

  /** The level of the slice that a list of this length continues with, or -1 when the current slice has room. */
  startedAt(length: number): number {
    const levels = this.#levels;
    if (length < levels.length) return levels[length]!;
    return (length - levels.length) % this.payload(this.#maxLevel) === 0 ? this.#maxLevel + 1 : -1;
  }
}
