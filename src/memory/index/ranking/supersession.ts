/** A result as far as its place in time matters. Times are milliseconds since the epoch. */
export interface Statement {
  id: string;
  time: number;
  /** What it is ranked by. */
  rank: number;
  words: number;
  /** Whether it says that something is not as it was. */
  tellsOfChange: boolean;
  /** Which of the names that are asked about it holds: a bit for each. */
  names: number;
}

/** How two statements compare. */
export interface Likeness<Result> {
  /** The calibrated cosine of the two, 0 to 1. */
  meaning(a: Result, b: Result): number;
  /** The share of the content words of the shorter one that the other holds too. */
  overlap(a: Result, b: Result): number;
}

/** Statements of more words than this are more than one fact. */
const mostWords = 20;
/** So many of the best results are looked at. */
export const comparedInTime = 12;
/** What two statements must have in common to be about the same thing, and how far the newer one may rank below the older one. */
interface Limits {
  meaning: number;
  overlap: number;
  below: number;
}

/** Where the newer one tells of a change. */
const change: Limits = { meaning: 0.4, overlap: 0.2, below: 0.45 };
/** Where it does not, another thing about the same subject must not be taken for news. */
const plain: Limits = { meaning: 0.6, overlap: 0.3, below: 0.25 };

export interface Reordered<Result> {
  result: Result;
  supersededBy?: string;
}

/**
 * Puts the newer of two results that say something about the same thing before the older one. What is said later holds, as far as two sentences can be compared without
 * understanding them: they are alike in meaning, share words, and answer the query about equally well, or the newer one says that something changed. Nothing is
 * removed; an older one is marked where the newer one tells of a change.
 */
export function newestFirst<Result extends Statement>(
  ranked: readonly Result[],
  likeness: Likeness<Result>,
  isConversation: boolean,
): Array<Reordered<Result>> {
  const list: Array<Reordered<Result>> = ranked.map((result) => ({ result }));
  const compared = Math.min(comparedInTime, list.length);
  for (const older of list.slice(0, compared)) {
    let newest: Reordered<Result> | undefined;
    for (let i = 0; i < compared; i++) {
      const other = list[i]!;
      if (!isNewer(other.result, newest?.result ?? older.result)) continue;
      if (!replaces(older.result, other.result, likeness, isConversation)) continue;
      // The latest word is the one that replaces the words before it as well, not whatever shares some with the first.
      if (newest && !replaces(newest.result, other.result, likeness, isConversation)) continue;
      newest = other;
    }
    if (!newest) continue;
    if (newest.result.tellsOfChange) older.supersededBy = newest.result.id;
    const from = list.indexOf(newest);
    const to = list.indexOf(older);
    if (from > to) list.splice(to, 0, ...list.splice(from, 1));
  }
  return list;
}

function isNewer(a: Statement, b: Statement): boolean {
  return a.time > b.time || (a.time === b.time && a.id > b.id);
}

function replaces<Result extends Statement>(
  older: Result,
  newer: Result,
  likeness: Likeness<Result>,
  isConversation: boolean,
): boolean {
  if (older.words > mostWords || newer.words > mostWords) return false;
  // In a conversation one turn follows another about the same thing without replacing it.
  if (isConversation && !newer.tellsOfChange) return false;
  // What is said of somebody else is no news of the one who is asked about. One name is enough: who moved from Berlin is no longer there.
  if (older.names !== 0 && (older.names & newer.names) === 0) return false;
  const limits = newer.tellsOfChange ? change : plain;
  if (older.rank - newer.rank > limits.below) return false;
  // Words are compared more quickly than vectors.
  return likeness.overlap(older, newer) >= limits.overlap && likeness.meaning(older, newer) >= limits.meaning;
}
