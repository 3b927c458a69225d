import type { PassageRange } from './embedder.ts';

export interface PassageLimits {
  /** Content of up to so many tokens stays whole: a text that was written as one thing is found best as one thing. */
  wholeTokens: number;
  /** Tokens of a passage of longer content. Shorter passages say more clearly what they are about. */
  maxTokens: number;
  /** Tokens of the passage before that are repeated, as whole sentences, so that no thought is cut at a border. */
  overlapTokens: number;
}

/** The limits for a model that takes so many tokens. */
export function passageLimits(modelTokens: number): PassageLimits {
  // Measured on paragraphs of one subject and on texts of several: below, cutting loses more than it gains.
  const maxTokens = Math.min(modelTokens, 128);
  return { wholeTokens: Math.min(modelTokens, 256), maxTokens, overlapTokens: Math.floor(maxTokens / 8) };
}

/**
 * Splits content into overlapping passages on sentence and line borders. Every character is in at least one passage. Content that fits is one
 * passage. A sentence that is too long itself is cut between words, and a word that is too long between characters.
 */
export function splitPassages(
  content: string,
  countTokens: (text: string) => number,
  { wholeTokens, maxTokens, overlapTokens }: PassageLimits,
): PassageRange[] {
  // A token covers one character at least, so short content needs no counting.
  if (content.length <= wholeTokens || countTokens(content) <= wholeTokens)
    return [{ start: 0, end: content.length }];
  const pieces = sentences(content).flatMap((range) => fitting(content, range, countTokens, maxTokens));
  const passages: PassageRange[] = [];
  let first = 0;
  while (first < pieces.length) {
    let tokens = 0;
    let end = first;
    while (end < pieces.length && (end === first || tokens + pieces[end]!.tokens <= maxTokens)) {
      tokens += pieces[end++]!.tokens;
    }
    passages.push({ start: pieces[first]!.start, end: pieces[end - 1]!.end });
    if (end === pieces.length) break;
    // Repeating must leave room for the piece that comes next, or the next passage would say nothing new.
    const room = Math.min(overlapTokens, maxTokens - pieces[end]!.tokens);
    let repeated = 0;
    let next = end;
    while (next - 1 > first && repeated + pieces[next - 1]!.tokens <= room) {
      repeated += pieces[--next]!.tokens;
    }
    first = next;
  }
  return passages;
}

interface Piece extends PassageRange {
  tokens: number;
}

/** Borders behind sentence marks followed by space, behind CJK full stops, and behind every line. */
function sentences(content: string): PassageRange[] {
  const ranges: PassageRange[] = [];
  let start = 0;
  for (const match of content.matchAll(/[.!?…]["'”’)\]]*\s+|[。！？]+|\n+/gu)) {
    const end = match.index + match[0].length;
    ranges.push({ start, end });
    start = end;
  }
  if (start < content.length) ranges.push({ start, end: content.length });
  return ranges;
}

/** Pieces of a range that fit. A long one is cut from its beginning into pieces of about the right length, so that each is counted once or twice, not at every halving. */
function fitting(
  content: string,
  range: PassageRange,
  countTokens: (text: string) => number,
  maxTokens: number,
): Piece[] {
  const tokens = countTokens(content.slice(range.start, range.end));
  if (tokens <= maxTokens) return [{ ...range, tokens }];
  if (tokens < 4 * maxTokens) return halves(content, range, countTokens, maxTokens);
  const step = Math.max(2, Math.floor(((range.end - range.start) / tokens) * maxTokens * 0.9));
  const pieces: Piece[] = [];
  for (let start = range.start; start < range.end; ) {
    const aim = start + 2 * step;
    if (aim >= range.end) {
      const rest = { start, end: range.end };
      const cut = start === range.start ? halves : fitting;
      pieces.push(...cut(content, rest, countTokens, maxTokens));
      break;
    }
    const end = border(content, { start, end: aim });
    pieces.push(...fitting(content, { start, end }, countTokens, maxTokens));
    start = end;
  }
  return pieces;
}

function halves(
  content: string,
  range: PassageRange,
  countTokens: (text: string) => number,
  maxTokens: number,
): Piece[] {
  const middle = border(content, range);
  return [
    ...fitting(content, { start: range.start, end: middle }, countTokens, maxTokens),
    ...fitting(content, { start: middle, end: range.end }, countTokens, maxTokens),
  ];
}

/** A place near the middle to cut: behind a space if there is one, else anywhere but inside a surrogate pair. */
function border(content: string, { start, end }: PassageRange): number {
  const middle = start + Math.ceil((end - start) / 2);
  const space = content.lastIndexOf(' ', middle - 1);
  if (space > start + (end - start) / 4) return space + 1;
  const code = content.charCodeAt(middle);
  return code >= 0xdc00 && code <= 0xdfff && middle - 1 > start ? middle - 1 : middle;
}
