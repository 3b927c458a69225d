import { hash53 } from '../../hash.ts';
import { isFunctionWord } from '../function-words.ts';
import { commonestNear } from '../near-spellings.ts';
import { wordsOf } from '../words.ts';
import type { OtherScript } from './letters.ts';
import { otherSpelling, scriptOf } from './other-spellings.ts';

/** So many words of a query are looked at for slips, and so many for spellings in another script: a long one is not made of them. */
const mostMended = 8;
const mostRespelt = 16;

/** The commonest words of languages in these scripts: no text does without them, and none of them is a name or written elsewhere by its sound. */
const commonest: Readonly<Record<OtherScript | 'Latin', ReadonlySet<string>>> = {
  Latin: new Set(
    wordsOf('the of and to in is la le de el en der die das und het il di que e o i na se bir ve'),
  ),
  Cyrillic: new Set(
    wordsOf(
      'и в на не с і та з что как кто где когда почему зачем сколько какой какая какое какие каком какую каким каких чем чего чей чья который которая которое которые для при от до из за над под перед после между через это этот эта эти того том был была было были есть быть он она они оно его ее их мы вы я или но а же бы так также год году года лет і в з та що як хто де коли чому скільки який яка яке які є був була було були',
    ),
  ),
  Devanagari: new Set(
    wordsOf(
      'का की के में है हैं और से को पर ने यह वह कि एक नहीं भी तो था थी थे हो गया लिए कौन क्या कहाँ कहां कब क्यों कैसे कितने कितनी कितना किस किसने किसे जो जिस इस उस अपने साथ बाद तक कर करने किया होने द्वारा',
    ),
  ),
  Arabic: new Set(
    wordsOf(
      'في من على إلى عن ما ماذا متى أين كيف كم هل هو هي هم التي الذي الذين كان كانت هذا هذه ذلك تلك أن إن أو لا لم لن قد مع بعد قبل بين حتى عند كل أي أية لماذا والتي وقد ثم',
    ),
  ),
  Greek: new Set(
    wordsOf(
      'και το τα του της των τον την τη τους τις οι ο η στο στη στην στον στα στις με από για ποιος ποια ποιο ποιοι ποιες ποιον ποιου τι πως πώς πότε πού που πόσο πόσοι πόσες πόσα γιατί είναι ήταν έχει είχε θα να δεν ως σε ένα ένας μια μία αυτό αυτή αυτός μετά πριν κατά',
    ),
  ),
};

/**
 * The words of a query in the spelling in which a namespace holds them. One that it does not hold gives way to the commonest that is a slip away, or to what may be the same word in another script.
 * Words are kept as hashes, so that the spellings are tried one by one.
 */
export function knownSpellings(asked: readonly string[], countOf: (hash: number) => number): string[] {
  const known = new Map<string, string>();
  let held: readonly (OtherScript | 'Latin')[] | undefined;
  let [mended, respelt] = [0, 0];
  for (const word of new Set(asked)) {
    if (countOf(hash53(word)) > 0 || isFunctionWord(word)) continue;
    let found = mended++ < mostMended ? commonestNear(word, countOf) : undefined;
    if (found === undefined && respelt < mostRespelt) {
      held ??= scriptsHeld(countOf);
      const own = scriptOf(word);
      if (own === undefined || commonest[own].has(word)) continue;
      const others = held.filter((script) => script !== 'Latin');
      if (own === 'Latin' ? others.length === 0 : !held.includes('Latin')) continue;
      respelt++;
      found = otherSpelling(word, others, countOf);
    }
    if (found !== undefined) known.set(word, found);
  }
  return asked.map((word) => known.get(word) ?? word);
}

/** The lists begin with the commonest of all, of which a few sentences hold one. */
const enoughToTell = 12;
const hashesOfCommonest = Object.entries(commonest).map(
  ([script, words]) =>
    [script as OtherScript | 'Latin', [...words].slice(0, enoughToTell).map(hash53)] as const,
);

/** The scripts in which a namespace has sentences: those of which it holds one of the commonest words. */
function scriptsHeld(countOf: (hash: number) => number): (OtherScript | 'Latin')[] {
  return hashesOfCommonest
    .filter(([, hashes]) => hashes.some((hash) => countOf(hash) > 0))
    .map(([script]) => script);
}
