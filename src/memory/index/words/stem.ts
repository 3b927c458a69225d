/**
 * Light stemming for an English word in lower case: plural, past, progressive and the commonest adverb ending, so that "paints", "painted" and "painting" meet. It errs
 * on the side of leaving words alone; the embedding takes care of kinship that is deeper.
 */
export function stemEnglish(word: string): string {
  if (word.length < 4) return word;
  const singular = withoutPlural(word);
  // Most words end otherwise, which one letter says.
  for (const ending of endingsBy[singular.at(-1)!] ?? noEndings) {
    if (singular.endsWith(ending)) {
      const stem = singular.slice(0, -ending.length);
      if (stem.length >= 3 && /[aeiouy]/.test(stem)) return mended(stem);
    }
  }
  return withoutFinal(singular);
}

const endingsBy: Partial<Record<string, readonly string[]>> = {
  y: ['ingly', 'edly', 'ly'],
  g: ['ing'],
  d: ['ed'],
};
const noEndings: readonly string[] = [];

function withoutPlural(word: string): string {
  if (!word.endsWith('s')) return word;
  if (/(ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies')) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  if (/(ch|sh|ss|x|zz)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

/** "stopp" and "stop", "hop(e)" and "hop": a doubled last letter is undone, a final e and y are dropped or made alike on both sides. */
function mended(stem: string): string {
  if (/([bdfgmnprt])\1$/.test(stem)) return stem.slice(0, -1);
  return withoutFinal(stem);
}

function withoutFinal(word: string): string {
  if (word.length >= 4 && word.endsWith('e')) return word.slice(0, -1);
  if (word.length >= 4 && /[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}i`;
  return word;
}
