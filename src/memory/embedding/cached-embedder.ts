import { hash } from 'node:crypto';
import type { Calibration } from './calibration.ts';
import type { Embedder, EmbedKind, EmbedOptions, PassageRange } from './embedder.ts';

/**
 * Remembers vectors by a hash of the text, least recently used out first. Questions repeat, and so do passages when an import is sent twice. A vector is the
 * same whoever asks for it, so tenants share it; that another tenant has embedded a text before shows in nothing but time.
 */
export class CachedEmbedder implements Embedder {
  readonly #inner: Embedder;
  readonly #maxVectors: number;
  readonly #kinds: ReadonlySet<EmbedKind>;
  readonly #vectors = new Map<string, Float32Array>();

  /** `kinds` are remembered: where embedding a text takes little more than remembering it, not those of documents, which rarely repeat. */
  constructor(inner: Embedder, maxBytes: number, kinds: readonly EmbedKind[] = ['query', 'document']) {
    this.#inner = inner;
    this.#kinds = new Set(kinds);
    // The hash, the map's cell and the array's header cost about as much as 32 numbers.
    this.#maxVectors = Math.floor(maxBytes / ((inner.dims + 32) * 4));
  }

  get id(): string {
    return this.#inner.id;
  }

  get dims(): number {
    return this.#inner.dims;
  }

  get calibration(): Calibration {
    return this.#inner.calibration;
  }

  get embedsWindows(): boolean {
    return this.#inner.embedsWindows ?? false;
  }

  async embed(texts: readonly string[], kind: EmbedKind, options?: EmbedOptions): Promise<Float32Array[]> {
    if (!this.#kinds.has(kind)) return this.#inner.embed(texts, kind, options);
    const keys = texts.map((text) => keyOf(kind, text));
    const missing = new Map<string, string>();
    const found = new Map<string, Float32Array>();
    keys.forEach((key, i) => {
      const vector = this.#take(key);
      if (vector) found.set(key, vector);
      else missing.set(key, texts[i]!);
    });
    if (missing.size > 0) {
      const vectors = await this.#inner.embed([...missing.values()], kind, options);
      [...missing.keys()].forEach((key, i) => {
        found.set(key, vectors[i]!);
        this.#keep(key, vectors[i]!);
      });
    }
    return keys.map((key) => found.get(key)!);
  }

  countTokens(text: string): number {
    return this.#inner.countTokens(text);
  }

  split(content: string): PassageRange[] {
    return this.#inner.split(content);
  }

  async close(): Promise<void> {
    this.#vectors.clear();
    await this.#inner.close();
  }

  #take(key: string): Float32Array | undefined {
    const vector = this.#vectors.get(key);
    if (vector) {
      this.#vectors.delete(key);
      this.#vectors.set(key, vector);
    }
    return vector;
  }

  #keep(key: string, vector: Float32Array): void {
    if (this.#maxVectors === 0) return;
    while (this.#vectors.size >= this.#maxVectors) this.#vectors.delete(this.#vectors.keys().next().value!);
    this.#vectors.set(key, vector);
  }
}

/** A question of a few words is a key as short as its hash, and costs nothing to make. Contents are known by their hash alone: nothing of them stays behind here. */
const shortText = 64;

function keyOf(kind: EmbedKind, text: string): string {
  const named = `${kind}\0${text}`;
  return kind === 'query' && text.length <= shortText ? named : hash('sha256', named, 'base64');
}
