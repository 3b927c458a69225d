/**
 * Light stemming for English: plural, past, progressive and the commonest adverb ending, so that "paints", "painted" and "painting" meet. It errs
 * on the side of leaving words alone; the embedding takes care of kinship that lies deeper.
 */
export function stemEnglish(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  const singular = withoutPlural(word);
  for (const ending of ['ingly', 'edly', 'ing', 'ed', 'ly']) {
    if (singular.endsWith(ending)) {
      const stem = singular.slice(0, -ending.length);
      if (stem.length >= 3 && /[aeiouy]/.test(stem)) return mended(stem);
    }
  }
  return withoutFinal(singular);
}

function withoutPlural(word: string): string {
  if (/(ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies')) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  if (/(ch|sh|ss|x|zz)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
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
