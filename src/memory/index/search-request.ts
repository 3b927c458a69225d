import type { Filter } from '../filter.ts';
import type { HitExplanation } from './ranking/explanation.ts';

export type SearchMode = 'blended' | 'dense' | 'lexical';

export interface SearchRequest {
  /** The query's embedding; not needed in mode `lexical`. */
  vector?: Float32Array;
  text: string;
  mode: SearchMode;
  limit: number;
  filter?: Filter;
  /** Entries whose `expiresAt` is not after this are invisible. */
  now: number;
  minScore?: number;
  /** Whether results that a newer one replaces are omitted. */
  hideSuperseded?: boolean;
  /** Whether each hit says what its score is made of. */
  explain?: boolean;
  /** Whether each hit says which entry was written before it. */
  before?: boolean;
}

/** `passage` is the position of the best passage within the entry. */
export interface SearchHit {
  id: string;
  score: number;
  passage: number;
  /** The id of a newer entry that says something else about the same thing. */
  supersededBy?: string;
  /** The entry that was written before it, and whether entries in a row are alike here, as the turns of a conversation are. */
  before?: { id: string; isAlike: boolean };
  explain?: HitExplanation;
}
