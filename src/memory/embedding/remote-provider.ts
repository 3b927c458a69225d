import { z } from 'zod';
import type { EmbedKind } from './embedder.ts';

/** How one kind of server is asked for vectors: the request, and how to read its response. */
export interface RemoteProvider {
  path: string;
  /** Texts in one request. */
  maxTexts: number;
  body(texts: readonly string[], model: string, dims: number | undefined): unknown;
  /** One vector a text, in order. Throws when the response is of another shape. */
  read(answer: unknown): number[][];
}

export type RemoteProviderName = 'openai' | 'ollama' | 'tei';

const vectors = z.array(z.array(z.number()).min(1));

export const remoteProviders: Readonly<Record<RemoteProviderName, RemoteProvider>> = {
  openai: {
    path: 'embeddings',
    maxTexts: 128,
    body: (texts, model, dims) => ({
      model,
      input: texts,
      encoding_format: 'float',
      ...(dims !== undefined && { dimensions: dims }),
    }),
    read: (answer) => {
      const { data } = z
        .object({ data: z.array(z.object({ index: z.int().min(0), embedding: z.array(z.number()).min(1) })) })
        .parse(answer);
      return data.toSorted((a, b) => a.index - b.index).map(({ embedding }) => embedding);
    },
  },
  ollama: {
    path: 'api/embed',
    maxTexts: 64,
    body: (texts, model) => ({ model, input: texts, truncate: true }),
    read: (answer) => z.object({ embeddings: vectors }).parse(answer).embeddings,
  },
  tei: {
    path: 'embed',
    maxTexts: 32,
    body: (texts) => ({ inputs: texts, normalize: true, truncate: true }),
    read: (answer) => vectors.parse(answer),
  },
};

/** Models that were trained with an instruction before each text get it from the configuration. */
export interface Prefixes {
  query: string;
  document: string;
}

export function prefixed(texts: readonly string[], kind: EmbedKind, prefixes: Prefixes): readonly string[] {
  const prefix = prefixes[kind];
  return prefix === '' ? texts : texts.map((text) => prefix + text);
}
