import type { PassageRange } from '../embedder.ts';
import { sentences } from './sentences.ts';
import { turnsOf } from './transcript-turns.ts';

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
 * Splits content into overlapping passages on sentence and line borders, and a conversation on those of its turns. Every character is in at least one passage. Content that
 * fits is one passage. A sentence that is too long itself is cut between words, and a word that is too long between characters.
 */
export function splitPassages(
  content: string,
  countTokens: (text: string) => number,
  { wholeTokens, maxTokens, overlapTokens }: PassageLimits,
): PassageRange[] {
  const limits = { wholeTokens, maxTokens, overlapTokens };
  const turns = turnsOf(content);
  if (turns) return splitTranscript(content, turns, countTokens, limits);
  return splitText(content, countTokens, limits);
}

/**
 * A conversation: what is said in passing in one turn is lost in a passage of all of them, so that each has its own. Short ones share one, and a conversation of a few
 * words stays whole.
 */
function splitTranscript(
  content: string,
  turns: readonly PassageRange[],
  countTokens: (text: string) => number,
  limits: PassageLimits,
): PassageRange[] {
  const lengths = turns.map((turn) => countTokens(content.slice(turn.start, turn.end)));
  const total = lengths.reduce((sum, length) => sum + length, 0);
  if (total <= limits.maxTokens * mostOfShort) return [{ start: 0, end: content.length }];
  const passages: PassageRange[] = [];
  let start = 0;
  let tokens = 0;
  for (const [i, turn] of turns.entries()) {
    tokens += lengths[i]!;
    if (tokens < limits.maxTokens * leastOfTurns && i < turns.length - 1) continue;
    const text = content.slice(start, turn.end);
    // Together with short turns before it a turn may be too long.
    const parts =
      tokens <= limits.maxTokens
        ? [{ start: 0, end: text.length }]
        : splitText(text, countTokens, { ...limits, wholeTokens: limits.maxTokens });
    for (const part of parts) passages.push({ start: start + part.start, end: start + part.end });
    start = turn.end;
    tokens = 0;
  }
  return passages;
}

/** Shares of the longest passage: up to which a conversation stays whole, and what turns of one passage have at least. */
const mostOfShort = 0.5;
const leastOfTurns = 0.1;

function splitText(
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
