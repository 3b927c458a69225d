import type { Clock } from '../../kernel/clock.ts';
import { compareTexts } from '../../kernel/compare-texts.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { JsonValue } from '../../kernel/json.ts';
import type { MemoryCaller } from '../entry.ts';
import type { Models } from '../models.ts';
import type { NamespaceCache } from '../namespace-cache.ts';
import { mayReach } from '../reach/internal-namespaces.ts';
import type { MemoryStore, NamespaceState } from '../store.ts';
import { type Projection, placeOf } from './project.ts';
import { projectOnThread } from './project-on-thread.ts';

/** Pictures that are kept; one of 20,000 entries takes about 2 MB. */
const mostKept = 8;
/** So many values get a colour of their own. */
const mostColours = 20;

export interface MapRequest {
  namespace: string;
  /** The most points. */
  sample: number;
  /** Where in the document of an entry the value is that colours it. */
  colourPath?: readonly string[] | undefined;
  /** A text to show in the picture. */
  query?: string | undefined;
}

export interface NamespaceMap {
  namespace: string;
  model: string;
  /** Entries of the namespace. */
  total: number;
  ids: string[];
  projection: Projection;
  /** The commonest values, and for each point the position of its value among them or -1. */
  colours?: { values: string[]; ofPoints: number[] } | undefined;
  query?: { x: number; y: number };
}

type Picture = Pick<NamespaceMap, 'ids' | 'projection' | 'colours'>;

/** Namespaces in two dimensions. A picture is drawn once for each state of its namespace, on a thread of its own. */
export class NamespaceMaps {
  readonly #parts: { store: MemoryStore; models: Models; cache: NamespaceCache; clock: Clock };
  readonly #kept = new Map<string, Promise<Picture>>();

  constructor(parts: { store: MemoryStore; models: Models; cache: NamespaceCache; clock: Clock }) {
    this.#parts = parts;
  }

  async read(caller: MemoryCaller, request: MapRequest, signal?: AbortSignal): Promise<NamespaceMap> {
    if (!mayReach(caller, request.namespace))
      throw new ServiceError('insufficient_scope', 'This key may not use that namespace.');
    const state = await this.#parts.store.findNamespace(caller.tenantId, request.namespace);
    if (!state) throw new ServiceError('not_found', 'No namespace with this name.');
    const picture = await this.#picture(state, request);
    const query =
      request.query === undefined
        ? undefined
        : await this.#place(caller.tenantId, state, request.query, picture.projection, signal);
    return {
      namespace: request.namespace,
      model: state.model,
      total: state.entries,
      ...picture,
      ...(query && { query }),
    };
  }

  #picture(state: NamespaceState, { sample, colourPath }: MapRequest): Promise<Picture> {
    const { id, revision, stamp, model } = state;
    const key = JSON.stringify([id, revision, stamp, model, sample, colourPath]);
    let picture = this.#kept.get(key);
    if (picture) return picture;
    picture = this.#draw(state, sample, colourPath);
    this.#kept.set(key, picture);
    // Whoever asks next tries again.
    picture.catch(() => this.#kept.delete(key));
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= mostKept) break;
      this.#kept.delete(oldest);
    }
    return picture;
  }

  async #draw(state: NamespaceState, count: number, path: readonly string[] | undefined): Promise<Picture> {
    const now = this.#parts.clock.now();
    const { ids, vectors, width, values } = await this.#parts.cache.use(state, (index) =>
      index.sample({ count, now, path }),
    );
    const projection = await projectOnThread({ values: vectors, width });
    return { ids, projection, colours: values && coloursOf(values) };
  }

  /** Nothing where the model of the namespace cannot read the text. */
  async #place(
    tenant: string,
    state: NamespaceState,
    text: string,
    projection: Projection,
    signal: AbortSignal | undefined,
  ): Promise<{ x: number; y: number } | undefined> {
    const embedder = await this.#parts.models.find(state.model);
    if (!embedder || projection.axes[0].length === 0) return undefined;
    const [vector] = await embedder.embed([text], 'query', { tenant, ...(signal && { signal }) });
    const turned = await this.#parts.cache.use(state, (index) => index.turned(vector!));
    return placeOf(turned, projection);
  }
}

export function coloursOf(found: ReadonlyArray<JsonValue | undefined>): NonNullable<NamespaceMap['colours']> {
  const texts = found.map((value) =>
    value === undefined
      ? undefined
      : (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 100),
  );
  const counts = new Map<string, number>();
  for (const text of texts) if (text !== undefined) counts.set(text, (counts.get(text) ?? 0) + 1);
  const values = [...counts]
    .sort(([a, n], [b, m]) => m - n || compareTexts(a, b))
    .slice(0, mostColours)
    .map(([text]) => text);
  const positions = new Map(values.map((text, i) => [text, i]));
  return { values, ofPoints: texts.map((text) => (text === undefined ? -1 : (positions.get(text) ?? -1))) };
}
