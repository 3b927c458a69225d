import { z } from 'zod';
import {
  credentialList,
  credentialView,
  deletedCredential,
  deletedWebhookSecret,
  newCredential,
  newWebhookSecretView,
  webhookSecretList,
} from '../../contract/scan-secret-schemas.ts';
import type { Credentials } from '../../scan/credentials/credentials.ts';
import type { WebhookSecrets, WebhookSecretView } from '../../scan/webhooks/webhook-secrets.ts';
import { type Route, route } from '../route.ts';

const tag = 'security';
const id = z.object({ id: z.string().max(100).describe('Its id.') });

/** Credentials for private repositories and the secrets that sign webhooks. Neither is ever told again. */
export function scanSecretRoutes(credentials: Credentials, webhookSecrets: WebhookSecrets): Route[] {
  return [
    route({
      name: 'createCredential',
      method: 'POST',
      path: '/v1/security/credentials',
      scope: 'admin',
      tag,
      summary: 'Store a credential for one host.',
      creates: true,
      body: newCredential,
      response: credentialView,
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
      name: 'listCredentials',
      method: 'GET',
      path: '/v1/security/credentials',
      scope: 'admin',
      tag,
      summary: 'List credentials, without their secrets.',
      response: credentialList,
      handle: async ({ principal }) => ({ items: await credentials.list(principal) }),
    }),
    route({
      name: 'deleteCredential',
      method: 'DELETE',
      path: '/v1/security/credentials/:id',
      scope: 'admin',
      tag,
      summary: 'Delete a credential.',
      params: id,
      response: deletedCredential,
      errors: ['not_found'],
      handle: async ({ principal, params }) => {
        await credentials.remove(principal, params.id);
        return { credentialId: params.id, deleted: true };
      },
    }),
    route({
      name: 'createWebhookSecret',
      method: 'POST',
      path: '/v1/security/webhook-secrets',
      scope: 'admin',
      tag,
      summary: 'Create a secret that signs webhooks; the previous one keeps signing for a day.',
      creates: true,
      response: newWebhookSecretView,
      handle: ({ principal, receipt }) => webhookSecrets.create(principal, receipt<WebhookSecretView>()),
    }),
    route({
      name: 'listWebhookSecrets',
      method: 'GET',
      path: '/v1/security/webhook-secrets',
      scope: 'admin',
      tag,
      summary: 'List the secrets that sign webhooks now, newest first.',
      response: webhookSecretList,
      handle: async ({ principal }) => ({ items: await webhookSecrets.list(principal) }),
    }),
    route({
      name: 'deleteWebhookSecret',
      method: 'DELETE',
      path: '/v1/security/webhook-secrets/:id',
      scope: 'admin',
      tag,
      summary: 'Delete a secret; it signs nothing any more.',
      params: id,
      response: deletedWebhookSecret,
      errors: ['not_found'],
      handle: async ({ principal, params }) => {
        await webhookSecrets.remove(principal, params.id);
        return { secretId: params.id, deleted: true };
      },
    }),
  ];
}
