const letters = 'abcdefghijklmnopqrstuvwxyz';
const leastLength = 5;

/**
 * What a word may have been meant to be: all that is one slip away from it, a letter too many, too few or wrong, or two that changed places. The first letter is left as it is;
 * people seldom slip there, and other words begin there. Short words have too many neighbours that are words themselves.
 */
export function* nearSpellings(word: string): Iterable<string> {
  if (word.length < leastLength || !/^[a-z]+$/.test(word)) return;
  for (let i = 1; i <= word.length; i++) {
    const [before, after] = [word.slice(0, i), word.slice(i)];
    if (after.length > 0) yield before + after.slice(1);
    if (after.length > 1) yield before + after[1] + after[0] + after.slice(2);
    for (const letter of letters) {
      if (after.length > 0 && letter !== after[0]) yield before + letter + after.slice(1);
      yield before + letter + after;
    }
  }
}
