import type { AuditEntry } from '../../../kernel/audit.ts';
import type { Receipt } from '../../../kernel/receipt.ts';
import type {
  SealedCredential,
  SealedWebhookSecret,
  SecretStore,
} from '../../../scan/credentials/secret-store.ts';
import { toCredential, toWebhookSecret } from '../../rows/secret-rows.ts';
import { insertAudit } from '../audit-rows.ts';
import type { PostgresDatabase } from '../database.ts';
import { saveReceipt } from '../receipt-store.ts';

export class PostgresScanSecretStore implements SecretStore {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  addCredential(
    credential: SealedCredential,
    audit: AuditEntry,
    receipt?: Receipt<SealedCredential>,
  ): Promise<void> {
    return this.#database.transaction(async (sql) => {
      await sql.run(
        `INSERT INTO scan_credentials (id, tenant_id, host, name, username, sealed, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        credential.credentialId,
        credential.tenantId,
        credential.host,
        credential.name,
        credential.username,
        credential.sealed,
        credential.createdAt,
      );
      await insertAudit(sql, audit);
      await saveReceipt(sql, receipt, credential);
    });
  }

  async findCredential(tenantId: string, credentialId: string): Promise<SealedCredential | undefined> {
    const row = await this.#database.get(
      'SELECT * FROM scan_credentials WHERE tenant_id = $1 AND id = $2',
      tenantId,
      credentialId,
    );
    return row && toCredential(row);
  }

  async listCredentials(tenantId: string): Promise<SealedCredential[]> {
    const sql = 'SELECT * FROM scan_credentials WHERE tenant_id = $1 ORDER BY id';
    return (await this.#database.all(sql, tenantId)).map(toCredential);
  }

  removeCredential(tenantId: string, credentialId: string, audit: AuditEntry): Promise<boolean> {
    const sql = 'DELETE FROM scan_credentials WHERE tenant_id = $1 AND id = $2';
    return this.#remove(sql, tenantId, credentialId, audit);
  }

  async markCredentialUsed(credentialId: string, at: number): Promise<void> {
    await this.#database.run('UPDATE scan_credentials SET last_used_at = $1 WHERE id = $2', at, credentialId);
  }

  addWebhookSecret(
    secret: SealedWebhookSecret,
    othersExpireAt: number,
    audit: AuditEntry,
    receipt?: Receipt<SealedWebhookSecret>,
  ): Promise<void> {
    return this.#database.transaction(async (sql) => {
      await sql.run(
        `UPDATE webhook_secrets SET expires_at = $2
         WHERE tenant_id = $1 AND (expires_at IS NULL OR expires_at > $2)`,
        secret.tenantId,
        othersExpireAt,
      );
      await sql.run(
        'INSERT INTO webhook_secrets (id, tenant_id, sealed, created_at) VALUES ($1, $2, $3, $4)',
        secret.secretId,
        secret.tenantId,
        secret.sealed,
        secret.createdAt,
      );
      await insertAudit(sql, audit);
      await saveReceipt(sql, receipt, secret);
    });
  }

  async listWebhookSecrets(tenantId: string, now: number): Promise<SealedWebhookSecret[]> {
    const rows = await this.#database.all(
      `SELECT * FROM webhook_secrets
       WHERE tenant_id = $1 AND (expires_at IS NULL OR expires_at > $2) ORDER BY id DESC`,
      tenantId,
      now,
    );
    return rows.map(toWebhookSecret);
  }

  removeWebhookSecret(tenantId: string, secretId: string, audit: AuditEntry): Promise<boolean> {
    const sql = 'DELETE FROM webhook_secrets WHERE tenant_id = $1 AND id = $2';
    return this.#remove(sql, tenantId, secretId, audit);
  }

  removeExpiredWebhookSecrets(now: number): Promise<number> {
    return this.#database.run('DELETE FROM webhook_secrets WHERE expires_at <= $1', now);
  }

  #remove(statement: string, tenantId: string, id: string, audit: AuditEntry): Promise<boolean> {
    return this.#database.transaction(async (sql) => {
      if ((await sql.run(statement, tenantId, id)) === 0) return false;
      await insertAudit(sql, audit);
      return true;
    });
  }
}
