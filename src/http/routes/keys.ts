import { z } from 'zod';
import type { IssuedKey, Keys } from '../../access/keys.ts';
import { scopes } from '../../access/principal.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { type Route, route } from '../route.ts';
import { optional } from '../validation.ts';
import { pageQuery } from './page-query.ts';

const keyView = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(scopes)),
  namespaces: z.array(z.string()).optional(),
  plan: z.string(),
  status: z.enum(['active', 'expired', 'revoked']),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().optional(),
  revokedAt: z.iso.datetime().optional(),
  lastUsedAt: z.iso.datetime().optional().describe('Noted about once a minute.'),
  replacedBy: z.string().optional(),
});

const issuedKey = keyView.extend({
  key: z.string().optional().describe('The whole key. It is shown this once: a repetition has none.'),
});

export const keyName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^\p{Cc}]*$/u, 'Must not contain control characters.');

const newKey = z.strictObject({
  name: keyName.describe('What the key is for.'),
  scopes: z.array(z.enum(scopes)).min(1).max(scopes.length).describe('What it may do.'),
  namespaces: optional(z.array(z.string().min(1).max(256)).min(1).max(100)).describe(
    'Patterns such as `app-*` of the namespaces it may use; all when left out.',
  ),
  plan: optional(z.string().max(32)).describe('Its plan; `team` when left out.'),
  expiresAt: optional(z.iso.datetime({ offset: true })).describe(
    'When it stops working; never when left out.',
  ),
});

const keyId = z.object({ id: z.string().max(100) });
const maxGraceSeconds = 30 * 24 * 60 * 60;

export function keyRoutes(keys: Keys): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v1/keys',
      scope: 'admin',
      tag: 'keys',
      summary: 'Issue a key.',
      creates: true,
      body: newKey,
      answer: issuedKey,
      handle: ({ principal, body, receipt }) =>
        keys.issue(
          principal,
          {
            name: body.name,
            scopes: [...new Set(body.scopes)],
            namespaces: body.namespaces,
            plan: body.plan,
            expiresAt: body.expiresAt === undefined ? undefined : Date.parse(body.expiresAt),
          },
          receipt(withoutSecret),
        ),
    }),
    route({
      method: 'GET',
      path: '/v1/keys',
      scope: 'admin',
      tag: 'keys',
      summary: 'List keys, newest first.',
      query: pageQuery,
      answer: z.object({ items: z.array(keyView), nextCursor: z.string().optional() }),
      errors: ['invalid_cursor'],
      handle: async ({ principal: { tenantId }, query }) => {
        const after = query.cursor && decodeCursor('keys', tenantId, query.cursor);
        const { items, next } = await keys.list(tenantId, query.limit, after);
        return { items, ...(next && { nextCursor: encodeCursor('keys', tenantId, next) }) };
      },
    }),
    route({
      method: 'POST',
      path: '/v1/keys/:id/rotate',
      scope: 'admin',
      tag: 'keys',
      summary: 'Replace a key by a new one with the same rights.',
      creates: true,
      params: keyId,
      body: z.strictObject({
        graceSeconds: optional(z.int().min(0).max(maxGraceSeconds)).describe(
          'How long the old key goes on working; a day when left out.',
        ),
      }),
      bodyOptional: true,
      answer: issuedKey,
      errors: ['not_found'],
      handle: ({ principal, params, body, receipt }) =>
        keys.rotate(principal, params.id, body.graceSeconds ?? 86_400, receipt(withoutSecret)),
    }),
    route({
      method: 'DELETE',
      path: '/v1/keys/:id',
      scope: 'admin',
      tag: 'keys',
      summary: 'Revoke a key, at once.',
      params: keyId,
      answer: z.object({ id: z.string(), revoked: z.literal(true) }),
      errors: ['not_found'],
      handle: async ({ principal, params }) => {
        await keys.revoke(principal, params.id);
        return { id: params.id, revoked: true };
      },
    }),
  ];
}

function withoutSecret({ key: _, ...view }: IssuedKey): Omit<IssuedKey, 'key'> {
  return view;
}
