import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { modelFile, readManifest, readModelFile } from '../embedding/model-manifest.ts';
import { chooseKernels } from '../embedding/transformer/kernel.ts';
import { TransformerModel } from '../embedding/transformer/transformer-model.ts';
import { readWeights, withWords } from '../embedding/transformer/weights-file.ts';
import { WordPiece } from '../embedding/wordpiece.ts';
import type { RankedPassage } from './reranker.ts';

const manifestSchema = z.strictObject({
  id: z.string().min(1),
  model: modelFile,
  /** The manifest of the embedder whose table of word pieces, and whose tokenizer, it shares. */
  wordsOf: z.string().min(1),
  licence: z.string().min(1),
  origin: z.string().min(1),
  notice: z.string().min(1),
});

const shipped = fileURLToPath(new URL('../../../models/lorekeep-rerank-small.json', import.meta.url));

/** Pieces of each part of a pair at most: what the model was trained with. The rest of a long text is cut off. */
const most = { query: 60, passage: 180, before: 30 };

/** Reads a query and a passage together; log odds come out, higher for a better answer. */
export class PairModel {
  readonly #tokenizer: WordPiece;
  readonly #model: TransformerModel;

  private constructor(tokenizer: WordPiece, model: TransformerModel) {
    this.#tokenizer = tokenizer;
    this.#model = model;
  }

  static async open(threads: number, nativeKernels = true): Promise<PairModel> {
    const manifest = manifestSchema.parse(JSON.parse(await readFile(shipped, 'utf8')));
    const embedderPath = join(dirname(shipped), manifest.wordsOf);
    const embedder = await readManifest(embedderPath);
    const weights = readWeights(await readModelFile(shipped, manifest.model));
    const words = readWeights(await readModelFile(embedderPath, embedder.model));
    const tokenizer = WordPiece.parse((await readModelFile(embedderPath, embedder.tokenizer)).toString());
    const { build } = chooseKernels({ nativeKernels });
    return new PairModel(tokenizer, TransformerModel.start(withWords(weights, words), threads, build));
  }

  get threads(): number {
    return this.#model.threads;
  }

  /** The parts of each pair: the query, the passage, and the end of what was written before it. */
  pairs(query: string, passages: readonly RankedPassage[]): number[][][] {
    const { cls, sep } = this.#tokenizer;
    const asked = [cls, ...this.#tokenizer.encode(query).slice(0, most.query), sep];
    return passages.map(({ text, before = '' }) => {
      const read = [...this.#tokenizer.encode(text).slice(0, most.passage), sep];
      const context = this.#tokenizer.encode(before).slice(-most.before);
      return context.length > 0 ? [asked, read, [...context, sep]] : [asked, read];
    });
  }

  async score(pairs: ReadonlyArray<ReadonlyArray<readonly number[]>>): Promise<number[]> {
    return (await this.#model.runParts(pairs)).map(([logOdds]) => logOdds!);
  }

  close(): Promise<void> {
    return this.#model.close();
  }
}
