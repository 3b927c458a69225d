/** How what one script writes so may be written in another, likeliest first. */
export type Spellings = ReadonlyMap<string, readonly string[]>;

/** How a script and the Latin one write names and other words that many languages share. Letters come without accents, in small letters, as the index has them. */
export interface LetterTables {
  toLatin: Spellings;
  fromLatin: Spellings;
  /** What a word may end with in Latin letters that the stem of this script has lost, likeliest first. */
  latinEndings: readonly string[];
  /** The sounds of a word that `toLatin` has the spellings of, where they are not its letters. */
  read?(word: string): string;
  /** The word of the sounds that `fromLatin` gives. */
  write?(sounds: string): string;
}

/** From lines of `letters:spelling,spelling`; a spelling may be nothing. */
export function spellings(...lines: readonly string[]): Spellings {
  return new Map(
    lines
      .join(' ')
      .split(' ')
      .map((entry) => {
        const [letters = '', ways = ''] = entry.split(':');
        return [letters, ways.split(',')];
      }),
  );
}
