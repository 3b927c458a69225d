import type { Calibration } from './calibration.ts';
import type { Embedder, EmbedKind, EmbedOptions, PassageRange } from './embedder.ts';
import { passageLimits, splitPassages } from './passages/passages.ts';
import type { TokenTable } from './token-table.ts';
import { normalised } from './vectors.ts';
import type { WordPiece } from './wordpiece.ts';

/** The fast tier: a hundred times the speed of the model, no native code, and less understanding of what a sentence means. */
export class TableEmbedder implements Embedder {
  readonly id: string;
  readonly dims: number;
  readonly calibration: Calibration;
  readonly embedsWindows = true;
  readonly #maxTokens: number;
  readonly #tokenizer: WordPiece;
  readonly #table: TokenTable;

  constructor(
    description: { id: string; dims: number; maxTokens: number; calibration: Calibration },
    tokenizer: WordPiece,
    table: TokenTable,
  ) {
    this.id = description.id;
    this.dims = description.dims;
    this.calibration = description.calibration;
    this.#maxTokens = description.maxTokens;
    this.#tokenizer = tokenizer;
    this.#table = table;
  }

  async embed(texts: readonly string[], _kind: EmbedKind, options?: EmbedOptions): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (const text of texts) {
      // Long lists make way for other work now and then: this runs on the event loop.
      if (vectors.length % 64 === 63) await new Promise((resolve) => setImmediate(resolve));
      options?.signal?.throwIfAborted();
      vectors.push(normalised(this.#table.sum(this.#tokenizer.encode(text), this.#tokenizer.unknown)));
    }
    return vectors;
  }

  countTokens(text: string): number {
    return this.#tokenizer.count(text);
  }

  split(content: string): PassageRange[] {
    const piecesIn = (text: string) => this.#tokenizer.encode(text).length;
    return splitPassages(content, piecesIn, passageLimits(this.#maxTokens));
  }

  async close(): Promise<void> {}
}
