import type { Embedder } from '../memory/embedding/embedder.ts';

/** The same embedder; how long its callers waited is counted by tenant. */
export function metered(embedder: Embedder, count: (tenantId: string, ms: number) => void): Embedder {
  return {
    id: embedder.id,
    dims: embedder.dims,
    calibration: embedder.calibration,
    countTokens: (text) => embedder.countTokens(text),
    split: (content) => embedder.split(content),
    close: () => embedder.close(),
    async embed(texts, kind, options) {
      const begun = performance.now();
      try {
        return await embedder.embed(texts, kind, options);
      } finally {
        if (options?.tenant) count(options.tenant, performance.now() - begun);
      }
    },
  };
}
