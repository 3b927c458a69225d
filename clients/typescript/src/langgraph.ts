import {
  BaseStore,
  type GetOperation,
  type Item,
  type ListNamespacesOperation,
  type MatchCondition,
  type Operation,
  type OperationResults,
  type PutOperation,
  type SearchItem,
  type SearchOperation,
} from '@langchain/langgraph-checkpoint';
import { deleteNamed } from './delete-named.ts';
import type { Entry, Filter, Lorekeep } from './index.ts';
import { writeAll } from './write-all.ts';

export interface LorekeepStoreOptions {
  /** The namespace of Lorekeep that holds the whole store; `langgraph` when omitted. */
  namespace?: string | undefined;
  /** Fields of a value whose text is searched; all texts when omitted. */
  fields?: readonly string[] | undefined;
}

interface Stored {
  ns: string[];
  key: string;
  value: Record<string, unknown>;
  indexed: boolean;
}

const operators: Record<string, string> = {
  $eq: 'eq',
  $ne: 'ne',
  $gt: 'gt',
  $gte: 'gte',
  $lt: 'lt',
  $lte: 'lte',
  $in: 'in',
  $nin: 'nin',
};

/** The long-term memory of LangGraph in Lorekeep: an item is an entry, its namespace and value are the entry's metadata. */
export class LorekeepStore extends BaseStore {
  readonly #lore: Lorekeep;
  readonly #namespace: string;
  readonly #fields: readonly string[] | undefined;

  constructor(lore: Lorekeep, { namespace = 'langgraph', fields }: LorekeepStoreOptions = {}) {
    super();
    this.#lore = lore;
    this.#namespace = namespace;
    this.#fields = fields;
  }

  /** Reads see the store as it was before the batch; of several writes to one key the last one counts. */
  async batch<Op extends Operation[]>(operations: Op): Promise<OperationResults<Op>> {
    const results = await Promise.all(
      operations.map((operation) => {
        if ('namespacePrefix' in operation) return this.#search(operation);
        if ('value' in operation) return undefined;
        if ('key' in operation) return this.#get(operation);
        return this.#list(operation);
      }),
    );
    await this.#put(operations.filter((operation): operation is PutOperation => 'value' in operation));
    return results as OperationResults<Op>;
  }

  async #get({ namespace, key }: GetOperation): Promise<Item | null> {
    const filter: Filter = { path: '/externalId', op: 'eq', value: await nameOf(namespace, key) };
    for await (const entry of this.#lore.memory.entries({ namespace: this.#namespace, filter, limit: 1 }))
      return itemOf(entry);
    return null;
  }

  async #search({
    namespacePrefix,
    filter = {},
    query,
    limit = 10,
    offset = 0,
  }: SearchOperation): Promise<SearchItem[]> {
    const conditions = [
      ...namespacePrefix.map((value, i): Filter => ({ path: `/metadata/ns/${i}`, op: 'eq', value })),
      ...Object.entries(filter).flatMap(([field, wanted]) => conditionsOf(field, wanted)),
    ];
    if (query === undefined || query.trim() === '') return this.#page(joined(conditions), offset, limit);
    conditions.push({ path: '/metadata/indexed', op: 'eq', value: true });
    const body = {
      namespace: this.#namespace,
      query,
      limit: Math.min(1_000, offset + limit),
      filter: joined(conditions),
    };
    const hits = await this.#lore.memory.search(body);
    return hits.slice(offset).map((hit) => ({ ...itemOf(hit), score: hit.score }));
  }

  async #page(filter: Filter | undefined, offset: number, limit: number): Promise<SearchItem[]> {
    const items: SearchItem[] = [];
    const query = {
      namespace: this.#namespace,
      filter,
      order: 'oldest' as const,
      limit: Math.min(200, offset + limit),
    };
    for await (const entry of this.#lore.memory.entries(query)) {
      items.push(itemOf(entry));
      if (items.length >= offset + limit) break;
    }
    return items.slice(offset);
  }

  async #put(operations: readonly PutOperation[]): Promise<void> {
    const last = new Map<string, PutOperation>();
    for (const operation of operations) last.set(await nameOf(operation.namespace, operation.key), operation);
    const gone = [...last].filter(([, { value }]) => value === null).map(([name]) => name);
    const kept = [...last].filter(([, { value }]) => value !== null);
    await deleteNamed(this.#lore, this.#namespace, gone);
    const entries = kept.map(([externalId, { namespace, key, value, index }]) => {
      const metadata: Stored = { ns: namespace, key, value: value!, indexed: index !== false };
      const text = index === false ? '' : textOf(value!, index ?? this.#fields);
      return {
        externalId,
        content: text.trim() || key,
        metadata: metadata as unknown as Record<string, unknown>,
      };
    });
    await writeAll(this.#lore, this.#namespace, entries);
  }

  async #list({
    matchConditions = [],
    maxDepth,
    limit,
    offset,
  }: ListNamespacesOperation): Promise<string[][]> {
    const found = new Map<string, string[]>();
    for await (const { metadata } of this.#lore.memory.entries({ namespace: this.#namespace, limit: 200 })) {
      const { ns } = metadata as unknown as Stored;
      if (!matchConditions.every((condition) => matches(condition, ns))) continue;
      const shown = ns.slice(0, maxDepth ?? ns.length);
      found.set(JSON.stringify(shown), shown);
    }
    const sorted = [...found.values()].sort((a, b) => a.join(':').localeCompare(b.join(':')));
    return sorted.slice(offset ?? 0, (offset ?? 0) + (limit ?? sorted.length));
  }
}

function itemOf({
  metadata,
  createdAt,
  updatedAt,
}: Pick<Entry, 'metadata' | 'createdAt' | 'updatedAt'>): Item {
  const { ns, key, value } = metadata as unknown as Stored;
  return { namespace: ns, key, value, createdAt: new Date(createdAt), updatedAt: new Date(updatedAt) };
}

/** One name for a namespace and key, short enough for the service. */
async function nameOf(namespace: readonly string[], key: string): Promise<string> {
  const name = JSON.stringify([...namespace, key]);
  const bytes = new TextEncoder().encode(name);
  if (bytes.length <= 256) return name;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `sha256:${[...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

function conditionsOf(field: string, wanted: unknown): Filter[] {
  const path = `/metadata/value/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  const asked = typeof wanted === 'object' && wanted !== null ? Object.entries(wanted) : [];
  if (asked.length === 0 || !asked.every(([name]) => name in operators))
    return [{ path, op: 'eq', value: wanted }];
  return asked.map(([name, value]) => ({ path, op: operators[name] as 'eq', value }));
}

function joined(conditions: Filter[]): Filter | undefined {
  return conditions.length === 0 ? undefined : { and: conditions };
}

/** Every text in a value, or those of the given fields. */
function textOf(value: Record<string, unknown>, fields: readonly string[] | undefined): string {
  const chosen = fields?.includes('$') === false ? fields.map((field) => valueAt(value, field)) : [value];
  const texts: string[] = [];
  const collect = (inner: unknown): void => {
    if (typeof inner === 'string') texts.push(inner);
    else if (typeof inner === 'object' && inner !== null)
      for (const one of Object.values(inner)) collect(one);
  };
  chosen.forEach(collect);
  return texts.join('\n');
}

function valueAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], value);
}

function matches({ matchType, path }: MatchCondition, namespace: readonly string[]): boolean {
  if (path.length > namespace.length) return false;
  const start = matchType === 'prefix' ? 0 : namespace.length - path.length;
  return path.every((part, i) => part === '*' || part === namespace[start + i]);
}
