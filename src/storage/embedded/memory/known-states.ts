import type { NamespaceState } from '../../../memory/store.ts';
import type { Database } from '../database.ts';

const maxKnown = 10_000;

/** States of namespaces as they were read since the last write to the database: this process is its only owner, so that nothing else can have changed them. Searches ask for them all the time. */
export class KnownStates {
  readonly #database: Database;
  readonly #read: (tenantId: string, name: string) => NamespaceState | undefined;
  /** By tenant and name; an id of a tenant has no space in it. */
  readonly #known = new Map<string, NamespaceState | undefined>();
  #writes: number | undefined;

  constructor(database: Database, read: (tenantId: string, name: string) => NamespaceState | undefined) {
    this.#database = database;
    this.#read = read;
  }

  find(tenantId: string, name: string): NamespaceState | undefined {
    if (this.#writes !== this.#database.writes || this.#known.size >= maxKnown) {
      this.#known.clear();
      this.#writes = this.#database.writes;
    }
    const key = `${tenantId} ${name}`;
    if (this.#known.has(key)) return this.#known.get(key);
    const state = this.#read(tenantId, name);
    this.#known.set(key, state);
    return state;
  }
}
