import type { Calibration, ReadableScript } from '../../embedding/calibration.ts';

/**
 * The blended score of a passage: meaning (the calibrated cosine) and words (the share of the query's words that it holds, and a little of what its neighbours
 * hold), each 0 to 1, weighed for the whole query. All parts are absolute, so the scores of two queries can be compared.
 */
export function blendScores(meaning: number, words: number, wordsNextDoor: number, weight: number): number {
  return weight * meaning + (1 - weight) * Math.min(1, words + wordsNextDoor);
}

/** What a query met in the namespace. */
export interface BlendEvidence {
  /** How far the nearest passage stands out from the others, in parts of what chance alone would give: about 1 means not at all. */
  standout: number;
  /** The best score by words. */
  bestWords: number;
  /** The score by words of the passage nearest in meaning. */
  wordsOfNearest: number;
  /** The words of the query that say what it is about. */
  contentWords: number;
  /** Of the passages nearest in meaning: whether the query is answered by code (1) or by prose (0). */
  codeLikeness: number;
  /** The share of the query's letters that the model did not learn to read. */
  unreadable: number;
  /** The share of the passages nearest in meaning that are in another language than the query. */
  otherLanguage: number;
  /** The share of the query's worth by words that is in numbers and codes. */
  codes: number;
}

/**
 * How much meaning counts against words for a query, by what was observed. In prose both say about equally much; in code a shared word proves little, for its
 * words are names that someone chose for something else. And where one passage clearly stands out by its meaning, shares few of the words that another shares,
 * and even that other holds only a word or two, the question is put in other words than the answer, and shared words mislead. And a model that never saw the letters
 * of a question understands little of it, as none understands a ticket, a date or a hash; a model of several languages is all there is where question and answer are
 * in different ones.
 * The ends are measured for each model and stored with it; the other numbers come from the development sets.
 */
export function meaningWeight(
  { meaningWeight: ends = defaultEnds }: Calibration,
  {
    standout,
    bestWords,
    wordsOfNearest,
    contentWords,
    codeLikeness,
    unreadable,
    otherLanguage,
    codes,
  }: BlendEvidence,
): number {
  const wordsExplained = bestWords * contentWords;
  const nearestHolds = bestWords > 0 ? wordsOfNearest / bestWords : 0;
  const otherWords = step(11 * (standout - 1.2) - 7 * (nearestHolds + wordsExplained - 1.5));
  const prose = ends.prose + (ends.otherWords - ends.prose) * otherWords;
  const understood = step(codeSlope * (standout - codeStandout));
  const code = ends.code * (codeLeast + (1 - codeLeast) * understood);
  const known = prose + (Math.max(code, prose) - prose) * codeLikeness;
  const across = Math.min(1, 2 * otherLanguage);
  const { acrossLanguages } = ends;
  const understoodAcross =
    acrossLanguages === undefined ? known : known + (Math.max(acrossLanguages, known) - known) * across;
  const unread = acrossLanguages === undefined ? Math.max(unreadable, across) : unreadable;
  const read =
    understoodAcross + (Math.min(ends.notLatin ?? 1, understoodAcross) - understoodAcross) * unread;
  return read + (Math.min(codesEnd, read) - read) * Math.min(1, 2 * codes);
}

/** Where no passage of code stands out, the model did not understand the question: then meaning counts this share of what it would. */
const codeLeast = 0.55;
const codeStandout = 1;
const codeSlope = 16;

/** How much meaning counts where a query is all numbers and codes. What they stand for no model can know, so this does not depend on it. */
const codesEnd = 0.2;

const defaultEnds: NonNullable<Calibration['meaningWeight']> = { prose: 0.48, code: 0.95, otherWords: 1 };

/** A smooth step from 0 to 1: a query near a threshold must not jump when an entry is added. */
function step(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

/** The share of a query's letters that are of none of the scripts. */
export function shareUnreadable(query: string, scripts: readonly ReadableScript[] = ['Latin']): number {
  if (!beyondAscii.test(query)) return 0;
  const letters = query.match(/\p{L}/gu)?.length ?? 0;
  return letters === 0 ? 0 : 1 - (query.match(lettersOf(scripts))?.length ?? 0) / letters;
}

const patterns = new Map<string, RegExp>();

function lettersOf(scripts: readonly ReadableScript[]): RegExp {
  const key = scripts.join();
  let pattern = patterns.get(key);
  if (!pattern) {
    const any = scripts.map((script) => `\\p{Script=${script}}`).join('');
    pattern = new RegExp(`(?=\\p{L})[${any}]`, 'gu');
    patterns.set(key, pattern);
  }
  return pattern;
}

const beyondAscii = /[^\0-\x7f]/;
