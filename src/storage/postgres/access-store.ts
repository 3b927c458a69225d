import type { KeyGuard } from '../../access/key-guard.ts';
import type { AccessStore, Page, StoredKey, Tenant } from '../../access/store.ts';
import type { AuditEntry } from '../../kernel/audit.ts';
import type { Receipt } from '../../kernel/receipt.ts';
import { page, readAudit, readKey, readTenant } from '../rows/access-rows.ts';
import { insertAudit } from './audit-rows.ts';
import type { PostgresDatabase, Sql } from './database.ts';
import type { Epoch } from './epoch.ts';
import { saveReceipt } from './receipt-store.ts';

const maxKnownKeys = 10_000;

export class PostgresAccessStore implements AccessStore {
  readonly #database: PostgresDatabase;
  readonly #epoch: Epoch;
  /** Keys as they were read; they count only while the epoch is known to be the one that they were read in. */
  readonly #keys = new Map<string, StoredKey>();

  constructor(database: PostgresDatabase, epoch: Epoch) {
    this.#database = database;
    this.#epoch = epoch;
    epoch.onChange(() => this.#keys.clear());
  }

  createTenant(tenant: Tenant, audit: AuditEntry): Promise<'created' | 'name_taken'> {
    return this.#database.transaction(async (sql) => {
      const inserted = await sql.run(
        'INSERT INTO tenants (id, name, created_at) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING',
        tenant.id,
        tenant.name,
        tenant.createdAt,
      );
      if (inserted === 0) return 'name_taken';
      await insertAudit(sql, audit);
      return 'created';
    });
  }

  async listTenants(): Promise<Tenant[]> {
    return (await this.#database.all('SELECT * FROM tenants ORDER BY id')).map(readTenant);
  }

  async findTenantByName(name: string): Promise<Tenant | undefined> {
    const row = await this.#database.get('SELECT * FROM tenants WHERE name = $1', name);
    return row && readTenant(row);
  }

  deleteTenant(id: string, audit: AuditEntry): Promise<boolean> {
    return this.#epoch.change(async (sql) => {
      if ((await sql.run('DELETE FROM tenants WHERE id = $1', id)) === 0) return false;
      // The rows of its memory may be many: they cannot be reached from here on, and upkeep removes them bit by bit.
      await sql.run(dropNamespaces, id);
      await insertAudit(sql, audit);
      return true;
    });
  }

  async insertKey<Result>(
    key: StoredKey,
    audit: AuditEntry,
    result: Result,
    receipt?: Receipt<Result>,
  ): Promise<void> {
    await this.#database.transaction(async (sql) => {
      await insertKey(sql, key);
      await insertAudit(sql, audit);
      await saveReceipt(sql, receipt, result);
    });
  }

  findKeyAtOnce(id: string): StoredKey | undefined {
    return this.#epoch.isCurrent ? this.#keys.get(id) : undefined;
  }

  async findKey(id: string): Promise<StoredKey | undefined> {
    const known = this.findKeyAtOnce(id);
    if (known) return known;
    const { value: epochBefore } = this.#epoch;
    const row = await this.#database.get('SELECT * FROM keys WHERE id = $1', id);
    if (!row) return undefined;
    const key = readKey(row);
    // Read before a change that became known meanwhile: it must not be remembered.
    if (this.#epoch.value === epochBefore) {
      if (this.#keys.size >= maxKnownKeys) this.#keys.clear();
      this.#keys.set(id, key);
    }
    return key;
  }

  async listKeys(tenantId: string, limit: number, after?: string): Promise<Page<StoredKey>> {
    const rows = await this.#database.all(
      'SELECT * FROM keys WHERE tenant_id = $1 AND ($2::text IS NULL OR id < $2) ORDER BY id DESC LIMIT $3',
      tenantId,
      after ?? null,
      limit + 1,
    );
    return page(rows.map(readKey), limit);
  }

  async hasAnyKey(): Promise<boolean> {
    return (await this.#database.get('SELECT 1 FROM keys LIMIT 1')) !== undefined;
  }

  async hasIssuedKey(now: number): Promise<boolean> {
    const row = await this.#database.get(
      `SELECT 1 FROM keys WHERE origin = 'issued' AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $1) LIMIT 1`,
      now,
    );
    return row !== undefined;
  }

  rotateKey<Result>(
    oldId: string,
    oldExpiresAt: number,
    next: StoredKey,
    audit: AuditEntry,
    result: Result,
    receipt?: Receipt<Result>,
  ): Promise<boolean> {
    return this.#epoch.change(async (sql) => {
      const changed = await sql.run(
        `UPDATE keys SET replaced_by = $1, expires_at = least(coalesce(expires_at, $2), $2)
         WHERE id = $3 AND revoked_at IS NULL AND replaced_by IS NULL`,
        next.id,
        oldExpiresAt,
        oldId,
      );
      if (changed === 0) return false;
      await insertKey(sql, next);
      await insertAudit(sql, audit);
      await saveReceipt(sql, receipt, result);
      return true;
    });
  }

  setKeyGuard(
    tenantId: string,
    id: string,
    guard: KeyGuard | undefined,
    audit: AuditEntry,
  ): Promise<boolean> {
    return this.#epoch.change(async (sql) => {
      const changed = await sql.run(
        'UPDATE keys SET guard = $1 WHERE id = $2 AND tenant_id = $3 AND revoked_at IS NULL',
        guard ? JSON.stringify(guard) : null,
        id,
        tenantId,
      );
      if (changed === 0) return false;
      await insertAudit(sql, audit);
      return true;
    });
  }

  revokeKey(tenantId: string, id: string, at: number, audit: AuditEntry): Promise<boolean> {
    return this.#epoch.change(async (sql) => {
      const changed = await sql.run(
        'UPDATE keys SET revoked_at = $1 WHERE id = $2 AND tenant_id = $3 AND revoked_at IS NULL',
        at,
        id,
        tenantId,
      );
      if (changed === 0) return false;
      await insertAudit(sql, audit);
      return true;
    });
  }

  async touchKeys(lastUsed: ReadonlyMap<string, number>): Promise<void> {
    // In the order of ids, so that two nodes that touch the same keys never wait for each other in a circle.
    const ids = [...lastUsed.keys()].sort();
    await this.#database.run(
      `WITH used AS (
         SELECT k.id, u.at FROM unnest($1::text[], $2::bigint[]) AS u (id, at)
         JOIN keys k ON k.id = u.id ORDER BY k.id FOR UPDATE OF k)
       UPDATE keys SET last_used_at = greatest(keys.last_used_at, used.at) FROM used WHERE keys.id = used.id`,
      ids,
      ids.map((id) => lastUsed.get(id)!),
    );
  }

  async listAudit(tenantId: string, limit: number, after?: string): Promise<Page<AuditEntry>> {
    const rows = await this.#database.all(
      'SELECT * FROM audit WHERE tenant_id = $1 AND ($2::text IS NULL OR id < $2) ORDER BY id DESC LIMIT $3',
      tenantId,
      after ?? null,
      limit + 1,
    );
    return page(rows.map(readAudit), limit);
  }

  removeAuditBefore(time: number): Promise<number> {
    return this.#database.run('DELETE FROM audit WHERE at < $1', time);
  }
}

const dropNamespaces = `
  WITH gone AS (UPDATE memory_namespaces SET name = NULL WHERE tenant_id = $1 RETURNING id)
  UPDATE memory_states SET dropped = true FROM gone WHERE namespace_id = gone.id`;

async function insertKey(sql: Sql, key: StoredKey): Promise<void> {
  await sql.run(
    `INSERT INTO keys (id, tenant_id, name, secret_hash, scopes, namespaces, plan, origin, created_at, expires_at, guard)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
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
