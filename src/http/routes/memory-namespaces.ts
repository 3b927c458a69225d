import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Principal } from '../../access/principal.ts';
import { importedEntries } from '../../contract/import-lines.ts';
import {
  deletedNamespace,
  importSummary,
  modelView,
  namespacePage,
  namespaceView,
} from '../../contract/memory-responses.ts';
import { namespaceName, namespaceParams, namespaceSettingsBody } from '../../contract/memory-schemas.ts';
import { callerOf, viewExportedEntry, viewNamespace } from '../../contract/memory-views.ts';
import { pageQuery, wholeNumber } from '../../contract/page.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { isId } from '../../kernel/ids.ts';
import { scoreVersion } from '../../memory/index/ranking/relevance.ts';
import { memoryLimits } from '../../memory/limits.ts';
import type { NamespaceMaps } from '../../memory/map/namespace-maps.ts';
import type { Memory } from '../../memory/memory.ts';
import type { Models } from '../../memory/models.ts';
import type { Transfer } from '../../memory/transfer.ts';
import type { Reembedding } from '../../memory/upkeep/reembedding.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { RawResponse, type Route, route } from '../route.ts';
import { respondSlowly } from '../slow-response.ts';
import { spool } from '../spool.ts';

// An id that cannot exist would be answered with an export that lacks everything and looks whole.
const entryId = z.string().refine((text) => isId('mem', text), 'Must be the id of an entry.');

export interface NamespaceRouteParts {
  memory: Memory;
  transfer: Transfer;
  maps: NamespaceMaps;
  reembedding: Reembedding;
  models: Models;
  /** Whether the key of a call was taken away while it was answered. */
  isWithdrawn(principal: Principal): Promise<boolean>;
  /** How long an import is silent before its response begins. */
  heartbeatMs: number;
}

/** Whole namespaces: list, look at, delete, move in and out, and the model they answer with. */
export function memoryNamespaceRoutes(parts: NamespaceRouteParts): Route[] {
  const { memory, transfer, reembedding } = parts;
  return [
    route({
      name: 'listNamespaces',
      method: 'GET',
      path: '/v1/memory/namespaces',
      scope: 'memory:read',
      tag: 'memory',
      summary: 'List namespaces with their counts and sizes, by name.',
      query: pageQuery.extend({
        prefix: namespaceName.optional().describe('Only namespaces whose name begins with this.'),
      }),
      response: namespacePage,
      errors: ['invalid_cursor'],
      handle: async ({ principal, query: { limit, cursor, prefix } }) => {
        const after = cursor && decodeCursor('memory-namespaces', principal.tenantId, cursor);
        const page = await memory.namespaces(callerOf(principal), { limit, after, prefix });
        return {
          items: page.items.map(viewNamespace),
          ...(page.next && { nextCursor: encodeCursor('memory-namespaces', principal.tenantId, page.next) }),
        };
      },
    }),
    route({
      name: 'getNamespace',
      method: 'GET',
      path: '/v1/memory/namespaces/:name',
      scope: 'memory:read',
      tag: 'memory',
      summary: 'Get the count and size of a namespace.',
      params: namespaceParams,
      response: namespaceView,
      errors: ['not_found'],
      handle: async ({ principal, params }) =>
        viewNamespace(await memory.namespace(callerOf(principal), params.name)),
    }),
    route({
      name: 'updateNamespace',
      method: 'PATCH',
      path: '/v1/memory/namespaces/:name',
      scope: 'memory:write',
      tag: 'memory',
      summary: 'Change the settings of a namespace.',
      description:
        'The next search builds the index of the namespace again where another text is searched than before.',
      params: namespaceParams,
      body: namespaceSettingsBody,
      response: namespaceView,
      errors: ['not_found', 'storage_full'],
      handle: async ({ principal, params, body }) =>
        viewNamespace(await memory.configureNamespace(callerOf(principal), params.name, body)),
    }),
    route({
      name: 'deleteNamespace',
      method: 'DELETE',
      path: '/v1/memory/namespaces/:name',
      scope: 'memory:write',
      tag: 'memory',
      summary: 'Delete a namespace with all its entries.',
      params: namespaceParams,
      response: deletedNamespace,
      errors: ['not_found'],
      handle: ({ principal, params }) => memory.deleteNamespace(callerOf(principal), params.name),
    }),
    route({
      name: 'exportEntries',
      method: 'GET',
      path: '/v1/memory/export',
      scope: 'memory:read',
      tag: 'memory',
      summary: 'Export a namespace as newline-delimited JSON, oldest entry first.',
      description: 'If the connection breaks, continue with `after` set to the id of the last whole line.',
      query: z.strictObject({
        namespace: namespaceName,
        after: entryId.optional().describe('Only entries after this one.'),
      }),
      produces: ['application/x-ndjson'],
      handle: async ({ principal, query }) => {
        const lines = exportLines(parts, principal, query.namespace, query.after);
        // The first line is made before the response begins, so that a refusal can still be one.
        const first = await lines.next();
        return new RawResponse('application/x-ndjson; charset=utf-8', Readable.from(resume(first, lines)));
      },
    }),
    route({
      name: 'importEntries',
      method: 'POST',
      path: '/v1/memory/import',
      scope: 'memory:write',
      tag: 'memory',
      summary: 'Import newline-delimited JSON, as an export gives it, into a namespace.',
      description:
        'Written in batches, each whole or not at all. Importing the same lines twice changes nothing. After an error, fix the ' +
        'file and send it again, from the start or with `fromLine`. If it takes long the response begins with newlines, and only ' +
        '`success` says how it ended.',
      query: z.strictObject({
        namespace: namespaceName,
        fromLine: wholeNumber(1, Number.MAX_SAFE_INTEGER).describe('Skip the lines before this one.'),
      }),
      ndjsonBody: true,
      response: importSummary,
      errors: ['payload_too_large', 'quota_exceeded', 'embedding_unavailable', 'storage_full'],
      handle: async ({ principal, query, body, requestId, gone, transport }) => {
        const file = await spool(body as unknown as AsyncIterable<Uint8Array>, memoryLimits.importBytes);
        const entries = importedEntries(file.read(), { fromLine: query.fromLine });
        const work = transfer
          .import(callerOf(principal, transport), query.namespace, entries, { signal: gone })
          .finally(() => file.close());
        return respondSlowly(work, { requestId, heartbeatMs: parts.heartbeatMs, lateError: 'told' });
      },
    }),
    route({
      name: 'getModel',
      method: 'GET',
      path: '/v1/memory/model',
      scope: 'memory:read',
      tag: 'memory',
      summary: 'The embedding model, and what is left to do until all your namespaces answer with it.',
      response: modelView,
      handle: async ({ principal }) => ({ ...(await reembedding.status(principal.tenantId)), scoreVersion }),
    }),
  ];
}

async function* exportLines(
  { transfer, isWithdrawn }: Pick<NamespaceRouteParts, 'transfer' | 'isWithdrawn'>,
  principal: Principal,
  namespace: string,
  after: string | undefined,
): AsyncGenerator<string, void> {
  let count = 0;
  for await (const entry of transfer.export(callerOf(principal), namespace, after)) {
    // A response that breaks off is all that can be said once it has begun.
    if (++count % 100 === 0 && (await isWithdrawn(principal))) throw new ServiceError('unauthenticated');
    yield `${JSON.stringify(viewExportedEntry(entry))}\n`;
  }
}

async function* resume(
  first: IteratorResult<string, void>,
  rest: AsyncGenerator<string, void>,
): AsyncGenerator<string> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
