/** What a character of ASCII is to a word: nothing of it, or a letter in lower or upper case, a digit, an underscore, an apostrophe. */
export const kind = { none: 0, lower: 1, upper: 2, digit: 3, underscore: 4, apostrophe: 5 };
export const kinds = new Uint8Array(128);
for (let code = 97; code <= 122; code++) {
  kinds[code] = kind.lower;
  kinds[code - 32] = kind.upper;
}
for (let code = 48; code <= 57; code++) kinds[code] = kind.digit;
kinds[95] = kind.underscore;
kinds[39] = kind.apostrophe;

/**
 * The runs of word characters of a text that is ASCII alone, as most are: half of the time of a write by patterns, a tenth by looking at each character once. `onWord` gets a run of letters and digits that is one word, and whether it is letters alone,
 * `onOther` one that has capitals inside, underscores or apostrophes. False where the text is not ASCII; then nothing was reported.
 */
export function readPlainRuns(
  text: string,
  onWord: (word: string, isLetters: boolean) => void,
  onOther: (run: string) => void,
): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  for (let i = 0; i < text.length; ) {
    const first = kinds[text.charCodeAt(i)]!;
    if (first === kind.none || first === kind.apostrophe) {
      i++;
      continue;
    }
    const end = endOfRun(text, i);
    const makeUp = makeUpOf(text, i, end);
    if (makeUp === 'other') onOther(text.slice(i, end));
    else onWord(text.slice(i, end), makeUp === 'letters');
    i = end;
  }
  return true;
}

/** Letters, digits and underscores, and further letters behind an apostrophe. */
export function endOfRun(text: string, start: number): number {
  let i = start;
  while (i < text.length && isInside(kinds[text.charCodeAt(i)]!)) i++;
  while (kinds[text.charCodeAt(i)] === kind.apostrophe && isLetter(kinds[text.charCodeAt(i + 1)])) {
    i++;
    while (isLetter(kinds[text.charCodeAt(i)])) i++;
  }
  return i;
}

function isInside(one: number): boolean {
  return one !== kind.none && one !== kind.apostrophe;
}

function isLetter(one: number | undefined): boolean {
  return one === kind.lower || one === kind.upper;
}

/** A word has no capitals but the first, which a small letter follows, and no punctuation. */
function makeUpOf(text: string, start: number, end: number): 'letters' | 'word' | 'other' {
  const first = kinds[text.charCodeAt(start)]!;
  if (first === kind.underscore) return 'other';
  if (first === kind.upper && end - start > 1 && kinds[text.charCodeAt(start + 1)] !== kind.lower)
    return 'other';
  let isLetters = first !== kind.digit;
  for (let i = start + 1; i < end; i++) {
    const one = kinds[text.charCodeAt(i)]!;
    if (one === kind.digit) isLetters = false;
    else if (one !== kind.lower) return 'other';
  }
  return isLetters ? 'letters' : 'word';
}
