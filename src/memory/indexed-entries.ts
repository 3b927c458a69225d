import type { PassageRange } from './embedding/embedder.ts';
import type { Entry } from './entry.ts';
import type { IndexedEntry } from './index/indexed-entry.ts';
import { type NamespaceSettings, searchableText } from './namespace-settings.ts';
import type { Embedding, StoredEmbedding } from './store.ts';

export function indexedEntry(
  entry: Entry,
  ranges: readonly PassageRange[],
  { vectors, windows }: Pick<Embedding, 'vectors' | 'windows'>,
  settings: NamespaceSettings,
): IndexedEntry {
  const searched = searchableText(entry.metadata, settings);
  return {
    id: entry.id,
    metadata: entry.metadata,
    createdAt: entry.createdAt,
    updatedAt: entry.updatedAt,
    ...(entry.expiresAt !== undefined && { expiresAt: entry.expiresAt }),
    ...(entry.occurredAt !== undefined && { occurredAt: entry.occurredAt }),
    ...(entry.externalId !== undefined && { externalId: entry.externalId }),
    ...(entry.flags && { flags: entry.flags }),
    ...(entry.source && { source: entry.source }),
    passages: ranges.map(({ start, end }, i) => ({
      text: searched + entry.content.slice(start, end),
      vector: vectors[i]!,
      ...(windows?.[i] && windows[i].length > 0 && { windows: windows[i] }),
    })),
  };
}

/** An entry that has no vectors of the namespace's model (its model was gone when it was written) is found by its words alone. */
export function storedIndexedEntry(
  stored: StoredEmbedding,
  dims: number,
  settings: NamespaceSettings,
): IndexedEntry {
  const { entry, metadataText, ranges, vectors, windows } = stored;
  const whole = [{ start: 0, end: entry.content.length }];
  const indexed =
    ranges && vectors
      ? indexedEntry(entry, ranges, { vectors, ...(windows && { windows }) }, settings)
      : indexedEntry(entry, whole, { vectors: [new Float32Array(dims)] }, settings);
  if (metadataText !== undefined) indexed.metadataText = metadataText;
  return indexed;
}
