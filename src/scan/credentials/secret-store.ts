import type { AuditEntry } from '../../kernel/audit.ts';
import type { Receipt } from '../../kernel/receipt.ts';

/** Credentials for repository hosts and secrets that sign webhooks. Only sealed values ever get here. */
export interface SecretStore {
  addCredential(
    credential: SealedCredential,
    audit: AuditEntry,
    receipt?: Receipt<SealedCredential>,
  ): Promise<void>;
  findCredential(tenantId: string, credentialId: string): Promise<SealedCredential | undefined>;
  listCredentials(tenantId: string): Promise<SealedCredential[]>;
  removeCredential(tenantId: string, credentialId: string, audit: AuditEntry): Promise<boolean>;
  markCredentialUsed(credentialId: string, at: number): Promise<void>;

  /** Adds the secret; those that signed until now expire at `othersExpireAt` unless they expire earlier. */
  addWebhookSecret(
    secret: SealedWebhookSecret,
    othersExpireAt: number,
    audit: AuditEntry,
    receipt?: Receipt<SealedWebhookSecret>,
  ): Promise<void>;
  /** Newest first, without those that have expired. */
  listWebhookSecrets(tenantId: string, now: number): Promise<SealedWebhookSecret[]>;
  removeWebhookSecret(tenantId: string, secretId: string, audit: AuditEntry): Promise<boolean>;
  removeExpiredWebhookSecrets(now: number): Promise<number>;
}

export interface SealedCredential {
  credentialId: string;
  tenantId: string;
  /** `host` or `host:port`; the credential is sent nowhere else. */
  host: string;
  name: string;
  username: string;
  sealed: Uint8Array;
  createdAt: number;
  lastUsedAt?: number;
}

export interface SealedWebhookSecret {
  secretId: string;
  tenantId: string;
  sealed: Uint8Array;
  createdAt: number;
  expiresAt?: number;
}
