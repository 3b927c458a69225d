/** Texts up to this length are looked at as a whole. */
const wholeLength = 2048;
const windowLength = 1024;
/** What a pattern finds in a long text must be within this many characters to be found for certain. */
const overlap = 512;
/** Nobody writes a single value longer than this by hand. */
const maxLength = 128 * 1024;

/**
 * Whether a pattern fits somewhere in a text. Patterns such as `curl … | sh` look ahead from every `curl`, so that a hostile text
 * of nothing but that word would cost the square of its length; long texts are therefore looked at in windows, cut at blanks.
 */
export function patternFits(pattern: RegExp, value: string): boolean {
  if (value.length <= wholeLength) return pattern.test(value);
  const text = value.slice(0, maxLength);
  const atStartOnly = pattern.source.startsWith('^') && !pattern.multiline && !pattern.source.includes('|^');
  for (let start = 0; start < text.length; start += windowLength - overlap) {
    if (pattern.test(text.slice(blankBefore(text, start), blankAfter(text, start + windowLength))))
      return true;
    if (atStartOnly) return false;
  }
  return false;
}

const blank = /\s/;

function blankBefore(text: string, position: number): number {
  for (let at = position; at > 0 && at > position - 100; at--) if (blank.test(text[at - 1]!)) return at;
  return position;
}

function blankAfter(text: string, position: number): number {
  for (let at = position; at < text.length && at < position + 100; at++) if (blank.test(text[at]!)) return at;
  return Math.min(position, text.length);
}
