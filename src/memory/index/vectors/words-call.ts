import type { AskedOfThread, FoundByWords } from '../words/lexical-index.ts';
import type { WordMatcher } from '../words/matching/match-words.ts';
import type { ArenaScratch } from './arena-scratch.ts';

/** The words of a search, to be matched after its rows were found by meaning, by the same thread. Numbers are places in the memory. */
export interface WordsCall extends AskedOfThread {
  k: number;
  /** A 1 for each row that may be found, or 0 where all may. */
  mask: number;
  /** The same rows as a list, where they are few. */
  list: { at: number; length: number } | undefined;
  /** Where what is found goes: how many rows and how many scored ones, the rows, the scored ones, and their scores. */
  out: number;
}

/** Room for what is found. */
export function wordsRoom(scratch: ArenaScratch, k: number): number {
  return scratch.room((2 + k * 5) * 4);
}

/** Matches the words of a search. `also` are the rows that were found by meaning. */
export function matchWords(
  { buffer }: WebAssembly.Memory,
  { plan, columns, k, mask, list, out }: WordsCall,
  also: Uint32Array,
  matcher: WordMatcher,
): void {
  const { rows, scored } = matcher.match(plan, columns, {
    wanted: mask > 0 ? new Uint8Array(buffer, mask, plan.rowCount) : undefined,
    only: list && new Uint32Array(buffer, list.at, list.length),
    k,
    also,
  });
  const found = new Uint32Array(buffer, out, 2 + k * 3);
  found[0] = rows.length;
  found[1] = scored.length;
  found.set(rows, 2);
  found.set(scored, 2 + k);
  const scores = new Float32Array(buffer, out + (2 + k * 3) * 4, scored.length);
  for (let i = 0; i < scored.length; i++) scores[i] = matcher.byRow[scored[i]!]!;
}

/** What a thread found. */
export function foundWords({ buffer }: WebAssembly.Memory, out: number, k: number): FoundByWords {
  const [rows, scored] = new Uint32Array(buffer, out, 2) as unknown as [number, number];
  return {
    rows: new Uint32Array(buffer, out + 8, rows).slice(),
    scored: new Uint32Array(buffer, out + (2 + k) * 4, scored).slice(),
    scores: new Float32Array(buffer, out + (2 + k * 3) * 4, scored).slice(),
  };
}
