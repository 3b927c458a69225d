import { foldWord, withoutDigits } from './fold-word.ts';
import type { Concept, Lexicon } from './lexicon.ts';
import { PlainTokens } from './plain-tokens.ts';

/** Takes the words of a text as they come. No object for each: most words mean nothing here. */
export interface WordVisitor {
  /** `joined` where only a space is between it and the word before. */
  word(
    text: string,
    concepts: readonly Concept[] | undefined,
    start: number,
    end: number,
    joined: boolean,
  ): void;
  /** The end of a sentence or a line. */
  stop(): void;
}

/** What the words of a text say about its writing. */
export interface WordCounts {
  longest: number;
  singleLetters: number;
}

const wordOrStop =
  /(?:https?|ftp|s3):\/\/[^\s<>"')\]]+|[\p{L}\p{M}\p{N}]+(?:['’.-][\p{L}\p{M}\p{N}]+)*|[.!?;。！？；]+|\n+/gu;
const domain =
  /\.(?:com|net|org|io|dev|app|ai|co|me|xyz|ru|cn|info|biz|site|online|example|test|link|click|top)$/;
const unspaced = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;
const nonAscii = /[^\x00-\x7f]/;
const stops = new Set(['.', '!', '?', ';', '\n', '。', '！', '？', '；']);
const url: readonly Concept[] = ['url'];
const colon: readonly Concept[] = ['colon'];

/** Reads the words of a text with what they mean. */
export class WordReader {
  readonly #lexicon: Lexicon;
  readonly #unspacedTerms: RegExp;

  constructor(lexicon: Lexicon) {
    this.#lexicon = lexicon;
    this.#unspacedTerms = new RegExp(lexicon.unspaced.join('|'), 'g');
  }

  read(text: string, visitor: WordVisitor): WordCounts {
    // Of ASCII the small letters are at the same places.
    return nonAscii.test(text) ? this.#readAny(text, visitor) : this.#readPlain(text.toLowerCase(), visitor);
  }

  #readPlain(text: string, visitor: WordVisitor): WordCounts {
    const counts: WordCounts = { longest: 0, singleLetters: 0 };
    const tokens = new PlainTokens(text);
    let lastEnd = -1;
    while (tokens.next()) {
      const { type, start, end } = tokens;
      const joined = start === lastEnd + 1 && text.charCodeAt(lastEnd) === 0x20;
      lastEnd = end;
      if (end - start > counts.longest) counts.longest = end - start;
      if (end - start === 1) counts.singleLetters++;
      if (type === 'stop') visitor.stop();
      else if (type === 'address') visitor.word('', url, start, end, joined);
      else if (type === 'dotted') this.#readDotted(text, text.slice(start, end), start, visitor, counts);
      else this.#readWord(text, text.slice(start, end), start, end, joined, visitor);
    }
    return counts;
  }

  #readAny(text: string, visitor: WordVisitor): WordCounts {
    const pattern = new RegExp(wordOrStop);
    const counts: WordCounts = { longest: 0, singleLetters: 0 };
    let lastEnd = -1;
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
      const [found] = match;
      const start = match.index;
      const end = start + found.length;
      const joined = start === lastEnd + 1 && text.charCodeAt(lastEnd) === 0x20;
      lastEnd = end;
      counts.longest = Math.max(counts.longest, found.length);
      if (found.length === 1) counts.singleLetters++;
      if (stops.has(found[0]!)) visitor.stop();
      else if (found.includes('://')) visitor.word('', url, start, end, joined);
      else if (unspaced.test(found)) this.#readUnspaced(found, start, visitor);
      else if (found.includes('.')) this.#readDotted(text, found, start, visitor, counts);
      else this.#readWord(text, foldWord(found), start, end, joined, visitor);
    }
    return counts;
  }

  #readWord(
    text: string,
    folded: string,
    start: number,
    end: number,
    joined: boolean,
    visitor: WordVisitor,
  ): void {
    const next = text.charCodeAt(end);
    // An address: what is before and after the sign are its parts.
    visitor.word(folded, next === 0x40 ? url : this.#meaning(folded), start, end, joined);
    if (next === 0x3a) visitor.word(':', colon, end, end + 1, false);
  }

  /** The name of a machine, or words that somebody joined by dots. */
  #readDotted(text: string, found: string, start: number, visitor: WordVisitor, counts: WordCounts): void {
    if (domain.test(found.toLowerCase())) {
      visitor.word('', url, start, start + found.length, false);
      return;
    }
    let at = start;
    for (const part of found.split('.')) {
      if (part.length === 1) counts.singleLetters++;
      this.#readWord(text, foldWord(part), at, at + part.length, false, visitor);
      at += part.length + 1;
    }
  }

  #meaning(word: string): readonly Concept[] | undefined {
    const known = this.#lexicon.meaning(word);
    if (known) return known;
    if (word.endsWith("'s")) return this.#lexicon.meaning(word.slice(0, -2));
    const letters = withoutDigits(word);
    return letters === undefined ? undefined : this.#lexicon.meaning(letters);
  }

  #readUnspaced(run: string, at: number, visitor: WordVisitor): void {
    for (const { 0: term, index } of run.matchAll(this.#unspacedTerms)) {
      const start = at + index;
      visitor.word(term, this.#lexicon.meaning(term), start, start + term.length, false);
    }
  }
}
