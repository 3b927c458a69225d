import { ServiceError } from '../kernel/errors.ts';
import type { Embedder, EmbedOptions } from './embedding/embedder.ts';
import type { IndexShape } from './search-index.ts';
import type { Embedding } from './store.ts';

/**
 * The embedding models at hand: the configured one, and those that older namespaces may still answer with, opened when they are
 * first asked for.
 */
export class Models {
  readonly configured: Embedder;
  readonly #opened = new Map<string, Promise<Embedder | undefined>>();
  readonly #open: (id: string) => Promise<Embedder | undefined>;

  constructor(
    configured: Embedder,
    open: (id: string) => Promise<Embedder | undefined> = async () => undefined,
  ) {
    this.configured = configured;
    this.#open = open;
  }

  /** Undefined when this model is not available here any more. */
  find(id: string): Promise<Embedder | undefined> {
    if (id === this.configured.id) return Promise.resolve(this.configured);
    let opening = this.#opened.get(id);
    if (!opening) {
      // One that cannot be opened (its files or its runtime are missing) is as good as gone until the next start.
      opening = this.#open(id).catch(() => undefined);
      this.#opened.set(id, opening);
    }
    return opening;
  }

  async shapeOf(model: string, dims: number): Promise<IndexShape> {
    const embedder = await this.find(model);
    // Without the model nothing can be compared by meaning; words still answer until the namespace is embedded anew.
    const calibration = embedder?.calibration ?? { points: [[0, 0] as const, [1, 1] as const] };
    return { dims, calibration };
  }

  async close(): Promise<void> {
    await this.configured.close();
    for (const opening of this.#opened.values()) await (await opening)?.close();
  }
}

/** Splits contents into passages and embeds all passages in one go. One embedding per content, in their order. */
export async function embedContents(
  embedder: Embedder,
  contents: readonly string[],
  options: EmbedOptions & { maxPassages?: number },
): Promise<Embedding[]> {
  const ranges = contents.map((content) => embedder.split(content));
  const total = ranges.reduce((sum, list) => sum + list.length, 0);
  if (options.maxPassages !== undefined && total > options.maxPassages) {
    throw tooManyPassages(ranges, total, options.maxPassages);
  }
  const texts = ranges.flatMap((list, i) => list.map(({ start, end }) => contents[i]!.slice(start, end)));
  const vectors = await embedder.embed(texts, 'document', options);
  let taken = 0;
  return ranges.map((list) => {
    const start = taken;
    taken += list.length;
    return { model: embedder.id, ranges: list, vectors: vectors.slice(start, taken) };
  });
}

function tooManyPassages(ranges: readonly (readonly unknown[])[], total: number, most: number): ServiceError {
  // Smaller batches do not help whoever sent one entry that is too long by itself.
  const alone = ranges.findIndex((list) => list.length > most);
  const path = alone < 0 ? 'entries' : `entries[${alone}].content`;
  const message =
    alone < 0
      ? `Make ${total} passages; one write may have ${most}. Send them in smaller batches.`
      : `Makes ${ranges[alone]!.length} passages; one write may have ${most}. Split it into several entries.`;
  return new ServiceError('payload_too_large', `${path}: ${message}`, {
    details: [{ path, code: 'too_many_passages', message }],
  });
}
