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
}

export type WordLists = Record<keyof Vocabulary, string[]>;

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
  };
}
