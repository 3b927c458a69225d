import { z } from 'zod';
import { listOf } from './page.ts';
import { time } from './time.ts';
import { optional } from './validation.ts';

// Git and HTTP would read a line break as the end of the header.
const oneLine = /^[^\u0000-\u001f\u007f]+$/;

export const credentialView = z
  .object({
    credentialId: z.string().describe('Send it as `credentialId` with a scan.'),
    host: z.string().describe('The only host that it is sent to.'),
    name: z.string().describe('What it is for.'),
    username: z.string().describe('Sent with the secret.'),
    createdAt: time('When it was stored.'),
    lastUsedAt: time('When a scan last used it.').optional(),
  })
  .meta({ id: 'Credential', description: 'A stored credential without its secret.' });

export const credentialList = listOf('CredentialList', credentialView);

export const deletedCredential = z
  .object({
    credentialId: z.string().describe('Of the credential.'),
    deleted: z.literal(true).describe('Always true.'),
  })
  .meta({ id: 'DeletedCredential', description: 'The credential that was deleted.' });

const webhookSecretFields = {
  secretId: z.string().describe('Of the secret; not secret itself.'),
  createdAt: time('When it was created.'),
  expiresAt: time('When it stops signing, after another one was created.').optional(),
};

export const webhookSecretView = z
  .object(webhookSecretFields)
  .meta({ id: 'WebhookSecret', description: 'A secret that signs webhooks, without the secret itself.' });

export const webhookSecretList = listOf('WebhookSecretList', webhookSecretView);

export const newWebhookSecretView = z
  .object({
    ...webhookSecretFields,
    secret: z
      .string()
      .optional()
      .describe('`whsec_…`. It is shown this once: a repeated request does not get it.'),
  })
  .meta({ id: 'NewWebhookSecret', description: 'A new secret that signs webhooks.' });

export const deletedWebhookSecret = z
  .object({
    secretId: z.string().describe('Of the secret.'),
    deleted: z.literal(true).describe('Always true.'),
  })
  .meta({ id: 'DeletedWebhookSecret', description: 'The secret that was deleted.' });

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
  ).describe('`x-access-token` when omitted.'),
  name: optional(z.string().trim().min(1).max(100)).describe('What it is for; the host when omitted.'),
});
