import { packagePage, packageQuery } from '../../../contract/insight/package-schemas.ts';
import { scanId } from '../../../contract/scan-schemas.ts';
import type { ScanPackages } from '../../../scan/service/packages.ts';
import { decodeOffset, encodeCursor } from '../../cursor.ts';
import { type Route, route } from '../../route.ts';

export function packageRoutes(packages: ScanPackages): Route[] {
  return [
    route({
      name: 'listPackages',
      method: 'GET',
      path: '/v1/security/scan/:scanId/packages',
      scope: 'scan:read',
      tag: 'security',
      summary: 'List the packages of a completed scan, vulnerable ones first.',
      description: 'What each package needs is in `format=cyclonedx` of the scan.',
      params: scanId,
      query: packageQuery,
      response: packagePage,
      errors: ['scan_not_found', 'scan_not_finished', 'invalid_cursor'],
      handle: async ({ principal, params, query: { cursor, limit, q, vulnerable } }) => {
        const { tenantId } = principal;
        const list = `packages ${params.scanId}`;
        const from = decodeOffset(list, tenantId, cursor);
        const { items, total, truncated } = await packages.list(principal, params.scanId, {
          text: q,
          vulnerable: vulnerable === 'true',
          from,
          limit,
        });
        const next = from + items.length;
        return {
          items,
          ...(next < total && { nextCursor: encodeCursor(list, tenantId, String(next)) }),
          total,
          ...(truncated && { truncated }),
        };
      },
    }),
  ];
}
