import { ServiceError } from '../kernel/errors.ts';
import type { Embedder, EmbedOptions, PassageRange } from './embedding/embedder.ts';
import { isDeclaration } from './embedding/passages/declaration.ts';
import { windowCodes } from './embedding/passages/window-codes.ts';
import { windowsOf } from './embedding/passages/windows.ts';
import { codeLikeness } from './index/words/code-likeness.ts';
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
    // Without the model nothing can be compared by meaning; words still answer until the namespace is embedded again.
    const calibration = embedder?.calibration ?? {
      points: [[0, 0] as const, [1, 1] as const],
      isUnknown: true,
    };
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
  const ranges: PassageRange[][] = [];
  let total = 0;
  for (const content of contents) {
    // Splitting a long content takes a while; other calls pass between two of them, and none is split in vain.
    if (content.length > longContent) await new Promise((resolve) => setImmediate(resolve));
    options.signal?.throwIfAborted();
    const list = embedder.split(content);
    ranges.push(list);
    total += list.length;
    if (options.maxPassages !== undefined && total > options.maxPassages) {
      throw tooManyPassages(ranges, contents.length, options.maxPassages);
    }
  }
  const texts = ranges.flatMap((list, i) => list.map(({ start, end }) => contents[i]!.slice(start, end)));
  const vectors = await embedder.embed(texts, 'document', options);
  const windows = embedder.embedsWindows ? await embedWindows(embedder, contents, ranges, options) : [];
  let taken = 0;
  return ranges.map((list, i) => {
    const start = taken;
    taken += list.length;
    return {
      model: embedder.id,
      ranges: list,
      vectors: vectors.slice(start, taken),
      ...(windows[i] && { windows: windows[i] }),
    };
  });
}

/** So many texts wait at a time, so that windows do not fill the queue of texts that wait to be embedded. */
const windowsAtOnce = 256;
/** Above, a passage is code: its lines are no sentences. */
const mostCodeLikeness = 0.15;

/** The windows of each passage of a content. */
export function windowTexts(content: string, passages: readonly PassageRange[]): string[][] {
  if (isDeclaration(content)) return passages.map(() => []);
  return windowsOf(content, passages).map((list, i) => {
    const { start, end } = passages[i]!;
    const isCode = list.length > 0 && codeLikeness(content.slice(start, end)) > mostCodeLikeness;
    return isCode ? [] : list.map((window) => content.slice(window.start, window.end));
  });
}

/** For each content the codes of the windows of each of its passages; undefined where none has any. */
async function embedWindows(
  embedder: Embedder,
  contents: readonly string[],
  ranges: ReadonlyArray<readonly PassageRange[]>,
  options: EmbedOptions,
): Promise<Array<Uint8Array[] | undefined>> {
  const lists = contents.map((content, i) => windowTexts(content, ranges[i]!));
  const texts = lists.flat(2);
  const vectors: Float32Array[] = [];
  for (let i = 0; i < texts.length; i += windowsAtOnce) {
    options.signal?.throwIfAborted();
    vectors.push(...(await embedder.embed(texts.slice(i, i + windowsAtOnce), 'document', options)));
  }
  let taken = 0;
  return lists.map((passages) => {
    if (passages.every(({ length }) => length === 0)) return undefined;
    return passages.map(({ length }) => {
      taken += length;
      return windowCodes(vectors.slice(taken - length, taken));
    });
  });
}

const longContent = 16_384;

/** `ranges` are those of the contents that were split before it was clear. */
function tooManyPassages(ranges: readonly PassageRange[][], contents: number, most: number): ServiceError {
  const last = ranges.length - 1;
  // Smaller batches do not help whoever sent one entry that is too long by itself.
  const isAlone = ranges[last]!.length > most;
  const path = isAlone ? `entries[${last}].content` : 'entries';
  const total = ranges.reduce((sum, list) => sum + list.length, 0);
  const atLeast = ranges.length < contents ? 'at least ' : '';
  const message = isAlone
    ? `Makes ${ranges[last]!.length} passages; one write may have ${most}. Split it into several entries.`
    : `Make ${atLeast}${total} passages; one write may have ${most}. Send them in smaller batches.`;
  return new ServiceError('payload_too_large', `${path}: ${message}`, {
    details: [{ path, code: 'too_many_passages', message }],
  });
}
