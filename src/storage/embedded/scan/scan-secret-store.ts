import type { AuditEntry } from '../../../kernel/audit.ts';
import type { Receipt } from '../../../kernel/receipt.ts';
import type {
  SealedCredential,
  SealedWebhookSecret,
  SecretStore,
} from '../../../scan/credentials/secret-store.ts';
import { toCredential, toWebhookSecret } from '../../rows/secret-rows.ts';
import { insertAudit } from '../audit-rows.ts';
import type { Database } from '../database.ts';
import { saveReceipt } from '../receipt-store.ts';

export class EmbeddedScanSecretStore implements SecretStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async addCredential(
    credential: SealedCredential,
    audit: AuditEntry,
    receipt?: Receipt<SealedCredential>,
  ): Promise<void> {
    await this.#database.write(() => {
      this.#database.run(
        `INSERT INTO scan_credentials (id, tenant_id, host, name, username, sealed, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
        credential.credentialId,
        credential.tenantId,
        credential.host,
        credential.name,
        credential.username,
        credential.sealed,
        credential.createdAt,
      );
      insertAudit(this.#database, audit);
      saveReceipt(this.#database, receipt, credential);
    });
  }

  async findCredential(tenantId: string, credentialId: string): Promise<SealedCredential | undefined> {
    const row = this.#database.get(
      'SELECT * FROM scan_credentials WHERE tenant_id = ? AND id = ?',
      tenantId,
      credentialId,
    );
    return row && toCredential(row);
  }

  async listCredentials(tenantId: string): Promise<SealedCredential[]> {
    return this.#database
      .all('SELECT * FROM scan_credentials WHERE tenant_id = ? ORDER BY id', tenantId)
      .map(toCredential);
  }

  removeCredential(tenantId: string, credentialId: string, audit: AuditEntry): Promise<boolean> {
    return this.#remove(
      'DELETE FROM scan_credentials WHERE tenant_id = ? AND id = ?',
      tenantId,
      credentialId,
      audit,
    );
  }

  async markCredentialUsed(credentialId: string, at: number): Promise<void> {
    await this.#database.write(() => {
      this.#database.run('UPDATE scan_credentials SET last_used_at = ? WHERE id = ?', at, credentialId);
    });
  }

  async addWebhookSecret(
    secret: SealedWebhookSecret,
    othersExpireAt: number,
    audit: AuditEntry,
    receipt?: Receipt<SealedWebhookSecret>,
  ): Promise<void> {
    await this.#database.write(() => {
      this.#database.run(
        `UPDATE webhook_secrets SET expires_at = ?2
         WHERE tenant_id = ?1 AND (expires_at IS NULL OR expires_at > ?2)`,
        secret.tenantId,
        othersExpireAt,
      );
      this.#database.run(
        'INSERT INTO webhook_secrets (id, tenant_id, sealed, created_at) VALUES (?, ?, ?, ?)',
        secret.secretId,
        secret.tenantId,
        secret.sealed,
        secret.createdAt,
      );
      insertAudit(this.#database, audit);
      saveReceipt(this.#database, receipt, secret);
    });
  }

  async listWebhookSecrets(tenantId: string, now: number): Promise<SealedWebhookSecret[]> {
    return this.#database
      .all(
        `SELECT * FROM webhook_secrets
         WHERE tenant_id = ? AND (expires_at IS NULL OR expires_at > ?) ORDER BY id DESC`,
        tenantId,
        now,
      )
      .map(toWebhookSecret);
  }

  removeWebhookSecret(tenantId: string, secretId: string, audit: AuditEntry): Promise<boolean> {
    return this.#remove(
      'DELETE FROM webhook_secrets WHERE tenant_id = ? AND id = ?',
      tenantId,
      secretId,
      audit,
    );
  }

  removeExpiredWebhookSecrets(now: number): Promise<number> {
    return this.#database.free(
      () => this.#database.run('DELETE FROM webhook_secrets WHERE expires_at <= ?', now).changes,
    );
  }

  #remove(sql: string, tenantId: string, id: string, audit: AuditEntry): Promise<boolean> {
    return this.#database.free(() => {
      if (this.#database.run(sql, tenantId, id).changes === 0) return false;
      insertAudit(this.#database, audit);
      return true;
    });
  }
}
