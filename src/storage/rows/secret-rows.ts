import type { SealedCredential, SealedWebhookSecret } from '../../scan/credentials/secret-store.ts';
import type { Row } from './row.ts';

export function toCredential(row: Row): SealedCredential {
  return {
    credentialId: String(row['id']),
    tenantId: String(row['tenant_id']),
    host: String(row['host']),
    name: String(row['name']),
    username: String(row['username']),
    sealed: row['sealed'] as Uint8Array,
    createdAt: Number(row['created_at']),
    ...(row['last_used_at'] === null ? {} : { lastUsedAt: Number(row['last_used_at']) }),
  };
}

export function toWebhookSecret(row: Row): SealedWebhookSecret {
  return {
    secretId: String(row['id']),
    tenantId: String(row['tenant_id']),
    sealed: row['sealed'] as Uint8Array,
    createdAt: Number(row['created_at']),
    ...(row['expires_at'] === null ? {} : { expiresAt: Number(row['expires_at']) }),
  };
}
