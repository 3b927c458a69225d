import { bearer, ModelServer, UnusableResponse } from '../remote/model-server.ts';
import { Turns } from '../remote/turns.ts';
import type { Calibration } from './calibration.ts';
import type { Embedder, EmbedKind, EmbedOptions, PassageRange } from './embedder.ts';
import { passageLimits, splitPassages } from './passages/passages.ts';
import { type Prefixes, prefixed, type RemoteProvider } from './remote-provider.ts';
import { normalised } from './vectors.ts';
import type { WordPiece } from './wordpiece.ts';

export interface RemoteEmbedderOptions {
  provider: RemoteProvider;
  /** Names the model and the kind of server in every stored vector. */
  id: string;
  url: string;
  model: string;
  apiKey: string | undefined;
  /** Asked of the server where it can shorten vectors; otherwise what it gives must have this many. */
  dims: number;
  askForDims: boolean;
  maxTokens: number;
  prefixes: Prefixes;
  calibration: Calibration;
  timeoutMs: number;
  retries: number;
  maxConcurrent: number;
  /** Counts tokens for passages and budgets; the server's own tokenizer is not known here. */
  tokenizer: WordPiece;
}

/** Gets vectors from a server that the operator named: an OpenAI-compatible one, Ollama or Text Embeddings Inference. */
export class RemoteEmbedder implements Embedder {
  readonly id: string;
  readonly dims: number;
  readonly calibration: Calibration;
  readonly #options: RemoteEmbedderOptions;
  readonly #server: ModelServer;
  readonly #turns: Turns;

  constructor(options: RemoteEmbedderOptions) {
    this.#options = options;
    this.id = options.id;
    this.dims = options.dims;
    this.calibration = options.calibration;
    this.#server = new ModelServer({
      name: 'embedding server',
      unavailable: 'embedding_unavailable',
      url: options.url,
      path: options.provider.path,
      headers: bearer(options.apiKey),
      timeoutMs: options.timeoutMs,
      retries: options.retries,
    });
    this.#turns = new Turns(options.maxConcurrent);
  }

  async embed(
    texts: readonly string[],
    kind: EmbedKind,
    { signal }: EmbedOptions = {},
  ): Promise<Float32Array[]> {
    const { provider, prefixes } = this.#options;
    const inputs = prefixed(texts, kind, prefixes);
    const parts: Array<readonly string[]> = [];
    for (let i = 0; i < inputs.length; i += provider.maxTexts)
      parts.push(inputs.slice(i, i + provider.maxTexts));
    // Queries go before documents here as well.
    const urgent = kind === 'query';
    const vectors = await Promise.all(
      parts.map((part) => this.#turns.run(() => this.#ask(part, signal), { urgent })),
    );
    return vectors.flat();
  }

  countTokens(text: string): number {
    return this.#options.tokenizer.count(text);
  }

  split(content: string): PassageRange[] {
    const { tokenizer, maxTokens } = this.#options;
    return splitPassages(content, (text) => tokenizer.encode(text).length, passageLimits(maxTokens));
  }

  async close(): Promise<void> {
    this.#server.close();
  }

  async #ask(texts: readonly string[], signal: AbortSignal | undefined): Promise<Float32Array[]> {
    const { provider, model, dims, askForDims } = this.#options;
    const read = (response: unknown) => {
      const vectors = provider.read(response);
      if (vectors.length !== texts.length)
        throw new UnusableResponse('The embedding server sent another number of vectors than texts.');
      return vectors.map((vector) => {
        if (vector.length !== dims)
          throw new UnusableResponse(`The embedding server sent vectors of ${vector.length} dimensions.`);
        return normalised(Float32Array.from(vector));
      });
    };
    return this.#server.ask(provider.body(texts, model, askForDims ? dims : undefined), read, signal);
  }
}
