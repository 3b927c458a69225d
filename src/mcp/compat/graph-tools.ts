import { z } from 'zod';
import { ServiceError } from '../../kernel/errors.ts';
import { defaultAnswerTokens } from '../budget.ts';
import { type Tool, type ToolContext, tool } from '../tool.ts';
import { type Entity, Graph, type KnowledgeGraph } from './graph.ts';

const entity = z.object({ name: z.string(), entityType: z.string(), observations: z.array(z.string()) });
const relation = z.object({ from: z.string(), to: z.string(), relationType: z.string() });
const shared = { part: 'memory', scope: 'memory:write' } as const;
const graphOf = ({ api, namespace }: ToolContext) => new Graph(api, namespace);
const none = { entities: [], relations: [] };

/** The nine tools of the official memory server under their own names, over our store: a changed line of configuration is all it takes. */
export const graphTools: Tool[] = [
  tool({
    ...shared,
    name: 'create_entities',
    description: 'Create multiple new entities in the knowledge graph',
    changes: 'adds',
    input: z.object({ entities: z.array(entity).max(100) }),
    run: async ({ entities }, context) => {
      const known = new Set((await graphOf(context).read()).entities.map(({ name }) => name));
      const fresh = entities.filter(({ name }) => !known.has(name));
      await graphOf(context).add({ ...none, entities: fresh });
      return show(fresh);
    },
  }),
  tool({
    ...shared,
    name: 'create_relations',
    description: 'Create multiple new relations between entities. Relations should be in active voice',
    changes: 'adds',
    input: z.object({ relations: z.array(relation).max(100) }),
    run: async ({ relations }, context) => {
      await graphOf(context).add({ ...none, relations });
      return show(relations);
    },
  }),
  tool({
    ...shared,
    name: 'add_observations',
    description: 'Add new observations to existing entities',
    changes: 'adds',
    input: z.object({
      observations: z.array(z.object({ entityName: z.string(), contents: z.array(z.string()) })).max(100),
    }),
    run: async ({ observations }, context) => {
      const graph = graphOf(context);
      const { entities } = await graph.read();
      const results = observations.map(({ entityName, contents }) => {
        const known = entities.find(({ name }) => name === entityName);
        if (!known) throw new ServiceError('not_found', `Entity with name ${entityName} not found`);
        const addedObservations = contents.filter((one) => !known.observations.includes(one));
        return { entityName, addedObservations, entityType: known.entityType };
      });
      const added = results.map(({ entityName, entityType, addedObservations }) => ({
        name: entityName,
        entityType,
        observations: addedObservations,
      }));
      await graph.add({ ...none, entities: added });
      return show(results.map(({ entityName, addedObservations }) => ({ entityName, addedObservations })));
    },
  }),
  tool({
    ...shared,
    name: 'delete_entities',
    description: 'Delete multiple entities and their associated relations from the knowledge graph',
    changes: 'deletes',
    input: z.object({ entityNames: z.array(z.string()).max(100) }),
    run: async ({ entityNames }, context) => {
      for (const name of entityNames) await graphOf(context).removeEntity(name);
      return 'Entities deleted successfully';
    },
  }),
  tool({
    ...shared,
    name: 'delete_observations',
    description: 'Delete specific observations from entities in the knowledge graph',
    changes: 'deletes',
    input: z.object({
      deletions: z
        .array(z.object({ entityName: z.string(), observations: z.array(z.string()).min(1) }))
        .max(100),
    }),
    run: async ({ deletions }, context) => {
      const entities = deletions.map(({ entityName, observations }) => ({
        name: entityName,
        entityType: '',
        observations,
      }));
      await graphOf(context).remove({ ...none, entities });
      return 'Observations deleted successfully';
    },
  }),
  tool({
    ...shared,
    name: 'delete_relations',
    description: 'Delete multiple relations from the knowledge graph',
    changes: 'deletes',
    input: z.object({ relations: z.array(relation).max(100) }),
    run: async ({ relations }, context) => {
      await graphOf(context).remove({ ...none, relations });
      return 'Relations deleted successfully';
    },
  }),
  tool({
    ...shared,
    scope: 'memory:read',
    name: 'read_graph',
    description: 'Read the entire knowledge graph',
    changes: 'nothing',
    input: z.object({}),
    run: async (_, context) => showGraph(await graphOf(context).read(), context),
  }),
  tool({
    ...shared,
    scope: 'memory:read',
    name: 'search_nodes',
    description: 'Search for nodes in the knowledge graph based on a query',
    changes: 'nothing',
    input: z.object({ query: z.string() }),
    run: async ({ query }, context) => showGraph(await graphOf(context).search(query), context),
  }),
  tool({
    ...shared,
    scope: 'memory:read',
    name: 'open_nodes',
    description: 'Open specific nodes in the knowledge graph by their names',
    changes: 'nothing',
    input: z.object({ names: z.array(z.string()).max(100) }),
    run: async ({ names }, context) => showGraph(await graphOf(context).open(names), context),
  }),
];

/** JSON, as its users expect; no character of it can be taken for a tag or change the direction of the text. */
function show(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(
    /[<>&\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** As many entities as fit, with what is between them; of one that does not fit by itself as many observations. */
function showGraph(graph: KnowledgeGraph, { countTokens }: ToolContext): string {
  const budget = 4 * defaultAnswerTokens;
  const isTooMuch = (part: KnowledgeGraph) => countTokens(show(part)) > budget;
  let shown = graph;
  while (shown.entities.length > 1 && isTooMuch(shown))
    shown = firstEntities(graph, Math.max(1, fewer(shown.entities.length)));
  while (shown.relations.length > 0 && isTooMuch(shown))
    shown = { ...shown, relations: shown.relations.slice(0, fewer(shown.relations.length)) };
  while (shown.entities.some(({ observations }) => observations.length > 0) && isTooMuch(shown))
    shown = { ...shown, entities: shown.entities.map(withFewerObservations) };
  const left = [
    ['more entities', graph.entities.length - shown.entities.length],
    ['relations', graph.relations.length - shown.relations.length],
    [
      'observations',
      observationsOf(graph.entities.slice(0, shown.entities.length)) - observationsOf(shown.entities),
    ],
  ] as const;
  const told = left.flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : []));
  return `${show(shown)}${told.length > 0 ? `\n${told.join(', ')} do not fit; use search_nodes.` : ''}`;
}

function fewer(count: number): number {
  return Math.floor(count * 0.7);
}

function firstEntities({ entities, relations }: KnowledgeGraph, count: number): KnowledgeGraph {
  const first = entities.slice(0, count);
  const names = new Set(first.map(({ name }) => name));
  return { entities: first, relations: relations.filter(({ from, to }) => names.has(from) && names.has(to)) };
}

function withFewerObservations(entity: Entity): Entity {
  return { ...entity, observations: entity.observations.slice(0, fewer(entity.observations.length)) };
}

function observationsOf(entities: readonly Entity[]): number {
  return entities.reduce((sum, { observations }) => sum + observations.length, 0);
}
