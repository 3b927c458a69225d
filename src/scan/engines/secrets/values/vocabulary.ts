import { commonTrigrams } from './common-trigrams.ts';

/** The word lists of `rules/secrets/judgement.yaml`, as sets. */
export interface Vocabulary {
  passwordWords: ReadonlySet<string>;
  secretWords: ReadonlySet<string>;
  keyQualifiers: ReadonlySet<string>;
  publicQualifiers: ReadonlySet<string>;
  ignoredEndings: ReadonlySet<string>;
  placeholders: ReadonlySet<string>;
  placeholderParts: readonly string[];
  softWords: ReadonlySet<string>;
  documentationUsers: ReadonlySet<string>;
  documentationPasswords: ReadonlySet<string>;
  /** Words of prose and of code, for telling language from noise. */
  words: ReadonlySet<string>;
  /** The commonest three letters in a row of the same. */
  letterTriples: ReadonlySet<string>;
}

export type WordLists = Record<Exclude<keyof Vocabulary, 'letterTriples'>, string[]>;

export function createVocabulary(lists: WordLists): Vocabulary {
  return {
    passwordWords: new Set(lists.passwordWords),
    secretWords: new Set(lists.secretWords),
    keyQualifiers: new Set(lists.keyQualifiers),
    publicQualifiers: new Set(lists.publicQualifiers),
    ignoredEndings: new Set(lists.ignoredEndings),
    placeholders: new Set(lists.placeholders),
    placeholderParts: lists.placeholderParts,
    softWords: new Set(lists.softWords),
    documentationUsers: new Set(lists.documentationUsers),
    documentationPasswords: new Set(lists.documentationPasswords),
    words: new Set(lists.words),
    letterTriples: commonLetterTriples(),
  };
}

function commonLetterTriples(): Set<string> {
  const triples = new Set<string>();
  for (let at = 0; at < commonTrigrams.length; at += 3) {
    const triple = String.fromCharCode(...commonTrigrams.subarray(at, at + 3));
    if (/^[a-z]{3}$/.test(triple)) triples.add(triple);
  }
  return triples;
}
