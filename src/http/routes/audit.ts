import type { AccessStore } from '../../access/store.ts';
import { auditPage } from '../../contract/audit-schemas.ts';
import { pageQuery } from '../../contract/page.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { type Route, route } from '../route.ts';

export function auditRoutes(store: Pick<AccessStore, 'listAudit'>): Route[] {
  return [
    route({
      name: 'listAudit',
      method: 'GET',
      path: '/v1/audit',
      scope: 'admin',
      tag: 'keys',
      summary: 'What was done with keys and by admins, newest first.',
      query: pageQuery,
      response: auditPage,
      errors: ['invalid_cursor'],
      handle: async ({ principal: { tenantId }, query }) => {
        const after = query.cursor && decodeCursor('audit', tenantId, query.cursor);
        const { items, next } = await store.listAudit(tenantId, query.limit, after);
        return {
          items: items.map(({ id, at, actor, action, subject, details }) => ({
            id,
            at: new Date(at).toISOString(),
            actor,
            action,
            subject,
            details,
          })),
          ...(next && { nextCursor: encodeCursor('audit', tenantId, next) }),
        };
      },
    }),
  ];
}
