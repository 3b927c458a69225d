import type { ApiInput } from '../contract/api.ts';
import { parseJsonExactly } from '../kernel/json/exact-parse.ts';
import type { JsonObject } from '../kernel/json.ts';
import { UsageError } from './command.ts';
import type { HttpApi } from './http-api.ts';

interface Page {
  items: unknown[];
  nextCursor?: string;
}

type Remote = (api: HttpApi, args: JsonObject) => Promise<unknown>;

/** The operations of commands over HTTP. What is missing here needs the machine itself. */
const remote: Record<string, Remote> = {
  'api.call': (api, { operation, params, query, body }) =>
    api.call(String(operation), { params, query, body: body ?? undefined } as ApiInput),
  'key.create': (api, args) => api.call('issueKey', { body: given(args) }),
  'key.list': (api) => all(api, 'listKeys', {}),
  'key.rotate': (api, { id, graceSeconds }) =>
    api.call('rotateKey', { params: { id: String(id) }, body: { graceSeconds } }),
  'key.revoke': (api, { id }) => api.call('revokeKey', { params: { id: String(id) } }),
  'audit.list': (api, { limit }) => all(api, 'listAudit', {}, Number(limit)),
  'memory.write': (api, args) => api.call('writeEntries', { body: given(args) }),
  'memory.search': (api, args) => api.call('searchEntries', { body: given(args) }),
  'memory.context': (api, args) => api.call('getContext', { body: given(args) }),
  'memory.list': async (api, args) => {
    const { items, nextCursor } = await api.call<Page>('listEntries', {
      query: { limit: 10, ...given(args) },
    });
    return { items, more: nextCursor !== undefined };
  },
  'memory.delete': (api, args) => api.call('deleteEntries', { body: given(args) }),
  'memory.namespaces': (api) => all(api, 'listNamespaces', {}),
  'memory.model': (api) => api.call('getModel'),
  'memory.export': async (api, { namespace, after }) => {
    const { lines, more } = await api.firstLines('exportEntries', { query: { namespace, after } });
    const items = lines.map((line) => parseJsonExactly(line) as { id: string });
    return { items, next: more ? items.at(-1)!.id : null };
  },
  'memory.namespace': (api, { namespace }) =>
    api.call('getNamespace', { params: { name: String(namespace) } }),
  // Blank lines count: an error then names the line of the whole file.
  'memory.import': (api, { namespace, lines, linesBefore }) =>
    api.call('importEntries', { query: { namespace }, body: '\n'.repeat(Number(linesBefore)) + lines }),
};

export function operateRemotely(api: HttpApi, name: string, args: JsonObject): Promise<unknown> {
  const operation = Object.hasOwn(remote, name) ? remote[name] : undefined;
  if (!operation) throw new UsageError('this works only on the machine of the service, without --server.');
  return operation(api, args);
}

/** Without the tenant, which the key decides, and without what was not given. */
function given({ tenant: _, ...args }: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(args).filter(([, value]) => value !== null && value !== undefined),
  );
}

/** The items of a list, page by page, up to `most`. */
async function all(
  api: HttpApi,
  operation: string,
  query: object,
  most = Number.POSITIVE_INFINITY,
): Promise<unknown[]> {
  const items: unknown[] = [];
  let cursor: string | undefined;
  do {
    const limit = Math.min(200, most - items.length);
    const page = await api.call<Page>(operation, { query: { ...query, limit, cursor } });
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined && items.length < most);
  return items;
}
