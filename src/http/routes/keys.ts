import { z } from 'zod';
import type { KeyGuard } from '../../access/key-guard.ts';
import type { IssuedKey, Keys } from '../../access/keys.ts';
import {
  issuedKey,
  keyChange,
  keyPage,
  keyView,
  newKey,
  revokedKey,
  rotation,
} from '../../contract/key-schemas.ts';
import { pageQuery } from '../../contract/page.ts';
import type { GuardPolicy } from '../../memory/guard/guard-policy.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { type Route, route } from '../route.ts';

const keyId = z.object({ id: z.string().max(100).describe('The id of the key.') });

export function keyRoutes(keys: Keys): Route[] {
  return [
    route({
      name: 'issueKey',
      method: 'POST',
      path: '/v1/keys',
      scope: 'admin',
      tag: 'keys',
      summary: 'Issue a key.',
      creates: true,
      body: newKey,
      bodyLimitBytes: 256 * 1024,
      response: issuedKey,
      handle: ({ principal, body, receipt }) =>
        keys.issue(
          principal,
          {
            name: body.name,
            scopes: [...new Set(body.scopes)],
            namespaces: body.namespaces,
            plan: body.plan,
            expiresAt: body.expiresAt === undefined ? undefined : Date.parse(body.expiresAt),
            guard: body.guard && guardOf(body.guard),
          },
          receipt(withoutSecret),
        ),
    }),
    route({
      name: 'listKeys',
      method: 'GET',
      path: '/v1/keys',
      scope: 'admin',
      tag: 'keys',
      summary: 'List keys, newest first.',
      query: pageQuery,
      response: keyPage,
      errors: ['invalid_cursor'],
      handle: async ({ principal: { tenantId }, query }) => {
        const after = query.cursor && decodeCursor('keys', tenantId, query.cursor);
        const { items, next } = await keys.list(tenantId, query.limit, after);
        return { items, ...(next && { nextCursor: encodeCursor('keys', tenantId, next) }) };
      },
    }),
    route({
      name: 'updateKey',
      method: 'PATCH',
      path: '/v1/keys/:id',
      scope: 'admin',
      tag: 'keys',
      summary: 'Change what is done about what a key writes to memory.',
      params: keyId,
      body: keyChange,
      response: keyView,
      errors: ['not_found'],
      handle: ({ principal, params, body }) => keys.setGuard(principal, params.id, guardOf(body.guard)),
    }),
    route({
      name: 'rotateKey',
      method: 'POST',
      path: '/v1/keys/:id/rotate',
      scope: 'admin',
      tag: 'keys',
      summary: 'Replace a key by a new one with the same rights.',
      creates: true,
      params: keyId,
      body: rotation,
      bodyOptional: true,
      response: issuedKey,
      errors: ['not_found'],
      handle: ({ principal, params, body, receipt }) =>
        keys.rotate(principal, params.id, body.graceSeconds ?? 86_400, receipt(withoutSecret)),
    }),
    route({
      name: 'revokeKey',
      method: 'DELETE',
      path: '/v1/keys/:id',
      scope: 'admin',
      tag: 'keys',
      summary: 'Revoke a key, at once.',
      params: keyId,
      response: revokedKey,
      errors: ['not_found'],
      handle: async ({ principal, params }) => {
        await keys.revoke(principal, params.id);
        return { id: params.id, revoked: true };
      },
    }),
  ];
}

/** Access keeps a policy without knowing its words. */
function guardOf(policy: GuardPolicy): KeyGuard {
  return policy as KeyGuard;
}

function withoutSecret({ key: _, ...view }: IssuedKey): Omit<IssuedKey, 'key'> {
  return view;
}
