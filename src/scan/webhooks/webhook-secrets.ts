import { randomBytes } from 'node:crypto';
import { auditEntry } from '../../kernel/audit.ts';
import type { Clock } from '../../kernel/clock.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { NewId } from '../../kernel/ids.ts';
import type { Receipt } from '../../kernel/receipt.ts';
import type { Sealing } from '../credentials/sealing.ts';
import type { SealedWebhookSecret, SecretStore } from '../credentials/secret-store.ts';
import type { Caller } from '../model/caller.ts';

export interface WebhookSecretView {
  secretId: string;
  createdAt: string;
  /** Set when a newer secret has taken over: until then both sign. */
  expiresAt?: string;
  /** `whsec_…`; only in the response that makes it. */
  secret?: string;
}

export interface WebhookSecretsOptions {
  store: SecretStore;
  sealing: Sealing;
  clock: Clock;
  newId: NewId;
}

/** How long the secret before keeps signing next to a new one. */
const graceMs = 24 * 60 * 60 * 1000;

/** The secrets that sign a tenant's webhooks. Making a new one rotates: for a day messages carry both signatures. */
export class WebhookSecrets {
  readonly #options: WebhookSecretsOptions;

  constructor(options: WebhookSecretsOptions) {
    this.#options = options;
  }

  async create(caller: Caller, receipt?: Receipt<WebhookSecretView>): Promise<WebhookSecretView> {
    const { store, sealing, clock, newId } = this.#options;
    const secretId = newId('hook');
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    const stored: SealedWebhookSecret = {
      secretId,
      tenantId: caller.tenantId,
      sealed: sealing.seal(secret, label(caller.tenantId, secretId)),
      createdAt: clock.now(),
    };
    await store.addWebhookSecret(
      stored,
      clock.now() + graceMs,
      auditEntry(this.#options, caller, 'webhook-secret.create', secretId),
      receipt && { ...receipt, answer: (made) => receipt.answer(toView(made)) },
    );
    return { ...toView(stored), secret };
  }

  async list(caller: Caller): Promise<WebhookSecretView[]> {
    const { store, clock } = this.#options;
    return (await store.listWebhookSecrets(caller.tenantId, clock.now())).map(toView);
  }

  async remove(caller: Caller, secretId: string): Promise<void> {
    const removed = await this.#options.store.removeWebhookSecret(
      caller.tenantId,
      secretId,
      auditEntry(this.#options, caller, 'webhook-secret.delete', secretId),
    );
    if (!removed) throw new ServiceError('not_found', 'No webhook secret with this id.');
  }

  /** Those that sign now, newest first. */
  async reveal(tenantId: string): Promise<string[]> {
    const { store, sealing, clock } = this.#options;
    const secrets = await store.listWebhookSecrets(tenantId, clock.now());
    return secrets.map(({ secretId, sealed }) => sealing.open(sealed, label(tenantId, secretId)));
  }
}

function label(tenantId: string, secretId: string): string {
  return `webhook:${tenantId}:${secretId}`;
}

function toView({ secretId, createdAt, expiresAt }: SealedWebhookSecret): WebhookSecretView {
  return {
    secretId,
    createdAt: new Date(createdAt).toISOString(),
    ...(expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt).toISOString() }),
  };
}
