import { findingSearchBody, foundFindings } from '../../../contract/insight/finding-search-schemas.ts';
import { internalNamespaces } from '../../../memory/reach/internal-namespaces.ts';
import type { FindingSearch } from '../../../scan/service/recall/finding-search.ts';
import { type Route, route } from '../../route.ts';

const defaultLimit = 10;

/** Open findings, asked for in words. */
export function findingSearchRoutes(search: FindingSearch): Route[] {
  return [
    route({
      name: 'searchFindings',
      method: 'POST',
      path: '/v1/security/findings/search',
      scope: 'scan:read',
      tag: 'security',
      summary: 'Search open findings of medium severity and worse in words.',
      description:
        'The 1,000 worst of the newest completed scan of each repository. What is fixed, decided about or deleted is gone at once.',
      body: findingSearchBody,
      response: foundFindings,
      readOnly: true,
      errors: ['embedding_unavailable', 'index_memory_full', 'overloaded'],
      namespaceOf: () => internalNamespaces.findings,
      handle: async ({
        principal: { tenantId, keyId },
        body: { query, limit = defaultLimit, ...filter },
        gone,
      }) => ({
        items: await search.search({ tenantId, keyId }, { text: query, limit, ...filter }, gone),
      }),
    }),
  ];
}
