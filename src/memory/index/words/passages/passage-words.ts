import type { FunctionWordCounts } from '../language-likeness.ts';

/** The words of a passage as an index keeps them, and what else they say of it. */
export interface PassageWords {
  /** The hash of each word, in their order. */
  readonly hashes: readonly number[];
  readonly functionWords: FunctionWordCounts;
  /** False where none of the words can be part of a phrase that tells of a change. */
  readonly mayTellOfChange: boolean;
}
