import { z } from 'zod';
import { scopes } from '../access/principal.ts';
import { guardPolicyBody, guardPolicyView } from './guard-schemas.ts';
import { pageOf } from './page.ts';
import { time, timeInput } from './time.ts';
import { optional } from './validation.ts';

const keyFields = {
  id: z.string().describe('Of the key; not a secret.'),
  name: z.string().describe('What the key is for.'),
  scopes: z.array(z.enum(scopes)).describe('What it may do.'),
  namespaces: z
    .array(z.string())
    .optional()
    .describe('Patterns of the namespaces it may use; all when absent.'),
  plan: z.string().describe('Its plan.'),
  guard: guardPolicyView.optional(),
  status: z.enum(['active', 'expired', 'revoked']).describe('Only an active key works.'),
  createdAt: time('When it was issued.'),
  expiresAt: time('When it stops working.').optional(),
  revokedAt: time('When it was revoked.').optional(),
  lastUsedAt: time('When it was last used, to about a minute.').optional(),
  replacedBy: z.string().optional().describe('The key that replaced it.'),
};

export const keyView = z.object(keyFields).meta({ id: 'Key', description: 'An API key without its secret.' });

export const issuedKey = z
  .object({
    ...keyFields,
    key: z
      .string()
      .optional()
      .describe('The whole key. It is shown this once: a repeated request does not get it.'),
  })
  .meta({ id: 'IssuedKey', description: 'A new key with its secret.' });

export const keyPage = pageOf('KeyPage', keyView);

export const revokedKey = z
  .object({ id: z.string().describe('Of the key.'), revoked: z.literal(true).describe('Always true.') })
  .meta({ id: 'RevokedKey', description: 'The key that no longer works.' });

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
    'Patterns such as `app-*` of the namespaces it may use; all when omitted.',
  ),
  plan: optional(z.string().max(32)).describe(
    'Its plan: that of the key that issues it or a smaller one. When omitted, that of the issuing key.',
  ),
  expiresAt: optional(timeInput).describe('When it stops working; never when omitted.'),
  guard: optional(guardPolicyBody).describe(
    'What is done about what it writes; never less than what the issuing key has.',
  ),
});

export const keyChange = z.strictObject({
  guard: guardPolicyBody.describe('Replaces the whole policy; never less than what the calling key has.'),
});

const maxGraceSeconds = 30 * 24 * 60 * 60;

export const rotation = z.strictObject({
  graceSeconds: optional(z.int().min(0).max(maxGraceSeconds)).describe(
    'How long the old key continues to work; a day when omitted.',
  ),
});
