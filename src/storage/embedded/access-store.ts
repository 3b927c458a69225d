import type { KeyGuard } from '../../access/key-guard.ts';
import type { AccessStore, Page, StoredKey, Tenant } from '../../access/store.ts';
import type { AuditEntry } from '../../kernel/audit.ts';
import type { Receipt } from '../../kernel/receipt.ts';
import { page, readAudit, readKey, readTenant } from '../rows/access-rows.ts';
import { insertAudit } from './audit-rows.ts';
import type { Database } from './database.ts';
import { saveReceipt } from './receipt-store.ts';

const maxKnownKeys = 10_000;

export class EmbeddedAccessStore implements AccessStore {
  readonly #database: Database;
  /**
   * Every request looks up its key, and the row costs more than the rest of the authentication. This process is the only one
   * that writes, so that forgetting a key with each change of it keeps the copy exact.
   */
  readonly #keys = new Map<string, StoredKey>();

  constructor(database: Database) {
    this.#database = database;
  }

  async createTenant(tenant: Tenant, audit: AuditEntry): Promise<'created' | 'name_taken'> {
    return this.#database.write(() => {
      const { changes } = this.#database.run(
        'INSERT INTO tenants (id, name, created_at) VALUES (?, ?, ?) ON CONFLICT (name) DO NOTHING',
        tenant.id,
        tenant.name,
        tenant.createdAt,
      );
      if (changes === 0) return 'name_taken';
      insertAudit(this.#database, audit);
      return 'created';
    });
  }

  async listTenants(): Promise<Tenant[]> {
    return this.#database.all('SELECT * FROM tenants ORDER BY id').map(readTenant);
  }

  async findTenantByName(name: string): Promise<Tenant | undefined> {
    const row = this.#database.get('SELECT * FROM tenants WHERE name = ?', name);
    return row && readTenant(row);
  }

  async deleteTenant(id: string, audit: AuditEntry): Promise<boolean> {
    return this.#change(() => {
      if (this.#database.run('DELETE FROM tenants WHERE id = ?', id).changes === 0) return false;
      insertAudit(this.#database, audit);
      return true;
    }, 'free');
  }

  async insertKey<Result>(
    key: StoredKey,
    audit: AuditEntry,
    result: Result,
    receipt?: Receipt<Result>,
  ): Promise<void> {
    await this.#database.write(() => {
      this.#insertKey(key);
      insertAudit(this.#database, audit);
      saveReceipt(this.#database, receipt, result);
    });
  }

  findKeyAtOnce(id: string): StoredKey | undefined {
    return this.#keys.get(id);
  }

  async findKey(id: string): Promise<StoredKey | undefined> {
    const known = this.#keys.get(id);
    if (known) return known;
    const row = this.#database.get('SELECT * FROM keys WHERE id = ?', id);
    if (!row) return undefined;
    const key = readKey(row);
    if (this.#keys.size >= maxKnownKeys) this.#keys.clear();
    this.#keys.set(id, key);
    return key;
  }

  async listKeys(tenantId: string, limit: number, after?: string): Promise<Page<StoredKey>> {
    const rows = this.#database.all(
      'SELECT * FROM keys WHERE tenant_id = ? AND (? IS NULL OR id < ?) ORDER BY id DESC LIMIT ?',
      tenantId,
      after ?? null,
      after ?? null,
      limit + 1,
    );
    return page(rows.map(readKey), limit);
  }

  async hasAnyKey(): Promise<boolean> {
    return this.#database.get('SELECT 1 FROM keys LIMIT 1') !== undefined;
  }

  async hasIssuedKey(now: number): Promise<boolean> {
    return (
      this.#database.get(
        `SELECT 1 FROM keys WHERE origin = 'issued' AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?) LIMIT 1`,
        now,
      ) !== undefined
    );
  }

  async rotateKey<Result>(
    oldId: string,
    oldExpiresAt: number,
    next: StoredKey,
    audit: AuditEntry,
    result: Result,
    receipt?: Receipt<Result>,
  ): Promise<boolean> {
    return this.#change(() => {
      const { changes } = this.#database.run(
        `UPDATE keys SET replaced_by = ?, expires_at = MIN(COALESCE(expires_at, ?), ?)
         WHERE id = ? AND revoked_at IS NULL AND replaced_by IS NULL`,
        next.id,
        oldExpiresAt,
        oldExpiresAt,
        oldId,
      );
      if (changes === 0) return false;
      this.#insertKey(next);
      insertAudit(this.#database, audit);
      saveReceipt(this.#database, receipt, result);
      return true;
    });
  }

  async setKeyGuard(
    tenantId: string,
    id: string,
    guard: KeyGuard | undefined,
    audit: AuditEntry,
  ): Promise<boolean> {
    return this.#change(() => {
      const { changes } = this.#database.run(
        'UPDATE keys SET guard = ? WHERE id = ? AND tenant_id = ? AND revoked_at IS NULL',
        guard ? JSON.stringify(guard) : null,
        id,
        tenantId,
      );
      if (changes === 0) return false;
      insertAudit(this.#database, audit);
      return true;
    });
  }

  async revokeKey(tenantId: string, id: string, at: number, audit: AuditEntry): Promise<boolean> {
    return this.#change(() => {
      const { changes } = this.#database.run(
        'UPDATE keys SET revoked_at = ? WHERE id = ? AND tenant_id = ? AND revoked_at IS NULL',
        at,
        id,
        tenantId,
      );
      if (changes === 0) return false;
      insertAudit(this.#database, audit);
      return true;
    }, 'free');
  }

  async touchKeys(lastUsed: ReadonlyMap<string, number>): Promise<void> {
    await this.#change(() => {
      for (const [id, at] of lastUsed)
        this.#database.run('UPDATE keys SET last_used_at = ? WHERE id = ?', at, id);
    });
  }

  async listAudit(tenantId: string, limit: number, after?: string): Promise<Page<AuditEntry>> {
    const rows = this.#database.all(
      'SELECT * FROM audit WHERE tenant_id = ? AND (? IS NULL OR id < ?) ORDER BY id DESC LIMIT ?',
      tenantId,
      after ?? null,
      after ?? null,
      limit + 1,
    );
    return page(rows.map(readAudit), limit);
  }

  async removeAuditBefore(time: number): Promise<number> {
    return this.#database.free(() => this.#database.run('DELETE FROM audit WHERE at < ?', time).changes);
  }

  /** A write that changes keys: what is known of them is forgotten before the caller hears that it is done. */
  async #change<T>(work: () => T, how: 'write' | 'free' = 'write'): Promise<T> {
    try {
      return await this.#database[how](work);
    } finally {
      this.#keys.clear();
    }
  }

  #insertKey(key: StoredKey): void {
    this.#database.run(
      `INSERT INTO keys (id, tenant_id, name, secret_hash, scopes, namespaces, plan, origin, created_at, expires_at, guard)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      key.id,
      key.tenantId,
      key.name,
      key.secretHash,
      JSON.stringify(key.scopes),
      key.namespaces ? JSON.stringify(key.namespaces) : null,
      key.plan,
      key.origin,
      key.createdAt,
      key.expiresAt ?? null,
      key.guard ? JSON.stringify(key.guard) : null,
    );
  }
}
