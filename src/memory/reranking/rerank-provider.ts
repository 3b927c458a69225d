import { z } from 'zod';

/** How one kind of server is asked to rank passages: the request, and how to read its response. */
export interface RerankProvider {
  path: string;
  /** Passages in one request. */
  maxPassages: number;
  body(query: string, passages: readonly string[], model: string | undefined): unknown;
  /** Throws when the response is of another shape. */
  read(response: unknown): Array<{ index: number; score: number }>;
}

export type RerankProviderName = 'cohere' | 'tei';

const index = z.int().min(0);

export const rerankProviders: Readonly<Record<RerankProviderName, RerankProvider>> = {
  // What Cohere began with and Jina, vLLM, Infinity and llama.cpp serve too.
  cohere: {
    path: 'rerank',
    maxPassages: 100,
    body: (query, passages, model) => ({
      ...(model !== undefined && { model }),
      query,
      documents: passages,
      top_n: passages.length,
      return_documents: false,
    }),
    read: (response) =>
      z
        .object({ results: z.array(z.object({ index, relevance_score: z.number() })) })
        .parse(response)
        .results.map((result) => ({ index: result.index, score: result.relevance_score })),
  },
  tei: {
    path: 'rerank',
    maxPassages: 32,
    body: (query, passages) => ({ query, texts: passages, truncate: true }),
    read: (response) => z.array(z.object({ index, score: z.number() })).parse(response),
  },
};
