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

/** Whether a word is one of a few: its ends and its length say so of most that are not, at less cost than hashing it. */
export function isOneOf(words: Iterable<string>): (word: string) => boolean {
  const all = new Set(words);
  const shapes = new Uint8Array(1_024);
  for (const word of all) shapes[shapeOf(word)] = 1;
  return (word) => shapes[shapeOf(word)] === 1 && all.has(word);
}

function shapeOf(word: string): number {
  const { length } = word;
  return (word.charCodeAt(0) * 31 + word.charCodeAt(length - 1) * 7 + length) & 1_023;
}

export const isFunctionWord = isOneOf(functionWords);
