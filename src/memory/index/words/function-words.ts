import { wordsOf } from './words.ts';

/** English words that hold a sentence together rather than say what it is about. */
const english = `
a an the this that these those
i me my mine we us our ours you your yours he him his she her hers it its they them their theirs
who whom whose which what when where why how
am is are was were be been being do does did doing done have has had having
can could will would shall should may might must
and or but nor so if then than because while until as
of to in on at for from by with about into onto over under after before between through during against without within
out up down off again further there here
all any both each few more most other some such own same no not only too very just also
`;

// The same forms that the words of a text take, so that "was" and "having" are recognised after stemming.
export const functionWords: ReadonlySet<string> = new Set(wordsOf(english));

export function isFunctionWord(word: string): boolean {
  return functionWords.has(word);
}
