/** A list of any length: iterate it for its items, or `pages()` for whole pages. Nothing is fetched before it is asked for. */
export class Pages<Item> implements AsyncIterable<Item> {
  readonly #fetch: (cursor: string | undefined) => Promise<{ items: Item[]; nextCursor?: string }>;

  constructor(fetch: (cursor: string | undefined) => Promise<{ items: Item[]; nextCursor?: string }>) {
    this.#fetch = fetch;
  }

  async *pages(): AsyncGenerator<Item[], void> {
    let cursor: string | undefined;
    do {
      const page = await this.#fetch(cursor);
      yield page.items;
      cursor = page.nextCursor;
    } while (cursor !== undefined);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void> {
    for await (const page of this.pages()) yield* page;
  }

  /** All items at once; for lists that are known to be short. */
  async all(): Promise<Item[]> {
    const items: Item[] = [];
    for await (const item of this) items.push(item);
    return items;
  }
}
