import { z } from 'zod';
import { ServiceError } from '../../kernel/errors.ts';
import { defaultAnswerTokens } from '../budget.ts';
import { type Tool, type ToolContext, tool } from '../tool.ts';
import { Graph, type KnowledgeGraph } from './graph.ts';

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

/** Whole entities as long as they fit. */
function showGraph(graph: KnowledgeGraph, { countTokens }: ToolContext): string {
  const budget = 4 * defaultAnswerTokens;
  let { entities } = graph;
  while (entities.length > 0 && countTokens(show({ ...graph, entities })) > budget)
    entities = entities.slice(0, Math.floor(entities.length * 0.7));
  const cut = graph.entities.length - entities.length;
  return `${show({ ...graph, entities })}${cut > 0 ? `\n${cut} more entities do not fit; use search_nodes.` : ''}`;
}
