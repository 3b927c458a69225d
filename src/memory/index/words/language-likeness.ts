import { codeLikeness } from './code-likeness.ts';
import { isFunctionWord, isOneOf } from './function-words.ts';
import { wordsOf } from './words.ts';

/** Names in programs are words of any language. */
const mostCode = 0.1;
/** Of a long text its beginning says enough. */
export const mostWords = 80;

/** The commonest words of other languages in Latin letters that are not English words as well. */
export const isOtherFunctionWord = isOneOf(
  wordsOf(`
der das und ist nicht ein eine einen dem den mit auf für von zu sich auch wird wurde werden ich wir sie wie wo warum welche welcher bei nach über aus haben hat sind
le la les des une un est dans pour que qui sur avec pas sont du au aux nous vous il elle ce cette quel quelle où comment pourquoi combien ont été
el los las una por con para como más pero sus su está son fue ser muy qué quién cuál dónde cuándo cómo cuántos del al
lo gli di che non è per della sono nel nella dal alla questo anche più chi quale dove quando perché
os uma não com em da do na no mais foi são ao pelo pela qual quem onde quantos
het een van voor niet zijn op aan met dat wat wie waar hoe welke deze ook naar bij wordt
och det att som på är av för inte med den till har vad vem hur när var
nie na się z że jest do jak to co gdzie kto kiedy dla przez był
si și nu este din cu pentru care mai sau ce unde cine cum a fost în pe
ve bir bu için ile ne kim nerede nasıl olan olarak
`).filter((word) => !isFunctionWord(word)),
);

/** How many of the first words of a text are function words of English, and how many of other languages. */
export interface FunctionWordCounts {
  words: number;
  english: number;
  other: number;
}

export type Language = 'english' | 'other' | undefined;

/** Whether a text is in English, in another language, or too short or mixed to say. The words and the likeness to code are those of the text. */
export function languageOf(
  text: string,
  words: readonly string[] = wordsOf(text),
  code = codeLikeness(text),
): Language {
  const counts = { words: Math.min(words.length, mostWords), english: 0, other: 0 };
  for (let i = 0; i < counts.words; i++) {
    if (isFunctionWord(words[i]!)) counts.english++;
    else if (isOtherFunctionWord(words[i]!)) counts.other++;
  }
  return languageBy(counts, text, code);
}

export function languageBy(
  { words, english, other }: FunctionWordCounts,
  text: string,
  code: number,
): Language {
  if (code > mostCode || words === 0) return undefined;
  if (english > 2 * other) return 'english';
  if (other > 2 * english && other >= Math.min(3, words / 4)) return 'other';
  return notLatin.test(text) ? 'other' : undefined;
}

const notLatin = /(?!\p{Script=Latin})\p{L}{3}/u;
