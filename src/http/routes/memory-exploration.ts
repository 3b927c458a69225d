import { z } from 'zod';
import type { Principal } from '../../access/principal.ts';
import { entryHistory, facetsView, searchBatch, searchHit } from '../../contract/memory-responses.ts';
import {
  facetsBody,
  filterOf,
  namespaceParams,
  searchBatchBody,
  similarBody,
} from '../../contract/memory-schemas.ts';
import { callerOf, viewFoundEntry, viewVersion } from '../../contract/memory-views.ts';
import type { Memory } from '../../memory/memory.ts';
import { type Route, route } from '../route.ts';

// 32 queries with filters, even where every character is written as an escape.
const batchBytes = 2 * 1024 * 1024;
const facetValues = 20;

/** Ways to look at a namespace beyond one search: several at once, from an entry to others, and counts of values. */
export function memoryExplorationRoutes(memory: Memory): Route[] {
  return [
    route({
      name: 'searchBatch',
      method: 'POST',
      path: '/v1/memory/search/batch',
      scope: 'memory:read',
      tag: 'memory',
      summary: 'Run up to 32 searches in one request.',
      description: 'If one is not valid, none is run. It counts as one request and returns up to 256 MiB.',
      readOnly: true,
      body: searchBatchBody,
      bodyLimitBytes: batchBytes,
      response: searchBatch,
      errors: [
        'embedding_unavailable',
        'reranking_unavailable',
        'index_memory_full',
        'overloaded',
        'payload_too_large',
      ],
      namespaceOf: ({ body }) => body.searches[0]!.namespace,
      handle: async ({ principal, body, gone }) => {
        const queries = body.searches.map((search) => ({ ...search, ...limited(search, principal) }));
        const results = await memory.searchMany(callerOf(principal), queries, { signal: gone });
        return results.map((hits) => hits.map(viewFoundEntry));
      },
    }),
    route({
      name: 'similarEntries',
      method: 'POST',
      path: '/v1/memory/entries/:id/similar',
      scope: 'memory:read',
      tag: 'memory',
      summary: 'Find the entries that are most like an entry, in its namespace.',
      readOnly: true,
      params: z.object({ id: z.string().max(64).describe('The id of the entry.') }),
      body: similarBody,
      bodyOptional: true,
      response: z.array(searchHit),
      errors: ['entry_not_found', 'embedding_unavailable', 'index_memory_full', 'overloaded'],
      handle: async ({ principal, params, body, gone }) => {
        const query = { ...body, ...limited(body ?? {}, principal) };
        const found = await memory.similar(callerOf(principal), params.id, query, { signal: gone });
        return found.map(viewFoundEntry);
      },
    }),
    route({
      name: 'getEntryHistory',
      method: 'GET',
      path: '/v1/memory/entries/:id/history',
      scope: 'memory:read',
      tag: 'memory',
      summary: 'Get the earlier versions of an entry, where its namespace keeps them.',
      params: z.object({ id: z.string().max(64).describe('The id of the entry.') }),
      response: entryHistory,
      errors: ['entry_not_found'],
      handle: async ({ principal, params }) => ({
        items: (await memory.history(callerOf(principal), params.id)).map(viewVersion),
      }),
    }),
    route({
      name: 'countValues',
      method: 'POST',
      path: '/v1/memory/namespaces/:name/facets',
      scope: 'memory:read',
      tag: 'memory',
      summary: 'Count the values of metadata fields, over all entries or those that match.',
      readOnly: true,
      params: namespaceParams,
      body: facetsBody,
      response: facetsView,
      errors: ['not_found', 'index_memory_full', 'overloaded'],
      namespaceOf: ({ params }) => params.name,
      handle: async ({ principal, params, body, gone }) => {
        const { entries, paths } = await memory.facets(
          callerOf(principal),
          {
            namespace: params.name,
            paths: body.paths,
            limit: body.limit ?? facetValues,
            filter: filterOf(body),
          },
          { signal: gone },
        );
        const facets = paths.map(({ isPartial, ...counts }, i) => ({
          path: pointer(body.paths[i]!),
          ...counts,
          ...(isPartial && { partial: true }),
        }));
        return { entries, facets };
      },
    }),
  ];
}

function limited(
  search: Parameters<typeof filterOf>[0] & { limit?: number | undefined },
  { plan }: Principal,
) {
  return { limit: search.limit ?? plan.searchLimitDefault, filter: filterOf(search) };
}

function pointer(segments: readonly string[]): string {
  return segments.map((segment) => `/${segment.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
