import { bearer, ModelServer, UnusableResponse } from '../remote/model-server.ts';
import { Turns } from '../remote/turns.ts';
import type { RerankProvider } from './rerank-provider.ts';
import type { RankedPassage, Reranker } from './reranker.ts';

export interface RemoteRerankerOptions {
  provider: RerankProvider;
  url: string;
  model: string | undefined;
  apiKey: string | undefined;
  /** Whether the server sends probabilities, or their log odds. */
  scores: 'probability' | 'logit';
  candidates: number;
  byDefault: boolean;
  timeoutMs: number;
  retries: number;
  maxConcurrent: number;
}

/** Asks a server that the operator named: one with the API of Cohere and Jina, or Text Embeddings Inference. */
export class RemoteReranker implements Reranker {
  readonly candidates: number;
  readonly byDefault: boolean;
  readonly readsBefore = false;
  readonly #options: RemoteRerankerOptions;
  readonly #server: ModelServer;
  readonly #turns: Turns;

  constructor(options: RemoteRerankerOptions) {
    this.#options = options;
    this.candidates = options.candidates;
    this.byDefault = options.byDefault;
    this.#server = new ModelServer({
      name: 're-ranking server',
      unavailable: 'reranking_unavailable',
      url: options.url,
      path: options.provider.path,
      headers: bearer(options.apiKey),
      timeoutMs: options.timeoutMs,
      retries: options.retries,
    });
    this.#turns = new Turns(options.maxConcurrent);
  }

  async score(query: string, ranked: readonly RankedPassage[], signal?: AbortSignal): Promise<number[]> {
    const passages = ranked.map(({ text }) => text);
    const { provider, model } = this.#options;
    const parts: Array<readonly string[]> = [];
    for (let i = 0; i < passages.length; i += provider.maxPassages)
      parts.push(passages.slice(i, i + provider.maxPassages));
    const scores = await Promise.all(
      parts.map((part) =>
        this.#turns.run(() =>
          this.#server.ask(
            provider.body(query, part, model),
            (response) => this.#inOrder(response, part.length),
            signal,
          ),
        ),
      ),
    );
    return scores.flat();
  }

  async close(): Promise<void> {
    this.#server.close();
  }

  /** The scores in the order of the passages: servers send the best first. */
  #inOrder(response: unknown, count: number): number[] {
    const results = this.#options.provider.read(response);
    const scores = new Map(results.map(({ index, score }) => [index, this.#probability(score)]));
    return Array.from({ length: count }, (_, i) => {
      const score = scores.get(i);
      if (score === undefined || results.length !== count)
        throw new UnusableResponse('The re-ranking server did not score every passage once.');
      return score;
    });
  }

  #probability(score: number): number {
    if (this.#options.scores === 'logit') return 1 / (1 + Math.exp(-score));
    if (score < 0 || score > 1)
      throw new UnusableResponse(
        `The re-ranking server sent ${score}, which is no probability; set reranking.scores to "logit" if it sends log odds.`,
      );
    return score;
  }
}
