import type { z } from 'zod';
import type { Api } from '../../contract/api.ts';
import type { entryPage, entryView, searchHit } from '../../contract/memory-responses.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { ForeignFormatError } from '../../memory/import/foreign-entry.ts';
import { readMcpMemory } from '../../memory/import/mcp-memory.ts';

export interface Entity {
  name: string;
  entityType: string;
  observations: string[];
}

export interface Relation {
  from: string;
  to: string;
  relationType: string;
}

export interface KnowledgeGraph {
  entities: Entity[];
  relations: Relation[];
}

type StoredEntry = Pick<z.output<typeof entryView>, 'id' | 'content'> & { metadata?: unknown };

const source = { source: 'mcp-memory' };
const entriesPerWrite = 256;
/** A filter has up to 16 KiB. */
const namesPerFilter = 256;

/**
 * The graph of the official memory server, kept as entries: one for an entity, one for each observation and relation, under the same
 * names as the import of its file gives them. Each is written by itself, so that parallel calls lose nothing.
 */
export class Graph {
  readonly #api: Api;
  readonly #namespace: string;

  constructor(api: Api, namespace: string) {
    this.#api = api;
    this.#namespace = namespace;
  }

  async add({ entities, relations }: KnowledgeGraph): Promise<void> {
    // An entity is remembered by itself too: it stays when its last observation goes.
    const bare = entities.map((entity) => ({ ...entity, observations: [] }));
    const told = entities.filter(({ observations }) => observations.length > 0);
    const all = [
      ...entriesOf({ entities: bare, relations }),
      ...entriesOf({ entities: told, relations: [] }),
    ];
    // What a model says twice in one call is one entry.
    const entries = [...new Map(all.map((entry) => [entry.externalId, entry])).values()];
    for (let at = 0; at < entries.length; at += entriesPerWrite) {
      const body = { namespace: this.#namespace, entries: entries.slice(at, at + entriesPerWrite) };
      await this.#api.call('writeEntries', { body });
    }
  }

  async remove(graph: KnowledgeGraph): Promise<void> {
    const externalIds = entriesOf(graph).map(({ externalId }) => externalId);
    for (let at = 0; at < externalIds.length; at += namesPerFilter) {
      const filter = { path: '/externalId', op: 'in', value: externalIds.slice(at, at + namesPerFilter) };
      await this.#api.call('deleteEntries', { body: { namespace: this.#namespace, filter } });
    }
  }

  /** With its observations and the relations that touch it. */
  async removeEntity(name: string): Promise<void> {
    const equals = (path: string) => ({ path: `/metadata/${path}`, op: 'eq', value: name });
    const filter = { or: [equals('entity'), equals('from'), equals('to')] };
    await this.#api.call('deleteEntries', {
      body: { namespace: this.#namespace, metadataFilter: source, filter },
    });
  }

  async read(): Promise<KnowledgeGraph> {
    const entries: StoredEntry[] = [];
    let cursor: string | undefined;
    do {
      const query = {
        namespace: this.#namespace,
        order: 'oldest',
        limit: 200,
        metadataFilter: source,
        cursor,
      };
      const page = await this.#api.call<z.output<typeof entryPage>>('listEntries', { query });
      entries.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return graphOf(entries);
  }

  /** Names that a search by meaning and words finds. */
  async search(query: string): Promise<KnowledgeGraph> {
    const body = { namespace: this.#namespace, query, limit: 50, minScore: 0.3, metadataFilter: source };
    const hits = await this.#api.call<z.output<typeof searchHit>[]>('searchEntries', { body });
    const found = graphOf(hits);
    const names = [
      ...found.entities.map(({ name }) => name),
      ...found.relations.flatMap(({ from, to }) => [from, to]),
    ];
    return this.open([...new Set(names)]);
  }

  /** These entities, whole, and the relations between them. */
  async open(names: readonly string[]): Promise<KnowledgeGraph> {
    const wanted = new Set(names);
    const { entities, relations } = await this.read();
    return {
      entities: entities.filter(({ name }) => wanted.has(name)),
      relations: relations.filter(({ from, to }) => wanted.has(from) && wanted.has(to)),
    };
  }
}

function entriesOf(graph: KnowledgeGraph) {
  try {
    return [...readMcpMemory(JSON.stringify(graph))].map(({ content, metadata, externalId }) => ({
      content,
      metadata,
      externalId: externalId!,
    }));
  } catch (error) {
    // A blank name: for the model to put right, and no failure of the service.
    if (error instanceof ForeignFormatError) throw new ServiceError('validation_failed', error.message);
    throw error;
  }
}

function graphOf(entries: readonly StoredEntry[]): KnowledgeGraph {
  const entities = new Map<string, Entity>();
  const relations: Relation[] = [];
  for (const { content, metadata } of entries) {
    const {
      kind,
      entity: name = '',
      entityType = 'entity',
      from,
      to,
      relationType,
    } = (metadata ?? {}) as Record<string, string>;
    if (kind === 'relation') relations.push({ from: from!, to: to!, relationType: relationType! });
    else {
      const entity = entities.get(name) ?? { name, entityType, observations: [] };
      if (kind === 'observation') entity.observations.push(content.slice(name.length + 2));
      entities.set(name, entity);
    }
  }
  return { entities: [...entities.values()], relations };
}
