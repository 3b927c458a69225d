/** A part of a text, in UTF-16 units, end exclusive. */
interface Range {
  start: number;
  end: number;
}

const cutMark = '…';
/** Passages are much shorter; without one, so much of the content is looked at. */
const longestPassage = 16_384;

/**
 * The part of a content that says most about a query and fits: the sentence of the best passage that shares most words with the query, and as many of the sentences around it as fit.
 * Where not even a sentence does, words of it; where not even a word does, its first characters. Undefined where nothing fits.
 */
export function excerpt(
  content: string,
  passage: Range,
  query: string,
  fits: (text: string) => boolean,
): string | undefined {
  const end = Math.min(passage.end, passage.start + longestPassage);
  const sentences = piecesOf(content, { start: passage.start, end }, sentencePattern);
  const best = mostAlike(content, sentences, query);
  if (best === undefined) return undefined;
  const whole = grown(content, sentences, best, fits);
  if (whole !== undefined) return whole;
  const words = piecesOf(content, sentences[best]!, wordPattern);
  const word = mostAlike(content, words, query) ?? 0;
  return (
    grown(content, words, word, fits) ?? beginning(content.slice(words[word]!.start, words[word]!.end), fits)
  );
}

/** As many characters as fit: Chinese and Japanese have no spaces between words. */
function beginning(text: string, fits: (text: string) => boolean): string | undefined {
  const characters = [...text.slice(0, longestPassage).trim()];
  let [fitting, tooMuch] = [0, characters.length + 1];
  while (tooMuch - fitting > 1) {
    const count = Math.floor((fitting + tooMuch) / 2);
    if (fits(characters.slice(0, count).join(''))) fitting = count;
    else tooMuch = count;
  }
  return fitting === 0 ? undefined : characters.slice(0, fitting).join('');
}

const sentencePattern = /[.!?…]["'”’)\]]*\s+|[。！？]+|\n+/gu;
const wordPattern = /\s+/gu;

function piecesOf(content: string, { start, end }: Range, pattern: RegExp): Range[] {
  const pieces: Range[] = [];
  let from = start;
  for (const match of content.slice(start, end).matchAll(pattern)) {
    const to = start + match.index + match[0].length;
    if (content.slice(from, to).trim() !== '') pieces.push({ start: from, end: to });
    from = to;
  }
  if (content.slice(from, end).trim() !== '') pieces.push({ start: from, end });
  return pieces;
}

function mostAlike(content: string, pieces: readonly Range[], query: string): number | undefined {
  const asked = new Set(plainWords(query));
  let best: number | undefined;
  let most = -1;
  for (const [i, { start, end }] of pieces.entries()) {
    const shared = new Set(plainWords(content.slice(start, end)).filter((word) => asked.has(word))).size;
    if (shared > most) [best, most] = [i, shared];
  }
  return best;
}

function plainWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [];
}

/** As many pieces around one as fit, by halves: a tokenizer is asked a few times, not once for each piece. */
function grown(
  content: string,
  pieces: readonly Range[],
  middle: number,
  fits: (text: string) => boolean,
): string | undefined {
  const last = pieces.length - 1;
  const window = (size: number): string => {
    // As much after the best piece as before it, as far as there is any.
    const first = Math.max(0, Math.min(middle - Math.floor(size / 2), last - size));
    const final = Math.min(last, first + size);
    const { start } = pieces[first]!;
    const { end } = pieces[final]!;
    const text = content.slice(start, end).trim();
    const marked = `${first > 0 || start > 0 ? cutMark : ''}${text}${end < content.trimEnd().length ? cutMark : ''}`;
    return fits(marked) ? marked : text;
  };
  if (!fits(window(0))) return undefined;
  let [fitting, tooMuch] = [0, last + 1];
  while (tooMuch - fitting > 1) {
    const size = Math.floor((fitting + tooMuch) / 2);
    if (fits(window(size))) fitting = size;
    else tooMuch = size;
  }
  return window(fitting);
}
