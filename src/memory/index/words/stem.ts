/**
 * Light stemming for an English word in lower case: plural, past, progressive and the commonest adverb ending, so that "paints", "painted" and "painting" meet. It errs
 * on the side of leaving words alone; the embedding takes care of kinship that is deeper. Every word that is written comes here, so that letters are looked at and not patterns.
 */
export function stemEnglish(word: string): string {
  if (word.length < 4) return word;
  const singular = withoutPlural(word);
  // Most words end otherwise, which one letter says.
  const last = singular.charCodeAt(singular.length - 1);
  const endings =
    last === letter.y ? adverbs : last === letter.g ? progressive : last === letter.d ? past : none;
  for (const ending of endings) {
    if (!singular.endsWith(ending)) continue;
    const length = singular.length - ending.length;
    if (length >= 3 && hasVowel(singular, length)) return mended(singular.slice(0, length));
  }
  return withoutFinal(singular);
}

const adverbs: readonly string[] = ['ingly', 'edly', 'ly'];
const progressive: readonly string[] = ['ing'];
const past: readonly string[] = ['ed'];
const none: readonly string[] = [];

/** The codes of the letters that endings are known by. */
const letter = { d: 100, e: 101, g: 103, s: 115, y: 121 };
const codesOf = (letters: string) =>
  Uint8Array.from({ length: 128 }, (_, code) => +letters.includes(String.fromCharCode(code)));
const vowels = codesOf('aeiou');
const vowelsAndY = codesOf('aeiouy');
const doubled = codesOf('bdfgmnprt');

function hasVowel(word: string, length: number): boolean {
  for (let i = 0; i < length; i++) if (vowelsAndY[word.charCodeAt(i)] === 1) return true;
  return false;
}

function withoutPlural(word: string): string {
  if (word.charCodeAt(word.length - 1) !== letter.s) return word;
  if (word.endsWith('ss') || word.endsWith('us') || word.endsWith('is')) return word;
  if (word.charCodeAt(word.length - 2) !== letter.e) return word.slice(0, -1);
  if (word.endsWith('ies')) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  return /(?:ch|sh|ss|x|zz)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

/** "stopp" and "stop", "hop(e)" and "hop": a doubled last letter is undone, a final e and y are dropped or made alike on both sides. */
function mended(stem: string): string {
  const last = stem.charCodeAt(stem.length - 1);
  if (doubled[last] === 1 && stem.charCodeAt(stem.length - 2) === last) return stem.slice(0, -1);
  return withoutFinal(stem);
}

function withoutFinal(word: string): string {
  if (word.length < 4) return word;
  const last = word.charCodeAt(word.length - 1);
  if (last === letter.e) return word.slice(0, -1);
  if (last === letter.y && vowels[word.charCodeAt(word.length - 2)] !== 1) return `${word.slice(0, -1)}i`;
  return word;
}
