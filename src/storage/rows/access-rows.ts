import type { KeyGuard } from '../../access/key-guard.ts';
import type { Scope } from '../../access/principal.ts';
import type { Page, StoredKey, Tenant } from '../../access/store.ts';
import type { AuditEntry } from '../../kernel/audit.ts';
import type { Row } from './row.ts';

/** The query asked for one row more than the page holds, to know whether there is a next page. */
export function page<Item extends { id: string }>(items: Item[], limit: number): Page<Item> {
  if (items.length <= limit) return { items };
  const kept = items.slice(0, limit);
  return { items: kept, next: kept.at(-1)!.id };
}

export function readTenant(row: Row): Tenant {
  return { id: String(row['id']), name: String(row['name']), createdAt: Number(row['created_at']) };
}

export function readKey(row: Row): StoredKey {
  return {
    id: String(row['id']),
    tenantId: String(row['tenant_id']),
    name: String(row['name']),
    secretHash: row['secret_hash'] as Uint8Array,
    scopes: JSON.parse(String(row['scopes'])) as Scope[],
    plan: String(row['plan']),
    origin: row['origin'] as StoredKey['origin'],
    createdAt: Number(row['created_at']),
    ...(row['namespaces'] !== null && { namespaces: JSON.parse(String(row['namespaces'])) as string[] }),
    ...(row['guard'] !== null && { guard: JSON.parse(String(row['guard'])) as KeyGuard }),
    ...(row['expires_at'] !== null && { expiresAt: Number(row['expires_at']) }),
    ...(row['revoked_at'] !== null && { revokedAt: Number(row['revoked_at']) }),
    ...(row['last_used_at'] !== null && { lastUsedAt: Number(row['last_used_at']) }),
    ...(row['replaced_by'] !== null && { replacedBy: String(row['replaced_by']) }),
  };
}

export function readAudit(row: Row): AuditEntry {
  return {
    id: String(row['id']),
    tenantId: String(row['tenant_id']),
    at: Number(row['at']),
    actor: String(row['actor']),
    action: String(row['action']),
    subject: String(row['subject']),
    details: JSON.parse(String(row['details'])) as Record<string, unknown>,
  };
}
