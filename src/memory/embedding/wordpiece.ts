import { z } from 'zod';

/**
 * The uncased WordPiece tokenizer of BERT models, and its kind for several languages, which keeps accents and vowel signs. It reads a `tokenizer.json` but never takes `[SEP]` and its like inside a text for special
 * tokens: text is hostile, and could otherwise end its own sentence. Words repeat, so their pieces are remembered; that makes it fast
 * enough for the table of the fast tier, which does little else.
 */
export class WordPiece {
  readonly cls: number;
  readonly sep: number;
  readonly unknown: number;
  readonly #vocabulary: ReadonlyMap<string, number>;
  readonly #longestPiece: number;
  readonly #keepsMarks: boolean;
  readonly #longestWord: number;
  readonly #remembered = new Map<string, readonly number[]>();

  constructor(vocabulary: ReadonlyMap<string, number>, { keepsMarks = false, longestWord = 100 } = {}) {
    this.#vocabulary = vocabulary;
    this.#keepsMarks = keepsMarks;
    this.#longestWord = longestWord;
    let longest = 1;
    for (const piece of vocabulary.keys()) longest = Math.max(longest, piece.length);
    this.#longestPiece = longest;
    this.cls = required(vocabulary, '[CLS]');
    this.sep = required(vocabulary, '[SEP]');
    this.unknown = required(vocabulary, '[UNK]');
  }

  /** From the text of a `tokenizer.json`; only the kind that the shipped models use is understood. */
  static parse(json: string): WordPiece {
    const file = tokenizerFile.safeParse(JSON.parse(json));
    const vocabulary = file.success ? vocabularyOf(file.data.model.vocab) : undefined;
    if (!file.success || !vocabulary)
      throw new Error('Only uncased BERT WordPiece tokenizers are supported.');
    const { model, normalizer } = file.data;
    return new WordPiece(vocabulary, {
      keepsMarks: normalizer.type === 'Sequence',
      longestWord: model.max_input_chars_per_word,
    });
  }

  /** Pieces in the vocabulary. */
  get size(): number {
    return this.#vocabulary.size;
  }

  /** The pieces of a text, without [CLS] and [SEP]. */
  encode(text: string): number[] {
    const pieces: number[] = [];
    const normal = this.#keepsMarks ? normaliseKeepingMarks(text) : normalise(text);
    for (const word of normal.match(wordPattern) ?? []) {
      for (const piece of this.#pieces(word)) pieces.push(piece);
    }
    return pieces;
  }

  /**
   * What a text takes of a budget of tokens. A word that is unknown or too long is one piece to `encode`, be it a megabyte of hexadecimal digits; whoever reads the text
   * pays for all of it. The same holds for white space, and for characters that nobody sees.
   */
  count(text: string): number {
    const normal = this.#keepsMarks ? normaliseKeepingMarks(text) : normalise(text);
    let count = 0;
    for (const word of normal.match(wordPattern) ?? []) {
      const pieces = this.#pieces(word);
      count += pieces.length === 1 && pieces[0] === this.unknown ? this.#countUnknown(word) : pieces.length;
    }
    return Math.max(count, Math.ceil(text.length / mostUnitsOfAToken));
  }

  #countUnknown(word: string): number {
    const characters = [...word];
    if (characters.length <= this.#longestWord) return Math.ceil(characters.length / 2);
    let count = 0;
    for (let start = 0; start < characters.length; start += this.#longestWord) {
      const part = characters.slice(start, start + this.#longestWord);
      const pieces = this.#split(part.join(''));
      count += pieces[0] === this.unknown ? Math.ceil(part.length / 2) : pieces.length;
    }
    return count;
  }

  #pieces(word: string): readonly number[] {
    const known = this.#remembered.get(word);
    if (known) return known;
    const pieces = this.#split(word);
    if (this.#remembered.size >= maxRemembered) this.#remembered.clear();
    this.#remembered.set(word, pieces);
    return pieces;
  }

  /** Longest match first, as the model was trained; one part without a match makes the whole word unknown. */
  #split(word: string): readonly number[] {
    if ([...word].length > this.#longestWord) return [this.unknown];
    const pieces: number[] = [];
    let start = 0;
    while (start < word.length) {
      let end = Math.min(word.length, start + this.#longestPiece);
      let found: number | undefined;
      for (; end > start; end--) {
        const part = word.slice(start, end);
        found = this.#vocabulary.get(start === 0 ? part : `##${part}`);
        if (found !== undefined) break;
      }
      if (found === undefined) return [this.unknown];
      pieces.push(found);
      start = end;
    }
    return pieces;
  }
}

const bertNormaliser = z.object({ type: z.literal('BertNormalizer'), lowercase: z.literal(true) });

const tokenizerFile = z.object({
  model: z.object({
    type: z.literal('WordPiece'),
    // Its tens of thousands of pieces are looked at by `vocabularyOf`: zod takes longer for them than all else of a start.
    vocab: z.custom<Record<string, unknown>>(isPlainObject),
    max_input_chars_per_word: z.int().min(1).max(1000).default(100),
  }),
  normalizer: z.union([
    bertNormaliser,
    z.object({
      type: z.literal('Sequence'),
      normalizers: z.tuple([
        z.object({ type: z.literal('NFKC') }),
        bertNormaliser.extend({ strip_accents: z.literal(false) }),
      ]),
    }),
  ]),
});

function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function vocabularyOf(pieces: Record<string, unknown>): Map<string, number> | undefined {
  const vocabulary = new Map<string, number>();
  for (const [piece, id] of Object.entries(pieces)) {
    if (!Number.isSafeInteger(id) || (id as number) < 0) return undefined;
    vocabulary.set(piece, id as number);
  }
  return vocabulary;
}

const maxRemembered = 50_000;
/** More than any text that is meant to be read has, indented code included. */
const mostUnitsOfAToken = 16;

// Each punctuation mark is a word of its own; ASCII symbols such as `$` and `+` count as punctuation here.
const wordPattern = /[\p{P}$+<=>^`|~]|[^\s\p{P}$+<=>^`|~]+/gu;
const nonAscii = /[^\t\n\r\x20-\x7e]/;
const control = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\ufffd]/gu;
const chinese =
  /[\u4e00-\u9fff\u3400-\u4dbf\u{20000}-\u{2a6df}\u{2a700}-\u{2b73f}\u{2b740}-\u{2b81f}\u{2b820}-\u{2ceaf}\uf900-\ufaff\u{2f800}-\u{2fa1f}]/gu;

function normalise(text: string): string {
  if (!nonAscii.test(text)) return text.toLowerCase();
  return text
    .replace(/[\t\n\r]/g, ' ')
    .replace(control, '')
    .replace(chinese, ' $& ')
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}

/** For vocabularies of several languages: in Hindi or Thai the marks are vowels. */
function normaliseKeepingMarks(text: string): string {
  if (!nonAscii.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKC')
    .replace(/[\t\n\r]/g, ' ')
    .replace(control, '')
    .replace(chinese, ' $& ')
    .toLowerCase();
}

function required(vocabulary: ReadonlyMap<string, number>, token: string): number {
  const id = vocabulary.get(token);
  if (id === undefined) throw new Error(`The vocabulary lacks ${token}.`);
  return id;
}
