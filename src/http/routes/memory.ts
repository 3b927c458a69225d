import { z } from 'zod';
import {
  contextView,
  deletedEntry,
  deleteResult,
  entryPage,
  entryView,
  searchHit,
  writeResult,
} from '../../contract/memory-responses.ts';
import {
  contextBody,
  deleteBody,
  filterOf,
  filterQuery,
  namespaceName,
  searchBody,
  updateBody,
  writeBody,
} from '../../contract/memory-schemas.ts';
import { callerOf, viewEntry, viewFoundEntry } from '../../contract/memory-views.ts';
import { pageQuery } from '../../contract/page.ts';
import type { Memory } from '../../memory/memory.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { type Route, route } from '../route.ts';

// A query, filters and a thousand ids, even where every character is written as an escape.
const searchBytes = 512 * 1024;
const entryId = z.object({ id: z.string().max(64).describe('The id of the entry.') });

/** Entries: the three routes of the seed, and what manages single entries. */
export function memoryRoutes(memory: Memory): Route[] {
  return [
    route({
      name: 'writeEntries',
      method: 'POST',
      path: '/v1/memory/entries',
      scope: 'memory:write',
      tag: 'memory',
      summary: 'Write entries into a namespace.',
      description: 'All are written or none. When the response arrives they are on disk and searchable.',
      creates: true,
      body: writeBody,
      bodyLimitBytes: Number.POSITIVE_INFINITY,
      response: writeResult,
      errors: [
        'content_rejected',
        'payload_too_large',
        'quota_exceeded',
        'embedding_unavailable',
        'storage_full',
      ],
      namespaceOf: ({ body }) => body.namespace,
      handle: ({ principal, body, receipt, gone, transport }) =>
        memory.write(callerOf(principal, transport), { ...body, receipt: receipt() }, { signal: gone }),
    }),
    route({
      name: 'searchEntries',
      method: 'POST',
      path: '/v1/memory/search',
      scope: 'memory:read',
      tag: 'memory',
      summary: 'Search a namespace by meaning.',
      readOnly: true,
      body: searchBody,
      bodyLimitBytes: searchBytes,
      response: z.array(searchHit),
      errors: ['embedding_unavailable', 'reranking_unavailable', 'index_memory_full', 'overloaded'],
      namespaceOf: ({ body }) => body.namespace,
      handle: async ({ principal, body, gone }) => {
        const limit = body.limit ?? principal.plan.searchLimitDefault;
        const query = { ...body, limit, filter: filterOf(body) };
        return (await memory.search(callerOf(principal), query, { signal: gone })).map(viewFoundEntry);
      },
    }),
    route({
      name: 'getContext',
      method: 'POST',
      path: '/v1/memory/context',
      scope: 'memory:read',
      tag: 'memory',
      summary: 'Search a namespace and get one text for a prompt.',
      description:
        'Without `maxTokens` the whole contents of the best entries. With it, of the first entry that does not fit the best part goes in, and the text ends.',
      readOnly: true,
      body: contextBody,
      bodyLimitBytes: searchBytes,
      response: contextView,
      errors: ['embedding_unavailable', 'reranking_unavailable', 'index_memory_full', 'overloaded'],
      namespaceOf: ({ body }) => body.namespace,
      handle: async ({ principal, body, gone }) => {
        const limit = body.limit ?? principal.plan.searchLimitDefault;
        const query = { ...body, limit, filter: filterOf(body) };
        const { citations, ...context } = await memory.context(callerOf(principal), query, { signal: gone });
        return { ...context, ...(body.citations && { citations }) };
      },
    }),
    route({
      name: 'listEntries',
      method: 'GET',
      path: '/v1/memory/entries',
      scope: 'memory:read',
      tag: 'memory',
      summary: 'List the entries of a namespace, all or those that match.',
      query: pageQuery.extend({
        namespace: namespaceName,
        order: z.enum(['newest', 'oldest']).default('newest').describe('By the time of the first write.'),
        ...filterQuery,
      }),
      response: entryPage,
      errors: ['invalid_cursor', 'index_memory_full'],
      handle: async ({ principal, query, gone }) => {
        const { namespace, order, limit, cursor } = query;
        const filter = filterOf(query);
        const list = ['memory-entries', order, namespace, ...(filter ? [JSON.stringify(filter)] : [])].join(
          '\n',
        );
        const after = cursor && decodeCursor(list, principal.tenantId, cursor);
        const request = { namespace, order, limit, after, filter };
        const page = await memory.list(callerOf(principal), request, { signal: gone });
        return {
          items: page.items.map(viewEntry),
          ...(page.next && { nextCursor: encodeCursor(list, principal.tenantId, page.next) }),
        };
      },
    }),
    route({
      name: 'getEntry',
      method: 'GET',
      path: '/v1/memory/entries/:id',
      scope: 'memory:read',
      tag: 'memory',
      summary: 'Get an entry.',
      params: entryId,
      response: entryView,
      errors: ['entry_not_found'],
      handle: async ({ principal, params }) => viewEntry(await memory.get(callerOf(principal), params.id)),
    }),
    route({
      name: 'updateEntry',
      method: 'PATCH',
      path: '/v1/memory/entries/:id',
      scope: 'memory:write',
      tag: 'memory',
      summary: 'Change an entry.',
      description: 'Omitted fields stay as they are. New content is embedded again.',
      params: entryId,
      body: updateBody,
      bodyLimitBytes: 2 * 1024 * 1024,
      response: entryView,
      errors: [
        'entry_not_found',
        'version_conflict',
        'content_rejected',
        'embedding_unavailable',
        'storage_full',
      ],
      handle: async ({ principal, params, body, gone, transport }) =>
        viewEntry(await memory.update(callerOf(principal, transport), params.id, body, { signal: gone })),
    }),
    route({
      name: 'deleteEntry',
      method: 'DELETE',
      path: '/v1/memory/entries/:id',
      scope: 'memory:write',
      tag: 'memory',
      summary: 'Delete an entry.',
      params: entryId,
      response: deletedEntry,
      errors: ['entry_not_found'],
      handle: async ({ principal, params }) => {
        await memory.delete(callerOf(principal), params.id);
        return { id: params.id, deleted: true };
      },
    }),
    route({
      name: 'deleteEntries',
      method: 'POST',
      path: '/v1/memory/entries/delete',
      scope: 'memory:write',
      tag: 'memory',
      summary: 'Delete many entries, by their ids or by a filter.',
      body: deleteBody,
      bodyLimitBytes: searchBytes,
      response: deleteResult,
      handle: ({ principal, body, gone }) =>
        memory.deleteMany(
          callerOf(principal),
          {
            namespace: body.namespace,
            ids: body.ids,
            filter: filterOf(body),
            dryRun: body.dryRun ?? false,
          },
          { signal: gone },
        ),
    }),
  ];
}
