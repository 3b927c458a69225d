import { withRoom } from './columns/growing.ts';
import { codeLikeness } from './words/code-likeness.ts';
import { languageBy } from './words/language-likeness.ts';
import type { PassageWords } from './words/passages/passage-words.ts';
import { tellsOfChange } from './words/time-words.ts';

/** The columns as a snapshot holds them. */
export interface StoredTraits {
  codeLikeness: Uint8Array;
  flags: Uint8Array;
}

const flag = { change: 1, english: 2, otherLanguage: 4 };

/** What kind of text each row is, judged when it is added: two bytes a row. */
export class RowTraits {
  /** By row, 0 to 255. */
  #codeLikeness: Uint8Array;
  #flags: Uint8Array;
  #rows: number;

  constructor(stored?: StoredTraits) {
    this.#codeLikeness = stored?.codeLikeness ?? new Uint8Array(16);
    this.#flags = stored?.flags ?? new Uint8Array(16);
    this.#rows = stored?.flags.length ?? 0;
  }

  get memoryBytes(): number {
    return this.#codeLikeness.length + this.#flags.length;
  }

  /** Adds the next row; `words` are those of the text. */
  append(text: string, words: PassageWords): void {
    const row = this.#rows++;
    this.#codeLikeness = withRoom(this.#codeLikeness, this.#rows);
    this.#flags = withRoom(this.#flags, this.#rows);
    const code = codeLikeness(text);
    this.#codeLikeness[row] = Math.round(code * 255);
    const language = languageBy(words.functionWords, text, code);
    this.#flags[row] =
      (words.mayTellOfChange && tellsOfChange(text) ? flag.change : 0) |
      (language === 'english' ? flag.english : language === 'other' ? flag.otherLanguage : 0);
  }

  codeLikeness(row: number): number {
    return this.#codeLikeness[row]! / 255;
  }

  /** Whether the text says that something is not as it was: "moved to", "no longer", "now". */
  tellsOfChange(row: number): boolean {
    return (this.#flags[row]! & flag.change) !== 0;
  }

  isEnglish(row: number): boolean {
    return (this.#flags[row]! & flag.english) !== 0;
  }

  isOtherLanguage(row: number): boolean {
    return (this.#flags[row]! & flag.otherLanguage) !== 0;
  }

  /** Those that are there now; what is added later does not show. */
  frozen(): StoredTraits {
    return {
      codeLikeness: this.#codeLikeness.subarray(0, this.#rows),
      flags: this.#flags.subarray(0, this.#rows),
    };
  }

  /** Without the rows that `newRows` maps to nothing, nor those after its end. */
  compacted(newRows: Int32Array): RowTraits {
    const kept = (column: Uint8Array) =>
      column.subarray(0, newRows.length).filter((_, row) => newRows[row]! >= 0);
    return new RowTraits({ codeLikeness: kept(this.#codeLikeness), flags: kept(this.#flags) });
  }
}
