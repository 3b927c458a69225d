import type { SkipReason } from '../model/skip-reason.ts';
/** What a format reader met and went on after; each becomes an entry of the scan's coverage. The messages are safe to show. */
export type ReadingProblems = Array<{ reason: SkipReason; message: string }>;

const maxListed = 5;

/** A key that is there twice: tools differ in which one they take, so a reader that stays silent can be fooled. */
export class DuplicateKeys {
  readonly #places: string[] = [];
  #count = 0;

  add(key: string, first: number, second: number): void {
    if (this.#count++ < maxListed) {
      const shown = key.length > 80 ? `${key.slice(0, 80)}…` : key;
      this.#places.push(`${JSON.stringify(shown)} (lines ${first} and ${second})`);
    }
  }

  reportTo(problems: ReadingProblems): void {
    if (this.#count === 0) return;
    const more = this.#count > maxListed ? ` and ${this.#count - maxListed} more` : '';
    problems.push({
      reason: 'duplicate_key',
      message: `Keys stand twice: ${this.#places.join(', ')}${more}. The last value was read, the others were not.`,
    });
  }
}
