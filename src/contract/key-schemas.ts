import { z } from 'zod';
import { scopes } from '../access/principal.ts';
import { optional } from './validation.ts';

export const keyView = z.object({
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

export const issuedKey = keyView.extend({
  key: z.string().optional().describe('The whole key. It is shown this once: a repetition has none.'),
});

export const keyName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^\p{Cc}]*$/u, 'Must not contain control characters.');

export const newKey = z.strictObject({
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

const maxGraceSeconds = 30 * 24 * 60 * 60;

export const rotation = z.strictObject({
  graceSeconds: optional(z.int().min(0).max(maxGraceSeconds)).describe(
    'How long the old key goes on working; a day when left out.',
  ),
});
