import { z } from 'zod';
import type { Credentials } from '../../scan/credentials/credentials.ts';
import type { WebhookSecrets, WebhookSecretView } from '../../scan/webhooks/webhook-secrets.ts';
import { type Route, route } from '../route.ts';
import { optional } from '../validation.ts';

const tag = 'security';
const id = z.object({ id: z.string().max(100) });
const deleted = z.literal(true);

// Git and HTTP would read a line break as the end of the header.
const oneLine = /^[^\u0000-\u001f\u007f]+$/;

const credentialView = z.object({
  credentialId: z.string(),
  host: z.string(),
  name: z.string(),
  username: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().optional(),
});

const webhookSecretView = z.object({
  secretId: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().optional(),
});

/** Credentials for private repositories and the secrets that sign webhooks. Neither is ever told again. */
export function scanSecretRoutes(credentials: Credentials, webhookSecrets: WebhookSecrets): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v1/security/credentials',
      scope: 'admin',
      tag,
      summary: 'Store a credential for one host.',
      creates: true,
      body: z.strictObject({
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
      }),
      answer: credentialView,
      errors: ['host_not_allowed'],
      handle: ({ principal, body: { host, secret, username, name }, receipt }) =>
        credentials.add(
          principal,
          {
            host,
            secret,
            ...(username === undefined ? {} : { username }),
            ...(name === undefined ? {} : { name }),
          },
          receipt(),
        ),
    }),
    route({
      method: 'GET',
      path: '/v1/security/credentials',
      scope: 'admin',
      tag,
      summary: 'List credentials, without their secrets.',
      answer: z.object({ items: z.array(credentialView) }),
      handle: async ({ principal }) => ({ items: await credentials.list(principal) }),
    }),
    route({
      method: 'DELETE',
      path: '/v1/security/credentials/:id',
      scope: 'admin',
      tag,
      summary: 'Delete a credential.',
      params: id,
      answer: z.object({ credentialId: z.string(), deleted }),
      errors: ['not_found'],
      handle: async ({ principal, params }) => {
        await credentials.remove(principal, params.id);
        return { credentialId: params.id, deleted: true };
      },
    }),
    route({
      method: 'POST',
      path: '/v1/security/webhook-secrets',
      scope: 'admin',
      tag,
      summary: 'Make a secret that signs webhooks; the one before goes on signing beside it for a day.',
      creates: true,
      answer: webhookSecretView.extend({
        secret: z.string().optional().describe('It is shown this once: a repetition has none.'),
      }),
      handle: ({ principal, receipt }) => webhookSecrets.create(principal, receipt<WebhookSecretView>()),
    }),
    route({
      method: 'GET',
      path: '/v1/security/webhook-secrets',
      scope: 'admin',
      tag,
      summary: 'List the secrets that sign webhooks now, newest first.',
      answer: z.object({ items: z.array(webhookSecretView) }),
      handle: async ({ principal }) => ({ items: await webhookSecrets.list(principal) }),
    }),
    route({
      method: 'DELETE',
      path: '/v1/security/webhook-secrets/:id',
      scope: 'admin',
      tag,
      summary: 'Delete a secret; it signs nothing any more.',
      params: id,
      answer: z.object({ secretId: z.string(), deleted }),
      errors: ['not_found'],
      handle: async ({ principal, params }) => {
        await webhookSecrets.remove(principal, params.id);
        return { secretId: params.id, deleted: true };
      },
    }),
  ];
}
