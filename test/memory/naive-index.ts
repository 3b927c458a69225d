import { randomUUID } from 'node:crypto';
import { entryDocument } from '../../src/memory/entry.ts';
import { type Filter, matches, valueAt } from '../../src/memory/filter.ts';
import type { CountRequest, ValueCounts } from '../../src/memory/index/count-values.ts';
import type { IndexedEntry } from '../../src/memory/index/indexed-entry.ts';
import { relevanceByMeaning } from '../../src/memory/index/ranking/relevance.ts';
import type { EntrySample, SampleRequest } from '../../src/memory/index/sample.ts';
import type { SearchHit, SearchRequest } from '../../src/memory/index/search-request.ts';
import type { FrozenIndex, IndexFactory, IndexShape, SearchIndex } from '../../src/memory/search-index.ts';

/** An index without any cleverness: it looks at every entry, one by one. What the real one is compared with. */
export class NaiveIndex implements SearchIndex {
  readonly hasLearnt = false;
  readonly entries = new Map<string, IndexedEntry>();
  released = false;

  get size(): number {
    return this.entries.size;
  }

  get memoryBytes(): number {
    return this.entries.size * 1_000;
  }

  add(entries: readonly IndexedEntry[]): void {
    this.put(entries);
  }

  put(entries: readonly IndexedEntry[]): void {
    this.#mustLive();
    for (const entry of entries) this.entries.set(entry.id, entry);
  }

  remove(ids: readonly string[]): void {
    this.#mustLive();
    for (const id of ids) this.entries.delete(id);
  }

  async search(request: SearchRequest): Promise<SearchHit[]> {
    this.#mustLive();
    const words = new Set(wordsOf(request.text));
    const hits = [...this.#live(request.filter, request.now)].map((entry) => {
      const scores = entry.passages.map(({ text, vector }) => {
        const dense = Math.max(0, request.vector ? dot(request.vector, vector) : 0);
        const own = new Set(wordsOf(text));
        const lexical = words.size === 0 ? 0 : [...words].filter((word) => own.has(word)).length / words.size;
        return request.mode === 'dense'
          ? relevanceByMeaning(dense)
          : request.mode === 'lexical'
            ? lexical
            : (dense + lexical) / 2;
      });
      const score = Math.max(...scores);
      return { id: entry.id, score, passage: scores.indexOf(score) };
    });
    return hits
      .filter(({ score }) => score >= (request.minScore ?? 0))
      .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
      .slice(0, request.limit);
  }

  matching(filter: Filter | undefined, now: number): string[] {
    return Array.from(this.#live(filter, now), ({ id }) => id).sort();
  }

  async countValues({ paths, filter, now, limit }: CountRequest): Promise<ValueCounts> {
    const documents = Array.from(this.#live(filter, now), entryDocument);
    return {
      entries: documents.length,
      paths: paths.map((path) => {
        const found = documents.map((document) => {
          const value = valueAt(document, path);
          const items = (Array.isArray(value) ? value : [value]).map((item) => JSON.stringify(item));
          return [...new Set(items.filter((item) => item !== undefined && !/^[[{]/.test(item)))];
        });
        const counts = Object.entries(Object.groupBy(found.flat(), (key) => key!));
        const sorted = counts.sort(([a, x], [b, y]) => y!.length - x!.length || (a < b ? -1 : 1));
        return {
          values: sorted
            .slice(0, limit)
            .map(([key, all]) => ({ value: JSON.parse(key), count: all!.length })),
          without: found.filter((keys) => keys.length === 0).length,
          distinct: counts.length,
          isPartial: false,
        };
      }),
    };
  }

  async sample({ count, now, path }: SampleRequest): Promise<EntrySample> {
    const entries = [...this.#live(undefined, now)].slice(0, count);
    const vectors = entries.map(({ passages }) => [...passages[0]!.vector]);
    return {
      ids: entries.map(({ id }) => id),
      vectors: Float32Array.from(vectors.flat()),
      width: vectors[0]?.length ?? 0,
      values: path && entries.map((entry) => valueAt(entryDocument(entry), path)),
    };
  }

  turned(vector: Float32Array): Float32Array {
    return vector;
  }

  snapshot(tag: string): FrozenIndex {
    const entries = [...this.entries.values()].map((entry) => ({
      ...entry,
      passages: entry.passages.map(({ text, vector }) => ({ text, vector: [...vector] })),
    }));
    const bytes = Buffer.from(JSON.stringify({ tag, entries }));
    return { parts: [{ id: randomUUID(), bytes: () => bytes }], release: () => {} };
  }

  async compact(): Promise<void> {}

  release(): void {
    this.#mustLive();
    this.released = true;
  }

  *#live(filter: Filter | undefined, now: number): Iterable<IndexedEntry> {
    for (const entry of this.entries.values()) {
      if (entry.expiresAt !== undefined && entry.expiresAt <= now) continue;
      if (!filter || matches(filter, entryDocument(entry))) yield entry;
    }
  }

  #mustLive(): void {
    if (this.released) throw new Error('The index was used after its release.');
  }
}

export const naiveIndexes: IndexFactory = {
  create: () => new NaiveIndex(),
  async restore(parts: AsyncIterable<Uint8Array>, shape: IndexShape) {
    const { tag, entries } = JSON.parse(Buffer.concat(await Array.fromAsync(parts)).toString());
    const index = new NaiveIndex();
    for (const entry of entries) {
      for (const passage of entry.passages) {
        if (passage.vector.length !== shape.dims) return undefined;
        passage.vector = new Float32Array(passage.vector);
      }
      index.put([entry]);
    }
    return { index, tag };
  },
};

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0);
}
