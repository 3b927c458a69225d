import type { Embedder } from '../../src/memory/embedding/embedder.ts';
import { NamespaceIndex } from '../../src/memory/index/namespace-index.ts';
import type { VectorArena } from '../../src/memory/index/vectors/vector-arena.ts';
import type { RetrievalSet } from './retrieval-set.ts';
import { cachedVectors } from './vector-cache.ts';

/** The documents of a set in one index for each of its namespaces; the id of a document is also in its metadata, for filters. */
export async function indexSet(
  set: RetrievalSet,
  { embedder, arena, cache }: { embedder: Embedder; arena: VectorArena; cache: string },
): Promise<Map<string, NamespaceIndex>> {
  const ranges = set.docs.map(({ text }) => embedder.split(text));
  const texts = set.docs.flatMap(({ text }, i) => ranges[i]!.map(({ start, end }) => text.slice(start, end)));
  const vectors = await cachedVectors(cache, embedder, texts, 'document');
  const indexes = new Map<string, NamespaceIndex>();
  let next = 0;
  for (const [i, { id, ns = '' }] of set.docs.entries()) {
    let index = indexes.get(ns);
    if (!index) {
      index = new NamespaceIndex({ dims: embedder.dims, calibration: embedder.calibration, arena });
      indexes.set(ns, index);
    }
    const passages = ranges[i]!.map(() => ({ text: texts[next]!, vector: vectors[next++]! }));
    index.put([{ id, metadata: { id }, createdAt: i, updatedAt: i, passages }]);
  }
  return indexes;
}
