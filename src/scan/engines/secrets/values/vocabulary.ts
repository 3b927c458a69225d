import { commonTrigrams } from './common-trigrams.ts';
import type { PublicKeys } from './doubts/public-key.ts';

/**
 * What a value looks like: a gap to be filled in, something marked as not real, a word that a person chose, a stronger password,
 * or a value that only a machine makes.
 */
export type ValueKind = 'placeholder' | 'soft' | 'weak' | 'strong' | 'random';

export interface ValueJudgement {
  kind: ValueKind;
  /** For the description of the finding: why the verdict is what it is. Never holds the value. */
  reason: string;
}

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
  /** What providers hand out to be seen. */
  doubtOfPublicKey: PublicKeys;
  /**
   * What was judged before, where the process lives no longer than a scan: source repeats its values. Only the value and the words decide, so that it does not matter
   * what came before.
   */
  judged?: Map<string, ValueJudgement>;
}

export type WordLists = Record<
  Exclude<keyof Vocabulary, 'letterTriples' | 'doubtOfPublicKey' | 'judged'>,
  string[]
>;

export function createVocabulary(
  lists: WordLists,
  doubtOfPublicKey: PublicKeys = () => undefined,
): Vocabulary {
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
    doubtOfPublicKey,
  };
}

function commonLetterTriples(): Set<string> {
  const triples = new Set<string>();
  for (let at = 0; at < commonTrigrams.length; at += 3) {
    const [a, b, c] = [commonTrigrams[at]!, commonTrigrams[at + 1]!, commonTrigrams[at + 2]!];
    if (isLetter(a) && isLetter(b) && isLetter(c)) triples.add(String.fromCharCode(a, b, c));
  }
  return triples;
}

function isLetter(code: number): boolean {
  return code >= 0x61 && code <= 0x7a;
}
