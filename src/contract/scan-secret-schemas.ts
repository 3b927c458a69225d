import { z } from 'zod';
import { optional } from './validation.ts';

// Git and HTTP would read a line break as the end of the header.
const oneLine = /^[^\u0000-\u001f\u007f]+$/;

export const credentialView = z.object({
  credentialId: z.string(),
  host: z.string(),
  name: z.string(),
  username: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().optional(),
});

export const webhookSecretView = z.object({
  secretId: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().optional(),
});

export const newCredential = z.strictObject({
  host: z.string().min(1).max(255).describe('`host` or `host:port`; it is sent nowhere else.'),
  secret: z
    .string()
    .min(1)
    .max(8_192)
    .regex(oneLine, 'Must not contain control characters.')
    .describe('A password or an access token.'),
  username: optional(
    z
      .string()
      .min(1)
      .max(255)
      .regex(/^[^\u0000-\u001f\u007f:]+$/, 'Must not contain a colon or control characters.'),
  ).describe('`x-access-token` when left out.'),
  name: optional(z.string().trim().min(1).max(100)).describe('What it is for; the host when left out.'),
});

export const newWebhookSecretView = webhookSecretView.extend({
  secret: z.string().optional().describe('It is shown this once: a repetition has none.'),
});
