import type { Embedder } from '../../src/memory/embedding/embedder.ts';
import type { IndexedEntry } from '../../src/memory/index/indexed-entry.ts';
import { NamespaceIndex } from '../../src/memory/index/namespace-index.ts';
import type { VectorArena } from '../../src/memory/index/vectors/vector-arena.ts';
import { embedContents } from '../../src/memory/models.ts';
import type { RetrievalSet } from './retrieval-set.ts';
import { cachedVectors } from './vector-cache.ts';

/** The documents of a set in one index for each of its namespaces; the id of a document is also in its metadata, for filters. */
export async function indexSet(
  set: RetrievalSet,
  { embedder, arena, cache }: { embedder: Embedder; arena: VectorArena; cache: string },
): Promise<Map<string, NamespaceIndex>> {
  const passages = await passagesOf(set, embedder, cache);
  const indexes = new Map<string, NamespaceIndex>();
  for (const [i, { id, ns = '' }] of set.docs.entries()) {
    let index = indexes.get(ns);
    if (!index) {
      index = new NamespaceIndex({ dims: embedder.dims, calibration: embedder.calibration, arena });
      indexes.set(ns, index);
    }
    index.put([{ id, metadata: { id }, createdAt: i, updatedAt: i, passages: passages[i]! }]);
  }
  return indexes;
}

/** The passages of each document with their vectors and windows, as the service makes them. */
export async function passagesOf(
  set: RetrievalSet,
  embedder: Embedder,
  cache: string,
): Promise<Array<IndexedEntry['passages']>> {
  const cached: Embedder = {
    id: embedder.id,
    dims: embedder.dims,
    calibration: embedder.calibration,
    embedsWindows: process.env['LOREKEEP_BENCH_WINDOWS'] !== 'off' && (embedder.embedsWindows ?? false),
    embed: (texts, kind) => cachedVectors(cache, embedder, texts, kind),
    countTokens: (text) => embedder.countTokens(text),
    split: (content) => embedder.split(content),
    close: async () => {},
  };
  const contents = set.docs.map(({ text }) => text);
  return (await embedContents(cached, contents, {})).map(({ ranges, vectors, windows }, i) =>
    ranges.map(({ start, end }, p) => ({
      text: contents[i]!.slice(start, end),
      vector: vectors[p]!,
      ...(windows?.[p] && windows[p].length > 0 && { windows: windows[p] }),
    })),
  );
}
