import { z } from 'zod';
import { findingHistory } from '../../../contract/insight/finding-history-schemas.ts';
import type { FindingHistories } from '../../../scan/service/finding-history.ts';
import { type Route, route } from '../../route.ts';

export function findingHistoryRoutes(histories: FindingHistories): Route[] {
  return [
    route({
      name: 'getFindingHistory',
      method: 'GET',
      path: '/v1/security/findings/:id/history',
      scope: 'scan:read',
      tag: 'security',
      summary: 'In which scans of its repository a finding was seen, and in which it was fixed.',
      params: z.object({ id: z.string().max(100).describe('The id of the finding.') }),
      response: findingHistory,
      errors: ['not_found'],
      handle: ({ principal, params }) => histories.read(principal, params.id),
    }),
  ];
}
