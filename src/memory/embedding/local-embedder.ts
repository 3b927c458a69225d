import { BatchQueue } from './batch-queue.ts';
import type { Calibration } from './calibration.ts';
import type { Embedder, EmbedKind, EmbedOptions, PassageRange } from './embedder.ts';
import { passageLimits, splitPassages } from './passages/passages.ts';
import type { SentenceEncoder } from './sentence-encoder.ts';
import { normalised } from './vectors.ts';
import type { WordPiece } from './wordpiece.ts';

export interface LocalModel {
  id: string;
  dims: number;
  /** Tokens the model is used with, [CLS] and [SEP] included. */
  maxTokens: number;
  calibration: Calibration;
}

/** A model that runs on this machine, on threads of its own. */
export class LocalEmbedder implements Embedder {
  readonly id: string;
  readonly dims: number;
  readonly calibration: Calibration;
  readonly embedsWindows = true;
  readonly #tokenizer: WordPiece;
  readonly #model: SentenceEncoder;
  readonly #queue: BatchQueue;
  readonly #maxTokens: number;

  constructor(description: LocalModel, tokenizer: WordPiece, model: SentenceEncoder) {
    this.id = description.id;
    this.dims = description.dims;
    this.calibration = description.calibration;
    this.#maxTokens = description.maxTokens - 2;
    this.#tokenizer = tokenizer;
    this.#model = model;
    this.#queue = new BatchQueue((batch) => model.run(batch), {
      maxTexts: 32,
      // Measured: a dozen short texts together gain a quarter, four texts of 250 tokens lose as much.
      maxTokens: 384,
      maxWaiting: 16_384,
      atOnce: model.threads,
    });
  }

  async embed(texts: readonly string[], kind: EmbedKind, options?: EmbedOptions): Promise<Float32Array[]> {
    const parts = texts.map((text) => this.#windows(this.#tokenizer.encode(text)));
    if (parts.every((windows) => windows.length === 0)) return parts.map(() => new Float32Array(this.dims));
    const vectors = await this.#queue.add(parts.flat(), kind, options);
    let next = 0;
    return parts.map((windows) => {
      next += windows.length;
      return windows.length === 0
        ? new Float32Array(this.dims)
        : average(vectors.slice(next - windows.length, next));
    });
  }

  countTokens(text: string): number {
    return this.#tokenizer.count(text);
  }

  split(content: string): PassageRange[] {
    const piecesIn = (text: string) => this.#tokenizer.encode(text).length;
    return splitPassages(content, piecesIn, passageLimits(this.#maxTokens));
  }

  async close(): Promise<void> {
    await this.#model.close();
  }

  /**
   * A text that is too long for one run (a long query; documents are split before) is embedded in windows, so that nothing is cut off. One of which the model knows
   * nothing at all, such as emoji, has none: its vector would be near that of everything short, and it would be found by every vague question.
   */
  #windows(tokens: readonly number[]): number[][] {
    const windows: number[][] = [];
    if (tokens.every((token) => token === this.#tokenizer.unknown)) return windows;
    for (let start = 0; start < tokens.length; start += this.#maxTokens) {
      const part = tokens.slice(start, start + this.#maxTokens);
      windows.push([this.#tokenizer.cls, ...part, this.#tokenizer.sep]);
    }
    return windows;
  }
}

function average(vectors: readonly Float32Array[]): Float32Array {
  if (vectors.length === 1) return vectors[0]!;
  const sum = new Float32Array(vectors[0]!.length);
  for (const vector of vectors) for (let i = 0; i < sum.length; i++) sum[i]! += vector[i]!;
  return normalised(sum);
}
