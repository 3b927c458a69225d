import { ServiceError } from '../../kernel/errors.ts';
import { embedContents, type Models } from '../models.ts';
import type { NamespaceCache } from '../namespace-cache.ts';
import type { MemoryStore, ModelChoice, NamespaceState } from '../store.ts';

const batchSize = 32;

export interface ModelStatus {
  wanted: string;
  previous?: string;
  /** Namespaces that answer with another model still, and their entries that have no vectors of the wanted one. */
  namespacesLeft: number;
  entriesLeft: number;
  /** Entries that were cut into passages by older rules and wait to be cut again. */
  recutsLeft: number;
}

/**
 * Brings every namespace to the wanted model while the service answers. Each namespace keeps its model until all its entries have
 * vectors of the new one, and then changes in one step. What is left to do is read from the store, so a crash loses one batch.
 * The old vectors stay until the next change of model, so that going back is quick.
 */
export class Reembedding {
  readonly #store: MemoryStore;
  readonly #models: Models;
  readonly #cache: NamespaceCache;
  #choice: ModelChoice;
  /** How far the walk through the current namespace came; only a hint that saves looking at finished entries again. */
  #position = { namespaceId: 0, model: '', after: '' };

  private constructor(store: MemoryStore, models: Models, cache: NamespaceCache, choice: ModelChoice) {
    this.#store = store;
    this.#models = models;
    this.#cache = cache;
    this.#choice = choice;
  }

  /** A new configuration decides again; with the same one a rollback stays in force, as long as its model can be had. */
  static async open(store: MemoryStore, models: Models, cache: NamespaceCache): Promise<Reembedding> {
    const configured = models.configured.id;
    const stored = await store.readModelChoice();
    if (stored?.configured === configured && (await models.find(stored.wanted))) {
      return new Reembedding(store, models, cache, stored);
    }
    const previous = stored && stored.wanted !== configured ? { previous: stored.wanted } : {};
    const choice = { configured, wanted: configured, ...previous };
    await store.saveModelChoice(choice);
    return new Reembedding(store, models, cache, choice);
  }

  /** Looks at the choice again, where another process may have changed it. */
  async refresh(): Promise<void> {
    const stored = await this.#store.readModelChoice();
    if (stored && (await this.#models.find(stored.wanted))) this.#choice = stored;
  }

  get wanted(): string {
    return this.#choice.wanted;
  }

  /** For one tenant, or for all. */
  async status(tenantId?: string): Promise<ModelStatus> {
    const { wanted, previous } = this.#choice;
    const left = await this.#store.countUnembedded(wanted, tenantId);
    const recutsLeft = await this.#store.countRecuts(tenantId);
    return {
      wanted,
      ...(previous !== undefined && { previous }),
      namespacesLeft: left.namespaces,
      entriesLeft: left.entries,
      recutsLeft,
    };
  }

  /** Goes back to the model before this one. A second call goes forward again. */
  async rollBack(): Promise<ModelStatus> {
    const { configured, wanted, previous } = this.#choice;
    if (previous === undefined) throw new ServiceError('not_found', 'There is no model before this one.');
    if (!(await this.#models.find(previous))) {
      throw new ServiceError(
        'embedding_unavailable',
        `The model "${previous}" is not available here any more.`,
      );
    }
    const choice = { configured, wanted: previous, previous: wanted };
    await this.#store.saveModelChoice(choice);
    this.#choice = choice;
    return this.status();
  }

  /** One small piece of work; false when there is none left. */
  async step(signal?: AbortSignal): Promise<boolean> {
    const { wanted, previous } = this.#choice;
    const [namespace] = await this.#store.namespacesWithoutModel(wanted, 1);
    if (!namespace) {
      const keep = previous === undefined ? [wanted] : [wanted, previous];
      return (await this.#store.removeOtherVectors(keep, 500)) > 0;
    }
    await this.#advance(namespace, wanted, signal);
    return true;
  }

  async #advance(namespace: NamespaceState, wanted: string, signal: AbortSignal | undefined): Promise<void> {
    const position = this.#positionIn(namespace, wanted);
    const entries = await this.#store.readUnembedded(namespace.id, wanted, position.after, batchSize);
    const last = entries.at(-1);
    if (!last) {
      // The walk is at its end; entries that were written behind it meanwhile make the switch refuse, and it begins again.
      position.after = '';
      if (await this.#store.switchModel(namespace.id, wanted)) await this.#cache.drop(namespace);
      return;
    }
    const embedder = await this.#models.find(wanted);
    if (!embedder) throw new Error(`The wanted model "${wanted}" cannot be opened.`);
    const embeddings = await embedContents(
      embedder,
      entries.map(({ content }) => content),
      { tenant: 'reembedding', ...(signal && { signal }) },
    );
    await this.#store.addEmbeddings(
      entries.map(({ id, content }, i) => ({ id, content, embedding: embeddings[i]! })),
      namespace.id,
    );
    position.after = last.id;
  }

  #positionIn(namespace: NamespaceState, model: string): { after: string } {
    if (this.#position.namespaceId !== namespace.id || this.#position.model !== model) {
      this.#position = { namespaceId: namespace.id, model, after: '' };
    }
    return this.#position;
  }
}
